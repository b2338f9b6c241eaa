"""Files of a tree by path: read them, list them, compare two trees, write a changed tree.

Only the folders on the way to a changed file are read and written, so cost follows the change.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.repository.git.lib import pygit2
from proofroom.repository.git.objects import (
    EMPTY_TREE,
    FILE,
    TREE,
    Entry,
    Line,
    as_raw,
    changed_names,
    edit_lines,
    file_names,
    find_lines,
    missing_object,
    read_blob,
    read_lines,
    read_tree,
    split_line,
    write_blob,
    write_lines,
)
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.whole import check_object

Paths = list[str]
_SAME_MODE = 0


class Change(NamedTuple):
    """One file that differs between two trees; None where it does not exist."""

    path: str
    old: Entry | None
    new: Entry | None


class TreeView:
    """The files of one tree, by path."""

    def __init__(self, repo: Repo, sha: Sha) -> None:
        self.repo = repo
        self.sha = sha

    def entry(self, path: str) -> Entry | None:
        """Return what lies at a path, file or folder."""
        found = Entry(TREE, self.sha)
        for name in as_raw(path).rstrip(b"/").split(b"/") if path else ():
            inside = _find_named(self._tree(found.sha), name) if found.is_tree else None
            if inside is None:
                return None
            found = Entry(int(inside.filemode), str(inside.id))
        return found

    def oid(self, path: str) -> Sha | None:
        """Return the id of a file's or folder's content."""
        found = self.entry(path)
        return found.sha if found else None

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes, or None where there is no such file."""
        found = self.entry(path)
        return read_blob(self.repo, found.sha) if found and _is_file(found) else None

    def list(self, prefix: str = "") -> Paths:
        """Return the paths of all files below a folder, sorted."""
        return sorted(path for path, _ in self.files_with_oids(prefix))

    def files_with_oids(self, prefix: str = "") -> Iterator[tuple[str, Sha]]:
        """Return the paths of all files below a folder with the ids of what they hold."""
        folder = prefix.strip("/")
        found = self.entry(folder)
        return self._walk(folder, found.sha) if found and found.is_tree else iter(())

    def names(self, folder: str = "") -> Paths:
        """Return the names directly in a folder."""
        found = self.entry(folder.strip("/"))
        return sorted(read_tree(self.repo, found.sha)) if found and found.is_tree else []

    def files_in(self, folder: str) -> Paths:
        """Return the names of the files directly in a folder."""
        return file_names(self._lines_in(folder))

    def folders_in(self, folder: str) -> "list[tuple[str, Sha]]":
        """Return the names and ids of the folders directly in a folder."""
        named = map(split_line, self._lines_in(folder))
        return [(name, entry.sha) for name, entry in named if entry.is_tree]

    def _lines_in(self, folder: str) -> "list[Line]":
        found = self.entry(folder)
        return read_lines(self.repo, found.sha if found and found.is_tree else None)

    def _tree(self, sha: Sha) -> "pygit2.Tree":
        if sha == EMPTY_TREE:
            write_lines(self.repo, [])  # Git knows it without storing it, libgit2 does not
        check_object(self.repo.path, sha)
        try:
            return self.repo.git[sha].peel(pygit2.Tree)
        except KeyError as error:
            raise missing_object(sha) from error

    def _walk(self, folder: str, sha: Sha) -> Iterator[tuple[str, Sha]]:
        start = f"{folder}/" if folder else ""
        for name, entry in map(split_line, read_lines(self.repo, sha)):
            if entry.is_tree:
                yield from self._walk(start + name, entry.sha)
            elif _is_file(entry):
                yield start + name, entry.sha


class EmptyTree:
    """A tree with nothing in it, where there is no repository's to read yet."""

    sha = ""

    def read(self, path: str) -> bytes | None:
        """Return nothing: there are no files."""
        return None

    def list(self, prefix: str = "") -> Paths:
        """Return nothing: there are no files."""
        return []

    def oid(self, path: str) -> Sha | None:
        """Return nothing: there are no files."""
        return None

    def files_with_oids(self, prefix: str = "") -> Iterator[tuple[str, Sha]]:
        """Return nothing: there are no files."""
        return iter(())


