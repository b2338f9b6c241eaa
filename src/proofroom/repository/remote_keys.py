"""How one signs in at a remote and whom one trusts there, as given, kept and read again."""

import base64
from typing import Final

from proofroom.access import Project
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.strings import say
from proofroom.repository.git.access import Login
from proofroom.repository.git.hosts import NO_TRUST, Trust


@dataclass(frozen=True, slots=True)
class Keys:
    """How to sign in at a remote, and which host is meant."""

    login: Login | None = None
    trust: Trust = NO_TRUST

    def over(self, known: "Keys") -> "Keys":
        """Return these, and of the known ones what is not said anew."""
        return Keys(self.login or known.login, self.trust or known.trust)


NO_KEYS: Final = Keys()


def check_login(
    username: str, password: str | None, private_key: str | None, passphrase: str | None
) -> Login | None:
    """Return how to sign in, or None when nothing was said about it."""
    if not password and not private_key:
        return None
    if private_key and "PRIVATE KEY" not in private_key:
        raise NotAllowed(say("remotes.private_key"))
    return Login(username or "git", password or None, private_key or None, None, passphrase or None)


def sealed(login: Login | None) -> dict[str, str | None]:
    """Return the secret half of a sign-in; None takes away what was there."""
    key = login.private_key if login else None
    return {
        "password": login.password if login else None,
        "passphrase": login.passphrase if login else None,
        "privateKey": base64.b64encode(key.encode()).decode() if key else None,  # a credential is one line
    }


def config_of(project: Project, keys: Keys) -> dict[str, str | None]:
    """Return the open half: whose remote it is, as whom one signs in, whom one trusts."""
    return {
        "project": project.id,
        "username": keys.login.username if keys.login else None,
        "fingerprint": keys.trust.fingerprint,
        "certificate": keys.trust.certificate,
    }
