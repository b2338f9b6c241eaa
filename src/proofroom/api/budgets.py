"""Budgets: what may be spent, how each stands, and runs that one of them stopped."""

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.agents import Roster
from proofroom.api.language import Told
from proofroom.api.security import StudioDep, requires, signed_in
from proofroom.api.shapes import Done, In, Out, fields_of
from proofroom.api.usage import Labels, read_labels
from proofroom.kernel.calendar import zone_named
from proofroom.kernel.ids import BudgetId, PersonId, ProjectId
from proofroom.reviews import BudgetView, NewBudget, StopDecision, StopVerdict
from proofroom.runtime.completion import AGENT as GATEWAY
from proofroom.telemetry.budgets import (
    Mode,
    Period,
    PeriodBalance,
    ScopeKind,
    Stop,
    StopStatus,
)
from proofroom.telemetry.budgets.types import Budget
from proofroom.wiring import Studio

router = APIRouter(prefix="/budgets", tags=["budgets"])

LARGEST = 10**15
"""A billion dollars: more is a slip of the keyboard."""


class StandingInfo(fields_of(PeriodBalance)):
    """How a budget stands in its present period. `leftMicros` is what may still be reserved."""

    left_micros: int


class BudgetInfo(fields_of(Budget, without=("workspace_id", "created_by"))):
    """A budget. One with the scope `run` holds for every run by itself and has no standing."""

    scope_label: str
    standing: StandingInfo | None
    waiting_runs: int


class BudgetList(Out):
    """The budgets, and the time zone whose days and months they count."""

    time_zone: str
    budgets: list[BudgetInfo]


class NewBudgetBody(In):
    """A budget: whose (`scopeId` is a project's or person's id, or an agent's name), how much, how often."""

    scope_kind: ScopeKind
    scope_id: str = Field("", max_length=80)
    period: Period
    limit_micros: int = Field(ge=0, le=LARGEST)
    mode: Mode = "hard"
    warn_percent: int = Field(80, ge=1, le=100)
    allows_unpriced: bool = False


class BudgetChange(In):
    """What is to change; what is left out stays. Runs that wait for the budget try again."""

    limit_micros: int | None = Field(None, ge=0, le=LARGEST)
    mode: Mode | None = None
    warn_percent: int | None = Field(None, ge=1, le=100)
    allows_unpriced: bool | None = None


class TimeZone(In):
    """The workspace's time zone."""

    time_zone: str


class StopInfo(fields_of(Stop, without=("workspace_id", "step"))):
    """A run that a budget stopped. `neededMicros` is null where nobody knows what the call costs."""

    reason: Told

    scope_label: str


class StopDecisionBody(In):
    """A person's word: raise the budget, let the run try again, or let it end.

    A raise names the new limit, or what is added for this period (or this run) only.
    """

    decision: StopDecision
    limit_micros: int | None = Field(None, ge=0, le=LARGEST)
    extra_micros: int | None = Field(None, gt=0, le=LARGEST)


@router.get("")
async def list_budgets(studio: StudioDep, principal: Principal = requires("budgets.own.read")) -> BudgetList:
    """Return the budgets and how they stand: all of them, or one's own."""
    found = await studio.budgets.list(principal)
    labels = await read_labels(studio, principal, [each.budget.scope_id for each in found])
    zone = await studio.budgets.zone(principal.workspace_id)
    return BudgetList(time_zone=zone, budgets=[_show(each, labels) for each in found])


@router.post("", status_code=201)
async def add_budget(
    body: NewBudgetBody, studio: StudioDep, principal: Principal = requires("budgets.team.create")
) -> BudgetInfo:
    """Make a budget; what its period has cost already counts."""
    await _check_scope(studio, principal, body)
    made = await studio.budgets.create(principal, NewBudget(**body.model_dump()))
    return await _one(studio, principal, made)


@router.put("/time-zone")
async def set_time_zone(
    body: TimeZone, studio: StudioDep, principal: Principal = requires("settings.team.update")
) -> Done:
    """Set the time zone whose days and months the workspace's budgets count."""
    zone_named(body.time_zone)
    await studio.access.workspaces.put_setting(principal, "timezone", body.time_zone)
    return Done()


