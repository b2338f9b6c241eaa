"""Exchange branches with another repository: file, SSH or HTTPS.

Nothing is ever forced. Where histories diverged, that is the answer; `reconcile` joins them.
"""

import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pygit2
from pygit2.callbacks import RemoteCallbacks
from pygit2.enums import CredentialType, FetchPrune

from proofroom.content.git.branch import fast_forward, need_tip, tip
from proofroom.content.git.repository import Repo, Sha, create
from proofroom.kernel.errors import AddressRefused, InvalidInput, NotFound, OutsideFailed

ORIGIN = "origin"
CONNECT_TIMEOUT_MS = 10_000
SILENCE_TIMEOUT_MS = 30_000

# Process-wide in libgit2: nobody waits for a host that does not answer.
pygit2.settings.server_connect_timeout = CONNECT_TIMEOUT_MS
pygit2.settings.server_timeout = SILENCE_TIMEOUT_MS

_SCP = re.compile(r"(?:[^@/:]+@)?(?P<host>[^/:]+):(?P<path>(?!//).+)\Z")
_USER_INFO = re.compile(r"(://)[^/@\s]+@")


@dataclass(frozen=True, slots=True)
class Login:
    """A name with a password or token (HTTPS), or with a private key (SSH)."""

    username: str
    password: str | None = None
    private_key: str | None = None
    public_key: str | None = None
    passphrase: str | None = None


LoginFor = Callable[[str], Login | None]
"""Given the remote's address, return how to sign in there."""

TrustHost = Callable[[str, bool], bool]
"""Given a host and whether its certificate or key is known to be valid, decide whether to go on."""


@dataclass(frozen=True, slots=True)
class Access:
    """How to reach a remote. `guard` may refuse a host before anything is sent."""

    login_for: LoginFor | None = None
    trust_host: TrustHost | None = None
    guard: Callable[[str, int], None] | None = None
    allow_local: bool = False


NO_ACCESS = Access()


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
    callbacks = _Callbacks(access)
    try:
        heads = repo.git.remotes.create_anonymous(url).list_heads(callbacks=callbacks)
    except (pygit2.GitError, OSError) as error:
        raise _failure("reach", url, error, callbacks) from error
    start = "refs/heads/"
    return [head.name.removeprefix(start) for head in heads if head.name and head.name.startswith(start)]


def remote_url(repo: Repo, *, name: str = ORIGIN) -> str | None:
    """Return where the other repository is, or None."""
    return repo.git.remotes[name].url if name in set(repo.git.remotes.names()) else None


def forget_remote(repo: Repo, *, name: str = ORIGIN) -> None:
    """Forget the other repository and what was last seen of it; branches here stay."""
    if name in set(repo.git.remotes.names()):
        repo.git.remotes.delete(name)


def clone(url: str, target: Path, *, access: Access = NO_ACCESS) -> Repo:
    """Copy the branches and tags of a repository elsewhere into a new bare one; it stays as the remote."""
    check_address(url, access)
    repo = create(target)
    callbacks = _Callbacks(access)
    try:
        remote = repo.git.remotes.create(ORIGIN, url)
        remote.fetch(["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"], callbacks=callbacks)
        remote.fetch(callbacks=_Callbacks(access))
        for head in remote.list_heads(callbacks=_Callbacks(access)):
            branch = head.symref_target
            if head.name == "HEAD" and branch and branch in repo.git.references:
                repo.git.set_head(branch)
    except (pygit2.GitError, OSError) as error:
        shutil.rmtree(target, ignore_errors=True)
        raise _failure("copy", url, error, callbacks) from error
    return repo


def check_address(url: str, access: Access = NO_ACCESS) -> None:
    """Refuse an address with a password in it, of an unknown kind, or of a host that may not be reached."""
    parts = urlsplit(url)
    scp = _SCP.match(url) if not parts.scheme or "://" not in url else None
    if parts.password is not None:
        raise InvalidInput(
            "The address contains a password.", suggestion="Store the password as a connection instead."
        )
    if scp or parts.scheme == "ssh" or parts.scheme == "https":
        host = scp["host"] if scp else parts.hostname or ""
        if access.guard is not None:
            access.guard(host, parts.port or (443 if parts.scheme == "https" else 22))
        return
    if parts.scheme in ("file", "") or "://" not in url:
        if not access.allow_local:
            raise AddressRefused("Repositories on this machine may not be reached this way.")
        return
    raise InvalidInput(
        f"A repository cannot be reached over {parts.scheme}.",
        suggestion="Use an https:// or ssh:// address.",
    )


def fetch(repo: Repo, *, name: str = ORIGIN, access: Access = NO_ACCESS) -> None:
    """Bring the remote's branches here as remote-tracking branches; local branches stay where they are."""
    remote = _remote(repo, name)
    callbacks = _Callbacks(access)
    try:
        remote.fetch(callbacks=callbacks, prune=FetchPrune.PRUNE)
    except (pygit2.GitError, OSError) as error:
        raise _failure("fetch from", remote.url, error, callbacks) from error


