"""Speaking to one MCP server: the only module that knows the protocol's package, loaded on first use.

A client is opened for each list or call over HTTP, in the task that uses it, and closed: pooled sessions of
the package break when a server restarts or a call is cancelled. A local server stays for its conversation.
Both generations of the protocol are spoken.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import orjson

from proofroom import __version__
from proofroom.kernel.errors import OutsideFailed, ProofroomError
from proofroom.kernel.strings import say
from proofroom.net import Transport
from proofroom.safety import strip_invisible
from proofroom.tools.mcp.pins import clean
from proofroom.tools.mcp.sessions import Hear, LocalSessions
from proofroom.tools.mcp.types import Definition, ServerAddress, ServerAnswer

if TYPE_CHECKING:
    import mcp

log = logging.getLogger(__name__)

LIST_S, CALL_S = 10.0, 60.0
MAX_PAGES, MAX_TOOLS = 100, 2_000
MAX_BYTES = 5 * 1024 * 1024
NO_QUESTIONS = "The tool wants to ask a person something, which is not possible from here."
_SAYS_NOTHING = "Server returned an error response"
TEXT_CAP = 32 * 1024
"""Characters of text in an answer that are kept; what is longer is cut and says so."""


class McpClient:
    """Lists and calls the tools of servers."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._local = LocalSessions()

    async def close(self) -> None:
        """End the local servers."""
        await self._local.close()

    async def list_tools(self, target: ServerAddress, timeout_s: float = LIST_S) -> list[Definition]:
        """Return every tool a server offers."""
        async with self._open(target, timeout_s) as client:
            return await _list(client)

    async def call(
        self,
        target: ServerAddress,
        tool: str,
        arguments: Mapping[str, Any],
        timeout_s: float = CALL_S,
        *,
        conversation: str = "",
        hear: Hear | None = None,
    ) -> ServerAnswer:
        """Call a tool; what the tool itself reports as an error is an answer.

        A local server is kept for the conversation that is named; `hear` is told of progress.
        """
        if target.command and conversation:
            secrets = (f"{name}={value}" for name, value in sorted(target.env.items()))
            key = (target.connection_id, conversation, *target.command, *secrets)
            opening = partial(self._open, target, None)
            return await self._local.call(key, opening, _use, tool, arguments, hear, timeout_s)
        async with self._open(target, timeout_s) as client:
            return await _use(client, tool, arguments, hear, timeout_s)

    @asynccontextmanager
    async def _open(self, target: ServerAddress, limit_s: float | None) -> AsyncGenerator["mcp.Client"]:
        """Open a client; whatever goes wrong inside comes out as one of our errors."""
        timeout_s = limit_s or CALL_S
        from mcp import Client, MCPError
        from mcp.types import Implementation

        from proofroom.net.borrowed import Heard

        heard = Heard()
        ours = Implementation(name="proofroom", version=__version__)
        try:
            async with (
                asyncio.timeout(limit_s),
                self._streams(target, timeout_s, heard) as streams,
                Client(streams, read_timeout_seconds=timeout_s, client_info=ours, cache=None) as client,
            ):
                yield client
        except ProofroomError:
            raise
        except TimeoutError as error:
            raise OutsideFailed(say("mcp.slow", seconds=f"{timeout_s:g}"), stage="time") from error
        except Exception as error:
            raise _explain(error, heard, MCPError) from error

    @asynccontextmanager
    async def _streams(self, target: ServerAddress, timeout_s: float, heard: Any) -> AsyncGenerator[Any]:
        if target.command:
            from mcp import StdioServerParameters

            command, *args = target.command
            yield StdioServerParameters(command=command, args=args, env=dict(target.env) or None)
            return
        from mcp.client.streamable_http import streamable_http_client

        from proofroom.net.borrowed import borrowed_client

        async with borrowed_client(
            self._transport,
            headers=target.headers,
            params=target.params,
            idle_s=timeout_s,
            max_bytes=MAX_BYTES,
            heard=heard,
        ) as http:
            yield streamable_http_client(target.url, http_client=http)


