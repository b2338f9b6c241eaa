"""MCP servers as connections: add, list, test, change, delete, and accept their tools."""

from datetime import datetime
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.connection_shapes import ConnectionInfo, TrialInfo, trial_info
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Done, In, Out
from proofroom.connections import Changes, NewConnection, Saved, StoredConnection
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ConnectionId
from proofroom.kernel.strings import say
from proofroom.tools.mcp import Pin, ToolPolicy, ToolState, Word
from proofroom.tools.mcp.names import server_names
from proofroom.tools.mcp.pins import signs_of
from proofroom.tools.mcp.reach import HTTP, STDIO, check_draft
from proofroom.wiring import Studio

router = APIRouter(prefix="/connections/mcp", tags=["connections"])

Auth = Literal["none", "bearer", "apiKeyHeader", "apiKeyQuery", "basic"]


class ServerFields(In):
    """How a server is reached. On a change, what is left out stays and null removes."""

    url: str | None = Field(None, max_length=2_000)
    auth_mode: Auth | None = None
    token: str | None = None
    key_name: str | None = Field(None, description="Name of the header or parameter that carries the key.")
    key_value: str | None = None
    username: str | None = None
    password: str | None = None
    headers: dict[str, str] | None = Field(None, description="Headers that are not secret.")
    command: str | None = Field(
        None, description="A command line of the setting mcp_commands, instead of a URL."
    )
    env: dict[str, str] | None = Field(None, description="Variables for the command; kept as secrets.")
    save_anyway: bool = False


class NewServer(ServerFields):
    """A server to be connected."""

    name: str = Field("", max_length=80)


class ServerChange(ServerFields):
    """What is to change on a server."""

    name: str | None = Field(None, max_length=80)
    status: Literal["active", "inactive"] | None = None


class ServerInfo(ConnectionInfo):
    """A connected server. `serverName` is how agents call it; secrets are never shown."""

    name: str
    server_name: str
    transport: Literal["http", "stdio"]
    url: str
    command: str
    auth_mode: str
    headers: dict[str, str]


class SavedServer(Out):
    """A server as it was saved, and how its test went."""

    server: ServerInfo
    tested: TrialInfo | None


class DefinitionInfo(Out):
    """A tool as its server describes it."""

    name: str
    title: str
    description: str
    input_schema: dict[str, Any]
    read_only: bool


class ServerToolInfo(Out):
    """A tool of a server: what was accepted, what the server says now, and how it may run."""

    name: str
    state: ToolState
    policy: ToolPolicy
    sha256: str | None
    accepted: DefinitionInfo | None
    seen: DefinitionInfo | None
    signs: list[str] = Field(description="Signs of orders to a model in what the server says about it.")
    seen_at: datetime
    decided_by: str | None
    decided_at: datetime | None


class ToolWord(In):
    """A person's word on one tool. `sha256` names the definition they saw and accept."""

    name: str
    sha256: str | None = None
    policy: ToolPolicy | None = None


class ToolWords(In):
    """A person's word on some tools."""

    tools: list[ToolWord] = Field(min_length=1, max_length=2_000)


@router.get("")
async def list_servers(
    studio: StudioDep, principal: Principal = requires("connections.team.read")
) -> list[ServerInfo]:
    """Return the connected MCP servers, without their secrets."""
    return await _list(studio, principal)


@router.post("", status_code=201)
async def add_server(
    body: NewServer, studio: StudioDep, principal: Principal = requires("connections.team.create")
) -> SavedServer:
    """Test a server and save it; its tools wait until a person accepts them."""
    given = body.model_dump(exclude_unset=True)
    provider = STDIO if body.command else HTTP
    draft = NewConnection("mcp", provider, body.name, body.url or "", _credentials(given), _config(given))
    check_draft(draft, studio.mcp.commands)
    saved = await studio.connections.create(principal, draft, save_anyway=body.save_anyway)
    return await _saved(studio, principal, saved)


@router.put("/{server_id}")
async def change_server(
    server_id: str,
    body: ServerChange,
    studio: StudioDep,
    principal: Principal = requires("connections.team.update"),
) -> SavedServer:
    """Change a server; it is tested again when address, secrets or headers change."""
    found = await _find(studio, principal, server_id)
    given = body.model_dump(exclude_unset=True)
    changes: Changes = {}
    if body.name is not None:
        changes["name"] = body.name
    if body.status is not None:
        changes["status"] = body.status
    if body.url is not None:
        changes["url"] = body.url
    if config := _config(given):
        changes["config"] = config
    if credentials := _credentials(given):
        changes["credentials"] = credentials
    merged = found.config | config
    check_draft(
        NewConnection("mcp", found.provider, "", body.url or found.url, {}, merged), studio.mcp.commands
    )
    saved = await studio.connections.change(principal, found.id, changes, save_anyway=body.save_anyway)
    return await _saved(studio, principal, saved)


