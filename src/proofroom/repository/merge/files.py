"""Merge three versions of one file, by its shape."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from proofroom.repository.merge.conflicts import Conflicts
from proofroom.repository.merge.objects import ObjectFile, read_object, rewrite
from proofroom.repository.merge.records import merge_values
from proofroom.repository.merge.types import MISSING, Place, Sides, Where
from proofroom.reviews.texts.sequences import edits, regions

Bytes = Sides[bytes | None]


def merge_files(place: Place, sides: Bytes, conflicts: Conflicts) -> bytes | None:
    """Return the merged bytes; None deletes the file. What conflicts is left as our side has it."""
    _, ours, theirs = sides
    if place.shape == "derived":
        return ours if ours is not None else theirs
    if place.shape in ("records", "members") and not place.is_whole:
        # A file that one side deleted is an empty one: its records are settled one by one.
        merged = _merge_objects(place, sides, conflicts)
        if merged is not None:
            return merged[0]
    if ours is None or theirs is None:
        return settle_whole(place, sides, conflicts)
    if place.shape != "text" and (merged := _merge_objects(place, sides, conflicts)) is not None:
        return merged[0]
    return merge_lines(place, sides, conflicts)


def _merge_objects(place: Place, sides: Bytes, conflicts: Conflicts) -> tuple[bytes | None] | None:
    """Return the merged bytes in a tuple of one, or None when a side is not one JSON object."""
    files = objects_of(place, sides)
    if files is None:
        return None
    changed: dict[str, Any] = {}
    for key in files.theirs.differing(files.base):
        where = Where(place, key) if place.shape in ("records", "members") else Where(place, None, (key,))
        values = Sides(*(file.get(key) for file in files))
        merged = merge_values(values, where, conflicts)
        if merged is not values.ours:
            changed[key] = merged
    return (set_merged(place, sides, files.ours, changed),)


def set_merged(place: Place, sides: Bytes, mine: ObjectFile, changed: Mapping[str, Any]) -> bytes | None:
    """Return our side with the merged members; None where nothing is left of a file that one side deleted."""
    left = mine.keys - {key for key, value in changed.items() if value is MISSING}
    left |= {key for key, value in changed.items() if value is not MISSING}
    if not left and (sides.ours is None or sides.theirs is None):
        return None
    return rewrite(place, mine, changed)


def objects_of(place: Place, sides: Bytes) -> Sides[ObjectFile] | None:
    """Return the members of the three versions; None when one is not a JSON object."""
    base, ours, theirs = (read_object(place, raw) for raw in sides)
    return None if base is None or ours is None or theirs is None else Sides(base, ours, theirs)


def settle_whole(place: Place, sides: Bytes, conflicts: Conflicts) -> bytes | None:
    """Ask which version of a whole file it shall be."""
    verdict = conflicts.resolve(Where(place, place.key), *(_whole(place, raw) for raw in sides))
    if verdict.take == "value":
        return _from_value(place, verdict.value)
    return sides.ours if verdict.take == "ours" else sides.theirs


def merge_lines(place: Place, sides: Bytes, conflicts: Conflicts) -> bytes | None:
    """Merge as Git does, line by line; a clash, or bytes that are no text, is a conflict about the file."""
    as_text = replace(place, kind="text", shape="text", code="file_conflict", suggested=None)
    if sides.ours is None or sides.theirs is None:
        return settle_whole(as_text, sides, conflicts)
    try:
        old, mine, other = ((raw or b"").decode().splitlines(keepends=True) for raw in sides)
    except UnicodeDecodeError:
        return settle_whole(as_text, sides, conflicts)
    merged: list[str] = []
    position = 0
    for region in regions(edits(old, mine), edits(old, other)):
        our_part = mine[region.ours.start : region.ours.stop]
        their_part = other[region.theirs.start : region.theirs.stop]
        if region.by_ours and region.by_theirs and our_part != their_part:
            return settle_whole(as_text, sides, conflicts)
        merged += old[position : region.base.start]
        merged += our_part if region.by_ours else their_part
        position = region.base.stop
    return "".join([*merged, *old[position:]]).encode()


def _whole(place: Place, raw: bytes | None) -> Any:
    if raw is None:
        return MISSING
    if place.shape != "text" and (found := read_object(place, raw)) is not None:
        return found.values
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return {"bytes": len(raw)}


def _from_value(place: Place, value: Any) -> bytes | None:
    if value is None:
        return None
    return value.encode() if isinstance(value, str) else place.render(value)
