"""Lamps over HTTP."""

from typing import Any

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.api.security import StudioDep, requires
from tests.rooms.lamps.lamps import Lamps

router = APIRouter(prefix="/lamps", tags=["lamps"])


@router.get("/{lamp}")
async def get_lamp(
    lamp: str, studio: StudioDep, principal: Principal = requires("agents.team.read")
) -> dict[str, Any]:
    """Return how a lamp is."""
    return studio.get(Lamps).now(lamp)
