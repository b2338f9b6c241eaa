"""Kill the process at random and at named points of concurrent runs: every run ends, nothing done repeats.

`PROOFROOM_TEST_KILLS` sets the number of kills on SQLite; PostgreSQL gets a third of it.
"""

import asyncio
import json
import os
import random
import signal
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from proofroom.durable import Run, Runs
from proofroom.kernel import events
from proofroom.kernel.ids import RunId, WorkspaceId, new_id
from proofroom.kernel.settings import Settings
from proofroom.store.database import Database
from proofroom.store.tables.durable import runs, steps

KILLS = int(os.environ.get("PROOFROOM_TEST_KILLS", "20"))
RUNS = 10
ROUNDS, WORDS = 25, 8  # as in worker.py
POINTS = ("before-body", "after-effect", "before-closing", "in-closing", "after-closing")
WORKSPACE = WorkspaceId(new_id())


class Arena:
    """The worker, its killer, and the books."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings = settings
        self.database = database
        self.runs = Runs(database)
        self.ids: list[RunId] = []
        self.finished_before: list[tuple[int, set[tuple[str, str]]]] = []
        self.process: asyncio.subprocess.Process | None = None

    async def open(self) -> None:
        """Start the process that forks workers."""
        async with self.database.transaction() as connection:
            columns = "run VARCHAR(36), step VARCHAR(80), attempt INTEGER, state VARCHAR(10)"
            await connection.execute(sa.text(f"CREATE TABLE ledger ({columns})"))
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(Path(__file__).parent / "worker.py"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )

    async def close(self) -> None:
        """Let it go."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.close()
        await self.process.communicate()

    async def play(
        self, *, new: int, point: str | None = None, after: int = 0, work: int | None = None
    ) -> int:
        """Let one worker live to its point, until it did some work, or to the end; return its exit code.

        Work is counted by what it noted, in bytes: how far a worker gets within a time says more about the
        machine than about the worker.
        """
        assert self.process is not None
        assert self.process.stdin is not None
        await self._take_stock()
        self.ids += [RunId(new_id()) for _ in range(new)]
        # A client that got no answer asks again with the same id: harmless, whatever had happened.
        found = await self.found()
        recorded, ended = {run.id for run in found}, {run.id for run in found if run.has_ended}
        started = [
            {"id": run_id, "workspace_id": WORKSPACE, "workflow": "work"}
            for run_id in self.ids
            if run_id not in recorded
        ]
        url = self.settings.database_url
        job: dict[str, Any] = {
            "data": str(self.settings.data),
            "database_url": url.get_secret_value() if url else None,
            "workspace_id": WORKSPACE,
            "start": started,
            "wait_for": [run_id for run_id in self.ids if run_id not in ended],
            "point": point,
            "after": after,
        }
        self.process.stdin.write(json.dumps(job).encode() + b"\n")
        await self.process.stdin.drain()
        pid = await self._number()
        ended = asyncio.create_task(self._number())
        if work is not None:
            until = self._noted() + work
            while self._noted() < until and not ended.done():
                await asyncio.sleep(0.01)
            if not ended.done():
                os.kill(pid, signal.SIGKILL)
        return await asyncio.wait_for(ended, 90)

    async def open_runs(self) -> int:
        """Count the runs that have not ended."""
        return len(self.ids) - sum([run.has_ended for run in await self.found()])

    async def found(self) -> list[Run]:
        """Return the runs that were recorded; a kill may come before that."""
        return [run for run in [await self.runs.find(run_id, WORKSPACE) for run_id in self.ids] if run]

    def journal(self) -> list[list[str]]:
        """Return what the workers noted."""
        path = self.settings.data / "journal"
        return [line.split() for line in path.read_text().splitlines()] if path.exists() else []

    def _noted(self) -> int:
        path = self.settings.data / "journal"
        return path.stat().st_size if path.exists() else 0

    async def _number(self) -> int:
        assert self.process is not None
        assert self.process.stdout is not None
        return int(await self.process.stdout.readline())

    async def _take_stock(self) -> None:
        query = sa.select(steps.c.run_id, steps.c.key).where(steps.c.status == "finished")
        async with self.database.reading() as connection:
            finished = {(row.run_id, row.key) for row in await connection.execute(query)}
        self.finished_before.append((len(self.journal()), finished))


def check_books(arena: Arena) -> None:
    """No body began after its step was finished; outside effects happened, once per key."""
    lines = arena.journal()
    for index, (start, finished) in enumerate(arena.finished_before):
        end = arena.finished_before[index + 1][0] if index + 1 < len(arena.finished_before) else len(lines)
        for word, run, key, attempt in lines[start:end]:
            assert (run, key) not in finished, f"{word} of finished step {key}, attempt {attempt}"
    begun = Counter((run, key, attempt) for word, run, key, attempt in lines if word == "begin")
    assert max(begun.values()) == 1, "one attempt has one beginning"
    sent = Counter((run, key) for word, run, key, _ in lines if word == "sent")
    assert max(sent.values()) == 1


