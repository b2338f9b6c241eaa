"""Take hunks out of a change: the tree a reviewer wants, made from the tree an agent proposed."""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple, cast

from proofroom.content.format.types import Json
from proofroom.content.merge.documents import Parts, put_together, take_apart, write_key
from proofroom.content.merge.hunks import FileDiff, diff_files
from proofroom.content.merge.objects import ObjectFile, read_object, rewrite
from proofroom.content.merge.places import EVERYTHING, Scope
from proofroom.content.merge.prose import compose, grouped_edits, split
from proofroom.content.merge.records import BODY, member, same
from proofroom.content.merge.types import MISSING, FieldPath, Hunk, Place
from proofroom.repository.git.objects import FILE, Entry, read_blob, write_blob
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.tree import write_entries


def take_out(repo: Repo, old: Sha, new: Sha, out: Collection[str], *, scope: Scope = EVERYTHING) -> Sha:
    """Return the new tree with some hunks taken back to what the old tree has.

    Taking out all of them gives the old tree, and none the new one, to the byte.
    """
    files = diff_files(repo, old, new, scope=scope)
    wanted = {hunk.id for file in files for hunk in file.hunks}
    gone = wanted & set(out)
    if not gone:
        return new
    if gone == wanted:
        return old
    taken_back = _taken_back(files, gone)
    edits: dict[str, Entry | None] = {}
    for file in files:
        rebuilt = _rebuild(repo, file, gone, taken_back)
        if rebuilt != file.change.new:
            edits[file.place.path] = rebuilt
    return write_entries(repo, new, edits)


class _Record(NamedTuple):
    model: str | None
    entry: str | None
    locale: str | None


class _Out(NamedTuple):
    """The hunks of a record in order, and the ids of those to take out."""

    hunks: list[Hunk]
    gone: set[str]

    def of(self, entry: str | None) -> "_Out":
        return _Out([hunk for hunk in self.hunks if hunk.entry == entry], self.gone)

    @property
    def paths(self) -> list[FieldPath]:
        """The fields of which something is taken out."""
        return list(dict.fromkeys(hunk.path for hunk in self.hunks if hunk.id in self.gone))


def _taken_back(files: Iterable[FileDiff], gone: set[str]) -> set[_Record]:
    """Return the records that lose all their hunks, so that their metadata goes back as well."""
    hunks = [hunk for file in files for hunk in file.hunks]
    kept = {_Record(hunk.model, hunk.entry, hunk.locale) for hunk in hunks if hunk.id not in gone}
    return {_Record(hunk.model, hunk.entry, hunk.locale) for hunk in hunks if hunk.id in gone} - kept


def _rebuild(repo: Repo, file: FileDiff, gone: set[str], taken_back: set[_Record]) -> Entry | None:
    change, place = file.change, file.place
    count = sum(hunk.id in gone for hunk in file.hunks)
    if place.kind != "meta" and count == 0:
        return change.new
    if place.kind != "meta" and count == len(file.hunks):
        return change.old
    old = None if change.old is None else read_blob(repo, change.old.sha)
    new = None if change.new is None else read_blob(repo, change.new.sha)
    out = _Out(list(file.hunks), gone)
    if place.kind == "document" and old is not None and new is not None:
        data = _rebuild_document(place, old, new, out)
    else:
        before, after = read_object(place, old), read_object(place, new)
        if before is None or after is None:
            return change.new if place.kind == "meta" else change.old
        changed = _reverted_members(place, before, after, out, taken_back)
        if not changed:
            return change.new
        left = (after.keys | changed.keys()) - {key for key, value in changed.items() if value is MISSING}
        data = rewrite(place, after, changed) if left or (old is not None and new is not None) else None
    if data is None:
        return None
    known = change.new or change.old
    return Entry(known.mode if known else FILE, write_blob(repo, data))


def _reverted_members(
    place: Place, before: ObjectFile, after: ObjectFile, out: _Out, taken_back: set[_Record]
) -> dict[str, Any]:
    """Return the members of a file that must be set back, and to what."""
    changed: dict[str, Any] = {}
    if place.kind == "meta" and place.model_kind == "collection":
        for key in after.differing(before):
            if _Record(place.model, key, place.locale) in taken_back:
                changed[key] = before.get(key)
            elif out.of(key).paths:
                changed[key] = _revert(before.get(key), after.get(key), out.of(key))
    elif place.kind == "meta" and _Record(place.model, place.slug, place.locale) in taken_back:
        changed = {key: before.get(key) for key in before.keys | after.keys}
    elif place.kind == "collection":
        for entry in dict.fromkeys(hunk.entry or "" for hunk in out.hunks if hunk.id in out.gone):
            changed[entry] = _revert(before.get(entry), after.get(entry), out.of(entry))
    else:
        reverted = _revert(before.values, after.values, out)
        changed = {path[0]: member(reverted, path[0]) for path in out.paths if path}
    return changed


def _rebuild_document(place: Place, old: bytes, new: bytes, out: _Out) -> bytes:
    before, after = take_apart(old, place.fields), take_apart(new, place.fields)
    if before is None or after is None:
        return old
    rest = after.rest
    if (BODY,) in out.paths:
        rest = _revert_text(before.rest, after.rest, (BODY,), out)
    front = _Out([hunk for hunk in out.hunks if hunk.path[:1] != (BODY,)], out.gone)
    return put_together(_rebuild_block(before, after, front), rest)


def _rebuild_block(before: Parts, after: Parts, out: _Out) -> str | None:
    names = list(dict.fromkeys(path[0] for path in out.paths))
    if not names:
        return after.block
    reverted = cast("Json", _revert(before.front, after.front, out))
    if after.chunks is None:
        return "\n".join(write_key(key, value) for key, value in reverted.items())
    chunks = dict(after.chunks)
    for name in names:
        value = member(reverted, name)
        if value is MISSING:
            chunks.pop(name, None)
        elif before.chunks and name in before.chunks and same(value, member(before.front, name)):
            chunks[name] = before.chunks[name]
        else:
            chunks[name] = write_key(name, value)
    return "\n".join(chunks.values()) if chunks or before.block is not None else None


def _revert(old: Any, new: Any, out: _Out) -> Any:
    """Return a record with some of its changes taken back."""
    if () in out.paths:
        return old
    result = new
    for path in out.paths:
        before, after = _at(old, path), _at(new, path)
        if isinstance(before, str) and isinstance(after, str):
            result = _with(result, path, _revert_text(before, after, path, out))
        else:
            result = _with(result, path, before)
    return result


def _revert_text(old: str, new: str, path: FieldPath, out: _Out) -> str:
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
