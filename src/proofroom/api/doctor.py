"""System health in the browser: the same checks as `proofroom doctor`."""

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.api.language import Told
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Out
from proofroom.kernel.check import CheckState

router = APIRouter(tags=["health"])


class CheckInfo(Out):
    """One finding and what to do about it."""

    code: str
    title: Told
    state: CheckState
    detail: Told
    next_action: Told


class Findings(Out):
    """Everything that was looked at."""

    checks: list[CheckInfo]


@router.get("/doctor")
async def doctor(studio: StudioDep, principal: Principal = requires("studio.manage")) -> Findings:
    """Look at machine, data folder, database and connections."""
    found = await studio.examine(principal.workspace_id)
    return Findings(checks=[CheckInfo.model_validate(check) for check in found])
