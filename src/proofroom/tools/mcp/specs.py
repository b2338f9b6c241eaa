"""The two tools by which agents reach every MCP server."""

from dataclasses import replace
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field

from proofroom.kernel.errors import ToolFailed
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Policy, ToolContext, ToolOutput, ToolSpec
from proofroom.tools.mcp.client import CALL_S, LIST_S, TEXT_CAP
from proofroom.tools.mcp.gateway import Gateway, Offer
from proofroom.tools.mcp.types import ServerAnswer, ToolPolicy

GROUP = "mcp"
PERMISSION = "mcp.team.run"
LIST, CALL = "listMcpTools", "callMcpTool"
_POLICIES: dict[ToolPolicy, Policy] = {"allow": "auto", "ask": "always_ask", "deny": "deny"}


class ListMcpToolsInput(BaseModel):
    """Input of `listMcpTools`."""

    model_config = ConfigDict(extra="forbid")

    server_name: str | None = Field(
        None, alias="serverName", description="One server; all of them if left out."
    )


class CallMcpToolInput(BaseModel):
    """Input of `callMcpTool`."""

    model_config = ConfigDict(extra="forbid")

    server_name: str = Field(alias="serverName", description="The server, as listMcpTools names it.")
    tool_name: str = Field(alias="toolName", description="The tool, as listMcpTools names it.")
    arguments: dict[str, Any] = Field(
        default_factory=dict[str, Any], description="Arguments that fit the tool's inputSchema."
    )


def mcp_tools(gateway: Gateway) -> list[ToolSpec]:
    """Return the gateway's tools; in a workspace without a server they are absent."""
    tools = _Tools(gateway)
    return [
        ToolSpec(
            name=LIST,
            description="List the tools of connected MCP servers with their input schemas.",
            input_model=ListMcpToolsInput,
            handler=tools.list,
            group=GROUP,
            permission=PERMISSION,
            timeout_s=LIST_S + 5,
            output_cap=TEXT_CAP,
            adapt=tools.adapt,
        ),
        ToolSpec(
            name=CALL,
            description="Call a tool of a connected MCP server; see listMcpTools for what there is.",
            input_model=CallMcpToolInput,
            handler=tools.call,
            group=GROUP,
            permission=PERMISSION,
            effect="external",
            trust="untrusted",
            timeout_s=CALL_S + LIST_S + 5,
            output_cap=TEXT_CAP,
            on_crash="ask",
            adapt=tools.adapt,
            weigh=tools.weigh,
        ),
    ]


class _Tools:
    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    async def list(self, context: ToolContext, given: ListMcpToolsInput) -> ToolOutput:
        offers = await self._gateway.offers(context.workspace_id, given.server_name)
        tools = sum(len(offer.tools) for offer in offers)
        data = {"servers": [_show_offer(offer) for offer in offers]}
        summary = say("did.mcp.tools", tools=tools, servers=len(offers))
        return ToolOutput(ok=True, data=data, summary=summary)

    async def call(self, context: ToolContext, given: CallMcpToolInput) -> ToolOutput:
        answer = await self._gateway.call(
            context.workspace_id,
            given.server_name,
            given.tool_name,
            given.arguments,
            conversation=context.conversation_id or context.root_run_id,
            hear=context.progress,
        )
        shown, names = _show_answer(given, answer), {"tool": given.tool_name, "server": given.server_name}
        if not answer.is_error:
            return ToolOutput(ok=True, data=shown, summary=say("did.mcp.answered", **names))
        # What went wrong is told in the server's own words, which keep their marks.
        told = ToolFailed(say("mcp.tool_failed", **names))
        text = orjson.dumps(shown, default=str).decode()
        return replace(ToolOutput.failure(told), data=shown, model_text=text, outside=CALL)

    async def adapt(self, spec: ToolSpec, workspace_id: WorkspaceId) -> ToolSpec | None:
        """Name the connected servers; without one the tool is absent."""
        servers = await self._gateway.servers(workspace_id)
        if not servers:
            return None
        names = ", ".join(server.name for server in servers)
        return replace(spec, description=f"{spec.description} Connected servers: {names}")

    async def weigh(self, spec: ToolSpec, workspace_id: WorkspaceId, arguments: dict[str, Any]) -> ToolSpec:
        """Weigh the tool that is called, not the gateway. What cannot run needs nobody's word."""
        server, tool = str(arguments.get("serverName")), str(arguments.get("toolName"))
        pin = await self._gateway.find(workspace_id, server, tool)
        if pin is None or pin.state != "accepted" or pin.accepted is None:
            return spec
        reads = pin.accepted.is_read_only
        return replace(
            spec,
            policy=_POLICIES[pin.policy],
            effect="read" if reads else "external",
            on_crash="rerun" if reads else "ask",
        )


def _show_offer(offer: Offer) -> dict[str, Any]:
    shown: dict[str, Any] = {"server": offer.server, "tools": []}
    for pin in offer.tools:
        if pin.accepted is not None:
            told = pin.accepted
            shown["tools"].append(
                {"name": told.name, "description": told.description, "inputSchema": dict(told.input_schema)}
            )
    if offer.waiting:
        shown["waiting"] = offer.waiting
    if offer.error is not None:
        shown["error"] = offer.error.message
    return shown


def _show_answer(given: CallMcpToolInput, answer: ServerAnswer) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "server": given.server_name,
        "tool": given.tool_name,
        "isError": answer.is_error,
        "content": answer.content,
    }
    if answer.structured is not None:
        shown["structuredContent"] = answer.structured
    if answer.is_cut:
        shown["truncated"] = True
    return shown
