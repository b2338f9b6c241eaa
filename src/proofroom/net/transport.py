"""The one way out of the studio over HTTP: pooled, guarded, capped and bounded in time."""

import asyncio
import socket
import ssl
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

import orjson

from proofroom import __version__
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import OutsideFailed
from proofroom.kernel.lazily import late_module
from proofroom.kernel.strings import say
from proofroom.net.address import HostPort, Tier, parse_pairs
from proofroom.net.answer import Response, Stream, media_type, too_large
from proofroom.net.faults import explained, timed_out
from proofroom.net.guard import (
    MakeSocket,
    Resolve,
    dialling,
    guarded_sockets,
    system_resolve,
)
from proofroom.net.redirect import MAX_REDIRECTS, STATUSES, Hop, next_hop
from proofroom.net.target import Destination, aim, parse_url

if TYPE_CHECKING:
    import aiohttp
else:
    aiohttp = late_module("aiohttp")

PAGE_BYTES: Final = 5 * 1024 * 1024
MEDIA_BYTES: Final = 20 * 1024 * 1024
CONNECT_S: Final = 10.0
KEPT_S: Final = 4.0
"""How long an idle connection is used again: many servers close theirs after five seconds."""
TOTAL_S: Final[dict[Tier, float]] = {"content": 30.0, "connection": 60.0}
BODY_BYTES: Final[dict[Tier, int]] = {"content": PAGE_BYTES, "connection": MEDIA_BYTES}
IDLE_S: Final = 300.0
USER_AGENT: Final = f"Proofroom/{__version__}"


@dataclass(frozen=True, slots=True)
class _Answer:
    response: "aiohttp.ClientResponse"
    target: Destination


class Transport:
    """Sends requests under one of two rules: `content` for addresses found, `connection` for stored ones."""

    def __init__(
        self, open_session: "Callable[[], aiohttp.ClientSession]", allowed: frozenset[HostPort]
    ) -> None:
        self._open_session = open_session
        self._sessions: dict[Tier, aiohttp.ClientSession] = {}
        self._allowed = allowed

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        allow_private_hosts: Iterable[str] = (),
        *,
        resolve: Resolve = system_resolve,
        make_socket: MakeSocket = socket.socket,
        tls: ssl.SSLContext | None = None,
    ) -> AsyncGenerator["Transport"]:
        """Give the way out; a tier's pool is opened with its first request and closed at the end."""
        opened = cls(partial(_open_session, resolve, make_socket, tls), parse_pairs(allow_private_hosts))
        try:
            yield opened
        finally:
            for session in opened._sessions.values():
                await session.close()

    async def request(
        self,
        method: str,
        url: str,
        *,
        tier: Tier,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
        json: Any = None,
        data: Mapping[str, str] | None = None,
        body: bytes | None = None,
        timeout_s: float | None = None,
        max_bytes: int | None = None,
        media_types: tuple[str, ...] = (),
        follow_redirects: bool = True,
    ) -> Response:
        """Send a request and return the whole answer.

        `json`, `data` (a form) and `body` exclude each other. `media_types` are accepted beginnings such as
        `text/` or `image/png`; a success of another type is refused before its body is read.
        """
        seconds = TOTAL_S[tier] if timeout_s is None else timeout_s
        limit = BODY_BYTES[tier] if max_bytes is None else max_bytes
        hop = _first_hop(method, url, headers, params, json, data, body)
        target = aim(hop.url, tier, self._allowed)
        try:
            async with asyncio.timeout(seconds):
                answer = await self._send(hop, target, follow_redirects=follow_redirects)
                try:
                    _check_media_type(answer.response, media_types)
                    with explained(answer.target):
                        content = await _read(answer.response, limit)
                finally:
                    answer.response.close()
        except TimeoutError as error:
            raise timed_out(target, seconds) from error
        response = answer.response
        return Response(response.status, response.headers, content, str(response.url))

    @asynccontextmanager
    async def stream(
        self,
        method: str,
        url: str,
        *,
        tier: Tier,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
        json: Any = None,
        data: Mapping[str, str] | None = None,
        body: bytes | None = None,
        idle_s: float = IDLE_S,
        max_bytes: int | None = None,
        follow_redirects: bool = False,
    ) -> AsyncGenerator[Stream]:
        """Send a request and give its answer while it arrives; leaving the block closes the socket.

        There is no total time-out: `idle_s` bounds the wait for the head and between two chunks.
        """
        plain = _with_default(headers or {}, "Accept-Encoding", "identity")
        hop = _first_hop(method, url, plain, params, json, data, body)
        target = aim(hop.url, tier, self._allowed)
        try:
            async with asyncio.timeout(idle_s):
                answer = await self._send(hop, target, follow_redirects=follow_redirects)
        except TimeoutError as error:
            raise timed_out(target, idle_s) from error
        stream = Stream(answer.response, answer.target, idle_s=idle_s, max_bytes=max_bytes)
        try:
            yield stream
        finally:
            stream.close()

    async def _send(self, hop: Hop, target: Destination, *, follow_redirects: bool) -> _Answer:
        for _ in range(MAX_REDIRECTS + 1):
            response = await self._dial(hop, target)
            location = response.headers.get("location")
            if not follow_redirects or response.status not in STATUSES or location is None:
                return _Answer(response, target)
            response.release()
            hop = next_hop(hop, response.status, location)
            target = aim(hop.url, target.tier, self._allowed)
        raise OutsideFailed(say("net.redirects", host=target.host), suggestion=say("net.final_address"))

    def _session(self, tier: Tier) -> "aiohttp.ClientSession":
        if tier not in self._sessions:
            self._sessions[tier] = self._open_session()
        return self._sessions[tier]

    async def _dial(self, hop: Hop, target: Destination) -> "aiohttp.ClientResponse":
        token = dialling.set(target)
        try:
            with explained(target):
                return await self._session(target.tier).request(
                    hop.method, hop.url, headers=hop.headers, data=hop.body, allow_redirects=False
                )
        finally:
            dialling.reset(token)


