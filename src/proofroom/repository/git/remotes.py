"""Exchange branches with another repository: file, SSH or HTTPS.

Nothing is ever forced. Where histories diverged, that is the answer; `reconcile` joins them.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound
from proofroom.kernel.strings import say
from proofroom.repository.git.access import NO_ACCESS, Access, check_address
from proofroom.repository.git.branch import fast_forward, need_tip, tip
from proofroom.repository.git.lib import pygit2
from proofroom.repository.git.open import Repo, Sha, create, find_reference

if TYPE_CHECKING:
    from proofroom.repository.git.callbacks import Callbacks

ORIGIN = "origin"
_FOLLOW = "http.followRedirects"
_OURS = "proofroomOurs"


@dataclass(frozen=True, slots=True)
class Divergence:
    """How a branch stands to the remote's branch of the same name."""

    relation: Literal["in_sync", "ahead", "behind", "diverged", "only_here", "only_there"]
    ahead: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True)
class Pushed:
    """What the remote said."""

    status: Literal["no-remote", "pushed", "rejected"]
    reason: str = ""


def set_remote(repo: Repo, url: str, *, name: str = ORIGIN, access: Access = NO_ACCESS) -> None:
    """Remember where the other repository is, without any secret in the address."""
    check_address(url, access)
    if name in set(repo.git.remotes.names()):
        repo.git.remotes.set_url(name, url)
    else:
        repo.git.remotes.create(name, url)


def look(repo: Repo, url: str, *, access: Access = NO_ACCESS) -> list[str]:
    """Return the branches of a repository elsewhere, to see whether it can be reached; nothing is kept."""
    check_address(url, access)
    _stay_there(repo)
    callbacks = _callbacks(access)
    try:
        heads = repo.git.remotes.create_anonymous(url).list_heads(callbacks=callbacks)
    except (pygit2.GitError, OSError) as error:
        raise callbacks.failure("reach", url, error) from error
    start = "refs/heads/"
    return [head.name.removeprefix(start) for head in heads if head.name and head.name.startswith(start)]


def remote_url(repo: Repo, *, name: str = ORIGIN) -> str | None:
    """Return where the other repository is, or None."""
    return repo.git.remotes[name].url if name in set(repo.git.remotes.names()) else None


def is_ours(repo: Repo, *, name: str = ORIGIN) -> bool:
    """Tell whether somebody has said that what the other repository brings is the workspace's own text."""
    key = f"remote.{name}.{_OURS}"
    return key in repo.git.config and repo.git.config.get_bool(key)


def set_ours(repo: Repo, ours: bool, *, name: str = ORIGIN) -> None:
    """Remember whose words the other repository brings; it is forgotten with the remote."""
    repo.git.config[f"remote.{name}.{_OURS}"] = ours


def forget_remote(repo: Repo, *, name: str = ORIGIN) -> None:
    """Forget the other repository and what was last seen of it; branches here stay."""
    if name in set(repo.git.remotes.names()):
        repo.git.remotes.delete(name)


def clone(url: str, target: Path, *, access: Access = NO_ACCESS) -> Repo:
    """Copy the branches and tags of a repository elsewhere into a new bare one; it stays as the remote."""
    check_address(url, access)
    repo = create(target)
    _stay_there(repo)
    callbacks = _callbacks(access)
    try:
        remote = repo.git.remotes.create(ORIGIN, url)
        remote.fetch(["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"], callbacks=callbacks)
        remote.fetch(callbacks=_callbacks(access))
        for head in remote.list_heads(callbacks=_callbacks(access)):
            branch = head.symref_target
            if head.name == "HEAD" and branch and find_reference(repo, branch) is not None:
                repo.git.set_head(branch)
    except (pygit2.GitError, OSError) as error:
        shutil.rmtree(target, ignore_errors=True)
        raise callbacks.failure("copy", url, error) from error
    return repo


def fetch(repo: Repo, *, name: str = ORIGIN, access: Access = NO_ACCESS) -> None:
    """Bring the remote's branches here as remote-tracking branches; local branches stay where they are."""
    remote = _remote(repo, name)
    callbacks = _callbacks(access)
    try:
        remote.fetch(callbacks=callbacks, prune=pygit2.enums.FetchPrune.PRUNE)
    except (pygit2.GitError, OSError) as error:
        raise callbacks.failure("fetch", remote.url, error) from error


def push(
    repo: Repo, names: Sequence[str], *, name: str = ORIGIN, access: Access = NO_ACCESS
) -> dict[str, Pushed]:
    """Send branches to the remote, each only if that loses nothing there."""
    if name not in set(repo.git.remotes.names()):
        return dict.fromkeys(names, Pushed("no-remote"))
    return {branch: _push_one(repo, branch, f"refs/heads/{branch}", name, access) for branch in names}


def compare(repo: Repo, branch: str, *, name: str = ORIGIN) -> Divergence:
    """Say how a branch stands to what was last fetched."""
    here, there = tip(repo, branch), remote_tip(repo, branch, name=name)
    if there is None:
        if here is None:
            raise NotFound(say("remotes.no_branch", branch=branch))
        return Divergence("only_here")
    if here is None:
        return Divergence("only_there")
    ahead, behind = repo.git.ahead_behind(here, there)
    if ahead and behind:
        return Divergence("diverged", ahead, behind)
    return Divergence("ahead" if ahead else "behind" if behind else "in_sync", ahead, behind)


def remote_tip(repo: Repo, branch: str, *, name: str = ORIGIN) -> Sha | None:
    """Return where the remote's branch was when last fetched."""
    found = find_reference(repo, f"refs/remotes/{name}/{branch}")
    return str(found.resolve().target) if found is not None else None


def follow(repo: Repo, branch: str, *, name: str = ORIGIN) -> Divergence:
    """Move a branch forward to the fetched one where that loses nothing; else only say how they stand."""
    there = remote_tip(repo, branch, name=name)
    if there is not None and compare(repo, branch, name=name).relation in ("behind", "only_there"):
        fast_forward(repo, branch, there)
    return compare(repo, branch, name=name)


def _push_one(repo: Repo, branch: str, source: str, name: str, access: Access) -> Pushed:
    remote = _remote(repo, name)
    if source:
        need_tip(repo, branch)
    callbacks = _callbacks(access)
    try:
        remote.push([f"{source}:refs/heads/{branch}"], callbacks=callbacks)
    except (pygit2.GitError, OSError) as error:
        if "not present locally" in str(error) or "non-fastforward" in str(error):
            return Pushed("rejected", say("remotes.fetch_first", branch=branch))
        raise callbacks.failure("push", remote.url, error) from error
    return Pushed("rejected", callbacks.refusal) if callbacks.refusal else Pushed("pushed")


def _callbacks(access: Access) -> "Callbacks":
    from proofroom.repository.git.callbacks import Callbacks  # imported here: it loads libgit2

    return Callbacks(access)


def _stay_there(repo: Repo) -> None:
    """Follow no redirect: only the named host was checked, and the sign-in is meant for it alone."""
    if _FOLLOW not in repo.git.config or repo.git.config[_FOLLOW] != "false":
        repo.git.config[_FOLLOW] = False


def _remote(repo: Repo, name: str) -> "pygit2.Remote":
    _stay_there(repo)
    try:
        return repo.git.remotes[name]
    except KeyError as error:
        raise NotFound(say("remotes.none_called", name=name), suggestion=say("remotes.none.next")) from error
