"""A real MCP server on loopback whose tools a test can change while it runs."""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from mcp import MCPError
from mcp.server.lowlevel import Server
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)
from starlette.types import Receive, Scope, Send

SCHEMA = {"type": "object", "properties": {"query": {"type": "string"}}}


def look_up(description: str = "Look a word up.", **schema: Any) -> Tool:
    """Return a tool that says of itself that it only reads."""
    hints = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    return Tool(name="look_up", description=description, input_schema=SCHEMA | schema, annotations=hints)


def post() -> Tool:
    """Return a tool that changes something."""
    return Tool(name="post", description="Post a message.", input_schema=SCHEMA)


@dataclass
class McpHost:
    """The server, and what it was asked."""

    url: str
    place: str
    tools: list[Tool]
    text: str = "a small bird"
    token: str | None = None
    delay_s: float = 0.0
    refusal: str = ""
    """What it says instead of naming its tools."""
    called: list[tuple[str, dict[str, Any]]] = field(default_factory=list[tuple[str, dict[str, Any]]])
    headers: list[dict[str, str]] = field(default_factory=list[dict[str, str]])

    async def list_tools(self, context: Any, given: PaginatedRequestParams | None) -> ListToolsResult:
        if self.refusal:
            raise MCPError(-32603, self.refusal)
        return ListToolsResult(tools=self.tools)

    async def call_tool(self, context: Any, given: CallToolRequestParams) -> CallToolResult:
        self.called.append((given.name, dict(given.arguments or {})))
        await asyncio.sleep(self.delay_s)
        if given.name == "fail":
            return CallToolResult(content=[TextContent(type="text", text="no such page")], is_error=True)
        return CallToolResult(content=[TextContent(type="text", text=self.text)])


@asynccontextmanager
async def open_mcp(*tools: Tool, token: str | None = None) -> AsyncGenerator[McpHost]:
    """Serve tools until the block ends."""
    sock = socket.socket(proto=socket.IPPROTO_TCP)
    sock.bind(("127.0.0.1", 0))
    place = f"127.0.0.1:{sock.getsockname()[1]}"
    host = McpHost(f"http://{place}/mcp", place, list(tools) or [look_up(), post()], token=token)
    server = Server("dictionary", on_list_tools=host.list_tools, on_call_tool=host.call_tool)
    inner = server.streamable_http_app(streamable_http_path="/mcp", stateless_http=True, json_response=True)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = {name.decode(): value.decode() for name, value in scope["headers"]}
            host.headers.append(headers)
            if host.token is not None and headers.get("authorization") != f"Bearer {host.token}":
                await send({"type": "http.response.start", "status": 401, "headers": []})
                await send({"type": "http.response.body", "body": b""})
                return
        await inner(scope, receive, send)

    running = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=1))
    serving = asyncio.create_task(running.serve([sock]))
    while not running.started:
        await asyncio.sleep(0.005)
    try:
        yield host
    finally:
        running.should_exit = True
        await serving
