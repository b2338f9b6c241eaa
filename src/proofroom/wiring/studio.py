"""Everything that runs, put together."""

import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from proofroom.access import Principal
from proofroom.connections import Connections, Defaults
from proofroom.connections.health import check_connections
from proofroom.doctor import examine
from proofroom.durable import Engine, Run
from proofroom.kernel.check import Check
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.ids import ConversationId, ProjectId, RunId, WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.net import Transport
from proofroom.net.breaker import Snapshot
from proofroom.providers.openers import Openers
from proofroom.providers.shelf import Shelf
from proofroom.runtime import Asker, OpenModel, Scope
from proofroom.store import Database, StudioLock
from proofroom.store.migrate import current_revision
from proofroom.telemetry.metrics import Metrics
from proofroom.telemetry.trace import Traces
from proofroom.tools.mcp import Gateway
from proofroom.wiring.retention import Retention
from proofroom.wiring.rooms import Rooms
from proofroom.wiring.undo import TakenBack, Undo

log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class Studio(Rooms):
    """Everything that runs, put together. Doors (HTTP, CLI) reach rooms through it."""

    settings: Settings
    clock: Clock
    lock: StudioLock
    database: Database
    engine: Engine
    transport: Transport
    connections: Connections
    defaults: Defaults
    openers: Openers
    models: Shelf
    traces: Traces
    metrics: Metrics
    retention: Retention
    opened_at: datetime
    mcp: Gateway
    workspace_id: WorkspaceId
    operator_token: str = field(repr=False)
    closing: AsyncExitStack = field(repr=False)

    async def close(self) -> None:
        """Let running work come to a stop, then close everything in reverse order."""
        await self.closing.aclose()

    async def is_ready(self) -> bool:
        """Tell whether the database answers."""
        try:
            return await current_revision(self.database) is not None
        except Exception:
            log.exception("the database does not answer")
            return False

    async def examine(self, workspace_id: WorkspaceId) -> list[Check]:
        """Look for anything that is wrong with the studio and with a workspace's connections."""
        probe = partial(check_connections, self.connections, workspace_id)
        return await examine(self.settings, self.clock, [probe])

    async def operator(self) -> Principal:
        """Return who the command line acts as: the owner, or the studio itself before there is one."""
        return await self.access.operator(self.workspace_id)

    def breakers(self) -> list[Snapshot]:
        """Return how the outside systems stand that this process has called."""
        return [*self.openers.breaker.snapshot(), *self.mcp.breaker.snapshot()]

    def watch(self, run_id: RunId, workspace_id: WorkspaceId, *, after: int) -> AsyncIterator[bytes]:
        """Follow a run's events as batches of NDJSON lines."""
        return self.engine.watch(run_id, workspace_id, after)

    async def visible_run(self, principal: Principal, run_id: RunId) -> Run:
        """Return a run that this principal may see."""
        run = await self.engine.runs.get(run_id, principal.workspace_id)
        if not is_own_run(principal, run) and not principal.can("sessions.team.read"):
            raise NotFound(say("runs.none"))
        return run

    async def stop_run(self, run: Run) -> bool:
        """Stop a run and all it started, also while they wait; what they asked for is withdrawn."""
        return await self.waiting.stop(run)

    async def delete_conversation(self, asker: Asker, conversation_id: ConversationId) -> None:
        """Delete a conversation; its turn in progress is stopped with all it started and asked."""
        conversation = await self.chat.get(asker, conversation_id)
        await self.chat.delete(asker, conversation_id)
        if conversation.active_run_id is not None:
            run = await self.engine.runs.find(conversation.active_run_id, asker.workspace_id)
            if run is not None:
                await self.stop_run(run)

    async def undo_run(self, principal: Principal, run: Run) -> TakenBack:
        """Take a turn back as one step: merged at once where that is allowed, else a proposal."""
        undo = Undo(self.engine, self.desk, self.proposals, self.media)
        return await undo.run(principal, run, self.clock.now())

    async def check_project(self, principal: Principal, project_id: str | None) -> ProjectId | None:
        """Return the id of a project, named by id or slug, if the principal can see it."""
        if project_id is None:
            return None
        return (await self.projects.get(principal, project_id)).id

    async def agent_for(self, workspace_id: WorkspaceId, scope: Scope | None, slug: str | None) -> str:
        """Return the agent to talk to: the named one, or the first of the scope."""
        if slug is not None:
            return (await self.agents.profile(workspace_id, slug, None)).slug
        for agent in await self.agents.all(workspace_id):
            if agent.record.scope == scope and agent.record.enabled:
                return agent.record.slug
        raise InvalidInput(say("agents.no_scope", scope=scope), suggestion=say("kernel.plugins.next"))

    async def list_models(self, workspace_id: WorkspaceId) -> list[OpenModel]:
        """Return the models that can be used now."""
        return await self.models.all(workspace_id)


def is_own_run(principal: Principal, run: Run) -> bool:
    """Tell whether a run was started by this person, or by this very key."""
    if principal.person_id is not None or run.person_id is not None:
        return run.person_id == principal.person_id
    return run.input.get("apiKeyId") == principal.api_key_id