def push(
    repo: Repo, names: Sequence[str], *, name: str = ORIGIN, access: Access = NO_ACCESS
) -> dict[str, Pushed]:
    """Send branches to the remote, each only if that loses nothing there."""
    if name not in set(repo.git.remotes.names()):
        return dict.fromkeys(names, Pushed("no-remote"))
    return {branch: _push_one(repo, branch, f"refs/heads/{branch}", name, access) for branch in names}


def delete_remote_branch(
    repo: Repo, branch: str, *, name: str = ORIGIN, access: Access = NO_ACCESS
) -> Pushed:
    """Delete a branch at the remote."""
    if name not in set(repo.git.remotes.names()):
        return Pushed("no-remote")
    return _push_one(repo, branch, "", name, access)


def compare(repo: Repo, branch: str, *, name: str = ORIGIN) -> Divergence:
    """Say how a branch stands to what was last fetched."""
    here, there = tip(repo, branch), remote_tip(repo, branch, name=name)
    if there is None:
        if here is None:
            raise NotFound(f"There is no branch {branch}, neither here nor at the remote.")
        return Divergence("only_here")
    if here is None:
        return Divergence("only_there")
    ahead, behind = repo.git.ahead_behind(here, there)
    if ahead and behind:
        return Divergence("diverged", ahead, behind)
    return Divergence("ahead" if ahead else "behind" if behind else "in_sync", ahead, behind)


def remote_tip(repo: Repo, branch: str, *, name: str = ORIGIN) -> Sha | None:
    """Return where the remote's branch was when last fetched."""
    found = repo.git.references.get(f"refs/remotes/{name}/{branch}")
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
    callbacks = _Callbacks(access)
    try:
        remote.push([f"{source}:refs/heads/{branch}"], callbacks=callbacks)
    except (pygit2.GitError, OSError) as error:
        if "not present locally" in str(error) or "non-fastforward" in str(error):
            return Pushed("rejected", f"The remote's {branch} has commits that are not here. Fetch first.")
        raise _failure("push to", remote.url, error, callbacks) from error
    return Pushed("rejected", callbacks.refusal) if callbacks.refusal else Pushed("pushed")


def _remote(repo: Repo, name: str) -> pygit2.Remote:
    try:
        return repo.git.remotes[name]
    except KeyError as error:
        raise NotFound(
            f"The project has no remote {name}.", suggestion="Connect a repository first."
        ) from error


def _failure(doing: str, url: str | None, error: Exception, callbacks: "_Callbacks") -> OutsideFailed:
    place = _USER_INFO.sub(r"\1", url or "the remote")
    reason = _USER_INFO.sub(r"\1", str(error))
    if callbacks.login_refused or isinstance(error, pygit2.AuthError):
        return OutsideFailed(
            f"Could not {doing} {place}: the sign-in was refused. Local branches are unchanged.",
            suggestion="Check the connection's name and token or key.",
        )
    return OutsideFailed(f"Could not {doing} {place}: {reason}. Local branches are unchanged.")


class _Callbacks(RemoteCallbacks):
    """What libgit2 asks while it talks to a remote."""

    def __init__(self, access: Access) -> None:
        super().__init__()
        self._access = access
        self._asked = 0
        self.refusal = ""
        self.login_refused = False

    def credentials(
        self, url: str, username_from_url: str | None, allowed_types: CredentialType
    ) -> pygit2.Username | pygit2.UserPass | pygit2.Keypair:
        """Answer with the stored login, once; a second question means it was refused."""
        login = self._access.login_for(url) if self._access.login_for else None
        username = username_from_url or (login.username if login else "git")
        if allowed_types & CredentialType.USERNAME:
            return pygit2.Username(username)
        self._asked += 1
        if login is None or self._asked > 1:
            self.login_refused = True
            raise pygit2.AuthError("sign-in refused")
        if login.private_key and allowed_types & CredentialType.SSH_MEMORY:
            return pygit2.KeypairFromMemory(
                username, login.public_key, login.private_key, login.passphrase or ""
            )
        if login.password is not None and allowed_types & CredentialType.USERPASS_PLAINTEXT:
            return pygit2.UserPass(login.username, login.password)
        self.login_refused = True
        raise pygit2.AuthError("the remote wants another kind of sign-in")

    def certificate_check(self, certificate: None, valid: bool, host: bytes | str) -> bool:
        """Go on only with a host whose certificate or key is known, unless the caller trusts it."""
        name = host.decode("utf-8", "replace") if isinstance(host, bytes) else host
        return self._access.trust_host(name, valid) if self._access.trust_host else valid

    def push_update_reference(self, refname: str, message: str | None) -> None:
        """Remember why the remote refused a branch."""
        if message is not None:
            self.refusal = message
