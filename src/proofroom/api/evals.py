"""Evaluations: make a case of a run, say what must hold, replay it, see how versions did."""

from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Count, In, Out, fields_of
from proofroom.evals import CaseCheck, EvalCases, EvalRun
from proofroom.evals.checks import kept_checks
from proofroom.evals.types import EvalCase
from proofroom.kernel.ids import RunId

router = APIRouter(prefix="/evals", tags=["evals"])


class EvalCaseInfo(fields_of(EvalCase, without=("workspace_id", "screen", "recording"))):
    """A case: what is asked, and what must hold."""

    status: str


class TrialDid(Out):
    """What a trial did: its tools in order, what it cost and how long it took."""

    tools: list[str]
    cost_micros: int
    took_ms: int


class EvalRunInfo(fields_of(EvalRun, without=("workspace_id",))):
    """How an agent at a version did in a case."""

    did: TrialDid | None = None


class NewCase(In):
    """The run to make a case of. Without checks it begins with the tools it called, and no error."""

    run_id: str
    title: str = Field("", max_length=300)
    checks: list[CaseCheck] | None = Field(None, max_length=40)
    feedback_id: str | None = None


class CaseChange(In):
    """What is to change of a case; what is left out stays."""

    title: str | None = Field(None, min_length=1, max_length=300)
    checks: list[CaseCheck] | None = Field(None, max_length=40)
    status: Literal["active", "muted", "archived"] | None = None
    is_gate: bool | None = None


class Play(In):
    """How often to replay a case, and with which version of the agent; without one, as it is now."""

    trials: int = Field(1, ge=1, le=10)
    version: Count | None = None


def _show(run: EvalRun) -> EvalRunInfo:
    return EvalRunInfo.model_validate(run)


@router.get("")
async def list_cases(
    studio: StudioDep,
    agent: str | None = None,
    principal: Principal = requires("evals.team.read", whole=True),
) -> list[EvalCaseInfo]:
    """Return the cases, newest first: of an agent, or all."""
    found = await studio.get(EvalCases).list(principal.workspace_id, agent)
    return [EvalCaseInfo.model_validate(one) for one in found]


@router.post("", status_code=201)
async def make_case(
    body: NewCase, studio: StudioDep, principal: Principal = requires("evals.team.create", whole=True)
) -> EvalCaseInfo:
    """Make a case of a run."""
    run = await studio.visible_run(principal, RunId(body.run_id))
    case = await studio.get(EvalCases).make(
        principal, run, title=body.title, checks=body.checks, feedback_id=body.feedback_id
    )
    return EvalCaseInfo.model_validate(case)


@router.put("/{case_id}")
async def change_case(
    case_id: str,
    body: CaseChange,
    studio: StudioDep,
    principal: Principal = requires("evals.team.update", whole=True),
) -> EvalCaseInfo:
    """Change what must hold, mute or archive a case, or make it a gate."""
    changes = body.model_dump(exclude_none=True, exclude={"checks"})
    if body.checks is not None:
        changes["checks"] = kept_checks(body.checks)
    changed = await studio.get(EvalCases).change(principal, case_id, changes)
    return EvalCaseInfo.model_validate(changed)


@router.get("/{case_id}/runs")
async def list_case_runs(
    case_id: str, studio: StudioDep, principal: Principal = requires("evals.team.read", whole=True)
) -> list[EvalRunInfo]:
    """Return how agents did in a case, newest first."""
    return [_show(one) for one in await studio.get(EvalCases).runs(principal.workspace_id, case_id)]


@router.post("/{case_id}/play")
async def play_case(
    case_id: str, body: Play, studio: StudioDep, principal: Principal = requires("evals.team.run", whole=True)
) -> list[EvalRunInfo]:
    """Replay a case; tools answer from the recording, nothing is written."""
    cases = studio.get(EvalCases)
    played = await cases.play(principal, case_id, body.trials, version=body.version)
    return [_show(one) for one in played]


@router.post("/gate/{agent}")
async def check_gate(
    agent: str, studio: StudioDep, principal: Principal = requires("evals.team.run", whole=True)
) -> list[EvalRunInfo]:
    """Replay the gates of an agent; refused with their names if one fails."""
    return [_show(run) for _, run in await studio.get(EvalCases).check_gate(principal, agent)]
