"""Runs: list, look inside, follow their events."""

from datetime import datetime

from fastapi import APIRouter, Request
from starlette.responses import Response

from proofroom.access import Principal
from proofroom.api.language import ToldError
from proofroom.api.openapi import STREAM
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import EventNumber, Out, fields_of
from proofroom.api.streams import last_seen, stream_events
from proofroom.durable import Run, RunFilter, RunStatus, Step
from proofroom.kernel.ids import ApiKeyId, PersonId, RunId
from proofroom.runtime.seeing import sees_run
from proofroom.telemetry.usage import NOTHING, Sum
from proofroom.wiring import Studio

router = APIRouter(prefix="/runs", tags=["runs"])

NOBODY, NO_KEY = PersonId(""), ApiKeyId("")


class RunInfo(Out):
    """One execution of an agent. `keyName` is the program's, if one asked. `costMicros` leaves out the calls
    whose cost is unknown; `unpriced` counts those.
    """

    id: str
    status: RunStatus
    agent: str
    agent_version: int
    source: str
    title: str
    project_id: str | None
    conversation_id: str | None
    person_id: str | None
    person_name: str | None
    key_name: str | None
    parent_id: str | None
    root_id: str
    trace_id: str
    forked_from: str | None
    error: ToldError | None
    last_number: int
    tokens: int
    cost_micros: int
    unpriced: int
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None


class StepInfo(fields_of(Step, without=("run_id",))):
    """One model or tool call of a run; `attempt` is above 1 when the studio stopped in the middle of it."""

    error: ToldError | None

    kind: str
    status: str


class RunDetail(Out):
    """A run with its steps."""

    run: RunInfo
    steps: list[StepInfo]


class RunPage(Out):
    """A page of runs; `next` goes into `before` to read on."""

    runs: list[RunInfo]
    next: str | None


async def show_runs(studio: Studio, principal: Principal, runs: list[Run]) -> list[RunInfo]:
    """Return runs as the API shows them: with names, tokens and cost."""
    used = await studio.usage.of_runs(principal.workspace_id, [run.id for run in runs])
    names = await studio.access.people.names({run.person_id for run in runs if run.person_id})
    by_key = {run.id: ApiKeyId(key) for run in runs if (key := run.input.get("apiKeyId"))}
    keys = await studio.access.keys.names(principal.workspace_id, set(by_key.values()))
    return [
        _info(
            run,
            used.get(run.id, NOTHING),
            names.get(run.person_id or NOBODY),
            keys.get(by_key.get(run.id, NO_KEY)),
        )
        for run in runs
    ]


def _info(run: Run, used: Sum, person_name: str | None, key_name: str | None) -> RunInfo:
    return RunInfo.of(
        run,
        person_name=person_name,
        key_name=key_name,
        tokens=used.tokens,
        cost_micros=used.cost_micros,
        unpriced=used.unpriced,
    )


def show_step(step: Step) -> StepInfo:
    """Return a step as the API shows it."""
    return StepInfo.model_validate(step)


@router.get("")
async def list_runs(
    studio: StudioDep,
    status: RunStatus | None = None,
    agent: str | None = None,
    parent: str | None = None,
    before: str | None = None,
    limit: int = 50,
    principal: Principal = requires("sessions.own.read"),
) -> RunPage:
    """Return runs, newest first: one's own, or everybody's with the permission for it.

    `parent` names a run; then only those that it started are returned.
    """
    size = max(1, min(limit, 200))
    sees_all = principal.can("sessions.team.read")
    which = RunFilter(
        status=(status,) if status else (),
        agent=agent,
        parent_id=RunId(parent) if parent else None,
        person_id=None if sees_all else principal.person_id,
    )
    found = await studio.engine.runs.list(
        principal.workspace_id, which, before=RunId(before) if before else None, limit=size
    )
    mine = [run for run in found if sees_run(principal, run)]
    shown = await show_runs(studio, principal, mine)
    return RunPage(runs=shown, next=found[-1].id if len(found) == size else None)


@router.get("/{run_id}")
async def read_run(
    run_id: str, studio: StudioDep, principal: Principal = requires("sessions.own.read")
) -> RunDetail:
    """Return a run with its steps."""
    run = await studio.visible_run(principal, RunId(run_id))
    steps = await studio.engine.runs.steps(run.id, principal.workspace_id)
    (shown,) = await show_runs(studio, principal, [run])
    return RunDetail(run=shown, steps=[show_step(step) for step in steps])


@router.get("/{run_id}/events", openapi_extra=STREAM, response_model=None)
async def follow_run(
    run_id: str,
    request: Request,
    studio: StudioDep,
    after: EventNumber = 0,
    principal: Principal = requires("sessions.own.read"),
) -> Response:
    """Return the events after a number, and go on until the run ends.

    With `Accept: text/event-stream` every frame has its number as id, and `Last-Event-ID` counts like
    `after`, so that a browser's `EventSource` goes on by itself where it was cut off.
    """
    run = await studio.visible_run(principal, RunId(run_id))
    begin = last_seen(request, after)
    return stream_events(request, studio.watch(run.id, principal.workspace_id, after=begin))
