"""Merge three versions of one file, by what the file means."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from proofroom.content.merge.conflicts import Conflicts
from proofroom.content.merge.documents import merge_documents, take_apart
from proofroom.content.merge.objects import ObjectFile, read_object, rewrite
from proofroom.content.merge.records import merge_meta, merge_values, same
from proofroom.content.merge.sequences import edits, regions
from proofroom.content.merge.types import MISSING, Place, Sides, Where

Bytes = Sides[bytes | None]
_BY_KEY = ("collection", "dictionary", "vocabulary", "meta")

EntryExists = Callable[[str], bool]
"""Whether an entry is still in the merged content."""


def merge_files(place: Place, sides: Bytes, conflicts: Conflicts) -> bytes | None:
    """Return the merged bytes; None deletes the file. What conflicts is left as our side has it."""
    base, ours, theirs = sides
    if place.kind == "context":
        return ours if ours is not None else theirs
    if place.kind in ("collection", "dictionary"):
        # A file that one side deleted is an empty one: its entries are settled one by one.
        merged = _merge_objects(place, sides, conflicts)
        if merged is not None:
            return merged[0]
    if ours is None or theirs is None:
        return _settle_whole(place, sides, conflicts)
    if place.kind == "document":
        old = take_apart(base, place.fields) if base is not None else None
        mine, other = take_apart(ours, place.fields), take_apart(theirs, place.fields)
        if mine is not None and other is not None:
            return merge_documents(Sides(old, mine, other), Where(place, place.slug), conflicts)
    elif place.kind != "text" and (merged := _merge_objects(place, sides, conflicts)) is not None:
        return merged[0]
    return _merge_lines(place, sides, conflicts)


def merge_meta_files(place: Place, sides: Bytes, conflicts: Conflicts, exists: EntryExists) -> bytes | None:
    """Merge metadata once content is merged: a record stays exactly as long as its entry does."""
    files = _objects(place, sides)
    if files is None:
        return _merge_lines(place, sides, conflicts)
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
    return _rewrite(place, sides, files.ours, changed)


def _merge_record(
    place: Place, key: str, values: Sides[Any], conflicts: Conflicts, exists: EntryExists
) -> Any:
    base, ours, theirs = values
    if base is not MISSING and (ours is MISSING) != (theirs is MISSING):
        left = theirs if ours is MISSING else ours
        if not same(left, base):
            return left if exists(key) else MISSING
    return merge_meta(values, Where(place, key or None), conflicts)


def _merge_objects(place: Place, sides: Bytes, conflicts: Conflicts) -> tuple[bytes | None] | None:
    """Return the merged bytes in a tuple of one, or None when a side is not one JSON object."""
    files = _objects(place, sides)
    if files is None:
        return None
    changed: dict[str, Any] = {}
    for key in files.theirs.differing(files.base):
        where = Where(place, key) if place.kind in _BY_KEY else Where(place, None, (key,))
        values = Sides(*(file.get(key) for file in files))
        merged = merge_values(values, where, conflicts)
        if merged is not values.ours:
            changed[key] = merged
    return (_rewrite(place, sides, files.ours, changed),)


def _rewrite(place: Place, sides: Bytes, mine: ObjectFile, changed: Mapping[str, Any]) -> bytes | None:
    left = mine.keys - {key for key, value in changed.items() if value is MISSING}
    left |= {key for key, value in changed.items() if value is not MISSING}
    if not left and (sides.ours is None or sides.theirs is None):
        return None
    return rewrite(place, mine, changed)


def _objects(place: Place, sides: Bytes) -> Sides[ObjectFile] | None:
    base, ours, theirs = (read_object(place, raw) for raw in sides)
    return None if base is None or ours is None or theirs is None else Sides(base, ours, theirs)


def _settle_whole(place: Place, sides: Bytes, conflicts: Conflicts) -> bytes | None:
    verdict = conflicts.settle(Where(place, place.slug), *(_whole(place, raw) for raw in sides))
    if verdict.take == "value":
        return _from_value(place, verdict.value)
    return sides.ours if verdict.take == "ours" else sides.theirs


def _merge_lines(place: Place, sides: Bytes, conflicts: Conflicts) -> bytes | None:
    """Merge as Git does, line by line; a clash, or bytes that are no text, is a conflict about the file."""
    as_text = replace(place, kind="text")
    if sides.ours is None or sides.theirs is None:
        return _settle_whole(as_text, sides, conflicts)
    try:
        old, mine, other = ((raw or b"").decode().splitlines(keepends=True) for raw in sides)
    except UnicodeDecodeError:
        return _settle_whole(as_text, sides, conflicts)
    merged: list[str] = []
    position = 0
    for region in regions(edits(old, mine), edits(old, other)):
        our_part = mine[region.ours.start : region.ours.stop]
        their_part = other[region.theirs.start : region.theirs.stop]
        if region.by_ours and region.by_theirs and our_part != their_part:
            return _settle_whole(as_text, sides, conflicts)
        merged += old[position : region.base.start]
        merged += our_part if region.by_ours else their_part
        position = region.base.stop
    return "".join([*merged, *old[position:]]).encode()


def _whole(place: Place, raw: bytes | None) -> Any:
    if raw is None:
        return MISSING
    if place.kind not in ("text", "document") and (found := read_object(place, raw)) is not None:
        return found.values
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return {"bytes": len(raw)}


def _from_value(place: Place, value: Any) -> bytes | None:
    if value is None:
        return None
    return value.encode() if isinstance(value, str) else place.render(value)
