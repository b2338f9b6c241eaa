"""Who a request really comes from, and whether it was meant for us. Plain ASGI, the outermost wrapper.

A forwarded address is believed from proxies in the settings only; everybody else could write one to escape
their rate limit or to forge the audit log. A browser that was led here by a name of somebody else's (DNS
rebinding) carries that name in `Host`: names have to be known, addresses in figures cannot be rebound.
"""

import ipaddress
import socket
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from proofroom.api.errors import answer_to
from proofroom.kernel.errors import InvalidInput, NotAllowed, ProofroomError
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say

FORWARDED: Final = frozenset({b"x-forwarded-for", b"x-real-ip", b"forwarded", b"via"})
_LOCAL: Final = "localhost"
_MOST = 20
_Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Peers:
    """Tells addresses from trusted proxies, and refuses names that are not ours."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with the address it comes from."""
        studio = getattr(scope["app"].state, "studio", None) if scope["type"] == "http" else None
        if studio is None:
            await self._app(scope, receive, send)
            return
        settings: Settings = studio.settings
        headers: dict[bytes, bytes] = dict(scope["headers"])
        scope["is_local"] = _is_local(scope, headers)
        _believe(scope, headers, _networks(tuple(settings.trusted_proxies)))
        if "\0" in scope["path"] or b"%00" in scope.get("query_string", b""):
            refused: ProofroomError = InvalidInput(say("api.nul"))
            await answer_to(Request(scope), refused)(scope, receive, send)
            return
        host = headers.get(b"host", b"").decode("latin-1")
        if not is_ours(host, settings):
            refused = NotAllowed(say("api.host", host=host[:100]))
            await answer_to(Request(scope), refused)(scope, receive, send)
            return
        await self._app(scope, receive, send)


def is_ours(host: str, settings: Settings) -> bool:
    """Tell whether a `Host` header names this studio; an address in figures always does."""
    name = _name(host)
    if not name or name == _LOCAL or name.endswith(f".{_LOCAL}") or _address(name) is not None:
        return True
    public = urlsplit(settings.public_url or "").hostname or ""
    known = {settings.host, public, socket.gethostname(), *map(_name, settings.allowed_hosts)}
    return name in {one.lower() for one in known}


def _name(host: str) -> str:
    text = host.strip().lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.rpartition(":")[0] if text.count(":") == 1 else text


def _is_local(scope: Scope, headers: dict[bytes, bytes]) -> bool:
    """Tell by the socket whether somebody on this machine calls, not through a proxy on it.

    A header can only take that away: it is never believed in anybody's favour.
    """
    client, server = scope.get("client"), scope.get("server")
    address = _address(client[0]) if client else None
    if address is None or FORWARDED & headers.keys():
        return False
    return address.is_loopback or bool(server and client and server[0] == client[0])


def _believe(scope: Scope, headers: dict[bytes, bytes], proxies: tuple[_Network, ...]) -> None:
    client = scope.get("client")
    if not client or not proxies or not _is_in(client[0], proxies):
        return
    said = [part.strip() for part in headers.get(b"x-forwarded-for", b"").decode("latin-1").split(",")]
    # Each proxy adds the address it saw to the right: the first that is no proxy is the caller.
    for address in reversed(said[-_MOST:]):
        if _address(_name(address)) is None:
            break
        scope["client"] = (_name(address), 0)
        if not _is_in(_name(address), proxies):
            break
    if headers.get(b"x-forwarded-proto") in (b"http", b"https"):
        scope["scheme"] = headers[b"x-forwarded-proto"].decode()


def _is_in(text: str, networks: tuple[_Network, ...]) -> bool:
    address = _address(text)
    return address is not None and any(address in network for network in networks)


@lru_cache(maxsize=8)
def _networks(texts: tuple[str, ...]) -> tuple[_Network, ...]:
    return tuple(ipaddress.ip_network(text, strict=False) for text in texts)


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None
