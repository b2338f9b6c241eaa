"""What stands around a value: a name that belongs to it, its clause, and whether it is what stood there."""

import re

from proofroom.content.playbook.sense.board import Span
from proofroom.content.playbook.words import LOOK


def parted(between: str) -> bool:
    """Tell whether a value and a name do not belong together: another clause, or words that say something."""
    return re.search(r"[,;:.]\s+\w+\s|[;.]\s|\d|\x01|\b(?:and|ve|but|ama)\b", between) is not None


def clause_of(said: str, span: Span) -> tuple[str, int]:
    """Return the clause that a place is in, and where it begins."""
    start = max(
        (said.rfind(sign, 0, span[0]) for sign in (",", ";", ".", " and ", " ve ", " but ", " ama ")),
        default=-1,
    )
    ends = [
        at
        for sign in (",", ";", ". ", " and ", " ve ", " but ", " ama ")
        if (at := said.find(sign, span[1])) >= 0
    ]
    return said[start + 1 : min(ends, default=len(said))], start + 1


def is_left(said: str, span: Span) -> bool:
    """Tell whether what stands at a place is what entries are to leave: from Desmond, Desmond'dan."""
    return (
        LOOK["composed_from"].search(said[: span[0]]) is not None
        or LOOK["composed_from_tr"].match(said, span[1]) is not None
    )


def is_old(said: str, span: Span) -> bool:
    """Tell whether a value is what stood there: from 4, not 4."""
    return LOOK["composed_old"].search(said[: span[0]]) is not None


def is_of(kind: str, text: str) -> bool:
    """Tell whether a text is an address, a link or a number to call."""
    if kind == "email":
        return re.fullmatch(r"[\w.+-]+@[\w.-]+\.\w+", text) is not None
    if kind == "url":
        return re.match(r"https?://|www\.", text) is not None
    return re.fullmatch(r"\+?\d[\d()/ -]{5,}\d", text) is not None
