"""Bring checked-out files along when their branch moves, without touching what somebody is editing."""

from collections.abc import Callable
from pathlib import Path

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict
from proofroom.kernel.strings import say
from proofroom.repository.git.lib import pygit2
from proofroom.repository.git.objects import FILE, Entry, read_blob
from proofroom.repository.git.open import Repo, Sha, explained
from proofroom.repository.git.tree import Change, changes

MergeEdited = Callable[[str, bytes | None, bytes, bytes], bytes | None]
"""Merge an edited file: its path, as it was committed, as edited, as it is now. None: cannot be merged."""


@dataclass(frozen=True, slots=True)
class Sync:
    """Which files were brought along, which edited ones got the change as well, and which were left alone."""

    synced: tuple[str, ...]
    skipped: tuple[str, ...]
    merged: tuple[str, ...] = ()


def check_not_checked_out(repo: Repo, branch: str) -> None:
    """Refuse to move a branch that a developer has checked out."""
    head = repo.git.references.get("HEAD")
    if repo.work_tree is not None and head is not None and head.target == f"refs/heads/{branch}":
        raise Conflict(
            say("content.checked_out", branch=branch),
            code="CONTENT_BRANCH_CHECKED_OUT",
        )


def sync_work_tree(repo: Repo, old: Sha, new: Sha, merge: MergeEdited | None = None) -> Sync:
    """Copy the files that differ between two trees into the work tree.

    A file with uncommitted edits is merged, still uncommitted, or left as it is: committed as it stands, it
    would silently take the change back.
    """
    folder = repo.work_tree
    if folder is None:
        return Sync((), ())
    synced: list[str] = []
    skipped: list[str] = []
    merged: list[str] = []
    index = repo.git.index
    index.read()
    with explained("update_tree"):
        for change in changes(repo, old, new):
            if _is_edited(folder, change.path, change.old):
                done = merge is not None and _merge_edited(repo, folder, change, merge)
                (merged if done else skipped).append(change.path)
            else:
                _put(repo, folder, change.path, change.new)
                synced.append(change.path)
            _put_index(index, change.path, change.new)
        index.write()
    return Sync(tuple(synced), tuple(skipped), tuple(merged))


def _merge_edited(repo: Repo, folder: Path, change: Change, merge: MergeEdited) -> bool:
    path = folder / change.path
    if change.new is None or _is_elsewhere(folder, change.path) or not path.is_file():
        return False
    before = None if change.old is None else read_blob(repo, change.old.sha)
    result = merge(change.path, before, path.read_bytes(), read_blob(repo, change.new.sha))
    if result is None:
        return False
    path.write_bytes(result)
    return True


def _is_elsewhere(folder: Path, name: str) -> bool:
    # A link may lead out of the work tree: what is behind it is not ours to write.
    path = folder / name
    return path.is_symlink() or path.parent.resolve() != (folder.resolve() / name).parent


def _is_edited(folder: Path, name: str, committed: Entry | None) -> bool:
    path = folder / name
    if path.is_dir() or _is_elsewhere(folder, name):
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


def _put_index(index: "pygit2.Index", path: str, entry: Entry | None) -> None:
    # The index follows the branch even where the file was left, so that Git shows the edit as an edit.
    if entry is None:
        if path in index:
            index.remove(path)
    else:
        index.add(pygit2.IndexEntry(path, pygit2.Oid(hex=entry.sha), pygit2.enums.FileMode(entry.mode)))
