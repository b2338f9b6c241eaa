"""Reading an address: what may be asked for at all, before anything is resolved or dialled."""

import re

from yarl import URL

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import AddressRefused, InvalidInput
from proofroom.kernel.strings import say
from proofroom.net.address import (
    CONTENT_PORTS,
    HostPort,
    IPAddress,
    Tier,
    is_local_name,
    judge,
    literal,
    normalise_host,
    permits,
)

_NAME = re.compile(r"[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?")
_NEEDS_QUOTING = re.compile(r"[^\x21-\x7e]")


@dataclass(frozen=True, slots=True)
class Destination:
    """One place to dial: the address as it will be sent, and under which rule."""

    url: URL
    host: str
    port: int
    tier: Tier
    is_listed: bool

    @property
    def origin(self) -> str:
        """Return scheme, host and port: all of an address that may stand in a log."""
        return f"{self.url.scheme}://{self.host}:{self.port}"

    def admits(self, address: IPAddress) -> bool:
        """Tell whether this resolved address may be dialled."""
        return permits(judge(address), self.tier, is_listed=self.is_listed)


def parse_url(text: str) -> URL:
    """Read an address, leaving a well-formed one byte for byte as it is (signatures cover the path)."""
    try:
        return URL(text, encoded=_NEEDS_QUOTING.search(text) is None).with_fragment(None)
    except ValueError as error:
        raise InvalidInput(say("net.not_usable")) from error


def aim(url: URL, tier: Tier, allowed: frozenset[HostPort]) -> Destination:
    """Return the target of an address, or refuse it by what is written in it."""
    host, port = _host_and_port(url)
    target = Destination(url, host, port, tier, is_listed=(host, port) in allowed)
    if tier == "content" and port not in CONTENT_PORTS:
        raise refusal()
    if is_local_name(host) and not permits("private", tier, is_listed=target.is_listed):
        raise refusal()
    try:
        address = literal(host)
    except ValueError as error:
        raise refusal() from error
    if address is not None:
        if not target.admits(address):
            raise refusal()
    elif not _NAME.fullmatch(host):
        raise InvalidInput(say("net.not_usable"))
    return target


def refusal() -> AddressRefused:
    """Return the one answer to every refused address: it must not tell what is behind it."""
    return AddressRefused(say("net.refused"))


def _host_and_port(url: URL) -> HostPort:
    try:
        port = url.port
    except ValueError as error:
        raise InvalidInput(say("net.not_usable")) from error
    if url.scheme not in ("http", "https"):
        raise InvalidInput(say("net.scheme"))
    if url.raw_user is not None or url.raw_password is not None:
        raise InvalidInput(
            say("net.user_in_address"),
            suggestion=say("net.in_connection"),
        )
    if not url.raw_host or port is None:
        raise InvalidInput(say("net.not_usable"))
    return normalise_host(url.raw_host), port
