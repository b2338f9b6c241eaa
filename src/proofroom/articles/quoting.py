"""Words that somebody says stand in a text: alike but for spaces, capitals and the shape of marks."""

import re
from typing import Final

from proofroom.articles.parts import REF

_SPACES: Final = re.compile(r"\s+")
_ROUND: Final = {"'": "['’‘]", '"': '["“”]'}
_STRAIGHT: Final = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})
_LONGEST: Final = 2_000
EDGES: Final = " .,;:!?…\"'"


def flat(text: str) -> str:
    """Return a text as it is compared: without references, capitals, and the shape of its marks."""
    return _SPACES.sub(" ", REF.sub("", text.translate(_STRAIGHT))).strip().lower()


def place_of(words: str, text: str) -> tuple[int, int] | None:
    """Return where some words stand in a text, one after another; None if they do not."""
    straight = REF.sub(" ", words[:_LONGEST].translate(_STRAIGHT)).strip(EDGES)
    if not straight:
        return None
    pieces = ("".join(_ROUND.get(each) or re.escape(each) for each in word) for word in straight.split())
    found = re.search(r"\s+".join(pieces), text, re.IGNORECASE)
    return (found.start(), found.end()) if found else None
