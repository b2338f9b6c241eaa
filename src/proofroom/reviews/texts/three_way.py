"""Three versions of a text or of a list of texts: what both sides changed apart is taken from both."""

from collections.abc import Callable
from typing import Any, TypeGuard, cast

from proofroom.reviews.texts.prose import merge_prose
from proofroom.reviews.texts.sequences import merge_lists

PROSE_LENGTH = 160
Resolve = Callable[[str, str, str], str | None]
"""Decides where both sides changed the same sentences; None keeps ours there."""


def is_long(*texts: str) -> bool:
    """Tell whether one of some texts is long enough to be taken apart into sentences."""
    return any(len(text) > PROSE_LENGTH or "\n" in text for text in texts)


def merge_texts(
    base: Any, ours: Any, theirs: Any, resolve: Resolve, is_prose: Callable[..., bool] = is_long
) -> Any:
    """Merge texts by sentence and lists by item; None where that is not possible."""
    if isinstance(base, str) and isinstance(ours, str) and isinstance(theirs, str):
        return merge_prose(base, ours, theirs, resolve) if is_prose(base, ours, theirs) else None
    if _are_texts(base) and _are_texts(ours) and _are_texts(theirs):
        return merge_lists(base, ours, theirs)
    return None


def merge_field(base: Any, ours: Any, theirs: Any) -> tuple[Any, bool]:
    """Return a field that two sides may have changed, and whether they can stand together."""
    if ours == theirs or base == theirs:
        return ours, True
    if base == ours:
        return theirs, True
    clashes = list[str]()

    def resolve(was: str, mine: str, other: str) -> str | None:
        clashes.append(other)
        return None

    merged = merge_texts(base, ours, theirs, resolve)
    return (merged, True) if merged is not None and not clashes else (ours, False)


def _are_texts(value: Any) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) for item in cast("list[Any]", value))