async def check_run(arena: Arena, run: Run) -> None:
    """A run that ended has all its steps, a readable log, and one last event."""
    log: list[events.AnyEvent] = []
    while page := await arena.runs.events(run.id, WORKSPACE, after=log[-1].n if log else 0):
        log += page
    assert isinstance(log[-1], events.Done | events.Error)
    assert sum([isinstance(event, events.Done | events.Error) for event in log]) == 1
    if run.status == "interrupted":
        return
    assert run.status == "completed"
    assert run.result == ROUNDS * (WORDS + 2)
    found = await arena.runs.steps(run.id, WORKSPACE)
    assert len(found) == 4 * ROUNDS
    assert {step.status for step in found} == {"finished"}
    texts: dict[str, str] = defaultdict(str)
    for event in log:
        if isinstance(event, events.StepRestarted):
            texts[event.step] = ""
        elif isinstance(event, events.Text):
            texts[event.step] = texts[event.step][: event.offset] + event.text
    for number in range(ROUNDS):
        key = f"model:{number}"
        assert texts[key] == "".join(f"{key}/{index} " for index in range(WORDS))


def check_numbers(arena: Arena) -> None:
    """No number was shown for two different events; text may come back longer under the same number."""
    shown: dict[tuple[str, int], str] = {}
    for line in (arena.settings.data / "seen").read_text().splitlines():
        run, body = line.split(" ", 1)
        event = events.decode_event(body)
        what = f"{event.step} text" if isinstance(event, events.Text) else body
        assert shown.setdefault((run, event.n), what) == what


async def check_looks(arena: Arena) -> None:
    """Whatever of a look was shown builds on the answer that was kept, not on one that a kill has lost."""
    columns = (steps.c.run_id, steps.c.key, steps.c.attempt, steps.c.status)
    async with arena.database.reading() as connection:
        kept = {(row.run_id, row.key): row for row in await connection.execute(sa.select(*columns))}
    shown = 0
    for line in (arena.settings.data / "seen").read_text().splitlines():
        run, body = line.split(" ", 1)
        event = events.decode_event(body)
        if isinstance(event, events.Progress):
            answer = kept[run, event.step.replace("look", "model")]
            assert (str(answer.attempt), answer.status) == (event.text, "finished")
            shown += 1
    assert shown >= ROUNDS


async def check_ledger(arena: Arena) -> None:
    """Every finished step was settled once and no reservation is left open in a run that was completed."""
    query = sa.text("SELECT run, step, state, COUNT(*) AS times FROM ledger GROUP BY run, step, state")
    async with arena.database.reading() as connection:
        rows = (await connection.execute(query)).all()
    completed = {run.id for run in await arena.found() if run.status == "completed"}
    settled = {(row.run, row.step): row.times for row in rows if row.state == "settled"}
    assert set(settled.values()) == {1}
    assert sum([run in completed for run, _ in settled]) == len(completed) * 3 * ROUNDS  # looks cost nothing
    assert not [row for row in rows if row.state == "reserved" and row.run in completed]


async def check_nothing_open(arena: Arena) -> None:
    """Nobody holds anything any more."""
    query = sa.select(runs.c.id).where(
        sa.or_(runs.c.holder.is_not(None), runs.c.status.in_(("queued", "running")))
    )
    async with arena.database.reading() as connection:
        assert (await connection.execute(query)).all() == []


@pytest.mark.timeout(120 + 10 * KILLS)
async def test_kills_lose_no_run_and_repeat_no_finished_step(settings: Settings, database: Database) -> None:
    kills = max(3, KILLS // 3) if database.is_postgres else KILLS
    chance = random.Random(20261115)
    arena = Arena(settings, database)
    await arena.open()
    killed, new = 0, RUNS
    while killed < kills:
        point = POINTS[killed // 2 % len(POINTS)] if killed % 2 else None
        code = await arena.play(
            new=new,
            point=point,
            after=chance.randrange(40),
            work=None if point else 0 if killed % 8 == 4 else chance.randrange(20_000),
        )
        assert code in (0, -signal.SIGKILL)
        killed += code != 0
        new = 0 if await arena.open_runs() else RUNS
    assert await arena.play(new=0) == 0
    await arena.close()
    found = await arena.found()
    assert len(found) == len(arena.ids)
    assert {run.status for run in found} <= {"completed", "interrupted"}
    check_books(arena)
    check_numbers(arena)
    await check_looks(arena)
    for run in found:
        await check_run(arena, run)
    await check_ledger(arena)
    await check_nothing_open(arena)
    states = Counter(run.status for run in found)
    print(f"{killed} kills, {len(found)} runs: {dict(states)}")
    # A run is interrupted when three recoveries in a row were killed before they finished a step.
    assert states["completed"] > len(found) / 2, states
