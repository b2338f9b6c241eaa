"""Heartbeats: when agents work by the clock, what came of each beat, and a beat now."""

from datetime import datetime

from fastapi import APIRouter, Query
from pydantic import Field

from proofroom.access import Principal
from proofroom.agents.heartbeats import Beat, HeartbeatAction, Heartbeats
from proofroom.api.costs import costs_of
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import In, Out, fields_of
from proofroom.kernel.ids import RunId
from proofroom.wiring import Studio

router = APIRouter(tags=["agents"])


class HeartbeatInfo(Out):
    """When an agent works by the clock. `nextRunAt` is null while it rests."""

    agent: str
    schedule: str
    zone: str
    status: str
    next_run_at: datetime | None
    last_run_at: datetime | None


class HeartbeatBody(In):
    """Whether and when an agent works by the clock: five fields of cron in an IANA time zone."""

    enabled: bool
    schedule: str | None = Field(None, max_length=120)
    time_zone: str | None = Field(None, max_length=64)


class BeatInfo(fields_of(Beat, without=("workspace_id", "action_id"))):
    """One beat: when it was due, how many were missed before it, and what came of it."""

    trigger: str
    status: str
    skip_reason: str
    cost_micros: int = 0


def _show(action: HeartbeatAction) -> HeartbeatInfo:
    return HeartbeatInfo.model_validate(action)


async def _show_beats(studio: Studio, beats: list[Beat]) -> list[BeatInfo]:
    """Return beats with what their runs cost."""
    if not beats:
        return []
    costs = await costs_of(studio, beats[0].workspace_id, [one.run_id for one in beats if one.run_id])
    return [BeatInfo.of(one, cost_micros=costs[one.run_id or RunId("")]) for one in beats]


@router.get("/heartbeats")
async def list_heartbeats(
    studio: StudioDep, principal: Principal = requires("actions.team.read")
) -> list[HeartbeatInfo]:
    """Return the heartbeats of the workspace: what is due next first."""
    return [_show(one) for one in await studio.get(Heartbeats).list(principal.workspace_id)]


@router.get("/heartbeats/beats")
async def list_beats(
    studio: StudioDep,
    agent: str | None = None,
    limit: int = Query(50, ge=1, le=500),
    principal: Principal = requires("actions.team.read"),
) -> list[BeatInfo]:
    """Return beats, newest first: of an agent, or of all."""
    found = await studio.get(Heartbeats).beats(principal.workspace_id, agent, limit)
    return await _show_beats(studio, found)


@router.put("/agents/{slug}/heartbeat")
async def set_heartbeat(
    slug: str,
    body: HeartbeatBody,
    studio: StudioDep,
    principal: Principal = requires("actions.team.update"),
) -> HeartbeatInfo:
    """Say whether and when an agent works by the clock."""
    action = await studio.get(Heartbeats).set(
        principal, slug, enabled=body.enabled, schedule=body.schedule, zone=body.time_zone
    )
    return _show(action)


@router.post("/agents/{slug}/run")
async def run_agent(
    slug: str, studio: StudioDep, principal: Principal = requires("agents.team.run")
) -> BeatInfo:
    """Begin a beat of an agent now, under its own role."""
    [shown] = await _show_beats(studio, [await studio.get(Heartbeats).run_now(principal, slug)])
    return shown
