"""Work without a conversation: what is due when, what runs, what came of it; cancel it, or do it again."""

from datetime import datetime
from typing import Literal

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.agents.heartbeats import Heartbeats
from proofroom.agents.schedules import AgentSchedules
from proofroom.agents.system import REVIEWER
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Out
from proofroom.durable import Run, RunFilter
from proofroom.kernel.ids import RunId
from proofroom.runtime.seeing import sees_run
from proofroom.wiring import Studio

router = APIRouter(prefix="/jobs", tags=["agents"])

JobKind = Literal["schedule", "heartbeat", "review", "extraction", "replay"]
SOURCES: dict[str, JobKind] = {
    "schedule": "schedule",
    "heartbeat": "heartbeat",
    "extraction": "extraction",
    "eval": "replay",
}
"""Where runs come from that nobody talks to, and what they are called here."""
MOST = 30


class ComingJob(Out):
    """Something that is due by the clock. `nextAt` is null while it rests."""

    kind: JobKind
    id: str
    agent: str
    title: str
    cron: str
    time_zone: str
    next_at: datetime | None
    last_at: datetime | None


class DoneJob(Out):
    """A run of it: what came of it, and what can be done about it."""

    kind: JobKind
    run_id: str
    agent: str
    title: str
    status: str
    error: str
    created_at: datetime
    ended_at: datetime | None
    can_cancel: bool
    can_retry: bool


class JobList(Out):
    """What is due, the next first, and what ran, the newest first."""

    coming: list[ComingJob]
    done: list[DoneJob]


class JobBegun(Out):
    """The run that was begun or stopped; none where there was nothing to do."""

    run_id: str | None
    status: str


@router.get("")
async def list_jobs(studio: StudioDep, principal: Principal = requires("actions.team.read")) -> JobList:
    """Return what is due by the clock, and the last runs that nobody talks to."""
    coming = [*await _schedules(studio, principal), *await _heartbeats(studio, principal)]
    coming.sort(key=lambda one: (one.next_at is None, one.next_at.isoformat() if one.next_at else ""))
    found: list[Run] = []
    for source in SOURCES:
        which = RunFilter(source=source)
        found += await studio.engine.runs.list(principal.workspace_id, which, limit=MOST)
    shown = [one for one in found if one.parent_id is None and sees_run(principal, one)]
    newest = sorted(shown, key=lambda one: one.created_at, reverse=True)
    return JobList(coming=coming, done=[_done(one) for one in newest[:MOST]])


@router.post("/{run_id}/cancel")
async def cancel_job(
    run_id: str, studio: StudioDep, principal: Principal = requires("actions.team.run")
) -> JobBegun:
    """Stop a run that nobody talks to, and all it started."""
    run = await studio.visible_run(principal, RunId(run_id))
    await studio.stop_run(run, principal)
    return JobBegun(run_id=run.id, status="cancelled")


@router.post("/{run_id}/retry")
async def retry_job(
    run_id: str, studio: StudioDep, principal: Principal = requires("actions.team.run")
) -> JobBegun:
    """Do it again: go on where it failed, or begin another beat."""
    run = await studio.visible_run(principal, RunId(run_id))
    if run.source == "heartbeat":
        beat = await studio.get(Heartbeats).run_now(principal, run.agent)
        return JobBegun(run_id=beat.run_id, status=beat.status)
    resumed = await studio.resume_run(principal, run)
    return JobBegun(run_id=resumed.id, status=resumed.status)


async def _schedules(studio: Studio, principal: Principal) -> list[ComingJob]:
    return [
        ComingJob.of(one, kind="schedule", title=one.task, time_zone=one.zone)
        for one in await studio.get(AgentSchedules).list(principal)
    ]


async def _heartbeats(studio: Studio, principal: Principal) -> list[ComingJob]:
    return [
        ComingJob(
            kind="review" if one.agent == REVIEWER else "heartbeat",
            id=one.id,
            agent=one.agent,
            title="",
            cron=one.schedule,
            time_zone=one.zone,
            next_at=one.next_run_at,
            last_at=one.last_run_at,
        )
        for one in await studio.get(Heartbeats).list(principal.workspace_id)
    ]


def _done(run: Run) -> DoneJob:
    error = run.error or {}
    kind = SOURCES[run.source]
    return DoneJob(
        kind="review" if run.agent == REVIEWER else kind,
        run_id=run.id,
        agent=run.agent,
        title=run.title,
        status=run.status,
        error=str(error.get("message") or ""),
        created_at=run.created_at,
        ended_at=run.ended_at,
        can_cancel=not run.has_ended,
        can_retry=run.has_ended and (run.source == "heartbeat" or run.status in ("failed", "interrupted")),
    )