def _open_session(
    resolve: Resolve, make_socket: MakeSocket, tls: ssl.SSLContext | None
) -> "aiohttp.ClientSession":
    from proofroom.net.resolver import GuardedResolver  # it needs the HTTP client, which is imported here

    connector = aiohttp.TCPConnector(
        resolver=GuardedResolver(resolve),
        socket_factory=guarded_sockets(make_socket),
        use_dns_cache=False,
        limit=0,
        keepalive_timeout=KEPT_S,
        ssl=True if tls is None else tls,
    )
    return aiohttp.ClientSession(
        connector=connector,
        cookie_jar=aiohttp.DummyCookieJar(),
        headers={"User-Agent": USER_AGENT},
        timeout=aiohttp.ClientTimeout(total=None, connect=CONNECT_S),
        trust_env=False,
    )


def _first_hop(
    method: str,
    url: str,
    headers: Mapping[str, str] | None,
    params: Mapping[str, str] | None,
    json: Any,
    data: Mapping[str, str] | None,
    body: bytes | None,
) -> Hop:
    where = parse_url(url)
    if params:
        where = where.extend_query(params)
    kind: str | None = None
    if json is not None:
        kind, body = "application/json", orjson.dumps(json)
    elif data is not None:
        kind, body = "application/x-www-form-urlencoded", urlencode(data).encode()
    sent = headers or {}
    if kind is not None:
        sent = _with_default(sent, "Content-Type", kind)
    return Hop(method.upper(), where, sent, body)


def _with_default(headers: Mapping[str, str], name: str, value: str) -> Mapping[str, str]:
    if any(present.lower() == name.lower() for present in headers):
        return headers
    return {name: value, **headers}


def _check_media_type(response: "aiohttp.ClientResponse", accepted: tuple[str, ...]) -> None:
    if accepted and response.ok and not media_type(response.headers).startswith(accepted):
        raise OutsideFailed(say("net.type", type=media_type(response.headers) or "unknown"))


async def _read(response: "aiohttp.ClientResponse", limit: int) -> bytes:
    if (response.content_length or 0) > limit:
        raise too_large()
    parts: list[bytes] = []
    size = 0
    # Counted after decompression, which the client does in bounded steps: a bomb stops at the limit.
    async for chunk in response.content.iter_any():
        size += len(chunk)
        if size > limit:
            raise too_large()
        parts.append(chunk)
    return b"".join(parts)
