"""Kill the studio while agents talk, hand work on and wait for approvals: nothing is lost or done twice.

`PROOFROOM_TEST_KILLS` sets the number of kills.
"""

import asyncio
import json
import os
import random
import sys
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from proofroom.durable import Run, RunFilter, Runs
from proofroom.kernel.ids import RunId, WorkspaceId, new_id
from proofroom.kernel.settings import Settings
from proofroom.store.database import Database, open_database
from proofroom.store.tables.budgets import budget_holds, budget_periods
from proofroom.store.tables.telemetry import usage_records as usage

KILLS = int(os.environ.get("PROOFROOM_TEST_KILLS", "12"))
"""Twice as many as there are points: each has a fair death, and others come in between."""
AT_WORK = 4
"""How many turns are kept at work, so that there is always something to interrupt."""

POINTS = (
    "between-reservation-and-call",
    "after-the-last-byte",
    "after-effect",
    "before-closing",
    "after-closing",
    "before-waking",
)
RESTS = ("waits", "rest")
SPOKEN = ("between-reservation-and-call", "after-the-last-byte")


class Killer:
    """Lets workers live one after another, each with a death of its own."""

    def __init__(self, folder: Path, process: asyncio.subprocess.Process) -> None:
        self.folder, self._process = folder, process
        self.ids: list[str] = []
        self.deaths = 0
        self._chance = random.Random(20261115)

    async def kill_once(self, new: int) -> None:
        """Begin some turns, and let workers live until one of them has been killed."""
        self.ids += [new_id() for _ in range(new)]
        job = {"data": str(self.folder), "runs": self.ids, **self._death()}
        while (code := await self.play(job)) == 0:  # its point was not passed often enough
            job["after"] = 0
            self.ids += [new_id() for _ in range(AT_WORK)]
        assert code == -9
        self.deaths += 1

    async def play(self, job: dict[str, Any]) -> int:
        """Let one worker live; return how it ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(job).encode() + b"\n")
        await self._process.stdin.drain()
        return int(await asyncio.wait_for(self._process.stdout.readline(), 100))

    def _death(self) -> dict[str, Any]:
        """Return the next way to die: fair at each point in turn, then unfair at any point or moment."""
        turn, is_fair = self.deaths // 2, self.deaths % 2 == 0
        if not is_fair and turn % 2:
            return {"life_s": 0.05 + self._chance.random()}
        point = POINTS[turn % len(POINTS)]
        after = self._chance.randrange(2 if point == "before-waking" else 4)
        return {"point": point, "after": after, "is_fair": is_fair}


@asynccontextmanager
async def killing(settings: Settings) -> AsyncGenerator[tuple[Killer, Database]]:
    """Open the process that forks workers, and the database that they write."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).parent / "loop_worker.py"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    database = open_database(settings)
    try:
        yield Killer(settings.data, process), database
    finally:
        await database.close()
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


@pytest.mark.timeout(120 + 15 * KILLS)
async def test_kills_of_a_studio_lose_no_turn_and_send_no_letter_twice(sqlite_settings: Settings) -> None:
    async with killing(sqlite_settings) as (killer, database):
        while killer.deaths < KILLS:
            await killer.kill_once(AT_WORK - await _open(database, killer.ids))
        # Left alone, it brings everything to its end.
        assert await killer.play({"data": str(killer.folder), "runs": killer.ids}) == 0
        await check(database, killer)


@pytest.mark.timeout(240)
async def test_a_caller_outlives_any_number_of_kills_while_it_waits_for_another_agent(
    sqlite_settings: Settings,
) -> None:
    async with killing(sqlite_settings) as (killer, database):
        run_id = new_id()
        job = {"data": str(killer.folder), "runs": [run_id]}
        for _ in range(5):
            assert await killer.play({**job, "point": "after-a-childs-step"}) == -9
        assert await killer.play(job) == 0
        run = await Runs(database).get(RunId(run_id), await _workspace(database))
        assert run.status == "completed", run.error


