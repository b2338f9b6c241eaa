"""Budgets on both databases: what is reserved fits, what was lost comes back, periods follow the zone."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from proofroom.kernel.errors import BudgetExceeded
from proofroom.kernel.ids import BudgetId, PersonId, ProjectId, RunId, WorkspaceId, new_id
from proofroom.store import Database
from proofroom.store.tables.access import workspace_settings, workspaces
from proofroom.telemetry.budgets import Budget, Spender, charge, release, reserve
from proofroom.telemetry.budgets.repo import budgets as repo
from proofroom.telemetry.budgets.repo import periods
from tests.telemetry.rows import WORKSPACE, line, write

pytestmark = pytest.mark.both_databases

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
STEP = "001.model"


def budget(limit: int = 1_000, **fields: Any) -> Budget:
    usual: dict[str, Any] = {
        "id": BudgetId(new_id()),
        "workspace_id": WORKSPACE,
        "scope_kind": "workspace",
        "scope_id": "",
        "period": "day",
        "limit_micros": limit,
        "mode": "hard",
        "warn_percent": 80,
        "allows_unpriced": False,
        "created_by": None,
        "created_at": NOON,
        "updated_at": NOON,
    }
    return Budget(**(usual | fields))


def spender(**fields: Any) -> Spender:
    return Spender(**({"workspace_id": WORKSPACE, "run_id": RunId(new_id()), "agent": "editor"} | fields))


async def make(database: Database, *made: Budget) -> None:
    async with database.transaction() as connection:
        for each in made:
            assert await repo.add(connection, each)


async def hold(database: Database, who: Spender, bound: int | None, at: datetime = NOON) -> Any:
    async with database.transaction() as connection:
        await release(connection, who, STEP)
        return await reserve(connection, who, STEP, at, bound, "a call")


async def settle(database: Database, who: Spender, cost: int | None, at: datetime = NOON) -> None:
    await write(database, line(at, run_id=who.run_id, agent=who.agent, cost_micros=cost))
    async with database.transaction() as connection:
        await release(connection, who, STEP)
        await charge(connection, who, at, cost)


async def figures(database: Database, which: Budget, key: str = "2026-11-15") -> tuple[int, int]:
    async with database.reading() as connection:
        found = await periods.read(connection, which.id, key)
    return (found.spent_micros, found.reserved_micros) if found else (-1, -1)


async def test_of_four_reservations_at_once_two_fit(database: Database) -> None:
    day = budget(1_000)
    await make(database, day)
    made = await asyncio.gather(*(hold(database, spender(), 400) for _ in range(4)), return_exceptions=True)
    assert sum(isinstance(each, BudgetExceeded) for each in made) == 2
    assert await figures(database, day) == (0, 800)


async def test_a_call_has_to_fit_every_budget_and_leaves_nothing_where_it_does_not(
    database: Database,
) -> None:
    wide, narrow = budget(10_000), budget(100, scope_kind="agent", scope_id="editor")
    await make(database, wide, narrow)
    with pytest.raises(BudgetExceeded) as refused:
        await hold(database, spender(), 400)
    assert refused.value.context["budget_id"] == narrow.id
    assert refused.value.context["left_micros"] == 100
    assert "$0.0001" in refused.value.message
    assert await figures(database, wide) == (-1, -1)
    await hold(database, spender(agent="writer"), 400)
    assert await figures(database, wide) == (0, 400)


async def test_settling_frees_what_was_not_used(database: Database) -> None:
    day, who = budget(1_000), spender()
    await make(database, day)
    await hold(database, who, 900)
    with pytest.raises(BudgetExceeded):
        await hold(database, spender(), 900)
    await settle(database, who, 50)
    assert await figures(database, day) == (50, 0)
    await hold(database, spender(), 900)


async def test_the_next_attempt_replaces_what_the_lost_one_held(database: Database) -> None:
    day, who = budget(1_000), spender()
    await make(database, day)
    await hold(database, who, 900)
    await hold(database, who, 700)
    assert await figures(database, day) == (0, 700)


async def test_budgets_hold_for_those_they_name(sqlite_database: Database) -> None:
    person, project = PersonId(new_id()), ProjectId(new_id())
    mine = budget(100, scope_kind="person", scope_id=person)
    ours = budget(100, scope_kind="project", scope_id=project)
    strange = budget(0, workspace_id=WorkspaceId(new_id()))
    await make(sqlite_database, mine, ours, strange)
    await hold(sqlite_database, spender(), 10_000)
    for who in (spender(person_id=person), spender(project_id=project)):
        with pytest.raises(BudgetExceeded):
            await hold(sqlite_database, who, 101)


async def test_every_run_has_the_run_budget_for_itself(sqlite_database: Database) -> None:
    each, first = budget(100, scope_kind="run", period="total"), spender()
    await make(sqlite_database, each)
    await hold(sqlite_database, first, 100)
    await hold(sqlite_database, spender(), 100)
    child = spender(parent_id=first.run_id)
    with pytest.raises(BudgetExceeded):  # what a run hands on counts for it
        await hold(sqlite_database, child, 1)


async def test_a_soft_budget_tells_once_per_mark_and_never_refuses(database: Database) -> None:
    soft = budget(1_000, mode="soft")
    await make(database, soft)
    told: list[int] = []
    for _ in range(12):
        who = spender()
        told += [notice.percent for notice in await hold(database, who, 5_000)]
        await settle(database, who, 100)
    assert told == [80, 100]


async def test_a_call_without_a_known_price_is_refused_unless_it_is_allowed(
    sqlite_database: Database,
) -> None:
    day = budget(1_000)
    await make(sqlite_database, day)
    with pytest.raises(BudgetExceeded, match="nobody knows its price"):
        await hold(sqlite_database, spender(), None)
    async with sqlite_database.transaction() as connection:
        await repo.change(connection, WORKSPACE, day.id, {"allows_unpriced": True})
    who = spender()
    await hold(sqlite_database, who, None)
    await settle(sqlite_database, who, None)
    assert await figures(sqlite_database, day) == (0, 0)


async def test_what_costs_nothing_needs_no_budget(sqlite_database: Database) -> None:
    await make(sqlite_database, budget(0))
    assert await hold(sqlite_database, spender(), 0) == []


async def test_a_new_budget_counts_what_its_period_has_cost(database: Database) -> None:
    await write(
        database,
        line(NOON - timedelta(hours=1), cost_micros=600),
        line(NOON - timedelta(days=1), cost_micros=5_000),
        line(NOON, workspace_id=WorkspaceId(new_id()), cost_micros=5_000),
    )
    day, month = budget(1_000), budget(10_000, period="month")
    await make(database, day, month)
    with pytest.raises(BudgetExceeded):
        await hold(database, spender(), 401)
    who = spender()
    await hold(database, who, 400)
    await settle(database, who, 300)
    assert await figures(database, day) == (900, 0)
    assert await figures(database, month, "2026-11") == (5_900, 0)


async def test_days_and_months_are_those_of_the_workspace(database: Database) -> None:
    async with database.transaction() as connection:
        named = {"id": WORKSPACE, "slug": "w", "name": "W", "created_at": NOON, "updated_at": NOON}
        await connection.execute(workspaces.insert().values(**named))
        setting = {"scope": "workspace", "key": "timezone", "value": "Pacific/Auckland", "version": 1}
        values = {"workspace_id": WORKSPACE, **setting, "updated_at": NOON}
        await connection.execute(workspace_settings.insert().values(**values))
    day = budget(100)
    await make(database, day)
    await hold(database, spender(), 100, at=datetime(2026, 11, 30, 10, 59, tzinfo=UTC))
    with pytest.raises(BudgetExceeded):
        await hold(database, spender(), 100, at=datetime(2026, 11, 30, 10, 59, 59, tzinfo=UTC))
    await hold(database, spender(), 100, at=datetime(2026, 11, 30, 11, 0, tzinfo=UTC))
    assert await figures(database, day, "2026-12-01") == (0, 100)


async def test_holds_of_runs_that_are_over_are_given_back(database: Database) -> None:
    day = budget(1_000)
    await make(database, day)
    await hold(database, spender(), 900)
    async with database.transaction() as connection:
        assert await periods.release_ended(connection) == 1
    assert await figures(database, day) == (0, 0)


async def test_more_for_one_period_leaves_the_limit(sqlite_database: Database) -> None:
    day, who = budget(100), spender()
    await make(sqlite_database, day)
    await hold(sqlite_database, who, 100)
    async with sqlite_database.transaction() as connection:
        await periods.add_extra(connection, day.id, "2026-11-15", 50)
    await hold(sqlite_database, spender(), 50)
    with pytest.raises(BudgetExceeded):
        await hold(sqlite_database, spender(), 101, at=NOON + timedelta(days=1))
    assert replace(day, limit_micros=100) == day
