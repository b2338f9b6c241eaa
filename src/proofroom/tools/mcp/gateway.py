"""The gateway to MCP servers: what they offer, what was accepted of it, and calls.

Whatever is connected, agents see two tools. A tool of a server can be called only while a person has accepted
the very definition that the server gives now; the gateway looks again before a call when its last look is
older than a minute. One dead server does not fail the others.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from proofroom.access import Principal
from proofroom.access.actors import studio_actor
from proofroom.access.audit import Audit
from proofroom.connections import Connections, Opened, StoredConnection, Trial
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, InvalidStatus, NotFound, ProofroomError
from proofroom.kernel.ids import ConnectionId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.net import Breaker
from proofroom.store import Database
from proofroom.tools.mcp import repo
from proofroom.tools.mcp.client import McpClient
from proofroom.tools.mcp.names import server_names
from proofroom.tools.mcp.pins import accept, observe
from proofroom.tools.mcp.reach import target_of
from proofroom.tools.mcp.sessions import Hear
from proofroom.tools.mcp.types import Pin, Server, ServerAddress, ServerAnswer, ToolPolicy

FRESH_S = 60.0
APPROVE = "mcp.team.approve"


@dataclass(frozen=True, slots=True)
class Offer:
    """What one server offers now: the tools that can be called, or why it cannot be asked."""

    server: str
    tools: list[Pin]
    waiting: int = 0
    error: ProofroomError | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """A person's word on one tool. To accept it, they name the definition they saw."""

    tool: str
    sha256: str | None = None
    policy: ToolPolicy | None = None


