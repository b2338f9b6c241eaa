"""Merge JSON values three ways, member by member.

What only one side changed is taken; what both changed alike is taken once; the rest is a conflict. Long texts
merge sentence by sentence, lists of distinct texts item by item.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from proofroom.repository.merge.conflicts import Conflicts
from proofroom.repository.merge.types import MISSING, Json, Sides, Where
from proofroom.reviews.texts.three_way import merge_texts


def same(one: Any, other: Any) -> bool:
    """Tell whether two JSON values are equal; unlike Python, true is not 1."""
    return one == other and _strictly(one, other)


def member(members: Any, name: str) -> Any:
    """Return a member of an object; null counts as missing, because it is never written."""
    if not isinstance(members, dict):
        return MISSING
    found = cast("Json", members).get(name)
    return MISSING if found is None else found


def merge_values(sides: Sides[Any], where: Where, conflicts: Conflicts) -> Any:
    """Return the merged value, or MISSING."""
    base, ours, theirs = sides
    if same(ours, theirs) or same(base, theirs):
        return ours
    if same(base, ours):
        return theirs
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return merge_members(sides, where, conflicts)
    is_prose = partial(where.place.is_prose, where.field)
    merged = merge_texts(base, ours, theirs, _settle_text(where, conflicts), is_prose)
    return conflicts.pick(where, base, ours, theirs) if merged is None else merged


def merge_members(sides: Sides[Any], where: Where, conflicts: Conflicts) -> Json:
    """Merge objects member by member; ours decides the order."""
    ours, theirs = cast("Json", sides.ours), cast("Json", sides.theirs)
    merged: Json = {}
    for name in [*ours, *(name for name in theirs if name not in ours)]:
        inner = Sides(*(member(side, name) for side in sides))
        value = merge_values(inner, where.below(name), conflicts)
        if value is not MISSING:
            merged[name] = value
    return merged


def _settle_text(where: Where, conflicts: Conflicts) -> Callable[[str, str, str], str | None]:
    def resolve(base: str, ours: str, theirs: str) -> str | None:
        chosen = conflicts.pick(where, base, ours, theirs)
        return "" if chosen is MISSING else str(chosen)

    return resolve


def _strictly(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return isinstance(one, bool) and isinstance(other, bool)
    if isinstance(one, dict):
        members, others = cast("Json", one), cast("Json", other)
        return all(_strictly(value, others[name]) for name, value in members.items())
    if isinstance(one, list):
        return all(map(_strictly, cast("list[Any]", one), cast("list[Any]", other)))
    return True