def changes(repo: Repo, old: Sha | None, new: Sha | None) -> list[Change]:
    """Return the files that differ between two trees, by path."""
    return sorted(_compare(repo, "", _folder_entry(old), _folder_entry(new)))


def write_files(
    repo: Repo, tree: Sha | None, writes: Mapping[str, bytes], deletes: Collection[str] = ()
) -> Sha:
    """Return a tree with the given files written and deleted, all others as they were."""
    edits: dict[str, Entry | None] = dict.fromkeys(deletes)
    edits.update({path: Entry(_SAME_MODE, write_blob(repo, data)) for path, data in writes.items()})
    return write_entries(repo, tree, edits)


def write_entries(repo: Repo, tree: Sha | None, edits: Mapping[str, Entry | None]) -> Sha:
    """Return a tree with entries placed (or removed, where None) at their paths."""
    for path in edits:
        check_path(path)
    return _write(repo, tree, edits) or write_lines(repo, [])


def check_path(path: str) -> None:
    """Refuse a path that could leave the tree or reach Git's own files."""
    parts = path.split("/")
    if "\\" in path or "\0" in path or any(part.lower() in ("", ".", "..", ".git") for part in parts):
        raise InvalidInput(say("content.path", path=repr(path)))


def _write(repo: Repo, tree: Sha | None, edits: Mapping[str, Entry | None]) -> Sha | None:
    here: dict[str, Entry | None] = {}
    below: dict[str, dict[str, Entry | None]] = {}
    for path, entry in edits.items():
        name, _, rest = path.partition("/")
        if rest:
            below.setdefault(name, {})[rest] = entry
        else:
            here[name] = entry
    lines = read_lines(repo, tree)
    known = find_lines(lines, here.keys() | below.keys())
    for name, entry in here.items():
        if entry is not None and entry.mode == _SAME_MODE:
            old = known.get(name)
            here[name] = Entry(old.mode if old and _is_file(old) else FILE, entry.sha)
    for name, inner in below.items():
        old = known.get(name) if name not in here else here[name]
        if old and not old.is_tree and all(entry is None for entry in inner.values()):
            continue  # nothing can be deleted below a file
        sha = _write(repo, old.sha if old and old.is_tree else None, inner)
        here[name] = None if sha is None else Entry(TREE, sha)
    edited = edit_lines(lines, here)
    return write_lines(repo, edited) if edited else None


def _compare(repo: Repo, path: str, old: Entry | None, new: Entry | None) -> Iterator[Change]:
    if old == new:
        return
    before = old if old and not old.is_tree else None
    after = new if new and not new.is_tree else None
    if before or after:
        yield Change(path, before, after)
    old_lines = read_lines(repo, old.sha) if old and old.is_tree else []
    new_lines = read_lines(repo, new.sha) if new and new.is_tree else []
    names = changed_names(old_lines, new_lines)
    old_tree, new_tree = find_lines(old_lines, names), find_lines(new_lines, names)
    for name in names:
        inner = f"{path}/{name}" if path else name
        yield from _compare(repo, inner, old_tree.get(name), new_tree.get(name))


def _find_named(tree: "pygit2.Tree", name: bytes) -> "pygit2.Object | None":
    """Return what a folder holds under a name, by halving.

    libgit2 looks by name or path too, but its Python side never lets go of a text that it was asked for.
    """

    def sort_key(at: int) -> bytes:
        one = tree[at]
        return (one.raw_name or b"") + (b"/" if one.filemode == TREE else b"")

    for wanted in (name, name + b"/"):
        at = bisect_left(range(len(tree)), wanted, key=sort_key)
        if at < len(tree) and tree[at].raw_name == name:
            return tree[at]
    return None


def _folder_entry(sha: Sha | None) -> Entry | None:
    return None if sha is None or sha == EMPTY_TREE else Entry(TREE, sha)


def _is_file(entry: Entry) -> bool:
    return entry.mode & 0o170000 == 0o100000
