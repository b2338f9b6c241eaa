"""Which period of a budget a moment belongs to: a day or a month of the workspace, or all time."""

from datetime import datetime
from zoneinfo import ZoneInfo

from proofroom.kernel.calendar import CalendarSpan, day_of, month_of
from proofroom.kernel.ids import RunId
from proofroom.telemetry.budgets.types import Budget

TOTAL = "total"


def span_of(budget: Budget, at: datetime, zone: ZoneInfo) -> CalendarSpan | None:
    """Return the time a budget counts now; None where it counts everything."""
    if budget.period == "day":
        return day_of(at, zone)
    return month_of(at, zone) if budget.period == "month" else None


def key_of(budget: Budget, at: datetime, zone: ZoneInfo, root: RunId) -> str:
    """Return the name of the period; every run has one of its own where the budget is for runs."""
    if budget.scope_kind == "run":
        return root
    span = span_of(budget, at, zone)
    return span.name if span else TOTAL
