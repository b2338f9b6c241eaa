"""What a budget is, how one stands, who spends, and what a stopped run waits for."""

from dataclasses import field
from datetime import datetime
from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import BudgetId, PersonId, ProjectId, RunId, WorkspaceId
from proofroom.kernel.strings import say

ScopeKind = Literal["workspace", "project", "agent", "person", "run"]
Period = Literal["day", "month", "total"]
Mode = Literal["hard", "soft"]
StopStatus = Literal["waiting", "raised", "resumed", "declined", "cancelled"]
StandingState = Literal["ok", "warned", "reached"]


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit on what may be spent. A hard one stops, a soft one only tells.

    The scope `run` holds for every run by itself, with the runs it delegates to.
    """

    id: BudgetId
    workspace_id: WorkspaceId
    scope_kind: ScopeKind
    scope_id: str
    period: Period
    limit_micros: int
    mode: Mode
    warn_percent: int
    allows_unpriced: bool
    """Whether calls whose price nobody knows are let through, counted as nothing."""
    created_by: PersonId | None
    created_at: datetime
    updated_at: datetime

    @property
    def title(self) -> str:
        """Return its name in a sentence."""
        return _title(self.scope_kind, self.scope_id, self.period)


@dataclass(frozen=True, slots=True)
class PeriodBalance:
    """How a budget stands in one period. `since` and `until` are None for a total."""

    period_key: str
    since: datetime | None
    until: datetime | None
    spent_micros: int
    reserved_micros: int
    extra_micros: int
    limit_micros: int
    """The limit with what was added for this period."""
    state: StandingState

    @property
    def left_micros(self) -> int:
        """Return what may still be reserved."""
        return max(0, self.limit_micros - self.spent_micros - self.reserved_micros)


@dataclass(frozen=True, slots=True)
class Spender:
    """Whose call it is, as budgets see it."""

    workspace_id: WorkspaceId
    run_id: RunId
    agent: str
    project_id: ProjectId | None = None
    person_id: PersonId | None = None
    parent_id: RunId | None = None
    stamp: int | None = field(default=None, compare=False)
    """How the remembered tables stood when its step was opened."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A budget that has passed one of its marks."""

    budget_id: BudgetId
    title: str
    percent: int
    spent_micros: int
    limit_micros: int


@dataclass(frozen=True, slots=True)
class Stop:
    """A run that waits because its next call did not fit into a budget."""

    id: str
    workspace_id: WorkspaceId
    budget_id: BudgetId
    period_key: str
    scope_kind: ScopeKind
    scope_id: str
    period: Period
    run_id: RunId
    step: str
    project_id: ProjectId | None
    person_id: PersonId | None
    agent: str
    what: str
    """The model or tool that was to be called."""
    reason: str
    needed_micros: int | None
    """What the call may cost at most; None where nobody knows."""
    left_micros: int
    limit_micros: int
    status: StopStatus
    created_at: datetime
    decided_by: PersonId | None = None
    decided_at: datetime | None = None

    @property
    def title(self) -> str:
        """Return the name of its budget in a sentence, also when that is gone."""
        return _title(self.scope_kind, self.scope_id, self.period)


def _title(kind: ScopeKind, scope_id: str, period: Period) -> str:
    if kind == "run":
        return say("budget.title.run")
    if kind == "agent":
        return say(f"budget.title.agent.{period}", agent=scope_id)
    return say(f"budget.title.{kind}.{period}")
