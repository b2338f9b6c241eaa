"""Where a redirect leads, and what may travel along. Pure: the caller dials, and checks every hop again."""

from collections.abc import Mapping
from dataclasses import field

from yarl import URL

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import OutsideFailed
from proofroom.kernel.strings import say
from proofroom.kernel.words import word_set
from proofroom.net.target import parse_url

MAX_REDIRECTS = 3
STATUSES = frozenset({301, 302, 303, 307, 308})

# What may follow to another origin: a list of what is kept, because connections name their secret headers.
_HARMLESS = word_set("""
    accept accept-encoding accept-language cache-control content-type if-modified-since if-none-match range
    user-agent
    """)
_OF_BODY = frozenset({"content-type", "content-length", "content-encoding", "content-language"})


@dataclass(frozen=True, slots=True)
class Hop:
    """One request on the way: the first one, or the one a redirect asked for."""

    method: str
    url: URL
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: bytes | None = None


def next_hop(hop: Hop, status: int, location: str) -> Hop:
    """Return the request that a redirect asks for; credentials stay with their origin."""
    url = hop.url.join(parse_url(location))
    method, body = hop.method, hop.body
    headers = dict(hop.headers)
    if (status == 303 and method != "HEAD") or (status in (301, 302) and method == "POST"):
        method, body = "GET", None
        headers = {name: value for name, value in headers.items() if name.lower() not in _OF_BODY}
    if not is_same_origin(hop.url, url):
        if body is not None:
            raise OutsideFailed(
                say("net.redirected_body"),
                suggestion=say("net.final_address"),
            )
        headers = {name: value for name, value in headers.items() if name.lower() in _HARMLESS}
    return Hop(method, url, headers, body)


def is_same_origin(before: URL, after: URL) -> bool:
    """Tell whether both share scheme, host and port; a host's step from http to https counts as the same."""
    if before.raw_host is None or before.raw_host.lower() != (after.raw_host or "").lower():
        return False
    if (before.scheme, before.port) == (after.scheme, after.port):
        return True
    return (before.scheme, before.port, after.scheme, after.port) == ("http", 80, "https", 443)
