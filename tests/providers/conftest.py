"""Providers on loopback: a server of our choice, and drivers that reach it through the real transport."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web

from proofroom.net import Transport

Answer = Callable[[web.Request, dict[str, Any]], Awaitable[web.StreamResponse]]


@dataclass
class Loopback:
    """One server and what it was asked."""

    url: str
    transport: Transport
    asked: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    headers: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    paths: list[str] = field(default_factory=list[str])


Serve = Callable[[Answer], Awaitable[Loopback]]


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    """Start servers that answer with the given function; they stop with the test."""
    async with AsyncExitStack() as stack:

        async def start(answer: Answer) -> Loopback:
            loopback = Loopback("", None)  # type: ignore[arg-type]

            async def respond(request: web.Request) -> web.StreamResponse:
                sent = await request.read()
                body = json.loads(sent) if sent else {}
                loopback.asked.append(body)
                loopback.headers.append({name.lower(): value for name, value in request.headers.items()})
                loopback.paths.append(request.raw_path)
                return await answer(request, body)

            app = web.Application(client_max_size=64 * 1024 * 1024)
            app.router.add_route("*", "/{path:.*}", respond)
            runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
            await runner.setup()
            stack.push_async_callback(runner.cleanup)
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            port = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
            loopback.url = f"http://127.0.0.1:{port}"
            loopback.transport = await stack.enter_async_context(Transport.open([f"127.0.0.1:{port}"]))
            return loopback

        yield start
