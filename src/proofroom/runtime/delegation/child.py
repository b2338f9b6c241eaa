"""Runs that a run starts and waits for: they are started once, and nothing is held while one of them waits.

A wait is no step. While a child waits for a person its caller rests too, and the end of the child wakes it.
"""

import asyncio
from contextlib import suppress
from dataclasses import field
from typing import Any

from proofroom.durable import NewRun, Run, RunFilter, RunHandle, Step, StepContext, Stopped
from proofroom.kernel import events
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ApiKeyId, RunId
from proofroom.reviews import Approval
from proofroom.reviews.repo import list_approvals
from proofroom.runtime.budget import notice_of
from proofroom.runtime.delegation.report import DelegationResult, collect
from proofroom.runtime.facts import Ports
from proofroom.runtime.rest import Paused
from proofroom.runtime.titles import first_words
from proofroom.runtime.types import Delegation, TurnInput
from proofroom.telemetry.budgets import Stop
from proofroom.telemetry.budgets.repo.stops import waiting_of

PATIENCE_S = 10.0
"""How long a stopped caller waits for its child to come to a stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChild:
    """A task for another agent: whose rights it works with, and what its caller was looking at."""

    slug: str
    task: str
    source: str
    tool_call_id: str
    title: str = ""
    """What its run is called: the first words of the task, if nothing else."""
    delegation: Delegation
    api_key_id: ApiKeyId | None
    model: str | None = None
    screen: dict[str, Any] = field(default_factory=dict[str, Any])


async def start_child(step: StepContext, ports: Ports, new: NewChild) -> dict[str, Any]:
    """Start an agent's run below that of a step, and tell watchers; return what finds it again."""
    run = step.run
    target = await ports.find_target(run.workspace_id, new.slug)
    child = NewRun(
        id=RunId(step.new_id()),
        workspace_id=run.workspace_id,
        workflow=target.workflow,
        agent=target.slug,
        agent_version=target.version,
        source=new.source,
        project_id=run.project_id,
        conversation_id=run.conversation_id,
        person_id=run.person_id,
        parent_id=run.id,
        title=new.title or first_words(new.task),
        input=TurnInput(
            conversation_id=None,
            turn=1,
            agent=target.slug,
            scope=target.scope,
            model=new.model,
            screen=new.screen,
            api_key_id=new.api_key_id,
            task=new.task,
            delegation=new.delegation,
        ).as_dict(),
    )
    await ports.engine.start(child)
    step.emit(
        events.Delegated(run_id=child.id, tool_call_id=new.tool_call_id, agent=target.slug, name=target.name)
    )
    return {"runId": child.id, "name": target.name, "isExternal": target.is_external}


async def report_of_child(
    handle: RunHandle, ports: Ports, started: dict[str, Any], key: str, tool_call_id: str = ""
) -> tuple[Run, list[Step], DelegationResult]:
    """Return the child that a step started when it has ended, and what came of it; pause while it waits.

    What it waits for is told in the caller's own log too, under the call that the child answers.
    """
    child = await _rest_of(handle, ports, RunId(started["runId"]))
    if not child.has_ended:
        await _tell_what_waits(handle, ports, tool_call_id, key, child)
        raise Paused
    steps = await ports.engine.runs.steps(child.id, child.workspace_id)
    return child, steps, collect(started["name"], child, steps)


async def _rest_of(handle: RunHandle, ports: Ports, child_id: RunId) -> Run:
    """Wait until the child rests; a stop of the caller stops the child first."""
    workspace_id = handle.run.workspace_id
    await handle.mark_progress()
    resting = asyncio.ensure_future(ports.engine.wait(child_id, workspace_id))
    stopping = asyncio.ensure_future(handle.stop.wait())
    try:
        await asyncio.wait({resting, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not resting.done():
            await ports.engine.stop(child_id, workspace_id)
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE_S):
                    await resting
            raise Stopped
        return resting.result()
    finally:
        resting.cancel()
        stopping.cancel()


async def _tell_what_waits(handle: RunHandle, ports: Ports, tool_call_id: str, key: str, child: Run) -> None:
    """Say in the caller's own log what its child, or a child of that, waits for; once per rest."""

    async def tell(step: StepContext) -> object:
        waiting, stopped = await _pending(ports, child)
        for stop in stopped:
            step.emit(notice_of(stop))
        for approval in waiting:
            step.emit(
                events.ApprovalRequested(
                    approval_id=approval.id,
                    tool_call_id=tool_call_id or approval.tool_call_id,
                    tool_name=approval.tool_name,
                    reason=f"{approval.agent}: {approval.reason}",
                )
            )
        return [each.id for each in (*waiting, *stopped)]

    await handle.step(f"{key}.waits.{child.last_number}", "guard", "wait for a person", tell)


async def _pending(ports: Ports, run: Run) -> tuple[list[Approval], list[Stop]]:
    """Return which approvals and budgets a run and all it started wait for."""
    async with ports.database.reading() as connection:
        asked = await list_approvals(connection, run.workspace_id, "pending", run.id, 50)
        stopped = await waiting_of(connection, run.workspace_id, run.id)
    for child in await ports.engine.runs.list(run.workspace_id, RunFilter(parent_id=run.id)):
        more = await _pending(ports, child)
        asked, stopped = asked + more[0], stopped + more[1]
    return asked, stopped
