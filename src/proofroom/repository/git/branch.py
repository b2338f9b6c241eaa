"""Branches: their names, and moving them without ever overwriting somebody else's move.

Every move compares the tip with what the mover saw. `update` builds on the tip and tries again when another
thread, process or Git client was faster, so that concurrent saves all land.
"""

import errno
import os
import random
import re
import threading
import time
from collections.abc import Callable
from datetime import datetime
from weakref import WeakValueDictionary

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, InvalidInput, NotFound, StorageFailed
from proofroom.kernel.strings import say
from proofroom.repository.git.commit import is_ancestor
from proofroom.repository.git.lib import pygit2
from proofroom.repository.git.open import Repo, Sha, explained, find_reference

CONTENT_BRANCH = "contentrain"
PREFIX = "cr/"
KEPT = "refs/proofroom/kept/"

ATTEMPTS = 200
STALE_LOCK_S = 3.0
_LINE_WAIT_S = 30.0
_LONGEST_PART = 200
_FOLDER_GONE = os.strerror(errno.ENOENT)
_PART = re.compile(r"[^A-Za-z0-9_-]+")
_locks: WeakValueDictionary[tuple[str, str], threading.Lock] = WeakValueDictionary()
_locks_guard = threading.Lock()


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch and where it points."""

    name: str
    sha: Sha


def branch_name(scope: str, *parts: str, at: datetime, entropy: str) -> str:
    """Return `cr/<scope>/<parts>/<unix seconds>-<4 hex>`; `entropy` supplies the digits."""
    clean = [_PART.sub("-", part).strip("-") or "x" for part in (scope, *parts)]
    return f"{PREFIX}{'/'.join(clean)}/{int(at.timestamp())}-{entropy[:4]:0<4}"


def tip(repo: Repo, branch: str) -> Sha | None:
    """Return the commit a branch points at, or None if there is no such branch."""
    return _target(repo, _ref(branch))


def need_tip(repo: Repo, branch: str) -> Sha:
    """Return the commit a branch points at."""
    found = tip(repo, branch)
    if found is None:
        raise NotFound(say("content.no_branch", branch=branch))
    return found


def branches(repo: Repo, prefix: str = "") -> list[Branch]:
    """Return the branches whose names begin with a prefix, by name."""
    start = f"refs/heads/{prefix}"
    found = {one.name: one for one in repo.git.references.iterator() if one.name.startswith(start)}
    return [
        Branch(name.removeprefix("refs/heads/"), str(found[name].resolve().target)) for name in sorted(found)
    ]


def open_branch(repo: Repo, branch_key: str) -> str | None:
    """Return the open branch of a conversation or run."""
    found = branches(repo, f"{PREFIX}{branch_key}/")
    return max(found, key=lambda branch: branch.name).name if found else None


def move(repo: Repo, branch: str, *, expected: Sha | None, to: Sha) -> bool:
    """Point a branch at a commit if it is still where expected (None: missing), and say whether it was."""
    return _swap(repo, _ref(branch), expected, to)


def create_branch(repo: Repo, branch: str, at: Sha) -> None:
    """Create a branch; a name in use is a conflict."""
    for attempt in range(ATTEMPTS):
        if move(repo, branch, expected=None, to=at):
            return
        if tip(repo, branch) is not None:
            raise Conflict(say("content.branch_taken", branch=branch), suggestion=say("names.another"))
        _pause(attempt)
    raise Conflict(say("content.branch_not_made", branch=branch), suggestion=say("next.again"))


def delete_branch(repo: Repo, branch: str, *, expected: Sha | None = None, keep: bool = False) -> None:
    """Delete a branch; `keep` leaves a hidden reference, so that it can be brought back."""
    current = need_tip(repo, branch)
    if expected is not None and current != expected:
        raise Conflict(say("content.branch_moved", branch=branch))
    if keep:
        with explained("keep_branch"):
            repo.git.references.create(KEPT + branch, current, force=True)
    for attempt in range(ATTEMPTS):
        if _swap(repo, _ref(branch), current, None):
            return
        if tip(repo, branch) != current:
            break
        _pause(attempt)
    raise Conflict(say("content.branch_moved", branch=branch))


def is_kept(repo: Repo, branch: str) -> bool:
    """Tell whether a branch was deleted with `keep` and can be brought back."""
    return find_reference(repo, KEPT + branch) is not None


def restore_branch(repo: Repo, branch: str) -> Sha:
    """Bring back a branch that was deleted with `keep`."""
    kept = find_reference(repo, KEPT + branch)
    if kept is None:
        raise NotFound(say("content.branch_gone", branch=branch))
    create_branch(repo, branch, sha := str(kept.target))
    kept.delete()
    return sha


def update(repo: Repo, branch: str, make: Callable[[Sha], Sha | None], *, attempts: int = ATTEMPTS) -> Sha:
    """Move a branch to the commit that `make` builds on its tip; None from `make` leaves it.

    `make` runs again on the new tip whenever somebody else was faster. It must only store objects.
    """
    # Waiting in line saves work between threads; the comparison of tips is what keeps moves correct.
    lock = _lock(repo, branch)
    held = lock.acquire(timeout=_LINE_WAIT_S)
    try:
        for attempt in range(attempts):
            current = need_tip(repo, branch)
            new = make(current)
            if new is None or new == current:
                return current
            if move(repo, branch, expected=current, to=new):
                return new
            _pause(attempt)
    finally:
        if held:
            lock.release()
    raise Conflict(say("content.branch_moving", branch=branch), suggestion=say("next.again"))


def fast_forward(repo: Repo, branch: str, to: Sha) -> bool:
    """Move a branch forward to a commit that contains its tip; say False where they diverged."""
    attempt = 0
    while True:
        current = tip(repo, branch)
        if current == to:
            return True
        if current is not None and not is_ancestor(repo, current, to):
            return False
        if move(repo, branch, expected=current, to=to):
            return True
        _pause(attempt)
        attempt += 1


def check_feature(branch: str) -> None:
    """Refuse anything but a `cr/` branch: only those are merged, rejected and deleted by people."""
    if not branch.startswith(PREFIX):
        raise InvalidInput(say("content.not_proposal_branch", branch=branch, prefix=PREFIX))


def ensure_content_branch(repo: Repo, source: str, *, content: str = CONTENT_BRANCH) -> list[Branch]:
    """Create the content branch from another one if it is missing; return legacy branches that had to move.

    Old tools made branches below `contentrain/`, where Git now needs the name. They become `cr/legacy/...`.
    """
    if tip(repo, content) is not None:
        return []
    moved: list[Branch] = []
    for old in branches(repo, f"{content}/"):
        name = f"{PREFIX}legacy/{old.name.removeprefix(content + '/')}"
        create_branch(repo, name, old.sha)
        delete_branch(repo, old.name, expected=old.sha)
        moved.append(Branch(name, old.sha))
    move(repo, content, expected=None, to=need_tip(repo, source))
    return moved


def _ref(branch: str) -> str:
    name = f"refs/heads/{branch}"
    is_too_long = any(
        len(part.encode("utf-8", "replace")) > _LONGEST_PART for part in name.split("/")
    )  # of a file's name
    if is_too_long or not pygit2.reference_is_valid_name(name):
        raise InvalidInput(say("content.branch_name", branch=repr(branch)))
    return name


def _target(repo: Repo, ref: str) -> Sha | None:
    found = find_reference(repo, ref)
    return str(found.resolve().target) if found is not None else None


def _swap(repo: Repo, ref: str, expected: Sha | None, to: Sha | None) -> bool:
    try:
        with repo.git.transaction() as change:
            change.lock_ref(ref)
            if _target(repo, ref) != expected:
                return False
            if to is None:
                change.remove(ref)
            else:
                change.set_target(ref, to)
        return True
    except (pygit2.GitError, OSError) as error:
        # libgit2 has several words for a lock that is taken; a folder that another delete just removed is
        # made anew by the next attempt.
        is_passing = ".lock'" in str(error) or _FOLDER_GONE in str(error)
        if is_passing and repo.path.exists():
            _break_stale_lock(repo, ref)
            return False
        raise StorageFailed(say("content.git_ref", ref=ref, reason=error)) from error


def _pause(attempt: int) -> None:
    time.sleep(random.uniform(0, 0.002 * min(attempt + 1, 25)))  # noqa: S311 -- only spreads retries


def _break_stale_lock(repo: Repo, ref: str) -> None:
    # A lock is held for less than a millisecond; an old one was left by a process that was killed.
    lock = repo.path / f"{ref}.lock"
    try:
        if time.time() - lock.stat().st_mtime > STALE_LOCK_S:
            lock.unlink(missing_ok=True)
    except FileNotFoundError:
        pass


def _lock(repo: Repo, branch: str) -> threading.Lock:
    key = (str(repo.path), branch)
    with _locks_guard:
        lock = _locks.get(key) or threading.Lock()
        _locks[key] = lock
        return lock
