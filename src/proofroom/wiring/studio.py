"""Everything that runs, put together."""

import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import field
from datetime import datetime
from functools import partial
from typing import Any

from proofroom.access import Principal, Workspace
from proofroom.connections.health import check_connections
from proofroom.content.contents import Contents
from proofroom.doctor import examine
from proofroom.durable import Run
from proofroom.house import House
from proofroom.kernel.check import Check
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ConversationId, ProjectId, RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.net.breaker import Snapshot
from proofroom.net.health import check_breakers
from proofroom.reviews.undo import TakenBack
from proofroom.runtime import Asker, OpenModel, Scope
from proofroom.runtime.direct import Direct
from proofroom.runtime.seeing import sees_run
from proofroom.store import StudioLock
from proofroom.store.migrate import current_revision
from proofroom.telemetry.metrics import Metrics
from proofroom.telemetry.trace import Traces
from proofroom.wiring.preview import Previews
from proofroom.wiring.retention import Retention
from proofroom.wiring.rooms import prepare_workspace

log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class Studio(House):
    """Everything that runs, put together. Doors (HTTP, CLI) reach rooms through it."""

    lock: StudioLock
    direct: Direct
    previews: Previews
    traces: Traces
    metrics: Metrics
    retention: Retention
    opened_at: datetime
    workspace_id: WorkspaceId
    operator_token: str = field(repr=False)
    closing: AsyncExitStack = field(repr=False)

    @property
    def contents(self) -> Contents:
        """The content of all projects."""
        return self.get(Contents)

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
        """Look for anything that is wrong with the studio, a workspace's connections and what they reach."""

        async def reach() -> list[Check]:
            return check_breakers(self.breakers())

        brought = [partial(check, workspace_id) for room in self.rooms for check in room.checks]
        probes = [partial(check_connections, self.connections, workspace_id), reach, *brought]
        return await examine(self.settings, self.clock, probes)

    async def make_workspace(self, principal: Principal, name: str) -> Workspace:
        """Make a workspace with all that rooms put into one, such as the system agents."""
        made = await self.access.workspaces.create(principal, name)
        await prepare_workspace(self.rooms, made.id)
        return made

    async def operator(self, workspace: str | None = None) -> Principal:
        """Return who the command line acts as: a workspace's owner, or the studio before there is one."""
        found = await self.access.workspaces.named(workspace) if workspace else None
        return await self.access.principals.for_operator(found.id if found else self.workspace_id)

    def breakers(self) -> list[Snapshot]:
        """Return how the outside systems stand that this process has called."""
        return [*self.openers.breaker.snapshot(), *self.mcp.breaker.snapshot()]

    def watch(self, run_id: RunId, workspace_id: WorkspaceId, *, after: int) -> AsyncIterator[bytes]:
        """Follow a run's events as batches of NDJSON lines."""
        return self.engine.watch(run_id, workspace_id, after)

    async def visible_run(self, principal: Principal, run_id: RunId) -> Run:
        """Return a run that this principal may see."""
        run = await self.engine.runs.get(run_id, principal.workspace_id)
        if not sees_run(principal, run):
            raise NotFound(say("runs.none"))
        return run

    async def stop_run(self, run: Run, by: Principal | None = None) -> bool:
        """Stop a run and all it started, also while they wait; what they asked for is withdrawn."""
        was_moving = await self.waiting.stop(run)
        if by is not None:
            await self._record_run(by, run, "run.stop", {"was_moving": was_moving})
        return was_moving

    async def resume_run(self, by: Principal, run: Run) -> Run:
        """Go on with a run that failed or was interrupted."""
        resumed = await self.reruns.resume(run)
        await self._record_run(by, run, "run.resume", {"status": resumed.status})
        return resumed

    async def _record_run(self, by: Principal, run: Run, action: str, after: dict[str, Any]) -> None:
        """Write down what somebody did to a run; the engine's own transaction has changed it by now."""
        await self.access.audit.record_outside(
            by,
            action,
            ("run", run.id, run.title),
            project_id=run.project_id,
            run_id=run.id,
            before={"status": run.status, "last": run.last_number},
            after=after,
        )

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
        done = await self.undo.run(principal, run)
        taken = {room.room: room.count for room in done.rooms}
        commit = done.proposal.commit if done.proposal else None
        told = {"state": done.state, "commit": commit, **taken}
        await self._record_run(principal, run, "run.undo", told)
        return done

    async def check_project(self, principal: Principal, project_id: str | None) -> ProjectId | None:
        """Return the id of a project, named by id or slug, if the principal can see it."""
        if project_id is None:
            return None
        return (await self.access.project_named(principal, project_id)).id

    async def check_model(self, workspace_id: WorkspaceId, scope: Scope, label: str | None) -> str | None:
        """Return the model somebody asked for if it can be opened; None leaves the choice to the agent."""
        if label is not None:
            await self.models.find(workspace_id, scope, label)
        return label

    async def list_models(self, workspace_id: WorkspaceId) -> list[OpenModel]:
        """Return the models that can be used now."""
        return await self.models.all(workspace_id)
