"""Whether the studio lives, is ready, and what it is doing."""

import asyncio
from typing import Literal

from fastapi import APIRouter

from proofroom import __version__
from proofroom.access import Principal
from proofroom.api.security import StudioDep, open_to_all, signed_in
from proofroom.api.shapes import Out
from proofroom.durable import RunFilter
from proofroom.kernel.calendar import day_of, zone_named
from proofroom.kernel.errors import Unavailable
from proofroom.kernel.strings import say
from proofroom.telemetry.usage import Seen
from proofroom.wiring import Studio

READY_S = 1.5
"""Seconds in which the database has to answer."""
router = APIRouter(tags=["health"])


class Health(Out):
    """The studio answers."""

    status: Literal["ok"] = "ok"
    version: str = __version__


class Status(Out):
    """What the status line shows. `spentTodayMicros` is null for those who may not see what work costs.

    The day is one of the workspace's time zone, as it is for budgets.
    """

    version: str = __version__
    runs_active: int
    spent_today_micros: int | None


@router.get("/health", dependencies=[open_to_all("a load balancer asks without credentials")])
async def health() -> Health:
    """Say that the process answers."""
    return Health()


@router.get("/ready", dependencies=[open_to_all("a load balancer asks without credentials")])
async def ready(studio: StudioDep) -> Health:
    """Say that the database answers and runs can start."""
    asking = asyncio.create_task(studio.is_ready())
    done, hanging = await asyncio.wait({asking}, timeout=READY_S)
    for each in hanging:  # as good as no answer; a driver may take seconds to let go, so nobody waits for it
        each.cancel()
    if not done or not asking.result():
        raise Unavailable(say("api.not_ready"))
    return Health()


@router.get("/status")
async def status(studio: StudioDep, principal: Principal = signed_in()) -> Status:
    """Return what the status line shows."""
    moving = RunFilter(status=("queued", "running"))
    active = await studio.engine.runs.list(principal.workspace_id, moving, limit=100)
    return Status(runs_active=len(active), spent_today_micros=await _spent_today(studio, principal))


async def _spent_today(studio: Studio, principal: Principal) -> int | None:
    """Return what today has cost so far: everybody's work, or one's own."""
    sees_all = principal.can("usage.team.read")
    if not sees_all and (principal.person_id is None or not principal.can("usage.own.read")):
        return None
    today = day_of(studio.clock.now(), zone_named(await studio.budgets.zone(principal.workspace_id)))
    person_id = None if sees_all else principal.person_id
    seen = Seen(principal.workspace_id, today.since, today.until, person_id=person_id)
    return (await studio.usage.total(seen)).cost_micros