async def _use(
    client: "mcp.Client", tool: str, arguments: Mapping[str, Any], hear: Hear | None, timeout_s: float
) -> ServerAnswer:
    from mcp import MCPError

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        if hear is not None:
            hear(strip_invisible(message or "")[:200], int(progress), int(total) if total else None)

    try:
        result = await client.session.call_tool(
            tool,
            dict(arguments),
            timeout_s,
            on_progress if hear is not None else None,
            allow_input_required=True,
        )
    except MCPError as error:
        if _SAYS_NOTHING in error.message:
            raise
        # The words are the server's: as an answer they are marked as such before a model reads them.
        return ServerAnswer(True, [{"type": "text", "text": error.message[:TEXT_CAP]}])
    if not hasattr(result, "content"):
        return ServerAnswer(True, [{"type": "text", "text": NO_QUESTIONS}])
    return read_answer(cast("mcp.types.CallToolResult", result))


async def _list(client: "mcp.Client") -> list[Definition]:
    found: list[Definition] = []
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = await client.list_tools(cursor=cursor)
        for tool in page.tools:
            hints = tool.annotations
            definition = Definition(
                name=tool.name,
                description=tool.description or "",
                input_schema=tool.input_schema,
                title=tool.title or "",
                is_read_only=bool(hints and hints.read_only_hint and not hints.open_world_hint),
            )
            found.append(clean(definition))
        cursor = page.next_cursor
        if cursor is None or len(found) >= MAX_TOOLS:
            break
    return found[:MAX_TOOLS]


def read_answer(result: "mcp.types.CallToolResult") -> ServerAnswer:
    """Return what is kept of an answer: its size is the same promise over HTTP and over a pipe."""
    if len(result.model_dump_json()) > MAX_BYTES:
        raise OutsideFailed(say("mcp.answer_large", size=MAX_BYTES // 1024**2), stage="body")
    left, is_cut = TEXT_CAP, False
    content: list[dict[str, Any]] = []
    for block in result.content:
        told = block.model_dump(mode="json", by_alias=True, exclude_none=True)
        told.pop("_meta", None)
        holder = cast("dict[str, Any]", told.get("resource") or told)
        if isinstance(holder.get("text"), str):
            text: str = holder["text"]
            holder["text"], is_cut = text[:left], is_cut or len(text) > left
            left -= len(holder["text"])
        for name in ("data", "blob"):
            if holder.get(name):
                # Pictures and sounds would fill the window as text; that they were there is enough to know.
                holder[name] = f"({len(str(holder[name]))} characters of base64 left out)"
        content.append(told)
    structured, size = result.structured_content, len(orjson.dumps(result.structured_content, default=str))
    if size > TEXT_CAP:
        structured, is_cut = None, True
    return ServerAnswer(bool(result.is_error), content, structured, is_cut)


def _explain(error: Exception, heard: Any, protocol_error: type[Exception]) -> ProofroomError:
    """Return what really went wrong: the package wraps it until only "an error" is left."""
    ours = _first(error, ProofroomError)
    if ours is not None or heard.failure is not None:
        return cast("ProofroomError", ours or heard.failure)
    if heard.status in (401, 403):
        return OutsideFailed(say("mcp.refused", status=heard.status))
    said = _first(error, protocol_error)
    if said is not None and _SAYS_NOTHING not in str(said):
        # Its words stay out of the sentence, which a model may read.
        return OutsideFailed(say("mcp.reported"), said=getattr(said, "message", "")[:500])
    if heard.status:
        return OutsideFailed(say("mcp.status", status=heard.status))
    log.info("an MCP server failed", exc_info=error)
    return OutsideFailed(say("mcp.protocol"))


def _first(error: BaseException, kind: type[Exception]) -> BaseException | None:
    if isinstance(error, kind):
        return error
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        return next((found for each in group.exceptions if (found := _first(each, kind))), None)
    return None
