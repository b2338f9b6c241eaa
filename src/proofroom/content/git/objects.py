"""Blobs and trees as bytes.

Objects are written here rather than through libgit2, whose collision-checking SHA-1 doubles the cost of
storing a large collection file. Reading goes through the object database, which knows packs.
"""

import hashlib
import os
import re
import tempfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, NamedTuple

import pygit2

from proofroom.content.git.repository import Repo, Sha
from proofroom.kernel.errors import StorageFailed

TREE = 0o040000
FILE = 0o100644

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
    if sha is None:
        return {}
    raw = _read(repo, sha)
    return {
        name.decode("utf-8", "surrogateescape"): Entry(int(mode, 8), oid.hex())
        for mode, name, oid in _ENTRY.findall(raw)
    }


def write_blob(repo: Repo, data: bytes) -> Sha:
    """Store bytes and return their id."""
    return _write(repo.path, b"blob", data)


def write_tree(repo: Repo, entries: dict[str, Entry]) -> Sha:
    """Store a tree and return its id."""
    lines = sorted((_sort_key(name, entry), name, entry) for name, entry in entries.items())
    raw = b"".join(
        b"%o %b\0%b" % (entry.mode, name.encode("utf-8", "surrogateescape"), bytes.fromhex(entry.sha))
        for _, name, entry in lines
    )
    return _write(repo.path, b"tree", raw)


def loose_objects(folder: Path) -> Iterable[Path]:
    """Yield the files of objects that are not in a pack."""
    for shelf in (folder / "objects").iterdir():
        if len(shelf.name) == 2 and shelf.is_dir():
            yield from (path for path in shelf.iterdir() if len(path.name) == 38)


def _read(repo: Repo, sha: Sha) -> bytes:
    try:
        return repo.git.odb.read(sha)[1]
    except (pygit2.GitError, KeyError) as error:
        raise StorageFailed(
            f"The repository lacks the object {sha[:12]}.",
            suggestion="Run `git fsck` in the repository, and restore a backup if it reports damage.",
        ) from error


def _sort_key(name: str, entry: Entry) -> bytes:
    # Git compares a folder's name as if it ended with a slash.
    raw = name.encode("utf-8", "surrogateescape")
    return raw + b"/" if entry.is_tree else raw


def _write(folder: Path, kind: Literal[b"blob", b"tree"], data: bytes) -> Sha:
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
    handle, temporary = tempfile.mkstemp(prefix="tmp_obj_", dir=shelf)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(packed)
        Path(temporary).chmod(0o444)
        os.replace(temporary, target)  # noqa: PTH105 -- one call, no object per path
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return sha