class Gateway:
    """MCP servers of every workspace."""

    def __init__(
        self,
        connections: Connections,
        client: McpClient,
        database: Database,
        clock: Clock,
        audit: Audit,
        commands: Sequence[str] = (),
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connections, self._client = connections, client
        self._database, self._clock, self._audit = database, clock, audit
        self.commands = tuple(commands)
        self._now = now
        self.breaker = Breaker(now=now)
        self._looked: dict[ConnectionId, tuple[int, float]] = {}

    # --- servers

    async def servers(self, workspace_id: WorkspaceId) -> list[Server]:
        """Return the servers that are switched on, under their names, in the order they were connected."""
        found = await self._connections.list(workspace_id, "mcp")
        names = server_names(each.name for each in found)
        return [
            Server(name, each.id, each.credentials_version)
            for name, each in zip(names, found, strict=True)
            if each.status != "inactive"
        ]

    async def probe(self, opened: Opened) -> Trial:
        """List a server's tools, as the test of a connection."""
        found = await self._client.list_tools(self._target(opened))
        count = len(found)
        said = say("trial.tool") if count == 1 else say("trial.tools", count=count)
        return Trial(ok=True, message=said, found=count)

    async def greet(self, principal: Principal, connection: StoredConnection) -> None:
        """Look at a server that was just connected, so that its tools wait for a person."""
        await self.look(connection, principal)

    # --- what they offer

    async def pins(self, workspace_id: WorkspaceId, connection_id: ConnectionId) -> list[Pin]:
        """Return what is known of a server's tools, without asking it."""
        async with self._database.reading() as transaction:
            return await repo.list_pins(transaction, workspace_id, connection_id)

    async def look(self, connection: StoredConnection, by: Principal | None = None) -> list[Pin]:
        """Ask a server for its tools and write down what changed; nothing is accepted by looking."""
        target = self._target(self._connections.open(connection))
        async with self.breaker.watch(connection.name):
            seen = await self._client.list_tools(target)
        async with self._database.transaction() as transaction:
            known = await repo.list_pins(transaction, connection.workspace_id, connection.id)
            found = observe(known, seen, connection.workspace_id, connection.id, self._clock.now())
            for pin in found:
                await repo.put_pin(transaction, pin)
            kept = {pin.tool_name for pin in found}
            for pin in known:
                if pin.tool_name not in kept:
                    await repo.delete_pin(transaction, pin)
            if by is not None or _seen(known) != _seen(found):
                await self._audit.record(
                    transaction,
                    by or studio_actor(connection.workspace_id),
                    "mcp.tools.seen",
                    ("connection", connection.id, connection.name),
                    before=_seen(known),
                    after=_seen(found),
                )
        self._looked[connection.id] = (connection.credentials_version, self._now())
        return found

    async def offers(self, workspace_id: WorkspaceId, name: str | None = None) -> list[Offer]:
        """Return what the servers offer, all asked at once; one that fails says why in its place."""
        servers = await self.servers(workspace_id)
        chosen = [server for server in servers if name is None or server.name == name]
        if name is not None and not chosen:
            raise _no_server(name, servers)
        return list(await asyncio.gather(*(self._offer(workspace_id, server) for server in chosen)))

    async def _offer(self, workspace_id: WorkspaceId, server: Server) -> Offer:
        try:
            pins = await self._fresh(workspace_id, server)
        except ProofroomError as error:
            return Offer(server.name, [], error=error)
        usable = [pin for pin in pins if pin.state == "accepted" and pin.policy != "deny"]
        return Offer(server.name, usable, waiting=sum(pin.is_waiting for pin in pins))

    async def _fresh(self, workspace_id: WorkspaceId, server: Server) -> list[Pin]:
        version, at = self._looked.get(server.connection_id, (0, 0.0))
        if version == server.version and self._now() - at < FRESH_S:
            return await self.pins(workspace_id, server.connection_id)
        return await self.look(await self._connections.get(workspace_id, server.connection_id))

    # --- calls

    async def find(self, workspace_id: WorkspaceId, server_name: str, tool: str) -> Pin | None:
        """Return what is known of a tool by the names agents use, without asking the server."""
        for server in await self.servers(workspace_id):
            if server.name == server_name:
                async with self._database.reading() as transaction:
                    return await repo.find_pin(transaction, workspace_id, server.connection_id, tool)
        return None

    async def close(self) -> None:
        """End the local servers that conversations keep."""
        await self._client.close()

    async def call(
        self,
        workspace_id: WorkspaceId,
        server_name: str,
        tool: str,
        arguments: Mapping[str, Any],
        *,
        conversation: str = "",
        hear: Hear | None = None,
    ) -> ServerAnswer:
        """Call an accepted tool of a server; a tool that changed since it was accepted is not called."""
        servers = await self.servers(workspace_id)
        server = next((each for each in servers if each.name == server_name), None)
        if server is None:
            raise _no_server(server_name, servers)
        pins = await self._fresh(workspace_id, server)
        _check_usable(server_name, tool, pins)
        connection = await self._connections.get(workspace_id, server.connection_id)
        target = self._target(self._connections.open(connection))
        async with self.breaker.watch(connection.name):
            answer = await self._client.call(target, tool, arguments, conversation=conversation, hear=hear)
        await self._connections.touch(connection)
        return answer

    # --- what people say

    async def decide(
        self, principal: Principal, connection_id: ConnectionId, words: Iterable[Word]
    ) -> list[Pin]:
        """Accept tools as they were seen, or say how accepted ones may run. Only people do."""
        principal.require(APPROVE)
        by, now = principal.require_human(), self._clock.now()
        connection = await self._connections.get(principal.workspace_id, connection_id)
        async with self._database.transaction() as transaction:
            known = await repo.list_pins(transaction, principal.workspace_id, connection_id)
            pins = {pin.tool_name: pin for pin in known}
            for word in words:
                pin = pins.get(word.tool)
                if pin is None:
                    raise NotFound(say("mcp.no_tool", server=connection.name, tool=word.tool))
                if word.sha256 is None and pin.accepted is None:
                    raise InvalidStatus(say("mcp.not_accepted", tool=word.tool))
                if word.sha256 is not None and word.sha256 != pin.seen_sha256:
                    raise Conflict(say("mcp.tool_changed", tool=word.tool))
                after = accept(pin, word.policy, by, now) if word.sha256 else _ruled(pin, word.policy)
                await repo.put_pin(transaction, after)
                pins[word.tool] = after
                await self._audit.record(
                    transaction,
                    principal,
                    "mcp.tool.accepted" if word.sha256 else "mcp.tool.policy",
                    ("connection", connection_id, f"{connection.name}: {word.tool}"),
                    before=pin,
                    after=after,
                    data={"tool": word.tool, "policy": after.policy},
                )
        return sorted(pins.values(), key=lambda pin: pin.tool_name)

    def _target(self, opened: Opened) -> ServerAddress:
        return target_of(opened, self.commands)


def _seen(pins: list[Pin]) -> dict[str, str]:
    return {pin.tool_name: f"{pin.state} {pin.seen_sha256}" for pin in pins}


def _ruled(pin: Pin, policy: ToolPolicy | None) -> Pin:
    return pin if policy is None else replace(pin, policy=policy)


def _check_usable(server: str, tool: str, pins: list[Pin]) -> None:
    pin = next((each for each in pins if each.tool_name == tool), None)
    if pin is None or pin.state == "gone":
        names = ", ".join(each.tool_name for each in pins if each.state == "accepted") or "none"
        raise NotFound(
            say("mcp.no_tool", server=server, tool=tool), suggestion=say("mcp.offers", known=names)
        )
    if pin.is_waiting:
        state = "new" if pin.state == "new" else "changed"
        raise InvalidStatus(
            say(f"mcp.tool_waits.{state}", tool=tool, server=server), suggestion=say("mcp.tell_waits")
        )
    if pin.policy == "deny":
        raise InvalidStatus(say("mcp.tool_off", tool=tool, server=server), suggestion=say("tools.without"))


def _no_server(name: str, servers: list[Server]) -> NotFound:
    known = ", ".join(server.name for server in servers) or "none"
    return NotFound(say("mcp.no_server", name=name), suggestion=say("mcp.connected", known=known))
