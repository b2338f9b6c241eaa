"""Whether the studio lives, is ready, and what it is doing."""

from typing import Literal

from fastapi import APIRouter

from proofroom import __version__
from proofroom.access import Principal
from proofroom.api.security import StudioDep, open_to_all, signed_in
from proofroom.api.shapes import Out
from proofroom.durable import RunFilter
from proofroom.kernel.errors import Unavailable
from proofroom.kernel.strings import say

router = APIRouter(tags=["health"])


class Health(Out):
    """The studio answers."""

    status: Literal["ok"] = "ok"
    version: str = __version__


class Status(Out):
    """What the status line shows."""

    version: str = __version__
    runs_active: int


@router.get("/health", dependencies=[open_to_all("a load balancer asks without credentials")])
async def health() -> Health:
    """Say that the process answers."""
    return Health()


@router.get("/ready", dependencies=[open_to_all("a load balancer asks without credentials")])
async def ready(studio: StudioDep) -> Health:
    """Say that the database answers and runs can start."""
    if not await studio.is_ready():
        raise Unavailable(say("api.not_ready"))
    return Health()


@router.get("/status")
async def status(studio: StudioDep, principal: Principal = signed_in()) -> Status:
    """Return what the status line shows."""
    moving = RunFilter(status=("queued", "running"))
    active = await studio.engine.runs.list(principal.workspace_id, moving, limit=100)
    return Status(runs_active=len(active))
