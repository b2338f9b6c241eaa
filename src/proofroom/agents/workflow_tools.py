"""The group `workflow`: look at long work, begin it, do a part of it again; and `retrySession` of `tasks`."""

from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from proofroom.access import Access, Principal
from proofroom.access.actors import principal_of
from proofroom.agents.filling import FLOW as FILL
from proofroom.agents.filling import Filling
from proofroom.agents.heartbeats import FLOW as HEARTBEAT
from proofroom.agents.heartbeats import Heartbeats
from proofroom.durable import Engine, Run, RunFilter
from proofroom.entities.briefs import Briefs
from proofroom.kernel.errors import InvalidInput, NotAllowed, NotFound
from proofroom.kernel.ids import RunId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.runtime.rerun import Reruns
from proofroom.runtime.seeing import sees_run
from proofroom.runtime.titles import namer_of

GROUP = "workflow"
LATEST = 200
"""Runs among which those are looked for that somebody may see."""


class _Input(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class WorkflowStatusInput(_Input):
    """Input of `getWorkflowStatus`."""

    run_id: str | None = None
    workflow_slug: str | None = Field(None, max_length=80)
    limit: int = Field(10, ge=1, le=50)


class TriggerInput(_Input):
    """Input of `triggerWorkflow`."""

    workflow_slug: Literal["brief", "fill", "heartbeat"]
    entity_id: str | None = Field(None, description="The record, for `brief` and `fill`.")
    input: dict[str, Any] = Field(
        default_factory=dict[str, Any],
        description="`kind` of a brief, `fields` and `agent` to fill in, `agent` of a heartbeat.",
    )


class RetryNodeInput(_Input):
    """Input of `retryNode`."""

    run_id: str
    node_id: str = Field(max_length=200, description="A step's name, as getWorkflowStatus tells it.")
    reason: str = Field("", max_length=500)


class RetrySessionInput(_Input):
    """Input of `retrySession`."""

    session_id: str = Field(description="The run.")
    reason: str = Field("", max_length=500)


class WorkflowTools:
    """The tools, bound to what they begin and do again."""

    def __init__(
        self,
        access: Access,
        engine: Engine,
        reruns: Reruns,
        briefs: Briefs,
        filling: Filling,
        heartbeats: Heartbeats,
    ) -> None:
        self._access, self._engine, self._reruns = access, engine, reruns
        self._briefs, self._filling, self._heartbeats = briefs, filling, heartbeats

    def specs(self) -> list[ToolSpec]:
        """Return the tools."""
        looks = "Look at long work: a run with its steps, or the latest runs of a workflow."
        begins = "Begin a brief about a record, the filling in of its fields, or a beat of an agent."
        repeats = "Do a run again from one of its steps; what was finished before it is kept."
        reads, runs = "actions.team.read", "actions.team.run"
        return [
            ToolSpec("getWorkflowStatus", looks, WorkflowStatusInput, self._status, GROUP, "read", reads),
            ToolSpec(
                "triggerWorkflow",
                begins,
                TriggerInput,
                self._trigger,
                GROUP,
                "write",
                runs,
                acts_at_once=True,
            ),
            ToolSpec(
                "retryNode",
                repeats,
                RetryNodeInput,
                self._retry_node,
                GROUP,
                "write",
                runs,
                acts_at_once=True,
            ),
            ToolSpec(
                "retrySession",
                "Do a run again where it stopped.",
                RetrySessionInput,
                self._retry_session,
                "tasks",
                "write",
                "sessions.team.run",
                acts_at_once=True,
            ),
        ]

    async def _status(self, where: ToolContext, given: WorkflowStatusInput) -> ToolOutput:
        if given.run_id:
            run = await self._visible(where, given.run_id)
            steps = await self._engine.runs.steps(run.id, where.workspace_id)
            data: Any = _told(run) | {"nodes": [{"id": one.key, "status": one.status} for one in steps]}
            summary = say("did.looked_at", thing=run.title or run.id)
            return ToolOutput(ok=True, data=data, summary=summary, outside=_outside([run]))
        which, caller = RunFilter(workflow=given.workflow_slug), await self._access.caller(where)
        latest = await self._engine.runs.list(where.workspace_id, which, limit=LATEST)
        found = [one for one in latest if sees_run(caller, one)][: given.limit]
        data = {"runs": [_told(one) for one in found]}
        summary = say("did.agents.workflows", count=len(found))
        return ToolOutput(ok=True, data=data, summary=summary, outside=_outside(found))

    async def _trigger(self, where: ToolContext, given: TriggerInput) -> ToolOutput:
        by = principal_of(where)
        if given.workflow_slug == HEARTBEAT:
            _need(where, "agents.team.run")
            beat = await self._heartbeats.run_now(by, str(given.input.get("agent") or where.agent))
            run_id, status = beat.run_id, beat.status
        else:
            _need(where, "responses.team.create")
            run_id, status = await self._begin(where, by, given), "running"
        data = {"runId": run_id, "status": status}
        return ToolOutput(ok=True, data=data, summary=say("did.agents.triggered", name=given.workflow_slug))

    async def _begin(self, where: ToolContext, by: Principal, given: TriggerInput) -> str:
        if not given.entity_id:
            raise InvalidInput(say("entities.needs", what="entityId"))
        if given.workflow_slug == FILL:
            named = cast("list[Any]", given.input.get("fields") or [])
            fields = [str(one) for one in named]
            agent = given.input.get("agent")
            run_id, *_ = await self._filling.begin(by, given.entity_id, fields, str(agent) if agent else None)
            return run_id
        kind: Any = given.input.get("kind") or "executive_summary"
        brief = await self._briefs.begin(
            where.workspace_id,
            given.entity_id,
            kind,
            by,
            where.new_id(),
            person_id=where.person_id,
            parent_id=where.run_id,
        )
        return str(brief.run_id)

    async def _retry_node(self, where: ToolContext, given: RetryNodeInput) -> ToolOutput:
        return await self._again(where, given.run_id, given.node_id)

    async def _retry_session(self, where: ToolContext, given: RetrySessionInput) -> ToolOutput:
        return await self._again(where, given.session_id, None)

    async def _visible(self, where: ToolContext, run_id: str) -> Run:
        run = await self._engine.runs.get(RunId(run_id), where.workspace_id)
        if not sees_run(await self._access.caller(where), run):
            raise NotFound(say("runs.none"))
        return run

    async def _again(self, where: ToolContext, run_id: str, step: str | None) -> ToolOutput:
        run = await self._visible(where, run_id)
        if run.person_id != where.person_id:
            _need(where, "sessions.team.run")
        if (permission := self._reruns.permission_for(run)) is not None:
            _need(where, permission)
        again = await self._reruns.retry(run, step)
        summary = say("did.agents.retried", name=run.title or run.id)
        return ToolOutput(ok=True, data=_told(again), summary=summary)


def _need(where: ToolContext, permission: str) -> None:
    if permission not in where.permissions:
        raise NotAllowed(say("access.may_not"), permission=permission)


def _outside(runs: list[Run]) -> str:
    """Return the source of titles that no person typed: an agent's task, or the name of what is worked on."""
    return next((namer for one in runs if (namer := namer_of(one))), "")


def _told(run: Run) -> dict[str, Any]:
    return {
        "runId": run.id,
        "workflowSlug": run.workflow,
        "agentSlug": run.agent,
        "title": run.title,
        "status": run.status,
        "createdAt": run.created_at.isoformat(),
    }
