"""Bring checked-out files along when their branch moves, without touching what somebody is editing."""

from dataclasses import dataclass
from pathlib import Path

import pygit2

from proofroom.content.git.objects import FILE, Entry, read_blob
from proofroom.content.git.repository import Repo, Sha, explained
from proofroom.content.git.tree import changes
from proofroom.kernel.errors import Conflict


@dataclass(frozen=True, slots=True)
class Sync:
    """Which files were brought along, and which were left because they have uncommitted edits."""

    synced: tuple[str, ...]
    skipped: tuple[str, ...]


def check_not_checked_out(repo: Repo, branch: str) -> None:
    """Refuse to move a branch that a developer has checked out."""
    head = repo.git.references.get("HEAD")
    if repo.work_tree is not None and head is not None and head.target == f"refs/heads/{branch}":
        raise Conflict(
            f"The branch {branch} is checked out in the work tree. Nothing was written.",
            suggestion="Check out another branch, then try again.",
            code="CONTENT_BRANCH_CHECKED_OUT",
        )


def sync_work_tree(repo: Repo, old: Sha, new: Sha) -> Sync:
    """Copy the files that differ between two trees into the work tree, except edited ones."""
    folder = repo.work_tree
    if folder is None:
        return Sync((), ())
    synced: list[str] = []
    skipped: list[str] = []
    index = repo.git.index
    index.read()
    with explained("update the work tree"):
        for change in changes(repo, old, new):
            if _is_edited(folder, change.path, change.old):
                skipped.append(change.path)
            else:
                _put(repo, folder, change.path, change.new)
                synced.append(change.path)
            _put_index(index, change.path, change.new)
        index.write()
    return Sync(tuple(synced), tuple(skipped))


def _is_edited(folder: Path, name: str, committed: Entry | None) -> bool:
    path = folder / name
    # A link may lead out of the work tree: what is behind it is not ours to write.
    if path.is_dir() or path.is_symlink() or path.parent.resolve() != (folder.resolve() / name).parent:
        return True
    if not path.exists():
        return committed is not None
    return committed is None or str(pygit2.hash(path.read_bytes())) != committed.sha


def _put(repo: Repo, folder: Path, name: str, entry: Entry | None) -> None:
    path = folder / name
    if entry is None:
        path.unlink(missing_ok=True)
        for parent in path.parents:
            if parent == folder or any(parent.iterdir()):
                return
            parent.rmdir()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(read_blob(repo, entry.sha))
    path.chmod(0o644 if entry.mode == FILE else 0o755)


def _put_index(index: pygit2.Index, path: str, entry: Entry | None) -> None:
    # The index follows the branch even where the file was left, so that Git shows the edit as an edit.
    if entry is None:
        if path in index:
            index.remove(path)
    else:
        index.add(pygit2.IndexEntry(path, pygit2.Oid(hex=entry.sha), pygit2.enums.FileMode(entry.mode)))
