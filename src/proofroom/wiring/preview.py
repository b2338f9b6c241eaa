"""What a call that waits would change now, for whoever is asked about it."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from proofroom.access import Principal
from proofroom.durable import Run
from proofroom.house import House
from proofroom.kernel.ids import ConversationId, PersonId, ProjectId, RunId, WorkspaceId, new_id
from proofroom.kernel.tool import Actor, PaidCall
from proofroom.reviews import Approval, CallPreview, HunkView
from proofroom.runtime.types import TurnInput


@dataclass(slots=True)
class _Stage:
    """`kernel.tool.ToolContext` of a call that does not happen: in the run's name, where it would work."""

    workspace_id: WorkspaceId
    project_id: ProjectId | None
    person_id: PersonId | None
    conversation_id: ConversationId | None
    run_id: RunId
    root_run_id: RunId
    step: str
    tool_call_id: str
    agent: str
    permissions: frozenset[str]
    actor: Actor
    screen: dict[str, Any]
    at: datetime
    ref: str | None = None
    outside: str = ""
    idempotency_key: str = ""
    accounted: list[PaidCall] = field(default_factory=list[PaidCall])

    def now(self) -> datetime:
        """Return when the call was asked for: looking twice shows the same."""
        return self.at

    def new_id(self) -> str:
        """Return an id that nobody keeps."""
        return new_id()

    def progress(self, text: str, done: int | None = None, total: int | None = None) -> None:
        """Nobody watches."""

    def account(self, call: PaidCall) -> None:
        """Keep it to itself; no tool that is previewed pays for anything."""
        self.accounted.append(call)

    def timed(self, kind: str, name: str) -> AbstractContextManager[dict[str, Any]]:
        """Time nothing."""
        return nullcontext({})


class Previews:
    """Looks ahead on behalf of the person who is asked, who sees no more content than they may."""

    def __init__(self, house: House) -> None:
        self._previews = [preview for room in house.rooms for preview in room.previews]
        self._access, self._runs = house.access, house.engine.runs

    async def look(self, viewer: Principal, approval: Approval) -> CallPreview | None:
        """Return what a call would change now; None where there is nothing to compare with."""
        if approval.project_id is None:
            return None
        run = await self._runs.get(approval.run_id, approval.workspace_id)
        stage = await self._stage(approval, run)
        for preview in self._previews:
            if not viewer.can(preview.permission, approval.project_id):
                continue
            found = await preview.look(stage, approval.tool_name, approval.final_input)
            if found is not None:
                return replace(found, hunks=[h for h in found.hunks if _may_see(viewer, approval, h)])
        return None

    async def _stage(self, approval: Approval, run: Run) -> _Stage:
        given = TurnInput.from_dict(run.input)
        whose = await self._access.principal_for_run(run.workspace_id, run.person_id, given.api_key_id)
        limits = whose.limits_in(run.project_id)
        return _Stage(
            workspace_id=run.workspace_id,
            project_id=run.project_id,
            person_id=run.person_id,
            conversation_id=run.conversation_id,
            run_id=run.id,
            root_run_id=run.root_id,
            step=approval.step,
            tool_call_id=approval.tool_call_id,
            agent=approval.agent,
            permissions=whose.permissions_in(run.project_id),
            actor=Actor(whose.name, whose.email, whose.workspace_role, limits.models, limits.locales),
            screen=given.screen,
            at=approval.created_at,
        )


def _may_see(viewer: Principal, approval: Approval, hunk: HunkView) -> bool:
    limits = viewer.limits_in(approval.project_id)
    is_content = hunk.target.room == "content"
    if limits.models is not None and is_content and hunk.target.area not in limits.models:
        return False
    return limits.locales is None or hunk.locale is None or hunk.locale in limits.locales