async def check(database: Database, killer: Killer) -> None:
    """Every run is completed; every effect belongs to an attempt; no letter left twice or was forgotten."""
    runs, workspace_id = Runs(database), await _workspace(database)
    lines = (killer.folder / "journal").read_text().splitlines()
    effects = Counter[tuple[str, ...]](tuple(line.split()) for line in lines)
    lost = Counter[tuple[str, str]]()
    for run_id in killer.ids:
        children = await runs.list(workspace_id, RunFilter(parent_id=RunId(run_id)))
        assert len(children) == 1
        for run in (await runs.get(RunId(run_id), workspace_id), *children):
            assert run.status == "completed", run.error
            await _check_steps(database, run, effects, lost)
    assert max(times for (word, _), times in effects.items() if word == "send") == 1
    _check_deaths(killer, effects, lost)
    await _check_money(database)


async def _check_steps(
    database: Database, run: Run, effects: Counter[tuple[str, ...]], lost: Counter[tuple[str, str]]
) -> None:
    """A tool has an effect per attempt at most, a letter one; a model's ledger has one line per attempt."""
    calls = await _ledger(database, run.id)
    for step in await Runs(database).steps(run.id, run.workspace_id):
        # What is told and merged at a rest is new at the next one, so a rest's step may be left behind.
        assert step.status == "finished" or (step.status == "failed" and step.key.split(".")[-2] in RESTS)
        if step.name in ("count", "send"):
            times = effects[step.name, f"{run.id}:{step.key}"]
            assert times <= (1 if step.name == "send" else step.attempt)
            assert times or not step.result["output"]["ok"]
        if step.kind == "model":
            found = calls[step.key]
            assert [attempt for attempt, _ in found] == list(range(1, step.attempt + 1))
            assert [status for _, status in found] == ["interrupted"] * (step.attempt - 1) + ["ok"]
            lost[run.id, step.key] = step.attempt - 1


def _check_deaths(killer: Killer, effects: Counter[tuple[str, ...]], lost: Counter[tuple[str, str]]) -> None:
    """Every kind of death came, and each left the trace it must leave."""
    deaths = [line.split() for line in (killer.folder / "deaths").read_text().splitlines()]
    assert len(deaths) == killer.deaths
    assert {point for point, *_ in deaths} == {*POINTS, "anywhere"}
    for (run, step), times in Counter((run, step) for point, run, step in deaths if point in SPOKEN).items():
        assert lost[run, step] >= times, "a call that was cut off is in the ledger, and was made again"
    for point, run, step in deaths:
        if point == "after-effect":  # the tool was called once more with the same key, or a person was told
            assert effects["count", f"{run}:{step}"] >= 2 or effects["send", f"{run}:{step}"] == 1


async def _check_money(database: Database) -> None:
    """Nothing is held back any more, and what the period has spent is what the ledger says."""
    async with database.reading() as connection:
        assert (await connection.execute(sa.select(budget_holds))).all() == []
        (period,) = (await connection.execute(sa.select(budget_periods))).all()
        spent = await connection.scalar(sa.select(sa.func.sum(usage.c.cost_micros)))
    assert (period.reserved_micros, period.spent_micros) == (0, spent)


async def _ledger(database: Database, run_id: RunId) -> dict[str, list[tuple[int, str]]]:
    query = sa.select(usage.c.step, usage.c.attempt, usage.c.status).where(usage.c.run_id == run_id)
    found: dict[str, list[tuple[int, str]]] = {}
    async with database.reading() as connection:
        for row in await connection.execute(query.order_by(usage.c.attempt)):
            found.setdefault(row.step, []).append((row.attempt, row.status))
    return found


async def _open(database: Database, ids: list[str]) -> int:
    """Count the turns that have not ended, or were not recorded before a kill."""
    if not ids:
        return 0
    runs, workspace_id = Runs(database), await _workspace(database)
    found = [await runs.find(RunId(each), workspace_id) for each in ids]
    return sum(run is None or not run.has_ended for run in found)


async def _workspace(database: Database) -> WorkspaceId:
    async with database.reading() as connection:
        return WorkspaceId(await connection.scalar(sa.text("SELECT id FROM workspaces")))