@router.delete("/{server_id}")
async def delete_server(
    server_id: str, studio: StudioDep, principal: Principal = requires("connections.team.delete")
) -> Done:
    """Disconnect a server and forget what was accepted of it."""
    found = await _find(studio, principal, server_id)
    await studio.connections.remove(principal, found.id)
    return Done()


@router.post("/{server_id}/test")
async def try_server(
    server_id: str, studio: StudioDep, principal: Principal = requires("connections.team.run")
) -> TrialInfo:
    """List a server's tools for real and return how it went."""
    found = await _find(studio, principal, server_id)
    return TrialInfo.model_validate(await studio.connections.test(principal, found.id))


@router.get("/{server_id}/tools")
async def list_server_tools(
    server_id: str, studio: StudioDep, principal: Principal = requires("mcp.team.read")
) -> list[ServerToolInfo]:
    """Return what is known of a server's tools, without asking it."""
    found = await _find(studio, principal, server_id)
    return [_tool(pin) for pin in await studio.mcp.pins(principal.workspace_id, found.id)]


@router.post("/{server_id}/tools/refresh")
async def refresh_server_tools(
    server_id: str, studio: StudioDep, principal: Principal = requires("mcp.team.run")
) -> list[ServerToolInfo]:
    """Ask a server for its tools; what is new or has changed waits for a person."""
    found = await _find(studio, principal, server_id)
    return [_tool(pin) for pin in await studio.mcp.look(found, principal)]


@router.post("/{server_id}/tools")
async def decide_on_tools(
    server_id: str, body: ToolWords, studio: StudioDep, principal: Principal = requires("mcp.team.approve")
) -> list[ServerToolInfo]:
    """Accept tools as they were seen, or say whether accepted ones run, ask or never run."""
    found = await _find(studio, principal, server_id)
    words = [Word(each.name, each.sha256, each.policy) for each in body.tools]
    return [_tool(pin) for pin in await studio.mcp.decide(principal, found.id, words)]


async def _find(studio: Studio, principal: Principal, server_id: str) -> StoredConnection:
    found = await studio.connections.get(principal.workspace_id, ConnectionId(server_id))
    if found.kind != "mcp":
        raise NotFound(say("connections.none"))
    return found


async def _list(studio: Studio, principal: Principal) -> list[ServerInfo]:
    found = await studio.connections.list(principal.workspace_id, "mcp")
    names = server_names(each.name for each in found)
    return [_info(each, name) for each, name in zip(found, names, strict=True)]


async def _saved(studio: Studio, principal: Principal, saved: Saved) -> SavedServer:
    shown = await _show(studio, principal, saved.connection)
    return SavedServer(server=shown, tested=trial_info(saved.tested))


async def _show(studio: Studio, principal: Principal, connection: StoredConnection) -> ServerInfo:
    return next(each for each in await _list(studio, principal) if each.id == connection.id)


def _config(given: dict[str, Any]) -> dict[str, Any]:
    names = {"auth_mode": "auth", "headers": "headers", "command": "command"}
    return {stored: given[name] for name, stored in names.items() if name in given}


def _credentials(given: dict[str, Any]) -> dict[str, Any]:
    """Return what is secret; a mode that changes takes the secrets of the one before with it."""
    credentials: dict[str, Any] = {}
    mode = given.get("auth_mode")
    if mode is not None:
        credentials = dict.fromkeys(("token", "apiKeyHeader", "apiKeyQuery", "basicAuth"))
    if "token" in given:
        credentials["token"] = given["token"]
    if "key_value" in given or "key_name" in given:
        place = "apiKeyQuery" if mode == "apiKeyQuery" else "apiKeyHeader"
        pair = {"name": given.get("key_name"), "value": given.get("key_value")}
        credentials[place] = {name: value for name, value in pair.items() if value is not None}
    if "username" in given or "password" in given:
        pair = {"username": given.get("username"), "password": given.get("password")}
        credentials["basicAuth"] = {name: value for name, value in pair.items() if value is not None}
    if "env" in given:
        credentials["raw"] = given["env"]
    return credentials


def _info(connection: StoredConnection, server_name: str) -> ServerInfo:
    return ServerInfo.of(
        connection,
        has_credentials=connection.credentials is not None,
        server_name=server_name,
        transport=connection.provider,
        command=str(connection.config.get("command") or ""),
        auth_mode=str(connection.config.get("auth") or "none"),
        headers=dict(connection.config.get("headers") or {}),
    )


def _tool(pin: Pin) -> ServerToolInfo:
    told = pin.seen or pin.accepted
    return ServerToolInfo.of(
        pin,
        name=pin.tool_name,
        sha256=pin.seen_sha256,
        accepted=pin.accepted.as_dict() if pin.accepted else None,
        seen=pin.seen.as_dict() if pin.seen else None,
        signs=signs_of(told) if told else (),
    )
