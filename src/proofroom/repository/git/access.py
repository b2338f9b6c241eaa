"""How a remote is reached: its address, the sign-in, the host, and what libgit2 asks on the way."""

import re
from collections.abc import Callable
from typing import Literal

import pygit2
from pygit2.callbacks import RemoteCallbacks
from pygit2.enums import CredentialType

from proofroom.kernel.addresses import split_address
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import AddressRefused, InvalidInput, OutsideFailed
from proofroom.kernel.strings import say
from proofroom.repository.git.hosts import NO_TRUST, Shown, Trust, distrust, show_certificates

CONNECT_TIMEOUT_MS = 10_000
SILENCE_TIMEOUT_MS = 30_000

# Process-wide in libgit2: nobody waits for a host that does not answer.
pygit2.settings.server_connect_timeout = CONNECT_TIMEOUT_MS
pygit2.settings.server_timeout = SILENCE_TIMEOUT_MS

_SCP = re.compile(r"(?:[^@/:]+@)?(?P<host>[^/:]+):(?P<path>(?!//).+)\Z")
_USER_INFO = re.compile(r"(://)[^/@\s]+@")
Doing = Literal["reach", "copy", "fetch", "push"]


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


@dataclass(frozen=True, slots=True)
class Access:
    """How to reach a remote. `guard` may refuse a host before anything is sent."""

    login_for: LoginFor | None = None
    trust: Trust = NO_TRUST
    guard: Callable[[str, int], None] | None = None
    allow_local: bool = False


NO_ACCESS = Access()


def check_address(url: str, access: Access = NO_ACCESS) -> None:
    """Refuse an address with a password in it, of an unknown kind, or of a host that may not be reached."""
    parts = split_address(url)
    scp = _SCP.match(url) if not parts.scheme or "://" not in url else None
    if parts.password is not None:
        raise InvalidInput(say("remotes.password"))
    if scp or parts.scheme == "ssh" or parts.scheme == "https":
        host = scp["host"] if scp else parts.hostname or ""
        if access.guard is not None:
            access.guard(host, parts.port or (443 if parts.scheme == "https" else 22))
        return
    if parts.scheme in ("file", "") or "://" not in url:
        if not access.allow_local:
            raise AddressRefused(say("remotes.local"))
        return
    raise InvalidInput(say("remotes.scheme", scheme=parts.scheme))


class Callbacks(RemoteCallbacks):
    """What libgit2 asks while it talks to a remote."""

    def __init__(self, access: Access) -> None:
        show_certificates()
        super().__init__()
        self._access = access
        self._asked = 0
        self._distrusted: Shown | None = None
        self._login_refused = False
        self.refusal = ""

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
            self._login_refused = True
            raise pygit2.AuthError("sign-in refused")
        if login.private_key and allowed_types & CredentialType.SSH_MEMORY:
            return pygit2.KeypairFromMemory(
                username, login.public_key, login.private_key, login.passphrase or ""
            )
        if login.password is not None and allowed_types & CredentialType.USERPASS_PLAINTEXT:
            return pygit2.UserPass(login.username, login.password)
        self._login_refused = True
        raise pygit2.AuthError("the remote wants another kind of sign-in")

    def certificate_check(self, certificate: object, valid: bool, host: bytes | str) -> bool:
        """Go on only with a host that is known: to this machine, or by what was accepted for the remote."""
        if not isinstance(certificate, Shown):
            return valid and not self._access.trust
        if self._access.trust.accepts(certificate):
            return True
        self._distrusted = certificate
        return False

    def push_update_reference(self, refname: str, message: str | None) -> None:
        """Remember why the remote refused a branch."""
        if message is not None:
            self.refusal = message

    def failure(self, doing: Doing, url: str | None, error: Exception) -> OutsideFailed:
        """Return why an exchange failed, without any secret of the address."""
        if self._distrusted is not None:
            return distrust(self._distrusted, self._access.trust)
        place = _USER_INFO.sub(r"\1", url or "the remote")
        reason = _USER_INFO.sub(r"\1", str(error))
        if self._login_refused or isinstance(error, pygit2.AuthError):
            said = say(f"remotes.refused.{doing}", place=place)
            return OutsideFailed(said, suggestion=say("remotes.check_login"))
        return OutsideFailed(say(f"remotes.failed.{doing}", place=place, reason=reason))
