"""Compare two versions of one file by its shape: every change as a draft of a hunk."""

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, cast

from proofroom.repository.merge.objects import ObjectFile
from proofroom.repository.merge.records import member, same
from proofroom.repository.merge.types import MISSING, Draft, FieldPath, Json, Op, Place
from proofroom.reviews.texts.prose import excerpt, grouped_edits, split


def compare_objects(
    place: Place, old: ObjectFile, new: ObjectFile, sides: tuple[bytes | None, bytes | None]
) -> Iterator[Draft]:
    """Yield the changes between two versions of a file that holds an object."""
    if place.shape == "records":
        for key in new.differing(old):
            yield from compare_records(place, key, old.get(key), new.get(key))
    elif place.shape == "members" and new.keys | old.keys:
        for key in new.differing(old):
            yield from _member(place, None, (key,), old.get(key), new.get(key))
    else:
        whole = [MISSING if raw is None else file.values for raw, file in zip(sides, (old, new), strict=True)]
        yield from compare_records(place, None, *whole)


def compare_whole(place: Place, old: bytes | None, new: bytes | None) -> Iterator[Draft]:
    """Yield the change of a file that nobody can take apart."""
    yield Draft(place, "file", None, (), op_of_sides(old, new), _shown(old), _shown(new))


def compare_spelling(place: Place, old: bytes | None, new: bytes | None) -> Iterator[Draft]:
    """Yield a change of spelling only: nothing may change unseen, so it is a hunk as well."""
    before, after = (hashlib.sha256(side or b"").hexdigest() for side in (old, new))
    yield Draft(place, "file", None, (), "format", before, after)


def compare_records(place: Place, key: str | None, old: Any, new: Any) -> Iterator[Draft]:
    """Yield one hunk for a record that came or went, else one per changed field."""
    if old is MISSING or new is MISSING or not isinstance(old, dict) or not isinstance(new, dict):
        if not same(old, new):
            yield Draft(place, place.type, key, (), op_of(old, new), plain(old), plain(new))
        return
    yield from compare_members(place, key, (), cast("Json", old), cast("Json", new))


def compare_members(place: Place, key: str | None, path: FieldPath, old: Json, new: Json) -> Iterator[Draft]:
    """Yield what differs between two objects, member by member."""
    for name in sorted(old.keys() | new.keys()):
        yield from _member(place, key, (*path, name), member(old, name), member(new, name))


def compare_sentences(place: Place, key: str | None, path: FieldPath, old: str, new: str) -> Iterator[Draft]:
    """Yield what differs between two texts, sentence by sentence."""
    before, after = split(old), split(new)
    changed = grouped_edits(before, after)
    if not changed:
        yield Draft(place, place.type, key, path, "change", old, new)  # only white space differs
    for edit in changed:
        sides = excerpt(before, edit.old) or None, excerpt(after, edit.new) or None
        yield Draft(place, place.type, key, path, op_of_sides(*sides), *sides, is_prose=True)


def op_of_sides(old: object, new: object) -> Op:
    """Return what happened to something, None where it is not there."""
    return "add" if old is None else "remove" if new is None else "change"


def op_of(old: Any, new: Any) -> Op:
    """Return what happened to a value, MISSING where it is not there."""
    return "add" if old is MISSING else "remove" if new is MISSING else "change"


def plain(value: Any) -> Any:
    """Return a value with None where it is missing."""
    return None if value is MISSING else value


def _member(place: Place, key: str | None, path: FieldPath, old: Any, new: Any) -> Iterator[Draft]:
    if same(old, new):
        return
    is_open = place.depth is None or len(path) < place.depth
    if is_open and isinstance(old, dict) and isinstance(new, dict):
        yield from compare_members(place, key, path, cast("Json", old), cast("Json", new))
    elif isinstance(old, str) and isinstance(new, str) and place.is_prose(path, old, new):
        yield from compare_sentences(place, key, path, old, new)
    else:
        yield Draft(place, place.type, key, path, op_of(old, new), plain(old), plain(new))


def _shown(raw: bytes | None) -> Any:
    if raw is None:
        return None
    if b"\0" not in raw:  # what has one is no text, though it may decode
        with suppress(UnicodeDecodeError):
            return raw.decode()
    return {"bytes": len(raw), "sha256": hashlib.sha256(raw).hexdigest()}
