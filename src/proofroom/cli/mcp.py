"""`proofroom mcp`: the official content tools over standard input and output, for clients on this machine."""

import asyncio
from typing import Annotated, Any

import orjson
import typer

from proofroom.cli.client import Client
from proofroom.cli.logs import set_up_logs
from proofroom.cli.reach import reach_studio
from proofroom.kernel.errors import InvalidInput, ProofroomError
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Hear

HEADERS = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("mcp")(mcp)


def mcp(
    project: Annotated[str, typer.Option(help="Project, by slug or id; the only one if unset.")] = "",
) -> None:
    """Serve a project's content to an MCP client over standard input and output."""
    settings = Settings()
    set_up_logs(settings, is_quiet=True)
    asyncio.run(_serve(settings, project))


async def _serve(settings: Settings, project: str) -> None:
    """Pass requests on to the studio: the one that runs, or one opened for as long as the client stays."""
    from proofroom.api.mcp.protocol import build_server, serve_stdio

    async with reach_studio(settings) as client:
        path = f"/mcp/{project}" if project else "/mcp"

        async def list_tools() -> list[dict[str, Any]]:
            return (await _ask(client, path, "tools/list", {}))["tools"]

        async def call_tool(
            name: str, arguments: dict[str, Any], hear: Hear | None
        ) -> tuple[bool, dict[str, Any]]:
            given = {"name": name, "arguments": arguments}
            try:
                result = await _ask(client, path, "tools/call", given, hear)
            except ProofroomError as error:
                return False, {"error": error.message, "agent_hint": error.suggestion}
            return not result.get("isError"), _data(result)

        class Passed:
            """What can be read in the studio, passed on."""

            async def resources(self) -> list[dict[str, Any]]:
                return (await _ask(client, path, "resources/list", {}))["resources"]

            async def templates(self) -> list[dict[str, Any]]:
                return (await _ask(client, path, "resources/templates/list", {}))["resourceTemplates"]

            async def read(self, uri: str) -> dict[str, Any]:
                return (await _ask(client, path, "resources/read", {"uri": uri}))["contents"][0]

            async def prompts(self) -> list[dict[str, Any]]:
                return (await _ask(client, path, "prompts/list", {}))["prompts"]

            async def prompt(self, name: str, given: dict[str, str]) -> dict[str, Any]:
                return await _ask(client, path, "prompts/get", {"name": name, "arguments": given})

        await list_tools()  # a project that is not there is told before the client waits for it
        await serve_stdio(build_server(list_tools, call_tool, Passed()))


async def _ask(
    client: Client, path: str, method: str, params: dict[str, Any], hear: Hear | None = None
) -> dict[str, Any]:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    if hear is None:
        answer = await client.post(path, body, headers=HEADERS)
    else:
        answer = await _hearing(client, path, body, hear)
    if "error" in answer:
        raise InvalidInput(str(answer["error"].get("message", say("cli.refused"))))
    return answer["result"]


async def _hearing(client: Client, path: str, body: dict[str, Any], hear: Hear) -> dict[str, Any]:
    """Return the answer to a request, and pass on meanwhile how far it is."""
    body["params"]["_meta"] = {"progressToken": 1}
    async for message in client.told(path, body, HEADERS):
        if "id" in message:
            return message
        told: dict[str, Any] = message.get("params") or {}
        if message.get("method") == "notifications/progress" and 0 < told["progress"] < 1:
            hear(str(told.get("message") or ""), int(told["progress"] * 1_000), 1_000)
    raise InvalidInput(say("cli.refused"))


def _data(result: dict[str, Any]) -> dict[str, Any]:
    return orjson.loads(result["content"][0]["text"])
