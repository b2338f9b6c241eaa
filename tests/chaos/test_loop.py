"""Kill the studio while agents talk, hand work on and wait for approvals: nothing is lost or done twice."""

import asyncio
import json
import os
import random
import sys
from collections import Counter
from pathlib import Path

import pytest
import sqlalchemy as sa

from proofroom.durable import RunFilter, Runs
from proofroom.kernel.ids import RunId, WorkspaceId, new_id
from proofroom.kernel.settings import Settings
from proofroom.store.database import Database, open_database

KILLS = max(6, int(os.environ.get("PROOFROOM_TEST_KILLS", "20")) // 4)
NEW_RUNS = 2
"""How many turns each worker begins, so that there is always something to interrupt."""

POINTS = (
    "between-reservation-and-call",
    "after-the-last-byte",
    "after-effect",
    "before-closing",
    "after-closing",
    "before-waking",
)


async def play(process: asyncio.subprocess.Process, job: dict[str, object]) -> int:
    """Let one worker live; return how it ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(job).encode() + b"\n")
    await process.stdin.drain()
    return int(await asyncio.wait_for(process.stdout.readline(), 100))


@pytest.mark.timeout(120 + 15 * KILLS)
async def test_kills_of_a_studio_lose_no_turn_and_send_no_letter_twice(sqlite_settings: Settings) -> None:
    ids: list[str] = []
    job = {"data": str(sqlite_settings.data), "runs": ids}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).parent / "loop_worker.py"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    chance, killed = random.Random(20261115), 0
    for number in range(KILLS):
        ids += [new_id() for _ in range(NEW_RUNS)]
        point, after = POINTS[number % len(POINTS)], chance.randrange(4)
        killed += await play(process, {**job, "point": point, "after": after}) == -9
    assert await play(process, job) == 0  # left alone, it brings everything to its end
    assert process.stdin is not None
    process.stdin.close()
    await process.wait()
    assert killed >= KILLS // 2  # a point may not be passed often enough in one life
    database = open_database(sqlite_settings)
    try:
        await check(database, sqlite_settings.data, [RunId(each) for each in ids])
    finally:
        await database.close()


async def check(database: Database, folder: Path, ids: list[RunId]) -> None:
    """Every run ended; every effect belongs to an attempt; no letter left twice, and none was forgotten.

    A run that was cut off four times before it finished a single step is closed as interrupted: that is
    visible and can be resumed, so it is an end, but not one that many may have.
    """
    runs, workspace_id = Runs(database), await _workspace(database)
    journal = Counter(tuple(line.split()) for line in (folder / "journal").read_text().splitlines())
    ended = Counter[str]()
    for run_id in ids:
        children = await runs.list(workspace_id, RunFilter(parent_id=run_id))
        assert len(children) <= 1
        for run in (await runs.get(run_id, workspace_id), *children):
            assert run.status in ("completed", "interrupted"), run.error
            ended[run.status] += 1
            for step in await runs.steps(run.id, workspace_id):
                if step.name in ("count", "send") and step.status == "finished":
                    effects = journal[step.name, run.id, step.key]
                    assert effects <= (1 if step.name == "send" else step.attempt)
                    assert effects or not step.result["output"]["ok"]
    assert ended["completed"] > 3 * ended["interrupted"]
    assert max(times for (word, *_), times in journal.items() if word == "send") == 1


async def _workspace(database: Database) -> WorkspaceId:
    async with database.reading() as connection:
        return WorkspaceId(await connection.scalar(sa.text("SELECT id FROM workspaces")))
