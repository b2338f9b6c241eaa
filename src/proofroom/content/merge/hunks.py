"""Compare two trees: every change as a hunk that can be accepted or rejected alone.

A hunk's id is a hash of what it is about, where, and the old and new value. It stays the same when other
things change on the branch, so a decision stays with its hunk. Adding or deleting an entry is one hunk.
Metadata follows its entry, except what it says about visibility; `context.json` is never shown.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, cast

from proofroom.content.format.collection import CollectionFile
from proofroom.content.format.json_text import compact_json
from proofroom.content.format.types import Json
from proofroom.content.merge.conflicts import hunk_kind
from proofroom.content.merge.documents import Parts, take_apart
from proofroom.content.merge.objects import ObjectFile, from_parsed, read_object
from proofroom.content.merge.places import EVERYTHING, Layout, Scope
from proofroom.content.merge.prose import excerpt, grouped_edits, split
from proofroom.content.merge.records import BODY, STATUS_KEYS, is_prose, member, same
from proofroom.content.merge.requires import link
from proofroom.content.merge.types import MISSING, FieldPath, Hunk, HunkKind, Place, subject_of
from proofroom.repository.git.objects import Entry, read_blob
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.tree import Change, changes

Op = Literal["add", "remove", "change", "format"]


@dataclass(frozen=True, slots=True)
class FileDiff:
    """One changed file: what it is, its two versions, and its hunks."""

    place: Place
    change: Change
    hunks: tuple[Hunk, ...]


def diff(repo: Repo, old: Sha, new: Sha, *, scope: Scope = EVERYTHING) -> list[Hunk]:
    """Return the hunks that lead from one tree to another, in the order of their files."""
    return [hunk for file in diff_files(repo, old, new, scope=scope) for hunk in file.hunks]


def diff_files(repo: Repo, old: Sha, new: Sha, *, scope: Scope = EVERYTHING) -> list[FileDiff]:
    """Return the changed files with their hunks, and what each hunk requires."""
    layout = Layout(repo, scope, [new, old])
    found: list[FileDiff] = []
    for change in changes(repo, old, new):
        place = layout.place(change.path)
        if place.kind != "context":
            before, after = (_version(repo, scope, entry) for entry in (change.old, change.new))
            found.append(FileDiff(place, change, tuple(_Numbering().take(_hunks(place, before, after)))))
    return _linked(found, layout)


@dataclass(frozen=True, slots=True)
class _Version:
    """One version of a file: its bytes, and how it was parsed if somebody remembers that."""

    raw: bytes | None
    parsed: CollectionFile | None = None


def _read(place: Place, old: _Version, new: _Version) -> tuple[ObjectFile | None, ObjectFile | None]:
    """Return both versions in the same form, so that they are compared by identity or by bytes."""
    parsed = [version.parsed for version in (old, new) if version.parsed is not None]
    if len(parsed) == 2 and place.kind in ("collection", "meta") and not any(one.is_list for one in parsed):
        return from_parsed(parsed[0]), from_parsed(parsed[1])
    return read_object(place, old.raw), read_object(place, new.raw)


def _version(repo: Repo, scope: Scope, entry: Entry | None) -> _Version:
    if entry is None:
        return _Version(None)
    parsed = scope.cache.get((entry.sha, "collection")) if scope.cache is not None else None
    return _Version(parsed.raw, parsed) if parsed is not None else _Version(read_blob(repo, entry.sha))


def _linked(files: list[FileDiff], layout: Layout) -> list[FileDiff]:
    linked = link([hunk for file in files for hunk in file.hunks], layout.models())
    return [
        FileDiff(file.place, file.change, tuple(linked[hunk.id] for hunk in file.hunks)) for file in files
    ]


@dataclass(frozen=True, slots=True)
class _Draft:
    """A hunk before it has an id."""

    place: Place
    kind: HunkKind
    entry: str | None
    path: FieldPath
    op: Op
    old: Any
    new: Any
    is_prose: bool = False


class _Numbering:
    """Gives ids; equal changes in one file are told apart by counting."""

    def __init__(self) -> None:
        self._seen: Counter[bytes] = Counter()

    def take(self, drafts: Iterator[_Draft]) -> Iterator[Hunk]:
        for draft in drafts:
            place = draft.place
            subject = subject_of(draft.kind, place.path, place.model, draft.entry)
            parts = [subject, place.locale, list(draft.path), draft.old, draft.new]
            plain = compact_json(parts).encode(errors="surrogatepass")
            number = self._seen[plain]
            self._seen[plain] += 1
            digest = hashlib.sha256(plain + (b"#%d" % number if number else b"")).hexdigest()[:16]
            yield Hunk(
                id=digest,
                file=place.path,
                kind=draft.kind,
                model=place.model,
                entry=draft.entry,
                locale=place.locale,
                path=draft.path,
                op=draft.op,
                old=draft.old,
                new=draft.new,
                is_prose=draft.is_prose,
            )


def _hunks(place: Place, old: _Version, new: _Version) -> Iterator[_Draft]:
    found = list(_by_kind(place, old, new))
    if found or place.kind == "meta":
        yield from found
    else:
        # Only the spelling of the file changed. Nothing may change unseen, so it is a hunk as well.
        before, after = (hashlib.sha256(side.raw or b"").hexdigest() for side in (old, new))
        yield _Draft(place, "file", None, (), "format", before, after)


def _by_kind(place: Place, old: _Version, new: _Version) -> Iterator[_Draft]:
    if place.kind == "document":
        yield from _document(place, old.raw, new.raw)
        return
    before, after = _read(place, old, new)
    if place.kind == "text" or before is None or after is None:
        yield _Draft(place, "file", None, (), _op(old.raw, new.raw), _shown(old.raw), _shown(new.raw))
    elif place.kind == "meta":
        yield from _visibility(place, before, after)
    elif place.kind == "collection":
        for key in after.differing(before):
            yield from _record(place, key, before.get(key), after.get(key))
    elif place.kind in ("dictionary", "vocabulary") and after.keys | before.keys:
        for key in after.differing(before):
            yield from _member(place, None, (key,), before.get(key), after.get(key))
    else:
        versions = ((old.raw, before), (new.raw, after))
        sides = [MISSING if raw is None else file.values for raw, file in versions]
        yield from _record(place, None, *sides)


def _record(place: Place, entry: str | None, old: Any, new: Any) -> Iterator[_Draft]:
    """Yield one hunk for a record that came or went, else one per changed field."""
    kind = hunk_kind(place.kind)
    if old is MISSING or new is MISSING or not isinstance(old, dict) or not isinstance(new, dict):
        if not same(old, new):
            yield _Draft(place, kind, entry, (), _op_of(old, new), _plain(old), _plain(new))
        return
    yield from _members(place, entry, (), cast("Json", old), cast("Json", new))


def _members(place: Place, entry: str | None, path: FieldPath, old: Json, new: Json) -> Iterator[_Draft]:
    for name in sorted(old.keys() | new.keys()):
        yield from _member(place, entry, (*path, name), member(old, name), member(new, name))


def _member(place: Place, entry: str | None, path: FieldPath, old: Any, new: Any) -> Iterator[_Draft]:
    if same(old, new):
        return
    is_open = place.depth is None or len(path) < place.depth
    if is_open and isinstance(old, dict) and isinstance(new, dict):
        yield from _members(place, entry, path, cast("Json", old), cast("Json", new))
    elif isinstance(old, str) and isinstance(new, str) and is_prose(place, path, old, new):
        yield from _sentences(place, entry, path, old, new)
    else:
        kind = hunk_kind(place.kind)
        yield _Draft(place, kind, entry, path, _op_of(old, new), _plain(old), _plain(new))


def _sentences(place: Place, entry: str | None, path: FieldPath, old: str, new: str) -> Iterator[_Draft]:
    before, after = split(old), split(new)
    kind = hunk_kind(place.kind)
    changed = grouped_edits(before, after)
    if not changed:
        yield _Draft(place, kind, entry, path, "change", old, new)  # only white space differs
    for edit in changed:
        sides = excerpt(before, edit.old) or None, excerpt(after, edit.new) or None
        yield _Draft(place, kind, entry, path, _op(*sides), *sides, is_prose=True)


def _document(place: Place, old: bytes | None, new: bytes | None) -> Iterator[_Draft]:
    before = None if old is None else take_apart(old, place.fields)
    after = None if new is None else take_apart(new, place.fields)
    if (old is not None and before is None) or (new is not None and after is None):
        yield _Draft(place, "file", None, (), _op(old, new), _shown(old), _shown(new))
    elif before is None or after is None:
        yield _Draft(place, "document", place.slug, (), _op(old, new), _whole(before), _whole(after))
    else:
        yield from _members(place, place.slug, (), before.front, after.front)
        if before.rest.strip() != after.rest.strip():
            yield from _sentences(place, place.slug, (BODY,), before.rest, after.rest)


def _visibility(place: Place, old: ObjectFile, new: ObjectFile) -> Iterator[_Draft]:
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
                plain = _plain(sides[0]), _plain(sides[1])
                yield _Draft(place, "status", key or None, (name,), _op_of(*sides), *plain)


def _whole(parts: Parts | None) -> Any:
    return None if parts is None else {**parts.front, BODY: parts.rest.strip()}


def _shown(raw: bytes | None) -> Any:
    if raw is None:
        return None
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return {"bytes": len(raw), "sha256": hashlib.sha256(raw).hexdigest()}


def _op(old: object, new: object) -> Op:
    return "add" if old is None else "remove" if new is None else "change"


def _op_of(old: Any, new: Any) -> Op:
    return "add" if old is MISSING else "remove" if new is MISSING else "change"


def _plain(value: Any) -> Any:
    return None if value is MISSING else value