@router.get("/stops")
async def list_stops(
    studio: StudioDep, status: StopStatus | None = None, principal: Principal = signed_in()
) -> list[StopInfo]:
    """Return the runs that budgets stopped, as far as this person may see them, newest first."""
    found = await studio.stops.find(principal, status)
    labels = await read_labels(studio, principal, [each.scope_id for each in found])
    return [_show_stop(each, labels) for each in found]


@router.get("/stops/{stop_id}")
async def read_stop(stop_id: str, studio: StudioDep, principal: Principal = signed_in()) -> StopInfo:
    """Return one run that a budget stopped."""
    found = await studio.stops.get(principal, stop_id)
    return _show_stop(found, await read_labels(studio, principal, [found.scope_id]))


@router.post("/stops/{stop_id}/decision")
async def decide_stop(
    stop_id: str, body: StopDecisionBody, studio: StudioDep, principal: Principal = signed_in()
) -> StopInfo:
    """Raise the budget, let the run try again, or let it end; a raise sets free all that wait for it."""
    verdict = StopVerdict(body.decision, body.limit_micros, body.extra_micros)
    found = await studio.stops.decide(principal, stop_id, verdict)
    return _show_stop(found, await read_labels(studio, principal, [found.scope_id]))


@router.get("/{budget_id}")
async def read_budget(
    budget_id: str, studio: StudioDep, principal: Principal = requires("budgets.team.read")
) -> BudgetInfo:
    """Return one budget and how it stands."""
    return await _one(studio, principal, await studio.budgets.get(principal, BudgetId(budget_id)))


@router.put("/{budget_id}")
async def change_budget(
    budget_id: str,
    body: BudgetChange,
    studio: StudioDep,
    principal: Principal = requires("budgets.team.update"),
) -> BudgetInfo:
    """Change a budget; runs that wait for it try again."""
    key = BudgetId(budget_id)
    await studio.budgets.change(principal, key, body.model_dump(exclude_none=True))
    return await _one(studio, principal, await studio.budgets.get(principal, key))


@router.delete("/{budget_id}")
async def delete_budget(
    budget_id: str, studio: StudioDep, principal: Principal = requires("budgets.team.delete")
) -> Done:
    """Delete a budget; runs that wait for it go on."""
    await studio.budgets.remove(principal, BudgetId(budget_id))
    return Done()


async def _check_scope(studio: Studio, principal: Principal, body: NewBudgetBody) -> None:
    """Refuse a budget on something that is not in this workspace."""
    if body.scope_kind == "project" and body.scope_id:
        await studio.access.projects.get(principal, ProjectId(body.scope_id))
    elif body.scope_kind == "person" and body.scope_id:
        await studio.access.members.find(principal.workspace_id, PersonId(body.scope_id))
    elif body.scope_kind == "agent" and body.scope_id not in ("", GATEWAY):
        await studio.get(Roster).profile(principal.workspace_id, body.scope_id, None)


def _label(labels: Labels, kind: ScopeKind, scope_id: str) -> str:
    if kind in ("person", "project", "agent"):
        return labels.of(kind, scope_id)
    return ""


async def _one(studio: Studio, principal: Principal, view: BudgetView) -> BudgetInfo:
    return _show(view, await read_labels(studio, principal, [view.budget.scope_id]))


def _show(view: BudgetView, labels: Labels) -> BudgetInfo:
    budget = view.budget
    return BudgetInfo.of(
        budget,
        scope_label=_label(labels, budget.scope_kind, budget.scope_id),
        standing=_show_standing(view.standing),
        waiting_runs=view.waiting,
    )


def _show_standing(standing: PeriodBalance | None) -> StandingInfo | None:
    return StandingInfo.model_validate(standing) if standing else None


def _show_stop(stop: Stop, labels: Labels) -> StopInfo:
    return StopInfo.of(stop, scope_label=_label(labels, stop.scope_kind, stop.scope_id))
