"""A server of tools in the Model Context Protocol, over HTTP or standard input and output.

Loading this module loads the protocol's package. A server is made for each request and knows whose it is, so
that no session holds somebody's rights; both generations of the protocol work without sessions.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import field
from secrets import token_hex
from typing import Any, Protocol

import msgspec
import orjson
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    GetPromptResult,
    ImageContent,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    TextContent,
    Tool,
)
from starlette.types import Message, Receive, Scope, Send

from proofroom import __version__
from proofroom.kernel.blocks import ImageBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.tool import Hear
from proofroom.tools.written import is_written, written_json

Json = dict[str, Any]
ListTools = Callable[[], Awaitable[list[Json]]]
CallTool = Callable[[str, Json, Hear | None], Awaitable[tuple[bool, Json]]]
"""Calls a tool and returns whether it went well, and what it says; how far it is, is told meanwhile."""
NEARLY = 0.95
"""How far a tool can say it is: only its answer is the end."""


class Readable(Protocol):
    """What a client may read and ask for besides tools, in the protocol's own JSON."""

    async def resources(self) -> list[Json]:
        """Return what can be read."""
        ...

    async def templates(self) -> list[Json]:
        """Return shapes of addresses."""
        ...

    async def read(self, uri: str) -> Json:
        """Return one resource."""
        ...

    async def prompts(self) -> list[Json]:
        """Return the ready prompts."""
        ...

    async def prompt(self, name: str, given: dict[str, str]) -> Json:
        """Return one prompt with its blanks filled in."""
        ...


NAME = "contentrain-mcp"
"""Clients know the official server by this name."""


@dataclass(slots=True)
class AnswerParts:
    """What a call leaves beside its text: what it shows, and data that were written already.

    The package would make JSON of their text twice and copy it five times, which took most of a call that
    lists thousands of entries. It gets `place` instead, and the data are put there on the way out.
    """

    pictures: list[ImageBlock] = field(default_factory=list[ImageBlock])
    takes_data: bool = False
    place: str = ""
    data: Json | None = None

    def say(self, data: Json) -> str:
        """Return the text of a call's data, or what stands for it."""
        if self.takes_data and is_written(data):
            self.place, self.data = token_hex(16), data
            return self.place
        return orjson.dumps(data, option=orjson.OPT_INDENT_2, default=str).decode()


def build_server(
    list_tools: ListTools,
    call_tool: CallTool,
    readable: Readable | None = None,
    answer: AnswerParts | None = None,
) -> Server[Any]:
    """Return a server of these tools, and of what can be read."""
    left = answer or AnswerParts()

    async def on_list(
        context: ServerRequestContext[Any], given: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=[Tool.model_validate(each) for each in await list_tools()])

    async def on_call(context: ServerRequestContext[Any], given: CallToolRequestParams) -> CallToolResult:
        tell = context.session.report_progress
        await tell(0, 1, given.name)
        heard = _Heard() if (given.meta or {}).get("progress_token") is not None else None
        if heard is None:
            is_fine, data = await call_tool(given.name, dict(given.arguments or {}), None)
            return _result(is_fine, data, left)
        passing = asyncio.ensure_future(heard.pass_on(tell))
        try:
            is_fine, data = await call_tool(given.name, dict(given.arguments or {}), heard)
        finally:
            heard.end()
            await passing
        await tell(1, 1, given.name)
        return _result(is_fine, data, left)

    if readable is None:
        return Server(NAME, version=__version__, on_list_tools=on_list, on_call_tool=on_call)
    reading = _Reading(readable)
    return Server(
        NAME,
        version=__version__,
        on_list_tools=on_list,
        on_call_tool=on_call,
        on_list_resources=reading.resources,
        on_list_resource_templates=reading.templates,
        on_read_resource=reading.read,
        on_list_prompts=reading.prompts,
        on_get_prompt=reading.prompt,
    )


def _result(is_fine: bool, data: Json, left: AnswerParts) -> CallToolResult:
    text = TextContent(type="text", text=left.say(data))
    shown = [ImageContent(type="image", data=one.data, mime_type=one.mime_type) for one in left.pictures]
    return CallToolResult(content=[text, *shown], is_error=not is_fine)


