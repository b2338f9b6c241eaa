"""A Git repository by its path: opened, created, or copied from another one.

libgit2's repository objects must not be shared between threads. `Repo` is only a path; `Repo.git` is the
calling thread's own object, opened on first use and kept among the thread's most recently used ones.

libgit2 never lets go of a pack that it has read, also where packing has put another in its place, and holds
up to 16 MB of what it unpacked with each: twenty writers made the studio grow by 48 kB with every save. So
whoever finds that the packs have changed opens the repository anew.
"""

import logging
import os
import shutil
import threading
from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from time import monotonic
from typing import TypeVar

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, InvalidInput, NotFound, StorageFailed
from proofroom.kernel.strings import say
from proofroom.repository.git.lib import pygit2
from proofroom.repository.git.whole import check_once
from proofroom.store.trouble import explain_file

log = logging.getLogger(__name__)
T = TypeVar("T")
Sha = str
"""A Git object id, forty hexadecimal digits."""

_HEADS, _REMOTES = "refs/heads/", "refs/remotes/"
DEFAULT_BRANCH = "main"
OPEN_PER_THREAD = 32
STORE_TRIES = 5
LOOKED_AT_S = 1.0
"""How long a thread goes on with the packs it knows before it looks whether they are still the same."""


@dataclass(slots=True)
class _Opened:
    git: "pygit2.Repository"
    packs: int
    """When a pack was last put into its folder or taken out, as the file system tells it."""
    is_known_until: float


class _OpenHere(threading.local):
    def __init__(self) -> None:
        self.repositories: OrderedDict[Path, _Opened] = OrderedDict()


_here = _OpenHere()


@dataclass(frozen=True, slots=True)
class Repo:
    """A repository, named by its Git directory; safe to hand from thread to thread."""

    path: Path

    @property
    def git(self) -> "pygit2.Repository":
        """Return this thread's own libgit2 object."""
        known = _here.repositories
        found = known.get(self.path)
        if found is None or not _is_current(self.path, found):
            # One that somebody further up still uses lives until they are done with it.
            packs = _packs_changed_at(self.path)
            found = known[self.path] = _Opened(
                _repository()(str(self.path)), packs, monotonic() + LOOKED_AT_S
            )
            if len(known) > OPEN_PER_THREAD:
                known.popitem(last=False)
        known.move_to_end(self.path)
        return found.git

    @property
    def work_tree(self) -> Path | None:
        """Return the folder with checked-out files, if the repository has one."""
        folder = self.git.workdir
        return Path(folder) if folder else None


def _is_current(path: Path, opened: _Opened) -> bool:
    now = monotonic()
    if opened.is_known_until < now:
        opened.is_known_until = now + LOOKED_AT_S
        return opened.packs == _packs_changed_at(path)
    return True


def _packs_changed_at(path: Path) -> int:
    try:
        return os.stat(f"{path}/objects/pack").st_mtime_ns  # noqa: PTH116 -- a path would keep the name for ever
    except OSError:
        return 0


@cache
def _repository() -> "type[pygit2.Repository]":
    """Return libgit2's repository as a class whose objects are gone with their last user.

    The library's own ones hold parts that hold them, and wait for the collector of such circles, with all
    their packs, long after nobody uses them.
    """

    from pygit2.branches import Branches
    from pygit2.references import References
    from pygit2.remotes import RemoteCollection
    from pygit2.submodules import SubmoduleCollection

    parts: dict[str, Callable[[pygit2.Repository], object]] = {
        "branches": Branches,
        "references": References,
        "remotes": RemoteCollection,
        "submodules": SubmoduleCollection,
    }
    # Each is made when it is asked for; what the library sets at the beginning is let go.
    made = {name: property(part, lambda _, part: None) for name, part in parts.items()}
    return type("Repository", (pygit2.Repository,), made)


@contextmanager
def explained(doing: str) -> Generator[None]:
    """Turn Git's and the file system's errors into one a person can act on."""
    try:
        yield
    except (pygit2.GitError, OSError) as error:
        raise explain_file(error) or StorageFailed(say(f"git.{doing}", reason=error)) from error


def store(doing: str, put: Callable[[], T]) -> T:
    """Put an object into its folder, again where the folder was gone just then.

    Git takes an empty folder of objects away when it packs, also between the moment in which a writer makes
    sure of it and the one in which its file gets there.
    """
    with explained(doing):
        for _ in range(STORE_TRIES - 1):
            try:
                return put()
            except OSError as error:
                log.info("an object could not be stored and is tried again: %s", error)
        return put()


def create(path: Path, *, branch: str = DEFAULT_BRANCH) -> Repo:
    """Create a bare repository in a new or empty folder."""
    if path.exists() and any(path.iterdir()):
        raise Conflict(say("content.folder_not_empty", folder=path.name))
    with explained("create"):
        path.mkdir(parents=True, exist_ok=True)
        pygit2.init_repository(str(path), bare=True, initial_head=branch)
    return Repo(path.resolve())


def open_at(path: Path) -> Repo:
    """Open an existing repository: bare, or the one of a work tree."""
    found = (
        pygit2.discover_repository(str(path), False, str(path.resolve().parent)) if path.exists() else None
    )
    if found is None:
        raise NotFound(say("content.no_repository", folder=path.name))
    repo = Repo(Path(found).resolve())
    check_once(repo.path)
    with explained("open"):
        _ = repo.git
    return repo


def import_from(source: Path, target: Path) -> Repo:
    """Copy the branches and tags of a repository on this machine into a new bare one.

    The original stays as the remote `origin`, and is not touched.
    """
    original = open_at(source)
    repo = create(target)
    try:
        with explained("copy"):
            address = str(original.work_tree or original.path)
            remote = repo.git.remotes.create("origin", address)
            remote.fetch(["refs/heads/*:refs/heads/*", "refs/tags/*:refs/tags/*"])
            remote.fetch()
            _follow_head(repo, original)
    except StorageFailed:
        shutil.rmtree(target, ignore_errors=True)
        raise
    return repo


def default_branch(repo: Repo) -> str:
    """Return the branch HEAD names, whether or not it has a commit."""
    target = repo.git.references["HEAD"].target
    if isinstance(target, str):
        return target.removeprefix("refs/heads/")
    raise InvalidInput(say("content.head_detached"))


def find_reference(repo: Repo, name: str) -> "pygit2.Reference | None":
    """Return a reference by its whole name, if there is one.

    libgit2 looks for any of them too, but its Python side never lets go of a name that it was asked for,
    except a branch's.
    """
    for start, kind in (
        (_HEADS, pygit2.enums.BranchType.LOCAL),
        (_REMOTES, pygit2.enums.BranchType.REMOTE),
    ):
        if name.startswith(start):
            return repo.git.lookup_branch(name.removeprefix(start), kind)
    return next((one for one in repo.git.references.iterator() if one.name == name), None)


def _follow_head(repo: Repo, original: Repo) -> None:
    target = original.git.references["HEAD"].target
    if isinstance(target, str) and find_reference(repo, target) is not None:
        repo.git.set_head(target)
