"""How a remote is reached: its address, the sign-in, and the host."""

from collections.abc import Callable

from proofroom.kernel.addresses import split_address
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import AddressRefused, InvalidInput
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.strings import say
from proofroom.repository.git.hosts import NO_TRUST, Trust

_SCP = late_pattern(r"(?:[^@/:]+@)?(?P<host>[^/:]+):(?P<path>(?!//).+)\Z")


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
