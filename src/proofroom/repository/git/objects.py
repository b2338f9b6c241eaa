"""Blobs and trees as bytes.

Large objects are written and read here rather than through libgit2: its collision-checking SHA-1 and its zlib
take most of the time of saving a collection file of some megabytes, and ISA-L packs the same format in a
quarter of it. Everything else goes through its object database.
"""

import hashlib
import os
import re
import tempfile
from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Mapping
from operator import ne
from pathlib import Path
from typing import Literal, NamedTuple

from proofroom.kernel.errors import StorageFailed
from proofroom.kernel.strings import say
from proofroom.repository.git.deflate import NotInflated, deflate, inflate
from proofroom.repository.git.lib import pygit2
from proofroom.repository.git.open import Repo, Sha, store
from proofroom.repository.git.whole import check_object, know_object, set_aside_if_damaged

TREE = 0o040000
FILE = 0o100644
LARGE = 64 * 1024
_LARGE_FILE = LARGE // 4
"""Bytes of an object's file from which on it is read here."""
_MANY = 50

EMPTY_TREE: Sha = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
Line = bytes
"""An entry of a tree as it is stored: mode, space, name, zero, id. Cut apart only where it is needed."""

_LINE = re.compile(rb"[0-7]+ [^\0]+\0.{20}", re.DOTALL)
_FOLDER = (b"40000 ", b"040000 ")
_ID = 20


class Entry(NamedTuple):
    """One line of a tree: what kind of thing, and its id."""

    mode: int
    sha: Sha

    @property
    def is_tree(self) -> bool:
        """Tell whether it is a folder."""
        return self.mode == TREE


def read_blob(repo: Repo, sha: Sha) -> bytes:
    """Return the bytes of a blob."""
    return _read(repo, sha)


def read_tree(repo: Repo, sha: Sha | None) -> dict[str, Entry]:
    """Return the entries of a tree by name; no tree has none."""
    return dict(map(split_line, read_lines(repo, sha)))


def read_lines(repo: Repo, sha: Sha | None) -> list[Line]:
    """Return the lines of a tree as they are stored; no tree has none."""
    return [] if sha is None or sha == EMPTY_TREE else _LINE.findall(_read(repo, sha))


def split_line(line: Line) -> tuple[str, Entry]:
    """Return the name and the entry that a line holds."""
    mode, _, rest = line.partition(b" ")
    return _text(rest[: -_ID - 1]), Entry(int(mode, 8), rest[-_ID:].hex())


def file_names(lines: list[Line]) -> list[str]:
    """Return the names of files among the lines."""
    return [_text(_name(line)) for line in lines if line.startswith(b"100")]


def find_lines(lines: list[Line], names: Collection[str]) -> dict[str, Entry]:
    """Return the entries of some names; cheaper than all of them when a folder is large."""
    if len(names) > _MANY:
        wanted = {as_raw(name) for name in names}
        return dict(split_line(line) for line in lines if _name(line) in wanted)
    found = (_find(lines, as_raw(name)) for name in names)
    return dict(split_line(lines[at]) for at in found if at is not None)


def edit_lines(lines: list[Line], edits: Mapping[str, Entry | None]) -> list[Line]:
    """Return lines with entries set or, where None, taken out, in the order Git wants."""
    raw = {as_raw(name): entry for name, entry in edits.items()}
    new = [
        b"%o %b\0%b" % (entry.mode, name, bytes.fromhex(entry.sha)) for name, entry in raw.items() if entry
    ]
    if len(raw) > _MANY:
        return sorted([*(line for line in lines if _name(line) not in raw), *new], key=_sort_key)
    kept = lines.copy()
    for name in raw:
        at = _find(kept, name)
        if at is not None:
            del kept[at]
    for line in new:
        insort(kept, line, key=_sort_key)
    return kept


def changed_names(old: list[Line], new: list[Line]) -> list[str]:
    """Return the names of entries that differ, sorted."""
    head = _alike(old, new)
    tail = _alike(old[head:][::-1], new[head:][::-1])
    differing = set(old[head : len(old) - tail]).symmetric_difference(new[head : len(new) - tail])
    return sorted({_text(_name(line)) for line in differing})


