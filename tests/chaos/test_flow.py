"""Kill the studio while flows work in branches, start agents and wait at gates, on both databases.

`PROOFROOM_TEST_KILLS` sets the number of kills on SQLite; PostgreSQL gets a third of it.
"""

import asyncio
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from proofroom.durable import Run, RunFilter, Runs
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.store.database import Database
from proofroom.store.tables.budgets import budget_holds
from proofroom.store.tables.reviews import approvals
from tests.chaos.test_loop import Killer
from tests.runtime.flow.letter_flow import GATE_NAME

KILLS = int(os.environ.get("PROOFROOM_TEST_KILLS", "20")) // 2
AT_WORK = 2
BODIES = ("plan", "outline", "sketch", "paint", "send")


class FlowKiller(Killer):
    """Kills flows on any database."""

    def __init__(self, settings: Settings, process: asyncio.subprocess.Process) -> None:
        super().__init__(settings.data, process)
        url = settings.database_url
        self._url = url.get_secret_value() if url else None

    async def play(self, job: dict[str, Any]) -> int:
        """Let one worker live; return how it ended."""
        return await super().play({**job, "database_url": self._url})


@pytest.mark.timeout(240 + 15 * KILLS)
async def test_kills_of_flows_lose_no_branch_no_answer_and_no_agent(
    settings: Settings, database: Database
) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).parent / "flow_worker.py"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    killer = FlowKiller(settings, process)
    try:
        while killer.deaths < (KILLS // 3 if database.is_postgres else KILLS):
            await killer.kill_once(AT_WORK - await _open(database, killer.ids))
        # Left alone, it brings everything to its end.
        assert await killer.play({"data": str(settings.data), "runs": killer.ids}) == 0
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()
    await _check(database, killer)


async def _check(database: Database, killer: Killer) -> None:
    """Every flow is completed, asked once, had one agent; every body belongs to an attempt."""
    runs, workspace_id = Runs(database), await _workspace(database)
    lines = (killer.folder / "journal").read_text().splitlines()
    effects = Counter[tuple[str, ...]](tuple(line.split()) for line in lines)
    for run_id in killer.ids:
        run = await runs.get(RunId(run_id), workspace_id)
        assert (run.status, run.result["sent"]["to"]) == ("completed", "Ada"), run.error
        (child,) = await runs.list(workspace_id, RunFilter(parent_id=run.id))
        assert child.status == "completed"
        await _check_bodies(runs, run, effects)
    async with database.reading() as connection:
        query = sa.select(approvals.c.status).where(approvals.c.tool_name == GATE_NAME)
        assert list((await connection.execute(query)).scalars()) == ["approved"] * len(killer.ids)
        assert (await connection.execute(sa.select(budget_holds))).all() == []


async def _check_bodies(runs: Runs, run: Run, effects: Counter[tuple[str, ...]]) -> None:
    for step in await runs.steps(run.id, run.workspace_id):
        assert step.status == "finished" or ".waits." in step.key
        if step.name in BODIES:
            assert 1 <= effects[step.name, f"{run.id}:{step.key}"] <= step.attempt


async def _open(database: Database, ids: list[str]) -> int:
    if not ids:
        return 0
    runs, workspace_id = Runs(database), await _workspace(database)
    found = [await runs.find(RunId(each), workspace_id) for each in ids]
    return sum(run is None or not run.has_ended for run in found)


async def _workspace(database: Database) -> WorkspaceId:
    async with database.reading() as connection:
        return WorkspaceId(await connection.scalar(sa.text("SELECT id FROM workspaces")))
