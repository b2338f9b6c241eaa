"""What libgit2 asks while it talks to a remote. Imported with the first exchange: it loads libgit2."""

import re
from typing import Literal

import pygit2
from pygit2.callbacks import RemoteCallbacks
from pygit2.enums import CredentialType

from proofroom.kernel.errors import OutsideFailed
from proofroom.kernel.strings import say
from proofroom.repository.git.access import Access
from proofroom.repository.git.hosts import Shown, distrust, show_certificates

_USER_INFO = re.compile(r"(://)[^/@\s]+@")
Doing = Literal["reach", "copy", "fetch", "push"]


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
        return OutsideFailed(say(f"remotes.failed.{doing}", place=place, said=reason))
