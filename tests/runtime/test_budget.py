"""Runs under budgets on both databases: many at once, a studio that is cut off, tools that cost something."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from proofroom.access import Principal
from proofroom.access.grants import permissions_of
from proofroom.durable import Run, again
from proofroom.kernel import events
from proofroom.kernel.errors import NotAllowed, NotFound, ProviderFailed
from proofroom.kernel.ids import BudgetId, PersonId, RunId, WorkspaceId, new_id
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import PaidCall, ToolContext, ToolOutput
from proofroom.providers.types import ModelRequest, Reply, Sink, TokenUsage
from proofroom.reviews import StopVerdict
from proofroom.runtime import Limits
from proofroom.store import Database
from proofroom.store.tables.budgets import budget_holds, budget_periods
from proofroom.store.tables.telemetry import usage_records
from proofroom.telemetry.budgets import Budget
from proofroom.telemetry.budgets.repo import budgets as repo
from tests.durable.conftest import leave_as_killed
from tests.patience import LIMIT_S
from tests.runtime.conftest import WHO, WORKSPACE, Anything, Desk, OpenDesk, tool
from tests.scripted import ScriptedDriver, ScriptedReply
from tests.telemetry.test_budgets import budget

COST = 1_000
MAX_OUTPUT = 2_000
DOLLAR = {"input_micros_per_mtok": 1, "output_micros_per_mtok": 1_000_000, "max_output": MAX_OUTPUT}
"""A call is held for about 2,000 micro-dollars and costs 1,000."""
ONE = ScriptedReply("Done.", usage=TokenUsage(input=10, output=COST, cost_micros=COST))
OWNER = Principal("person", WORKSPACE, "Ada", permissions_of("owner"), person_id=PersonId(new_id()))


class Crowd(ScriptedDriver):
    """Answers nobody before three are at work, and knows how many were at once and what it charged."""

    def __init__(self) -> None:
        super().__init__(ONE)
        self.inside = self.most = self.charged = 0
        self.is_busy = asyncio.Event()

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        self.inside += 1
        self.most = max(self.most, self.inside)
        if self.inside == 3:
            self.is_busy.set()
        async with asyncio.timeout(LIMIT_S):
            await self.is_busy.wait()
        self.inside -= 1
        self.charged += COST
        return await super().stream(request, sink)


async def make(database: Database, **fields: Any) -> Budget:
    made = budget(**({"limit": 10 * COST, "period": "total", "workspace_id": WORKSPACE} | fields))
    async with database.transaction() as connection:
        await repo.add(connection, made)
    return made


async def figures(database: Database, budget_id: BudgetId) -> tuple[int, int]:
    c = budget_periods.c
    query = sa.select(c.spent_micros, c.reserved_micros).where(c.budget_id == budget_id)
    async with database.reading() as connection:
        return tuple((await connection.execute(query)).one())


async def ledger(database: Database, workspace_id: WorkspaceId = WORKSPACE) -> list[Any]:
    query = sa.select(usage_records).where(usage_records.c.workspace_id == workspace_id)
    async with database.reading() as connection:
        return list(await connection.execute(query.order_by(usage_records.c.created_at)))


async def rest(desk: Desk, run_id: RunId, *statuses: str) -> Run:
    async with asyncio.timeout(LIMIT_S):
        while True:
            run = await desk.engine.runs.get(run_id, WORKSPACE)
            if run.status in statuses or (not statuses and run.has_ended):
                return run
            await asyncio.sleep(0.02)


@pytest.mark.timeout(180)  # a hundred executions: seconds on a quiet machine
async def test_fifty_runs_at_once_never_spend_more_than_a_budget_for_ten(
    open_desk: OpenDesk, database: Database
) -> None:
    made, driver = await make(database), Crowd()

    async def one(desk: Desk) -> Run:
        return (await desk.say("go", await desk.open()))[0]

    async with open_desk(driver, priced=DOLLAR) as desk:
        runs = await asyncio.gather(*(one(desk) for _ in range(50)))
        waiting = await desk.stops.find(OWNER, "waiting")
        spent, reserved = await figures(database, made.id)
        done = [run for run in runs if run.status == "completed"]
        assert {run.status for run in runs} == {"completed", "waiting_human"}
        assert driver.most >= 3, "they were at work at the same time"
        assert len(waiting) == 50 - len(done)
        assert (spent, reserved) == (len(done) * COST, 0)
        assert spent == driver.charged == sum(row.cost_micros for row in await ledger(database))
        assert 4 * COST <= spent <= made.limit_micros
        more = StopVerdict("raise", limit_micros=60 * COST)
        await desk.stops.decide(OWNER, waiting[0].id, more)
        for run in runs:
            assert (await rest(desk, run.id)).status == "completed"
    assert await figures(database, made.id) == (50 * COST, 0)


async def test_a_kill_in_the_middle_releases_the_reservation(open_desk: OpenDesk, database: Database) -> None:
    made = await make(database)
    slow = ScriptedDriver(ScriptedReply("Some words that take long.", pieces=5, delay_s=3_600))
    async with open_desk(slow, priced=DOLLAR) as desk:
        conversation = await desk.open()
        posted = await desk.chat.post(WHO, conversation, "go")
        async with asyncio.timeout(LIMIT_S):
            while not slow.requests:
                await asyncio.sleep(0.01)
        spent, held = await figures(database, made.id)
        assert (spent, held > MAX_OUTPUT) == (0, True)
        await desk.engine.close(drain_s=0)  # as a kill: nothing of the step is closed
    assert await figures(database, made.id) == (0, held)
    async with open_desk(ScriptedDriver(ONE), priced=DOLLAR) as desk:
        assert (await rest(desk, posted.run_id)).status == "completed"
    rows = await ledger(database)
    assert [(row.status, row.attempt, row.is_estimate) for row in rows] == [
        ("interrupted", 1, True),
        ("ok", 2, False),
    ]
    assert await figures(database, made.id) == (sum(row.cost_micros for row in rows), 0)
    async with database.reading() as connection:
        assert (await connection.execute(sa.select(budget_holds))).all() == []


async def test_a_run_that_nobody_can_continue_leaves_nothing_held(
    open_desk: OpenDesk, database: Database, settings: Settings
) -> None:
    if database.is_postgres:
        pytest.skip("the test before this one cuts a run off on both databases")
    made = await make(database)
    slow = ScriptedDriver(ScriptedReply("Some words that take long.", pieces=5, delay_s=3_600))
    run_id = RunId("")
    for attempt in range(5):
        async with open_desk(slow, priced=DOLLAR) as desk:
            if not run_id:
                run_id = (await desk.chat.post(WHO, await desk.open(), "go")).run_id
            async with asyncio.timeout(LIMIT_S):
                while len(slow.requests) <= attempt:
                    if (await desk.engine.runs.get(run_id, WORKSPACE)).has_ended:
                        break
                    await asyncio.sleep(0.01)
            run = await desk.engine.runs.get(run_id, WORKSPACE)
            if run.has_ended:
                break
            await desk.engine.close(drain_s=0)
            await leave_as_killed(database, settings, [run_id])
    assert run.status == "interrupted"
    assert (await figures(database, made.id))[1] == 0


async def test_close_to_the_limit_an_answer_is_kept_short_rather_than_refused(
    open_desk: OpenDesk, database: Database
) -> None:
    await make(database, limit=8 * COST)
    long = DOLLAR | {"max_output": 64_000}
    for limits, status, asked in (
        (None, "completed", 4_096),
        (Limits(max_output_tokens=6_900), "completed", 6_900),
        (Limits(max_output_tokens=64_000), "waiting_human", 6_900),  # what an agent is set to is kept
    ):
        driver = ScriptedDriver(ONE)
        async with open_desk(driver, priced=long, limits=limits) as desk:
            run, _ = await desk.say("go", await desk.open())
        assert run.status == status
        if driver.requests:
            assert driver.requests[0].max_output_tokens == asked


async def test_a_fork_of_a_stopped_run_asks_for_itself(open_desk: OpenDesk, database: Database) -> None:
    made = await make(database, limit=1)
    async with open_desk(ScriptedDriver(ONE), priced=DOLLAR) as desk:
        run, _ = await desk.say("go", await desk.open())
        assert run.status == "waiting_human"
        forked = await desk.engine.fork(again(run, id=RunId(new_id())), run.id)
        await rest(desk, forked.id, "waiting_human")
        assert {stop.run_id for stop in await desk.stops.find(OWNER, "waiting")} == {run.id, forked.id}
        (first, _) = await desk.stops.find(OWNER, "waiting")
        await desk.stops.decide(OWNER, first.id, StopVerdict("raise", limit_micros=90 * COST))
        for each in (run, forked):
            assert (await rest(desk, each.id)).status == "completed"
    assert await figures(database, made.id) == (2 * COST, 0)


async def test_the_next_model_of_an_agent_needs_room_of_its_own(
    open_desk: OpenDesk, database: Database
) -> None:
    await make(database)
    broken = ScriptedDriver(ScriptedReply(error=ProviderFailed("Down.", provider_status=503)))
    spare = ScriptedDriver(ONE)
    async with open_desk(broken, priced=DOLLAR, fallbacks={"spare": spare}) as desk:
        run, found = await desk.say("go", await desk.open())
        assert run.status == "waiting_human"  # nobody knows what the spare model costs
        (stop,) = await desk.stops.find(OWNER, "waiting")
        assert (stop.what, stop.needed_micros) == ("a call of spare", None)
        assert not spare.requests
        assert [event.state for event in found if isinstance(event, events.BudgetNotice)] == ["stopped"]
    assert (await ledger(database))[0].cost_micros == 0


async def test_a_tool_that_costs_something_waits_too_and_runs_once(
    open_desk: OpenDesk, database: Database
) -> None:
    made = await make(database)
    drawn: list[str] = []

    async def draw(context: ToolContext, given: Anything) -> ToolOutput:
        drawn.append(given.value)
        for _ in range(2):
            context.account(PaidCall("image", "painter", "oil", cost_micros=3_000))
        return ToolOutput(ok=True, data={})

    async def most(_workspace: WorkspaceId, given: dict[str, Any]) -> int:
        return 50_000

    spec = tool("draw", draw, effect="external", on_crash="ask", most_it_costs=most)
    script = ScriptedDriver(
        ScriptedReply("", calls=(("draw", {"value": "cat"}), ("note", {"value": "x"})), usage=ONE.usage), ONE
    )
    async with open_desk(script, spec, priced=DOLLAR) as desk:
        run, _ = await desk.say("go", await desk.open())
        assert (run.status, drawn) == ("waiting_human", [])
        (stop,) = await desk.stops.find(OWNER, "waiting")
        assert (stop.what, stop.needed_micros) == ("a call of draw", 50_000)
        await desk.stops.decide(OWNER, stop.id, StopVerdict("raise", extra_micros=100_000))
        assert (await rest(desk, run.id)).status == "completed"
        assert drawn == ["cat"]
        assert [value for _, value in desk.called] == ["x"]
    rows = await ledger(database)
    assert [row.kind for row in rows].count("image") == 2
    assert await figures(database, made.id) == (2 * COST + 6_000, 0)


@pytest.mark.parametrize("may", [True, False])
async def test_who_may_raise_and_who_may_only_decline(
    open_desk: OpenDesk, database: Database, may: bool
) -> None:
    if database.is_postgres:
        pytest.skip("what people may do does not depend on the database")
    await make(database, limit=1)
    async with open_desk(ScriptedDriver(ONE), priced=DOLLAR) as desk:
        run, _ = await desk.say("go", await desk.open())
        (stop,) = await desk.stops.find(OWNER, "waiting")
        weak = replace(OWNER, permissions=frozenset({"budgets.team.read"} if may else ()))
        for verdict in (StopVerdict("raise", limit_micros=100_000), StopVerdict("decline")):
            with pytest.raises(NotAllowed if may else NotFound):
                await desk.stops.decide(weak, stop.id, verdict)
        stranger = replace(OWNER, workspace_id=WorkspaceId(new_id()))
        with pytest.raises(NotFound):
            await desk.stops.decide(stranger, stop.id, StopVerdict("decline"))
        program = Principal("key", WORKSPACE, "Key", permissions_of("owner"))
        with pytest.raises(NotAllowed):
            await desk.stops.decide(program, stop.id, StopVerdict("decline"))
        assert (await desk.engine.runs.get(run.id, WORKSPACE)).status == "waiting_human"
