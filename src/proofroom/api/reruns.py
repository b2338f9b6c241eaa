"""What people do with a run: stop it, go on with it, retry it, fork it, take it home as a file."""

from datetime import datetime
from typing import Any

import msgspec
import orjson
from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.agents import Roster
from proofroom.api.runs import RunInfo, StepInfo, show_runs, show_step
from proofroom.api.security import StudioDep, asker, requires
from proofroom.api.shapes import In, Out
from proofroom.durable import Run, RunFilter
from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.ids import RunId
from proofroom.kernel.strings import plain, say
from proofroom.runtime import StoredMessage
from proofroom.runtime.seeing import is_own_run
from proofroom.wiring import Studio

router = APIRouter(prefix="/runs", tags=["runs"])

EXPORT_FORMAT = "proofroom.run/1"


class Stopped(Out):
    """Whether there was something to stop."""

    stopped: bool


class Retry(In):
    """Where to begin anew; without a step, where the run stopped, or at its beginning."""

    step: str | None = Field(None, max_length=200)


class Fork(In):
    """What to do instead: of a turn, what to ask and of whom; of any other run, other values from a step."""

    message: str | None = Field(None, min_length=1)
    agent: str | None = Field(None, max_length=80)
    model: str | None = Field(None, max_length=200)
    step: str | None = Field(None, max_length=200)
    input: dict[str, Any] = Field(default_factory=dict[str, Any])


class ExportedMessage(Out):
    """A message of the run's turn."""

    id: str
    turn: int
    role: str
    run_id: str | None
    blocks: list[dict[str, Any]]
    created_at: datetime


class RunExport(Out):
    """Everything about a run, in one file. `children` are the runs it started, by id."""

    format: str = EXPORT_FORMAT
    exported_at: datetime
    run: RunInfo
    input: dict[str, Any]
    result: Any
    steps: list[StepInfo]
    events: list[dict[str, Any]]
    messages: list[ExportedMessage]
    children: list[str]


@router.post("/{run_id}/stop")
@router.post("/{run_id}/cancel")
async def stop_run(run_id: str, studio: StudioDep, principal: Principal = requires("ai.chat")) -> Stopped:
    """Stop a run and all it started: the provider's request is cancelled at once, what was done is kept."""
    return Stopped(stopped=await studio.stop_run(await _own(studio, principal, run_id), principal))


@router.post("/{run_id}/resume")
async def resume_run(run_id: str, studio: StudioDep, principal: Principal = requires("ai.chat")) -> RunInfo:
    """Go on with a run that failed or was interrupted, at the step that did not finish."""
    run = await _own(studio, principal, run_id)
    await studio.access.rates.hit_agent(principal)
    return await _shown(studio, principal, await studio.resume_run(principal, run))


@router.post("/{run_id}/retry")
async def retry_run(
    run_id: str, body: Retry, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> RunInfo:
    """Do a run again from a step, as a new run on the finished steps before it and in branches beside it."""
    run = await studio.visible_run(principal, RunId(run_id))
    if not is_own_run(principal, run):
        raise NotAllowed(say("runs.only_starter"))
    _check_flow(studio, principal, run)
    await studio.access.rates.hit_agent(principal)
    return await _shown(studio, principal, await studio.reruns.retry(run, body.step))


@router.post("/{run_id}/fork", status_code=201)
async def fork_run(
    run_id: str, body: Fork, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> RunInfo:
    """Do something else at this place, as a new run.

    A turn is forked with another message, in a conversation of one's own. Any other run is forked with
    other values in its `input`, from a step on or from its beginning.
    """
    run = await studio.visible_run(principal, RunId(run_id))
    await studio.access.rates.hit_agent(principal)
    if run.project_id is not None:
        await studio.check_project(principal, run.project_id)
    if body.message is None:
        _check_flow(studio, principal, run)
        changed = await studio.reruns.fork_flow(asker(principal), run, body.input, body.step)
        return await _shown(studio, principal, changed)
    if body.agent is not None:
        await studio.get(Roster).slug_for(principal.workspace_id, None, body.agent)
    await studio.check_model(principal.workspace_id, run.input.get("scope", "workspace"), body.model)
    forked = await studio.reruns.fork(asker(principal), run, body.message, agent=body.agent, model=body.model)
    return await _shown(studio, principal, forked)


@router.get("/{run_id}/export")
async def export_run(
    run_id: str, studio: StudioDep, principal: Principal = requires("sessions.own.read")
) -> RunExport:
    """Return a run with its steps, events and messages as one document."""
    run = await studio.visible_run(principal, RunId(run_id))
    runs, lines = studio.engine.runs, list[dict[str, Any]]()
    async for batch, _ in runs.lines(run.id, run.workspace_id, after=0):
        lines.extend(orjson.loads(line) for line in batch.splitlines())
    children = await runs.list(run.workspace_id, RunFilter(parent_id=run.id), limit=200)
    return RunExport(
        exported_at=studio.clock.now(),
        run=await _shown(studio, principal, run),
        input=run.input,
        result=run.result,
        steps=[show_step(step) for step in await runs.steps(run.id, run.workspace_id)],
        events=lines,
        messages=[_message(message) for message in await studio.reruns.messages(run)],
        children=[child.id for child in reversed(children)],
    )


async def _own(studio: Studio, principal: Principal, run_id: str) -> Run:
    """Return a run that is one's own, or everybody's with the permission for it."""
    run = await studio.visible_run(principal, RunId(run_id))
    if not is_own_run(principal, run):
        principal.require("sessions.team.run")
    return run


def _check_flow(studio: Studio, principal: Principal, run: Run) -> None:
    """Refuse to start what somebody may not start."""
    if (permission := studio.reruns.permission_for(run)) is not None:
        principal.require(permission, run.project_id)


async def _shown(studio: Studio, principal: Principal, run: Run) -> RunInfo:
    (shown,) = await show_runs(studio, principal, [run])
    return shown


def _message(message: StoredMessage) -> ExportedMessage:
    return ExportedMessage.of(message, blocks=msgspec.to_builtins(message.blocks, enc_hook=plain))
