"""Take hunks out of a change: the tree a reviewer wants, made from the tree an agent proposed."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any, cast

from proofroom.content.format.types import Json
from proofroom.content.git.objects import Entry, read_blob, write_blob
from proofroom.content.git.repository import Repo, Sha
from proofroom.content.git.tree import write_entries
from proofroom.content.merge.documents import Parts, put_together, take_apart, write_key
from proofroom.content.merge.hunks import FileDiff, diff_files
from proofroom.content.merge.objects import read_object, rewrite
from proofroom.content.merge.places import EVERYTHING, Scope
from proofroom.content.merge.prose import compose, grouped_edits, split
from proofroom.content.merge.records import BODY, member, same
from proofroom.content.merge.types import MISSING, FieldPath, Hunk, Place

_RecordKey = tuple[str | None, str | None, str | None]
"""Model, entry and locale."""


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
    records = _Records(files, gone)
    edits: dict[str, Entry | None] = {}
    for file in files:
        rebuilt = _rebuild(repo, file, gone, records)
        if rebuilt != file.change.new:
            edits[file.place.path] = rebuilt
    return write_entries(repo, new, edits)


class _Records:
    """Which records lose all their hunks, so that their metadata goes back as well."""

    def __init__(self, files: Iterable[FileDiff], gone: set[str]) -> None:
        self._kept: set[_RecordKey] = set()
        self._touched: set[_RecordKey] = set()
        for file in files:
            for hunk in file.hunks:
                key = (hunk.model, hunk.entry, hunk.locale)
                (self._touched if hunk.id in gone else self._kept).add(key)

    def is_taken_back(self, place: Place, entry: str | None) -> bool:
        """Tell whether nothing of a record's changes is left."""
        key = (place.model, entry, place.locale)
        return key in self._touched and key not in self._kept


def _rebuild(repo: Repo, file: FileDiff, gone: set[str], records: _Records) -> Entry | None:
    change, place = file.change, file.place
    out = [hunk for hunk in file.hunks if hunk.id in gone]
    if place.kind == "meta":
        data = _rebuild_meta(repo, file, out, records)
    elif not out:
        return change.new
    elif len(out) == len(file.hunks) or change.old is None or change.new is None:
        data = None
        if len(out) == len(file.hunks):
            return change.old
        data = _rebuild_one_sided(repo, file, out)
    else:
        old, new = read_blob(repo, change.old.sha), read_blob(repo, change.new.sha)
        data = _rebuild_file(place, old, new, out)
    if data is None:
        return None
    known = change.new or change.old
    return Entry(known.mode if known else 0o100644, write_blob(repo, data))


def _rebuild_one_sided(repo: Repo, file: FileDiff, out: list[Hunk]) -> bytes | None:
    """Rebuild a file that was added or deleted whole, of which only some entries are taken back."""
    change = file.change
    old = b"{}\n" if change.old is None else read_blob(repo, change.old.sha)
    new = b"{}\n" if change.new is None else read_blob(repo, change.new.sha)
    return _rebuild_file(file.place, old, new, out)


def _rebuild_file(place: Place, old: bytes, new: bytes, out: list[Hunk]) -> bytes:
    if place.kind == "document":
        before, after = take_apart(old, place.fields), take_apart(new, place.fields)
        if before is None or after is None:
            return old
        return _rebuild_document(place, before, after, out)
    before, after = read_object(place, old), read_object(place, new)
    if before is None or after is None:
        return old
    if place.kind == "collection":
        changed: dict[str, Any] = {}
        for entry in dict.fromkeys(hunk.entry or "" for hunk in out):
            own = [hunk for hunk in out if (hunk.entry or "") == entry]
            changed[entry] = _revert(place, before.get(entry), after.get(entry), own)
        return rewrite(place, after, changed)
    reverted = _revert(place, before.values, after.values, out)
    names = dict.fromkeys(hunk.path[0] for hunk in out if hunk.path)
    return rewrite(place, after, {name: member(reverted, name) for name in names})


def _rebuild_document(place: Place, before: Parts, after: Parts, out: list[Hunk]) -> bytes:
    rest = after.rest
    body = [hunk for hunk in out if hunk.path[:1] == (BODY,)]
    if body:
        rest = _revert_text(place, (BODY,), before.rest, after.rest, body)
    front = [hunk for hunk in out if hunk.path[:1] != (BODY,)]
    if not front:
        return put_together(after.block, rest)
    reverted = _revert(place, before.front, after.front, front)
    chunks = dict(after.chunks or {}) if after.chunks is not None else None
    if chunks is None:
        lines = [write_key(key, value) for key, value in cast("Json", reverted).items() if key != BODY]
        return put_together("\n".join(lines), rest)
    for name in dict.fromkeys(hunk.path[0] for hunk in front):
        value = member(reverted, name)
        if value is MISSING:
            chunks.pop(name, None)
        elif before.chunks and name in before.chunks and same(value, member(before.front, name)):
            chunks[name] = before.chunks[name]
        else:
            chunks[name] = write_key(name, value)
    return put_together("\n".join(chunks.values()) if chunks or after.block else None, rest)


def _rebuild_meta(repo: Repo, file: FileDiff, out: list[Hunk], records: _Records) -> bytes | None:
    """Take metadata back where its record lost every change, and visibility where that was rejected."""
    change, place = file.change, file.place
    old = None if change.old is None else read_blob(repo, change.old.sha)
    new = None if change.new is None else read_blob(repo, change.new.sha)
    before, after = read_object(place, old), read_object(place, new)
    if before is None or after is None:
        return new
    if place.model_kind != "collection":
        if records.is_taken_back(place, place.slug):
            return old
        return new if not out else place.render(_revert(place, before.values, after.values, out))
    changed: dict[str, Any] = {}
    for key in after.differing(before):
        own = [hunk for hunk in out if hunk.entry == key]
        if records.is_taken_back(place, key):
            changed[key] = before.get(key)
        elif own:
            changed[key] = _revert(place, before.get(key), after.get(key), own)
    if not changed:
        return new
    left = (after.keys | changed.keys()) - {key for key, value in changed.items() if value is MISSING}
    return rewrite(place, after, changed) if left or old is not None else None


def _revert(place: Place, old: Any, new: Any, out: list[Hunk]) -> Any:
    """Return a record with some changes taken back."""
    if any(not hunk.path for hunk in out):
        return old
    result = new
    for path in dict.fromkeys(hunk.path for hunk in out):
        own = [hunk for hunk in out if hunk.path == path]
        before, after = _at(old, path), _at(new, path)
        if own[0].is_prose and isinstance(before, str) and isinstance(after, str):
            value: Any = _revert_text(place, path, before, after, own)
        else:
            value = before
        result = _with(result, path, value)
    return result


def _revert_text(place: Place, path: FieldPath, old: str, new: str, out: list[Hunk]) -> str:
    """Return a text with some of its changed sentences taken back."""
    before, after = split(old), split(new)
    changed = grouped_edits(before, after)
    numbers = _numbers(place, path, old, new, out)
    if len(numbers) == len(changed):
        return old
    return compose(before, after, changed, numbers.__contains__)