class _Heard:
    """What a tool says of its progress, on its way to the client: shares of the whole that only grow."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[tuple[float, str] | None] = asyncio.Queue()
        self._share = 0.0

    def __call__(self, text: str, done: int | None, total: int | None) -> None:
        """Hear how far it is; without a whole every word is a small step on."""
        said = NEARLY * min(1.0, done / total) if done is not None and total else 0.0
        self._share = max(said, self._share + (NEARLY - self._share) / 20)
        self._waiting.put_nowait((round(self._share, 4), text))

    def end(self) -> None:
        """Say that nothing more comes."""
        self._waiting.put_nowait(None)

    async def pass_on(self, tell: Callable[[float, float | None, str | None], Awaitable[None]]) -> None:
        """Tell the client until the tool has ended."""
        while (one := await self._waiting.get()) is not None:
            await tell(one[0], 1, one[1])


class _Reading:
    """What can be read, as the protocol's package asks for it."""

    def __init__(self, readable: Readable) -> None:
        self._readable = readable

    async def resources(
        self, context: ServerRequestContext[Any], given: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        return ListResourcesResult.model_validate({"resources": await self._readable.resources()})

    async def templates(
        self, context: ServerRequestContext[Any], given: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        found = await self._readable.templates()
        return ListResourceTemplatesResult.model_validate({"resourceTemplates": found})

    async def read(
        self, context: ServerRequestContext[Any], given: ReadResourceRequestParams
    ) -> ReadResourceResult:
        try:
            found = await self._readable.read(str(given.uri))
        except ProofroomError as error:
            raise MCPError(INVALID_PARAMS, error.message) from error
        return ReadResourceResult.model_validate({"contents": [found]})

    async def prompts(
        self, context: ServerRequestContext[Any], given: PaginatedRequestParams | None
    ) -> ListPromptsResult:
        return ListPromptsResult.model_validate({"prompts": await self._readable.prompts()})

    async def prompt(
        self, context: ServerRequestContext[Any], given: GetPromptRequestParams
    ) -> GetPromptResult:
        try:
            found = await self._readable.prompt(given.name, dict(given.arguments or {}))
        except ProofroomError as error:
            raise MCPError(INVALID_PARAMS, error.message) from error
        return GetPromptResult.model_validate(found)


async def answer_over_http(
    server: Server[Any], answer: AnswerParts, scope: Scope, receive: Receive, send: Send
) -> None:
    """Answer one request; as a stream where the client wants to hear of progress."""
    body = b""
    message: Message = {"type": "http.request", "body": b"", "more_body": True}
    while message["type"] == "http.request" and message.get("more_body", False):
        message = await receive()
        body += message.get("body", b"")
    wants_progress = b'"progressToken"' in body
    answer.takes_data = not wants_progress
    manager = StreamableHTTPSessionManager(server, json_response=not wants_progress, stateless=True)
    is_read = False

    async def again() -> Message:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    async with manager.run():
        await manager.handle_request(scope, again, _put_data(answer, send) if answer.takes_data else send)


def _put_data(answer: AnswerParts, send: Send) -> Send:
    """Send on what the package says, with the data where their place stands, piece by piece."""
    start: Message = {}
    body = b""

    async def say(part: bytes, *, more: bool = True) -> None:
        await send({"type": "http.response.body", "body": part, "more_body": more})

    async def pass_on(message: Message) -> None:
        nonlocal start, body
        if message["type"] == "http.response.start":
            start = message  # whether its length is known shows with the body
            return
        body += message.get("body", b"")
        if message.get("more_body", False):
            return
        if answer.data is None:
            await send(start)
            await say(body, more=False)
            return
        kept = [(name, value) for name, value in start["headers"] if name.lower() != b"content-length"]
        await send({**start, "headers": kept})
        before, _, after = body.partition(answer.place.encode())
        await say(before)
        for part in written_json(answer.data):
            await say(msgspec.json.encode(part.decode())[1:-1])
        await say(after, more=False)

    return pass_on


async def serve_stdio(server: Server[Any]) -> None:
    """Serve whoever started this process, until they close standard input."""
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
    sys.stdout.flush()
