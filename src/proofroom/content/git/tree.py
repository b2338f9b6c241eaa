"""Files of a tree by path: read them, list them, compare two trees, write a changed tree.

Only the folders on the way to a changed file are read and written, so cost follows the change.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from proofroom.content.git.objects import FILE, TREE, Entry, read_blob, read_tree, write_blob, write_tree
from proofroom.content.git.repository import Repo, Sha
from proofroom.kernel.errors import InvalidInput

Paths = list[str]
EMPTY_TREE: Sha = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


class Change(NamedTuple):
    """One file that differs between two trees; None where it does not exist."""

    path: str
    old: Entry | None
    new: Entry | None


class TreeView:
    """The files of one tree, by path. Folders are read once and remembered."""

    def __init__(self, repo: Repo, sha: Sha) -> None:
        self.repo = repo
        self.sha = sha
        self._folders: dict[Sha, dict[str, Entry]] = {}

    def entry(self, path: str) -> Entry | None:
        """Return what lies at a path, file or folder."""
        here = Entry(TREE, self.sha)
        for name in path.split("/") if path else []:
            if not here.is_tree:
                return None
            found = self._folder(here.sha).get(name)
            if found is None:
                return None
            here = found
        return here

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
        folder = prefix.strip("/")
        found = self.entry(folder)
        return sorted(self._walk(folder, found.sha)) if found and found.is_tree else []

    def names(self, folder: str = "") -> Paths:
        """Return the names directly in a folder."""
        found = self.entry(folder.strip("/"))
        return sorted(self._folder(found.sha)) if found and found.is_tree else []

    def _folder(self, sha: Sha) -> dict[str, Entry]:
        known = self._folders.get(sha)
        if known is None:
            known = self._folders[sha] = {} if sha == EMPTY_TREE else read_tree(self.repo, sha)
        return known

    def _walk(self, folder: str, sha: Sha) -> Iterator[str]:
        for name, entry in self._folder(sha).items():
            path = f"{folder}/{name}" if folder else name
            if entry.is_tree:
                yield from self._walk(path, entry.sha)
            elif _is_file(entry):
                yield path


def changes(repo: Repo, old: Sha | None, new: Sha | None) -> list[Change]:
    """Return the files that differ between two trees, by path."""
    return sorted(_compare(repo, "", _folder_entry(old), _folder_entry(new)))


def write_files(
    repo: Repo, tree: Sha | None, writes: Mapping[str, bytes], deletes: Collection[str] = ()
) -> Sha:
    """Return a tree with the given files written and deleted, all others as they were."""
    edits: dict[str, Entry | None] = dict.fromkeys(deletes)
    before = TreeView(repo, tree or EMPTY_TREE)
    for path, data in writes.items():
        known = before.entry(path)
        mode = known.mode if known and _is_file(known) else FILE
        edits[path] = Entry(mode, write_blob(repo, data))
    return write_entries(repo, tree, edits)


def write_entries(repo: Repo, tree: Sha | None, edits: Mapping[str, Entry | None]) -> Sha:
    """Return a tree with entries placed (or removed, where None) at their paths."""
    for path in edits:
        check_path(path)
    return _write(repo, tree, edits) or write_tree(repo, {})


def check_path(path: str) -> None:
    """Refuse a path that could leave the tree or reach Git's own files."""
    parts = path.split("/")
    if "\\" in path or "\0" in path or any(part.lower() in ("", ".", "..", ".git") for part in parts):
        raise InvalidInput(f"{path!r} cannot be a path in the repository.", suggestion="Choose another path.")


def _write(repo: Repo, tree: Sha | None, edits: Mapping[str, Entry | None]) -> Sha | None:
    entries = read_tree(repo, None if tree == EMPTY_TREE else tree)
    below: dict[str, dict[str, Entry | None]] = {}
    for path, entry in edits.items():
        name, _, rest = path.partition("/")
        if rest:
            below.setdefault(name, {})[rest] = entry
        elif entry is None:
            entries.pop(name, None)
        else:
            entries[name] = entry
    for name, inner in below.items():
        known = entries.get(name)
        if known and not known.is_tree and all(entry is None for entry in inner.values()):
            continue  # nothing can be deleted below a file
        sha = _write(repo, known.sha if known and known.is_tree else None, inner)
        if sha is None:
            entries.pop(name, None)
        else:
            entries[name] = Entry(TREE, sha)
    return write_tree(repo, entries) if entries else None


def _compare(repo: Repo, path: str, old: Entry | None, new: Entry | None) -> Iterator[Change]:
    if old == new:
        return
    before = old if old and not old.is_tree else None
    after = new if new and not new.is_tree else None
    if before or after:
        yield Change(path, before, after)
    old_tree = read_tree(repo, old.sha) if old and old.is_tree else {}
    new_tree = read_tree(repo, new.sha) if new and new.is_tree else {}
    if old_tree == new_tree:
        return
    for name in sorted(old_tree.keys() | new_tree.keys()):
        inner = f"{path}/{name}" if path else name
        yield from _compare(repo, inner, old_tree.get(name), new_tree.get(name))


def _folder_entry(sha: Sha | None) -> Entry | None:
    return None if sha is None or sha == EMPTY_TREE else Entry(TREE, sha)


def _is_file(entry: Entry) -> bool:
    return entry.mode & 0o170000 == 0o100000