def _alike(one: list[Line], other: list[Line]) -> int:
    """Return how many lines are the same before the first that differs."""
    for number, differs in enumerate(map(ne, one, other)):
        if differs:
            return number
    return min(len(one), len(other))


def write_blob(repo: Repo, data: bytes) -> Sha:
    """Store bytes and return their id."""
    if len(data) < LARGE:
        return _write_small(repo, pygit2.GIT_OBJECT_BLOB, data)
    return _write_large(repo.path, b"blob", data)


def write_lines(repo: Repo, lines: list[Line]) -> Sha:
    """Store a tree and return its id."""
    raw = b"".join(lines)
    if len(raw) < LARGE:
        return _write_small(repo, pygit2.GIT_OBJECT_TREE, raw)
    return _write_large(repo.path, b"tree", raw)


def loose_objects(folder: Path) -> Iterable[Path]:
    """Yield the files of objects that are not in a pack."""
    for fanout in (folder / "objects").iterdir():
        if len(fanout.name) == 2 and fanout.is_dir():
            yield from (path for path in fanout.iterdir() if len(path.name) == 38)


def missing_object(sha: Sha) -> StorageFailed:
    """Return the error for an object that should be there."""
    return StorageFailed(say("content.object_missing", object=sha[:12]))


def _read(repo: Repo, sha: Sha) -> bytes:
    size = check_object(repo.path, sha)
    if size >= _LARGE_FILE and (data := _read_large(repo.path, sha)) is not None:
        return data
    try:
        return repo.git.odb.read(sha)[1]
    except (pygit2.GitError, KeyError) as error:
        raise missing_object(sha) from error


def _find(lines: list[Line], name: bytes) -> int | None:
    """Return where an entry is, by halving; a list that another tool has put in no order is walked."""
    for wanted in (name, name + b"/"):
        at = bisect_left(lines, wanted, key=_sort_key)
        if at < len(lines) and _name(lines[at]) == name:
            return at
    mark = b" %b\0" % name
    return next((at for at, line in enumerate(lines) if mark in line and _name(line) == name), None)


def _name(line: Line) -> bytes:
    return line[line.index(b" ") + 1 : -_ID - 1]


def _sort_key(line: Line) -> bytes:
    # Git compares a folder's name as if it ended with a slash.
    return _name(line) + b"/" if line.startswith(_FOLDER) else _name(line)


def _text(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")


def as_raw(name: str) -> bytes:
    """Return a name or path as Git stores it."""
    return name.encode("utf-8", "surrogateescape")


def _read_large(folder: Path, sha: Sha) -> bytes | None:
    """Return what an object's file holds; None where libgit2 should look, as when it was packed meanwhile."""
    try:
        with open(f"{folder}/objects/{sha[:2]}/{sha[2:]}", "rb") as file:  # noqa: PTH123 - see `whole._see`
            raw = inflate(file.read())
    except OSError:
        return None
    except NotInflated:
        set_aside_if_damaged(folder, sha)
        return None
    header, _, data = raw.partition(b"\0")
    return data if header.endswith(b" %d" % len(data)) else None


def _write_small(repo: Repo, kind: int, data: bytes) -> Sha:
    return store("store_object", lambda: str(repo.git.odb.write(kind, data)))


def _write_large(folder: Path, kind: Literal[b"blob", b"tree"], data: bytes) -> Sha:
    header = b"%b %d\0" % (kind, len(data))
    digest = hashlib.sha1(header, usedforsecurity=False)
    digest.update(data)
    sha = digest.hexdigest()
    fanout = folder / "objects" / sha[:2]
    target = fanout / sha[2:]
    try:
        # A fresh time keeps garbage collection away from an object that is about to be used again.
        os.utime(target)
        return sha
    except FileNotFoundError:
        pass
    packed = deflate(header, data)
    store("store_object", lambda: _put_large(fanout, target, packed))
    know_object(folder, sha)
    return sha


def _put_large(fanout: Path, target: Path, packed: bytes) -> None:
    fanout.mkdir(exist_ok=True)
    handle, name = tempfile.mkstemp(prefix="tmp_obj_", dir=fanout)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(packed)
        temporary.chmod(0o444)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
