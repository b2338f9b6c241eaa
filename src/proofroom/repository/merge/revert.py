"""Take changes back in one file, by its shape."""

from typing import Any, NamedTuple, cast

from proofroom.repository.merge.objects import ObjectFile, read_object, rewrite
from proofroom.repository.merge.records import member
from proofroom.repository.merge.types import MISSING, FieldPath, Hunk, Json, Place
from proofroom.reviews.texts.prose import compose, grouped_edits, split


class Thing(NamedTuple):
    """What a hunk is about: a record in one of its languages."""

    area: str | None
    key: str | None
    locale: str | None


class TakenOut(NamedTuple):
    """The hunks of a file in order, the ids of those to take out, and the things that lose all theirs."""

    hunks: list[Hunk]
    gone: set[str]
    things: set[Thing]

    def of(self, key: str | None) -> "TakenOut":
        """Return what is taken out of one record."""
        return self._replace(hunks=[hunk for hunk in self.hunks if hunk.key == key])

    @property
    def paths(self) -> list[FieldPath]:
        """The fields of which something is taken out."""
        return list(dict.fromkeys(hunk.path for hunk in self.hunks if hunk.id in self.gone))


def revert_object(place: Place, old: bytes | None, new: bytes | None, out: TakenOut) -> bytes | None:
    """Return a file that holds an object without some of its changes."""
    before, after = read_object(place, old), read_object(place, new)
    if before is None or after is None:
        return old
    return set_members(place, (old, new), after, reverted_members(place, before, after, out))


def reverted_members(place: Place, before: ObjectFile, after: ObjectFile, out: TakenOut) -> dict[str, Any]:
    """Return the members of a file that must be set back, and to what."""
    if place.shape == "records":
        keys = dict.fromkeys(hunk.key or "" for hunk in out.hunks if hunk.id in out.gone)
        return {key: revert(before.get(key), after.get(key), out.of(key)) for key in keys}
    reverted = revert(before.values, after.values, out)
    return {path[0]: member(reverted, path[0]) for path in out.paths if path}


def set_members(
    place: Place, sides: tuple[bytes | None, bytes | None], after: ObjectFile, changed: dict[str, Any]
) -> bytes | None:
    """Return a file with some members set back; None where nothing is left of it."""
    old, new = sides
    if not changed:
        return new
    left = (after.keys | changed.keys()) - {key for key, value in changed.items() if value is MISSING}
    return rewrite(place, after, changed) if left or (old is not None and new is not None) else None


def revert(old: Any, new: Any, out: TakenOut) -> Any:
    """Return a record with some of its changes taken back."""
    if () in out.paths:
        return old
    result = new
    for path in out.paths:
        before, after = _at(old, path), _at(new, path)
        if isinstance(before, str) and isinstance(after, str):
            result = _with(result, path, revert_text(before, after, path, out))
        else:
            result = _with(result, path, before)
    return result


def revert_text(old: str, new: str, path: FieldPath, out: TakenOut) -> str:
    """Return a text with some of its changed sentences taken back; the hunks are its edits in order."""
    own = [hunk for hunk in out.hunks if hunk.path == path]
    if all(hunk.id in out.gone for hunk in own):
        return old
    before, after = split(old), split(new)
    changed = grouped_edits(before, after)
    return compose(before, after, changed, lambda number: own[number].id in out.gone)


def _at(value: Any, path: FieldPath) -> Any:
    for name in path:
        value = member(value, name)
    return value


def _with(value: Any, path: FieldPath, leaf: Any) -> Any:
    """Return a copy of an object with one member, however deep, set or taken away."""
    if not path:
        return leaf
    members = dict(cast("Json", value)) if isinstance(value, dict) else {}
    inner = _with(member(members, path[0]), path[1:], leaf)
    if inner is MISSING:
        members.pop(path[0], None)
    else:
        members[path[0]] = inner
    return members
