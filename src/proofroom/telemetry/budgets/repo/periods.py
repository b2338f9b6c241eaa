"""What periods have spent and hold back. Each change is one statement that the database makes whole."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from proofroom.kernel.calendar import CalendarSpan
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import BudgetId, RunId
from proofroom.store.database import Connection
from proofroom.store.tables.budgets import budget_holds, budget_periods, budgets
from proofroom.store.tables.durable import runs
from proofroom.store.tables.telemetry import usage_records
from proofroom.store.upsert import insert_if_absent
from proofroom.telemetry.budgets.types import Budget

_P, _H, _U = budget_periods.c, budget_holds.c, usage_records.c
_HERE = (_P.budget_id == sa.bindparam("b_budget"), _P.period_key == sa.bindparam("b_key"))
_AMOUNT = sa.bindparam("b_amount", type_=sa.BigInteger)
_LIMIT = sa.select(budgets.c.limit_micros).where(budgets.c.id == sa.bindparam("b_budget")).scalar_subquery()
_FIGURES = (_P.spent_micros, _P.reserved_micros, _P.extra_micros, _P.noticed_percent)
_TAKE = sa.update(budget_periods).where(*_HERE).values(reserved_micros=_P.reserved_micros + _AMOUNT)
_TAKE_SOFT = _TAKE.returning(*_FIGURES)
_TAKE_HARD = _TAKE.where(
    _P.spent_micros + _P.reserved_micros + _AMOUNT <= _LIMIT + _P.extra_micros
).returning(*_FIGURES)
_SPEND = sa.update(budget_periods).where(*_HERE).values(spent_micros=_P.spent_micros + _AMOUNT)
_GIVE_BACK = sa.update(budget_periods).where(*_HERE).values(reserved_micros=_P.reserved_micros - _AMOUNT)
_HOLD = sa.insert(budget_holds)


@dataclass(frozen=True, slots=True)
class Figures:
    """A period's counts."""

    spent_micros: int
    reserved_micros: int
    extra_micros: int
    noticed_percent: int


async def take(connection: Connection, budget: Budget, key: str, amount: int) -> Figures | None:
    """Hold an amount back; None if that does not fit a hard budget, or the period has no row yet."""
    statement = _TAKE_HARD if budget.mode == "hard" else _TAKE_SOFT
    values = {"b_budget": budget.id, "b_key": key, "b_amount": amount}
    row = (await connection.execute(statement, values)).first()
    return Figures(*row) if row else None


async def give_back(connection: Connection, budget_id: BudgetId, key: str, amount: int) -> None:
    """Hold an amount no longer."""
    await connection.execute(_GIVE_BACK, {"b_budget": budget_id, "b_key": key, "b_amount": amount})


async def spend(connection: Connection, budget: Budget, key: str, amount: int) -> bool:
    """Add to what was spent; False if the period has no row yet."""
    values = {"b_budget": budget.id, "b_key": key, "b_amount": amount}
    return (await connection.execute(_SPEND, values)).rowcount == 1


async def begin(connection: Connection, budget: Budget, key: str, span: CalendarSpan | None) -> bool:
    """Begin a period with what the ledger says was spent in it; False if somebody was faster."""
    values = {
        "budget_id": budget.id,
        "period_key": key,
        "workspace_id": budget.workspace_id,
        "spent_micros": await spent_before(connection, budget, key, span),
        "reserved_micros": 0,
        "extra_micros": 0,
        "noticed_percent": 0,
    }
    return await insert_if_absent(connection, budget_periods, values)


async def spent_before(connection: Connection, budget: Budget, key: str, span: CalendarSpan | None) -> int:
    """Return what the ledger has for a period: a new budget counts what its period cost already."""
    which = [_U.workspace_id == budget.workspace_id]
    match budget.scope_kind:
        case "project":
            which.append(_U.project_id == budget.scope_id)
        case "agent":
            which.append(_U.agent == budget.scope_id)
        case "person":
            which.append(_U.person_id == budget.scope_id)
        case "run":
            which.append(_U.run_id == key)
        case "workspace":
            pass
    if span is not None:
        which += [_U.created_at >= span.since, _U.created_at < span.until]
    query = sa.select(sa.func.coalesce(sa.func.sum(_U.cost_micros), 0)).where(*which)
    return int(await connection.scalar(query) or 0)


async def read(connection: Connection, budget_id: BudgetId, key: str) -> Figures | None:
    """Return a period's counts, if it has begun."""
    query = sa.select(*_FIGURES).where(_P.budget_id == budget_id, _P.period_key == key)
    row = (await connection.execute(query)).first()
    return Figures(*row) if row else None


async def note(connection: Connection, budget_id: BudgetId, key: str, percent: int) -> bool:
    """Remember that people were told of a mark; False if they had been."""
    which = (_P.budget_id == budget_id, _P.period_key == key, _P.noticed_percent < percent)
    done = await connection.execute(budget_periods.update().where(*which).values(noticed_percent=percent))
    return done.rowcount == 1


async def forget_notices(connection: Connection, budget_id: BudgetId) -> None:
    """Let marks count anew, because the limit has changed."""
    await connection.execute(
        budget_periods.update().where(_P.budget_id == budget_id).values(noticed_percent=0)
    )


async def add_extra(connection: Connection, budget_id: BudgetId, key: str, amount: int) -> None:
    """Let one period spend more than the limit."""
    which = (_P.budget_id == budget_id, _P.period_key == key)
    values = {"extra_micros": _P.extra_micros + amount, "noticed_percent": 0}
    await connection.execute(budget_periods.update().where(*which).values(**values))


async def hold(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Write down who holds what."""
    if rows:
        await connection.execute(_HOLD, list(rows))


async def release_step(connection: Connection, run_id: RunId, step: str) -> None:
    """Give back what a step holds."""
    await _release(connection, _H.run_id == run_id, _H.step == step)


async def release_run(connection: Connection, run_id: RunId) -> None:
    """Give back what all steps of a run hold."""
    await _release(connection, _H.run_id == run_id)


async def release_ended(connection: Connection) -> int:
    """Give back what runs of any workspace hold that are not at work any more; return how many steps held."""
    at_work = sa.select(runs.c.id).where(runs.c.status.in_(("queued", "running")))
    return await _release(connection, _H.run_id.not_in(at_work))


async def _release(connection: Connection, *which: sa.ColumnElement[bool]) -> int:
    statement = budget_holds.delete().where(*which)
    gone = (
        await connection.execute(statement.returning(_H.budget_id, _H.period_key, _H.amount_micros))
    ).all()
    for row in sorted(gone, key=lambda each: (each.budget_id, each.period_key)):
        await give_back(connection, row.budget_id, row.period_key, row.amount_micros)
    return len(gone)
