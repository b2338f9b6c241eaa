"""Blobs and trees as bytes.

Large objects are written here rather than through libgit2, whose collision-checking SHA-1 doubles the cost of
storing a collection file of some megabytes. Everything else goes through its object database.
"""

import hashlib
import os
import re
import tempfile
import zlib
from bisect import insort
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

import pygit2
from pygit2 import GIT_OBJECT_BLOB, GIT_OBJECT_TREE

from proofroom.content.git.repository import Repo, Sha
from proofroom.kernel.errors import StorageFailed
from proofroom.kernel.strings import say

TREE = 0o040000
FILE = 0o100644
LARGE = 64 * 1024
_MANY = 50

EMPTY_TREE: Sha = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
Line = tuple[bytes, bytes, bytes]
"""An entry of a tree as it is stored: mode, name and id."""

_ENTRY = re.compile(rb"([0-7]+) ([^\0]+)\0(.{20})", re.DOTALL)


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
    return {_text(name): Entry(int(mode, 8), oid.hex()) for mode, name, oid in read_lines(repo, sha)}


def read_lines(repo: Repo, sha: Sha | None) -> list[Line]:
    """Return the lines of a tree as they are stored; no tree has none."""
    return [] if sha is None or sha == EMPTY_TREE else _ENTRY.findall(_read(repo, sha))


def find_lines(lines: list[Line], names: Collection[str]) -> dict[str, Entry]:
    """Return the entries of some names; cheaper than all of them when a folder is large."""
    wanted = {_raw(name): name for name in names}
    return {wanted[name]: Entry(int(mode, 8), oid.hex()) for mode, name, oid in lines if name in wanted}


def edit_lines(lines: list[Line], edits: Mapping[str, Entry | None]) -> list[Line]:
    """Return lines with entries set or, where None, taken out, in the order Git wants."""
    raw = {_raw(name): entry for name, entry in edits.items()}
    kept = [line for line in lines if line[1] not in raw]
    new = [(b"%o" % entry.mode, name, bytes.fromhex(entry.sha)) for name, entry in raw.items() if entry]
    if len(new) > _MANY:
        return sorted([*kept, *new], key=_sort_key)
    for line in new:
        insort(kept, line, key=_sort_key)
    return kept


def changed_names(old: list[Line], new: list[Line]) -> list[str]:
    """Return the names of entries that differ, sorted."""
    return sorted({_text(name) for _, name, _ in set(old).symmetric_difference(new)})


def write_blob(repo: Repo, data: bytes) -> Sha:
    """Store bytes and return their id."""
    if len(data) < LARGE:
        return str(repo.git.odb.write(GIT_OBJECT_BLOB, data))
    return _write_large(repo.path, b"blob", data)


def write_lines(repo: Repo, lines: list[Line]) -> Sha:
    """Store a tree and return its id."""
    raw = b"".join([b"%b %b\0%b" % line for line in lines])
    if len(raw) < LARGE:
        return str(repo.git.odb.write(GIT_OBJECT_TREE, raw))
    return _write_large(repo.path, b"tree", raw)


def loose_objects(folder: Path) -> Iterable[Path]:
    """Yield the files of objects that are not in a pack."""
    for shelf in (folder / "objects").iterdir():
        if len(shelf.name) == 2 and shelf.is_dir():
            yield from (path for path in shelf.iterdir() if len(path.name) == 38)


def missing_object(sha: Sha) -> StorageFailed:
    """Return the error for an object that should be there."""
    return StorageFailed(say("content.object_missing", object=sha[:12]))


def _read(repo: Repo, sha: Sha) -> bytes:
    try:
        return repo.git.odb.read(sha)[1]
    except (pygit2.GitError, KeyError) as error:
        raise missing_object(sha) from error


def _sort_key(line: Line) -> bytes:
    # Git compares a folder's name as if it ended with a slash.
    return line[1] + b"/" if int(line[0], 8) == TREE else line[1]


def _text(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")


def _raw(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")


def _write_large(folder: Path, kind: Literal[b"blob", b"tree"], data: bytes) -> Sha:
    header = b"%b %d\0" % (kind, len(data))
    digest = hashlib.sha1(header, usedforsecurity=False)
    digest.update(data)
    sha = digest.hexdigest()
    shelf = folder / "objects" / sha[:2]
    target = shelf / sha[2:]
    try:
        # A fresh time keeps garbage collection away from an object that is about to be used again.
        os.utime(target)
        return sha
    except FileNotFoundError:
        pass
    packer = zlib.compressobj(1)
    packed = packer.compress(header) + packer.compress(data) + packer.flush()
    shelf.mkdir(exist_ok=True)
    handle, name = tempfile.mkstemp(prefix="tmp_obj_", dir=shelf)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(packed)
        temporary.chmod(0o444)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return sha
