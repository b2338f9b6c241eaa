"""A small internet on loopback: names with addresses of our choice, routed to servers on this machine.

Tests of this room run on both event loops, because the guard stands where loops differ: at the socket.
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
import uvloop
from aiohttp import web

from proofroom.net import Transport

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

LoopFactories = dict[str, Callable[[], asyncio.AbstractEventLoop]]


def pytest_asyncio_loop_factories() -> LoopFactories:
    return {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}


class Internet:
    """Answers of a name server, and where dialled addresses really lead."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack
        self.names: dict[str, list[list[str]]] = {}
        self.routes: dict[tuple[str, int], int] = {}
        self.dialled: list[tuple[str, int]] = []
        self.asked: list[str] = []

    def name(self, host: str, *answers: list[str]) -> None:
        """Let a name answer with these addresses, one list per question; the last list stays."""
        self.names[host] = list(answers)

    async def resolve(self, host: str, port: int) -> list[str]:
        """Answer as the name server."""
        host = host.rstrip(".").lower()
        self.asked.append(host)
        answers = self.names.get(host)
        if answers is None:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def make_socket(self, family: int, kind: int, proto: int) -> socket.socket:
        """Return a socket that dials the route of an address, and refuses an address without one."""
        internet = self

        class Routed(socket.socket):
            def connect(self, address: tuple[str, int]) -> None:
                internet.dialled.append(address[:2])
                if address[0] == "127.0.0.1":
                    return super().connect(address)
                port = internet.routes.get(address[:2])
                if port is None:
                    raise ConnectionRefusedError(111, "no route in this test")
                return super().connect(("127.0.0.1", port))

        return Routed(family, kind, proto)

    async def serve(
        self, handler: Handler, *, at: tuple[str, int] | None = None, tls: ssl.SSLContext | None = None
    ) -> int:
        """Start a server on loopback, reachable under a public address if one is given; return its port."""
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", handler)
        runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
        await runner.setup()
        self._stack.push_async_callback(runner.cleanup)
        site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls)
        await site.start()
        port = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
        if at is not None:
            self.routes[at] = port
        return port

    async def transport(self, *allowed: str, tls: ssl.SSLContext | None = None) -> Transport:
        """Open a transport on this internet."""
        return await self._stack.enter_async_context(
            Transport.open(allowed, resolve=self.resolve, make_socket=self.make_socket, tls=tls)
        )


@pytest.fixture
async def internet() -> AsyncIterator[Internet]:
    async with AsyncExitStack() as stack:
        yield Internet(stack)
