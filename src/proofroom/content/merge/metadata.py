"""Metadata follows its entry: merged once content is, reviewed only in what it says about visibility."""

from collections.abc import Callable, Iterator
from typing import Any, cast

from proofroom.content.merge.places import ContentPlace
from proofroom.repository.merge.compare import op_of, plain
from proofroom.repository.merge.conflicts import Conflicts
from proofroom.repository.merge.files import Bytes, merge_lines, objects_of, set_merged
from proofroom.repository.merge.objects import ObjectFile, read_object
from proofroom.repository.merge.records import member, merge_values, same
from proofroom.repository.merge.revert import TakenOut, Thing, revert, reverted_members, set_members
from proofroom.repository.merge.types import MISSING, Draft, Json, Sides, Where

STATUS_KEYS = ("status", "publish_at", "expire_at")
"""What metadata says about visibility: reviewed like content. Its other keys only tell who wrote last."""

EntryExists = Callable[[str], bool]
"""Whether an entry is still in the merged content."""


def compare_visibility(place: ContentPlace, old: ObjectFile, new: ObjectFile) -> Iterator[Draft]:
    """Yield what changed about the visibility of entries that are on both sides."""
    is_map = place.model_kind == "collection"
    for key in new.differing(old) if is_map else [place.slug or ""]:
        before = old.get(key) if is_map else old.values
        after = new.get(key) if is_map else new.values
        if not before or not after or before is MISSING or after is MISSING:
            continue
        for name in STATUS_KEYS:
            sides = member(before, name), member(after, name)
            if not same(*sides):
                shown = plain(sides[0]), plain(sides[1])
                yield Draft(place, place.type, key or None, (name,), op_of(*sides), *shown)


def revert_metadata(place: ContentPlace, old: bytes | None, new: bytes | None, out: TakenOut) -> bytes | None:
    """Return metadata without some changes; that of an entry which loses all of its own goes back as well."""
    before, after = read_object(place, old), read_object(place, new)
    if before is None or after is None:
        return new
    changed: dict[str, Any] = {}
    if place.model_kind == "collection":
        for key in after.differing(before):
            if Thing(place.model, key, place.locale) in out.things:
                changed[key] = before.get(key)
            elif out.of(key).paths:
                changed[key] = revert(before.get(key), after.get(key), out.of(key))
    elif Thing(place.model, place.slug, place.locale) in out.things:
        changed = {key: before.get(key) for key in before.keys | after.keys}
    else:
        changed = reverted_members(place, before, after, out)
    return set_members(place, (old, new), after, changed)


def merge_metadata(
    place: ContentPlace, sides: Bytes, conflicts: Conflicts, exists: EntryExists
) -> bytes | None:
    """Merge metadata once content is merged: a record stays exactly as long as its entry does."""
    files = objects_of(place, sides)
    if files is None:
        return merge_lines(place, sides, conflicts)
    if place.model_kind != "collection":
        values = Sides(
            *(MISSING if raw is None else file.values for raw, file in zip(sides, files, strict=True))
        )
        merged = _merge_record(place, place.slug or "", values, conflicts, exists)
        return None if merged is MISSING else place.render(merged)
    changed: dict[str, Any] = {}
    for key in files.theirs.differing(files.base):
        values = Sides(*(file.get(key) for file in files))
        merged = _merge_record(place, key, values, conflicts, exists)
        if merged is not values.ours:
            changed[key] = merged
    return set_merged(place, sides, files.ours, changed)


def _merge_record(
    place: ContentPlace, key: str, values: Sides[Any], conflicts: Conflicts, exists: EntryExists
) -> Any:
    base, ours, theirs = values
    if base is not MISSING and (ours is MISSING) != (theirs is MISSING):
        left = theirs if ours is MISSING else ours
        if not same(left, base):
            return left if exists(key) else MISSING
    return merge_records(values, Where(place, key or None), conflicts)


def merge_records(sides: Sides[Any], where: Where, conflicts: Conflicts) -> Any:
    """Merge two metadata records: visibility like content, the rest from whoever wrote later."""
    base, ours, theirs = sides
    if same(ours, theirs) or same(base, theirs):
        return ours
    if same(base, ours):
        return theirs
    if not isinstance(ours, dict) or not isinstance(theirs, dict):
        return conflicts.pick(where, base, ours, theirs)
    mine, other = cast("Json", ours), cast("Json", theirs)
    later = other if str(other.get("updated_at", "")) > str(mine.get("updated_at", "")) else mine
    merged = {key: value for key, value in later.items() if key not in STATUS_KEYS}
    for key in STATUS_KEYS:
        inner = Sides(*(member(side, key) for side in sides))
        value = merge_values(inner, where.below(key), conflicts)
        if value is not MISSING:
            merged[key] = value
    return merged
