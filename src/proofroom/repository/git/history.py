"""What happened to a file or an entry, newest first, and what it was at any time."""

from collections.abc import Callable, Collection, Iterator
from itertools import islice
from typing import Any

from proofroom.kernel.data import dataclass
from proofroom.repository.git.commit import Commit, describe, walk, walk_all
from proofroom.repository.git.lib import pygit2
from proofroom.repository.git.objects import read_blob
from proofroom.repository.git.open import Repo, Sha

APPROVED_BY = "Proofroom-Approved-By"
MERGES = 500
"""Approved merges that are looked through for who accepted a commit."""

Extract = Callable[[bytes], Any]
"""Pick one entry out of a file's bytes; None where the file lacks it."""


@dataclass(frozen=True, slots=True)
class Version:
    """A commit that changed something, and what it was from then on (None: gone)."""

    commit: Commit
    value: Any
    approved_by: str | None = None
    """Who accepted it, where the word was given with a later commit: that of the merge."""


def log(repo: Repo, start: Sha, *, limit: int = 50) -> list[Commit]:
    """Return the newest commits of a history."""
    return list(islice(walk(repo, start), limit))


def file_log(
    repo: Repo, start: Sha, path: str, *, extract: Extract | None = None, limit: int = 50
) -> list[Version]:
    """Return the commits that changed a file, or the one entry of it that `extract` picks."""
    return list(islice(_versions(repo, start, path, extract or _whole), limit))


def approvals(repo: Repo, start: Sha, wanted: Collection[Sha]) -> dict[Sha, str]:
    """Return who accepted each of some commits, as the merges that brought them in say.

    A merge that could move straight forward stands after the commits of its branch; another has them behind
    its second parent.
    """
    left, found = set(wanted), dict[Sha, str]()
    for merge in islice(walk(repo, start, mentioning=APPROVED_BY), MERGES):
        if not left:
            break
        name = merge.provenance.approved_by
        for sha in _brought(repo, merge) if name else ():
            if sha in left:
                left.discard(sha)
                found[sha] = name or ""
    return found


def _brought(repo: Repo, merge: Commit) -> Iterator[Sha]:
    if len(merge.parents) > 1:
        yield from (commit.sha for commit in walk(repo, merge.parents[1], hide=merge.parents[0]))
        return
    for commit in islice(walk_all(repo, merge.sha), 1, None):
        told = describe(commit)
        if told.provenance.run is None or len(told.parents) != 1:
            return
        yield told.sha


def _versions(repo: Repo, start: Sha, path: str, extract: Extract) -> Iterator[Version]:
    for commit in walk_all(repo, start):
        here = _blob(commit, path)
        before = [_blob(parent, path) for parent in commit.parents]
        # A merge that took the file from one side as it was there changed nothing itself.
        if here in before or (here is None and not before):
            continue
        value = _value(repo, here, extract)
        if any(_value(repo, blob, extract) == value for blob in before) or (value is None and not before):
            continue
        yield Version(describe(commit), value)


def _blob(commit: "pygit2.Commit", path: str) -> Sha | None:
    try:
        return str(commit.tree[path].id)
    except KeyError:
        return None


def _value(repo: Repo, blob: Sha | None, extract: Extract) -> Any:
    return None if blob is None else extract(read_blob(repo, blob))


def _whole(data: bytes) -> bytes:
    return data
