"""The server's socket: small answers leave at once."""

import asyncio.selector_events
import socket
from typing import Any

import pytest

from tests.api.conftest import Browser


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
