"""Numbers that somebody wrote: what is called a digit is not always one, and some have too many of them."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

MOST_DIGITS = 9


def read_count(text: str) -> int | None:
    """Return a number of some decimal digits; None for anything else, such as ² or a page of nines."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def item_at(items: Sequence[T], place: str) -> T | None:
    """Return what stands at a place that somebody wrote, counted from 0; None where nothing does."""
    at = read_count(place)
    return items[at] if at is not None and at < len(items) else None
