"""The server's socket: small answers leave at once, and a connection may rest."""

import asyncio.selector_events
import socket
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.api.conftest import Browser

USUAL_IDLE_S = 5
"""After so long many servers close a connection, and meet the request that is on its way."""


async def test_accepted_connections_do_not_wait_for_more_to_send(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    transport: Any = asyncio.selector_events._SelectorSocketTransport  # type: ignore[attr-defined]
    make = transport.__init__

    def watch(self: object, loop: object, sock: socket.socket, *args: object, **more: object) -> None:
        make(self, loop, sock, *args, **more)
        seen.append(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    monkeypatch.setattr(transport, "__init__", watch)
    assert (await browser.call("GET", "/api/health"))[0] == 200
    assert seen
    assert all(seen), "Nagle's algorithm is on: every answer in two parts waits 40 ms"


async def test_a_connection_that_rests_for_a_while_takes_the_next_request(browser: Browser) -> None:
    where = urlsplit(browser.url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    try:
        for rest_s in (USUAL_IDLE_S + 1, 0):
            writer.write(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 200")
            await asyncio.sleep(rest_s)
            reader._buffer.clear()  # type: ignore[attr-defined]
    finally:
        writer.close()
