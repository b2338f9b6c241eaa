"""Whitespace and identifiers, as the importer treats them."""

import re
from functools import lru_cache

from proofroom.kernel.patterns import late_pattern

SPACE = "\t\n\v\f\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_RUN = late_pattern(f"[{SPACE}]+")
_ODD = re.compile(r"[\t\n\v\f\r]|  ")
_EDGE = late_pattern(f"^[{SPACE}]+|[{SPACE}]+$")


def normal(text: str) -> str:
    """Return a text with one space for every run, and none at its ends."""
    if text.isascii() and not _ODD.search(text):
        return text.strip(" ")
    return _RUN.sub(" ", _EDGE.sub("", text))


def collapsed(text: str) -> str:
    """Return a text with one space for every run; nothing for white space that only broke a line."""
    if text.isascii() and not _ODD.search(text):
        return text
    if "\n" in text and not _EDGE.sub("", text):
        return ""
    return _RUN.sub(" ", text)


def identifier(*names: str | None, default: str = "") -> str:
    """Return the first name that leaves an identifier."""
    for name in names:
        text = re.sub(r"[^A-Za-z0-9_-]", "", _RUN.sub("-", _EDGE.sub("", name or "")))
        found = re.sub(r"-+", "-", text).strip("-_")
        if found:
            return found
    return default


def tokens(text: str) -> list[str]:
    """Return the distinct words of a class attribute."""
    return list(_tokens(text))


@lru_cache(4_096)  # a page says the same few of them over and over
def _tokens(text: str) -> list[str]:
    if text.isascii() and text.isprintable():  # no space but the plain one
        return list(dict.fromkeys(text.split()))
    return list(dict.fromkeys(re.split(r"[\t\n\f\r ]+", text.strip("\t\n\f\r ")))) if text.strip() else []


def whole_number(text: str | None, default: int, least: int = 0) -> int:
    """Return a number rounded down and at least so much, or the default where it is none."""
    try:
        found = int(float(text or ""))
    except (ValueError, OverflowError):
        return default
    return max(least, found)
