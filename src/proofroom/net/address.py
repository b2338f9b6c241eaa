"""Which addresses may be reached: the rule against server-side request forgery.

`ipaddress.is_global` is not enough: it says yes to multicast and to IPv6 forms that carry a private IPv4
address inside. So carriers are opened first and the address inside is judged.
"""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
)
from typing import Literal

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

Tier = Literal["content", "connection"]
"""`content`: addresses that models, pages and people bring in; `connection`: those of stored connections."""

Reach = Literal["public", "private", "never"]
"""`private` may be allowed by name to connections, `never` may be reached by nobody."""

IPAddress = IPv4Address | IPv6Address
HostPort = tuple[str, int]

CONTENT_PORTS = frozenset({80, 443})

_V4_NEVER = tuple(
    IPv4Network(text)
    for text in (
        "0.0.0.0/8",  # "this host": dials loopback on Linux
        "169.254.0.0/16",  # link-local, cloud metadata
        "100.100.100.200/32",  # metadata inside carrier space
        "168.63.129.16/32",  # metadata on an otherwise public address
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
_V4_PRIVATE = tuple(
    IPv4Network(text)
    for text in (
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "198.18.0.0/15",
    )
)
_V6_NEVER = tuple(
    IPv6Network(text)
    for text in (
        "fd00:ec2::/32",  # cloud metadata in unique local space
        "fd20:ce::/32",
        "2001::/23",  # protocol assignments; Teredo inside it is opened before
        "2001:db8::/32",
        "3fff::/20",
    )
)
_V6_PRIVATE = (IPv6Network("::1/128"), IPv6Network("fc00::/7"))
_V6_GLOBAL = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")


@lru_cache(maxsize=1024)
def judge(address: IPAddress) -> Reach:
    """Tell how far an address reaches, looking inside the forms that carry an IPv4 address."""
    if isinstance(address, IPv4Address):
        return _judge_v4(address)
    inner = _inner(address)
    if inner:
        return _worst(_judge_v4(part) for part in inner)
    return _judge_v6(address)


def permits(reach: Reach, tier: Tier, *, is_listed: bool) -> bool:
    """Decide whether a tier may dial; `is_listed` says an administrator named this host and port."""
    if reach == "public":
        return True
    return reach == "private" and tier == "connection" and is_listed


def literal(host: str) -> IPAddress | None:
    """Return the address if the host is one in its plain spelling, None for a name.

    Raises `ValueError` for spellings that only `inet_aton` reads (127.1, 0x7f000001, 2130706433, 0177.0.0.1):
    parsers disagree about them, and nobody writes them honestly.
    """
    text = host.strip("[]").rstrip(".")
    try:
        return ip_address(text)
    except ValueError:
        if is_numeric(text):
            raise
        return None


def is_numeric(host: str) -> bool:
    """Tell whether a host is made of numbers only, in any base `inet_aton` reads."""
    parts = host.rstrip(".").lower().split(".")
    return all(_is_number(part) for part in parts)


def normalise_host(host: str) -> str:
    """Return the host as it is compared: lower case, no brackets, no trailing dot."""
    return host.strip("[]").rstrip(".").lower()


def is_local_name(host: str) -> bool:
    """Tell whether a name means this machine by convention."""
    name = normalise_host(host)
    return name == "localhost" or name.endswith(".localhost")


def parse_pairs(texts: Iterable[str]) -> frozenset[HostPort]:
    """Read the `host:port` pairs of the setting `allow_private_hosts`."""
    return frozenset(_parse_pair(text) for text in texts)


def _parse_pair(text: str) -> HostPort:
    host, colon, port = text.strip().rpartition(":")
    if not (colon and host and port.isascii() and port.isdigit() and 0 < int(port) <= 65535):
        raise InvalidInput(say("net.private_host", text=text))
    return normalise_host(host), int(port)


def _inner(address: IPv6Address) -> tuple[IPv4Address, ...]:
    if address.ipv4_mapped is not None:
        return (address.ipv4_mapped,)
    if address.sixtofour is not None:
        return (address.sixtofour,)
    if address.teredo is not None:
        return address.teredo
    if address in _NAT64:
        return (IPv4Address(int(address) & 0xFFFFFFFF),)
    return ()


def _judge_v4(address: IPv4Address) -> Reach:
    if any(address in network for network in _V4_NEVER):
        return "never"
    if any(address in network for network in _V4_PRIVATE):
        return "private"
    return "public" if address.is_global else "never"


def _judge_v6(address: IPv6Address) -> Reach:
    if any(address in network for network in _V6_NEVER):
        return "never"
    if any(address in network for network in _V6_PRIVATE):
        return "private"
    # Link-local, multicast, unspecified, site-local, local NAT64 and the rest lie outside this block.
    return "public" if address in _V6_GLOBAL and address.is_global else "never"


def _worst(reaches: Iterable[Reach]) -> Reach:
    found = set(reaches)
    if "never" in found:
        return "never"
    return "private" if "private" in found else "public"


def _is_number(part: str) -> bool:
    if part.startswith("0x"):
        return all(digit in "0123456789abcdef" for digit in part[2:])
    return part.isascii() and part.isdigit()
