"""What is told of an asset that cannot go, because something shows it."""

from typing import Final

from proofroom.house import Use
from proofroom.kernel.errors import Conflict
from proofroom.kernel.strings import say
from proofroom.media.types import Asset

NAMED: Final = 10
"""How many references a refusal names."""


def in_use(asset: Asset, uses: list[Use]) -> Conflict:
    """Return the refusal, with the first places by name."""
    places = (f"{use.label or use.entry or use.model} ({use.model})" for use in uses[:NAMED])
    named = ", ".join(dict.fromkeys(places))
    if len(uses) > NAMED:
        named = say("list.more", shown=named, count=len(uses) - NAMED)
    return Conflict(
        say("media.in_use", file=asset.filename, places=named),
        used_in=[use.as_dict() for use in uses[:100]],
    )
