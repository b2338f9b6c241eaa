"""A server of tools in the Model Context Protocol, over HTTP or standard input and output.

Loading this module loads the protocol's package. A server is made for each request and knows whose it is, so
that no session holds somebody's rights; both generations of the protocol work without sessions.
"""

import sys
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)
from starlette.types import Receive, Scope, Send

from proofroom import __version__

Json = dict[str, Any]
ListTools = Callable[[], Awaitable[list[Json]]]
CallTool = Callable[[str, Json], Awaitable[tuple[bool, Json]]]
"""Calls a tool and returns whether it went well, and what it says."""

NAME = "contentrain-mcp"
"""Clients know the official server by this name."""


def build_server(list_tools: ListTools, call_tool: CallTool) -> Server[Any]:
    """Return a server of these tools."""

    async def on_list(
        context: ServerRequestContext[Any], given: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=[Tool.model_validate(each) for each in await list_tools()])

    async def on_call(context: ServerRequestContext[Any], given: CallToolRequestParams) -> CallToolResult:
        is_fine, data = await call_tool(given.name, dict(given.arguments or {}))
        text = orjson.dumps(data, option=orjson.OPT_INDENT_2, default=str).decode()
        return CallToolResult(content=[TextContent(type="text", text=text)], is_error=not is_fine)

    return Server(NAME, version=__version__, on_list_tools=on_list, on_call_tool=on_call)


async def answer_over_http(server: Server[Any], scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request."""
    manager = StreamableHTTPSessionManager(server, json_response=True, stateless=True)
    async with manager.run():
        await manager.handle_request(scope, receive, send)


async def serve_stdio(server: Server[Any]) -> None:
    """Serve whoever started this process, until they close standard input."""
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
    sys.stdout.flush()
