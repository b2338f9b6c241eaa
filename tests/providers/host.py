"""A provider on loopback that speaks Chat Completions, checks its key, and does what a test tells it."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

Json = dict[str, Any]


@dataclass
class Answer:
    """One answer: text in pieces, tool calls, or an error."""

    text: str = "Hello from the host."
    pieces: int = 2
    delay_s: float = 0.0
    calls: tuple[tuple[str, str], ...] = ()
    status: int = 200
    error: Json = field(default_factory=dict[str, Any])
    headers: dict[str, str] = field(default_factory=dict[str, str])


@dataclass
class Host:
    """The server and what it was asked."""

    key: str = ""
    models: list[str] = field(default_factory=lambda: ["small", "large"])
    answers: list[Answer] = field(default_factory=lambda: [Answer()])
    """Played in order; the last one repeats."""
    write: Callable[[Json], Answer] | None = None
    """Answers by what it was asked, where a test needs that."""
    asked: list[Json] = field(default_factory=list[Json])
    listed: int = 0
    began: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when an answer is under way: asked for, and its first piece sent if it streams."""
    abandoned: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a caller went away before the end."""
    is_up: bool = True
    port: int = 0

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.place}/v1"

    async def respond(self, request: web.Request) -> web.StreamResponse:
        if not self.is_up:
            return web.json_response({"error": {"message": "down", "code": "server_error"}}, status=503)
        sent = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self.key and sent != self.key:
            said = f"Incorrect API key provided: {sent}"
            return web.json_response(
                {"error": {"message": said, "code": "invalid_api_key", "type": "invalid_request_error"}},
                status=401,
            )
        if request.path == "/v1/models":
            self.listed += 1
            return web.json_response({"object": "list", "data": [{"id": name} for name in self.models]})
        return await self._complete(request)

    def _next(self) -> Answer:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    async def _complete(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.asked.append(body)
        answer = self.write(body) if self.write else self._next()
        if answer.status >= 400:
            return web.json_response({"error": answer.error}, status=answer.status, headers=answer.headers)
        try:
            if not body.get("stream"):
                self.began.set()
                await asyncio.sleep(answer.delay_s)
                return web.json_response(_whole(answer, body["model"]))
            return await _stream(request, answer, body["model"], self.began)
        except (asyncio.CancelledError, ConnectionResetError):
            self.abandoned.set()
            raise


async def _stream(
    request: web.Request, answer: Answer, model: str, began: asyncio.Event
) -> web.StreamResponse:
    response = web.StreamResponse(headers={"content-type": "text/event-stream"})
    await response.prepare(request)

    async def send(delta: Json, finish: str | None = None) -> None:
        chunk = {"id": "c1", "object": "chat.completion.chunk", "model": model, "choices": []}
        chunk["choices"] = [{"index": 0, "delta": delta, "finish_reason": finish}]
        await response.write(f"data: {json.dumps(chunk)}\n\n".encode())

    size = max(1, -(-len(answer.text) // answer.pieces))
    for start in range(0, len(answer.text), size):
        await send({"role": "assistant", "content": answer.text[start : start + size]})
        began.set()
        await asyncio.sleep(answer.delay_s)
    for index, (name, arguments) in enumerate(answer.calls):
        call = {"index": index, "id": f"call_{index}", "type": "function"}
        await send({"tool_calls": [{**call, "function": {"name": name, "arguments": arguments}}]})
    await send({}, "tool_calls" if answer.calls else "stop")
    usage = {"id": "c1", "choices": [], "model": model, "usage": USAGE}
    await response.write(f"data: {json.dumps(usage)}\n\ndata: [DONE]\n\n".encode())
    return response


USAGE: Json = {
    "prompt_tokens": 30,
    "completion_tokens": 12,
    "total_tokens": 42,
    "prompt_tokens_details": {"cached_tokens": 10},
}


def _whole(answer: Answer, model: str) -> Json:
    calls = [
        {"id": f"call_{index}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for index, (name, arguments) in enumerate(answer.calls)
    ]
    message: Json = {"role": "assistant", "content": answer.text or None}
    if calls:
        message["tool_calls"] = calls
    finish = "tool_calls" if calls else "stop"
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion", "model": model, "choices": [choice], "usage": USAGE}


@asynccontextmanager
async def open_host(**settings: Any) -> AsyncGenerator[Host]:
    """Start a host on a free port; it stops at the end."""
    host = Host(**settings)
    app = web.Application(client_max_size=64 * 1024 * 1024)
    app.router.add_route("*", "/{path:.*}", host.respond)
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host.port = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
    try:
        yield host
    finally:
        await runner.cleanup()
