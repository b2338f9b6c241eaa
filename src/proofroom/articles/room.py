"""What articles bring to the house: so far only what people ask of the writer."""

from proofroom.articles.intent import MEANINGS
from proofroom.house import House, Room


def room(house: House) -> Room:
    """Return articles."""
    return Room(name="articles", meanings={"articles": MEANINGS})
