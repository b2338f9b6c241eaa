"""Several processes on one PostgreSQL: who may change it all, whose clock counts, what a command leaves."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import psycopg
import pytest
import sqlalchemy as sa

from proofroom.cli.data import _rotate
from proofroom.durable import Engine
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.errors import Conflict
from proofroom.kernel.settings import Settings
from proofroom.store.backup import backup
from proofroom.store.database import Database
from proofroom.store.processes import alone, now_of
from proofroom.store.restore import restore
from proofroom.store.tables.access import projects
from proofroom.store.tables.durable import executors, runs
from tests.api.conftest import serve
from tests.api.test_content import TOPICS, A
from tests.durable.conftest import new_run


class Ahead(SystemClock):
    """The clock of a machine that is five minutes ahead."""

    def now(self) -> datetime:
        return super().now() + timedelta(minutes=5)


async def test_nothing_is_replaced_under_a_studio_of_another_name(postgres_settings: Settings) -> None:
    for other in (postgres_settings.data, postgres_settings.data.parent / "elsewhere"):
        other.mkdir(exist_ok=True)
        mine = postgres_settings.model_copy(update={"executor_id": "second", "data": other})
        async with serve(postgres_settings):
            taken = await backup(postgres_settings, postgres_settings.data.parent)
            with pytest.raises(Conflict, match=str(os.getpid())):
                await restore(mine, taken.path, replace=True)
            with pytest.raises(Conflict, match=str(os.getpid())):
                await _rotate(mine)
        await _rotate(mine)


def test_whoever_was_alone_is_gone_before_the_server_sees_the_connection_end(
    postgres_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    late: list[psycopg.Connection[Any]] = []
    with monkeypatch.context() as patched:
        patched.setattr(psycopg.Connection, "close", lambda each: late.append(each))
        with alone(postgres_settings):
            pass
    with alone(postgres_settings):
        pass
    for connection in late:
        connection.close()


async def test_a_machine_whose_clock_is_ahead_takes_nothing_from_a_living_one(
    postgres_settings: Settings, postgres_database: Database
) -> None:
    run = new_run()
    async with postgres_database.transaction() as connection:
        now = await now_of(connection, SystemClock())
        far = {"id": "far", "host": "elsewhere", "pid": 1, "born": "", "version": "1", "seen_at": now}
        await connection.execute(sa.insert(executors).values(far))
    ahead = Engine(postgres_settings, postgres_database, Ahead())

    async def nothing(_handle: object) -> None:
        return None

    ahead.workflow("work", nothing)
    await ahead.launch()
    try:
        held = {"status": "running", "holder": "far", "workflow_id": run.id}
        await ahead.start(run)
        await ahead.wait(run.id, run.workspace_id)
        async with postgres_database.transaction() as connection:
            await connection.execute(sa.update(runs).where(runs.c.id == run.id).values(held))
        await ahead._keeper._recovery.sweep()  # type: ignore[union-attr]
        assert not await ahead._keeper.is_orphaned("far")
        assert (await ahead.runs.get(run.id, run.workspace_id)).status == "running"
    finally:
        await ahead.close(drain_s=0)


@asynccontextmanager
async def command(
    settings: Settings, data: Path, *words: str, **more: str
) -> AsyncGenerator[asyncio.subprocess.Process]:
    assert settings.database_url is not None
    told = {"DATA": str(data), "DATABASE_URL": settings.database_url.get_secret_value(), "PORT": "0", **more}
    started = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "proofroom", *words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        cwd=data.parent,
        env=os.environ | {f"PROOFROOM_{name}": value for name, value in told.items()},
    )
    try:
        yield started
    finally:
        if started.returncode is None:
            started.send_signal(signal.SIGTERM)
        await started.wait()


async def read_until(process: asyncio.subprocess.Process, *words: str) -> str:
    """Read what a process says up to one of these words, or to its end."""
    assert process.stdout is not None
    said = ""
    async with asyncio.timeout(120):
        while not any(word in said for word in words):
            line = await process.stdout.readline()
            if not line:
                break
            said += line.decode()
    return said


PAIRS = 10


async def _race(doors: list[tuple[dict[str, str], str]]) -> None:
    """Save one entry through two processes at once, both having seen the same: one of each pair is merged."""

    async def put(door: tuple[dict[str, str], str], name: str, seen: str | None) -> tuple[int, Any]:
        path = "/api/projects/race/content/entries/topics"
        body = {"data": {A: {"name": name}}} | ({"seen": {"name": seen}} if seen else {})
        async with http.put(door[1] + path, json=body, headers=door[0]) as answer:
            return answer.status, await answer.json()

    start = {"locales": ["en"], "domains": ["blog"], "workflow": "auto-merge", "models": [TOPICS]}
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=120)) as http:
        made = {"name": "Race", "start": start}
        async with http.post(f"{doors[0][1]}/api/projects", json=made, headers=doors[0][0]) as answer:
            assert answer.status in (200, 201), await answer.text()
        assert (await put(doors[0], "v0", None))[1]["state"] == "merged"
        last = "v0"
        for turn in range(1, PAIRS + 1):
            wanted = [f"{name}{turn}" for name in "vw"]
            done = await asyncio.gather(
                *(put(door, name, last) for door, name in zip(doors, wanted, strict=True))
            )
            merged = [
                one
                for one, (status, told) in zip(wanted, done, strict=True)
                if (status, told.get("state")) == (200, "merged")
            ]
            assert (len(merged), sorted(status for status, _ in done)) == (1, [200, 409]), done
            (last,) = merged


@pytest.mark.timeout(400)
async def test_two_first_starts_make_one_studio_and_a_foreign_folder_is_refused(
    postgres_settings: Settings, postgres_database: Database
) -> None:
    data, away = postgres_settings.data, postgres_settings.data.parent / "away"
    away.mkdir()
    async with (
        command(postgres_settings, data, "up", EXECUTOR_ID="one") as one,
        command(postgres_settings, data, "up", EXECUTOR_ID="two") as two,
    ):
        first, second = await asyncio.gather(*(read_until(each, "ready at") for each in (one, two)))
        assert (first + second).count("ready at") == 2, first + second
        async with command(postgres_settings, away, "up", EXECUTOR_ID="three") as three:
            said = await read_until(three, "ready at")
            assert "another data" in said, said
            assert await three.wait() == 1
        done = [asyncio.create_task(read_until(each, "Fieldnotes is ready")) for each in (one, two)]
        await asyncio.wait(done, return_when=asyncio.FIRST_COMPLETED)
        for each in done:
            each.cancel()
        async with postgres_database.reading() as connection:
            assert await connection.scalar(sa.select(sa.func.count()).select_from(projects)) == 1
        urls = [re.search(r"http://\S+?:\d+", said) for said in (first, second)]
        assert all(urls), first + second
        doors = [
            ({"Authorization": f"Bearer {(data / f'operator-{name}.token').read_text()}"}, url[0])
            for name, url in zip(("one", "two"), urls, strict=True)
            if url
        ]
        await _race(doors)
    async with command(postgres_settings, data, "run", "list", "--json") as listing:
        assert await listing.wait() == 0
    left = [path.name for path in data.iterdir() if path.suffix == ".token" or "-cli-" in path.name]
    assert left == []
