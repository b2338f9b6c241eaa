"""The database hiccups: runs rest and go on, streams say so, and whoever asks hears it soon."""

import asyncio
import tempfile
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from proofroom.api.health import READY_S
from proofroom.durable import RunHandle, StepContext
from proofroom.kernel import events
from proofroom.kernel.settings import Settings
from proofroom.store.database import TRIED_S, open_database
from proofroom.store.silence import ASK_S, DOUBT_S
from proofroom.wiring import Studio
from tests.api.conftest import Browser, serve
from tests.durable.conftest import WORKSPACE, Bench

from .effort import before_ticks
from .unsteady import Line, unsteady

PATIENCE_S = 5.0
"""Two seconds as the loop counts them, and some for what a busy machine takes of the database's side."""


async def _readiness(browser: Browser) -> tuple[int, str]:
    async with browser.http.get(f"{browser.url}/api/ready") as answer:
        return answer.status, answer.headers["Retry-After"]


@pytest.fixture
async def line(postgres_settings: Settings) -> AsyncGenerator[tuple[Settings, Line]]:
    """A database that can be cut off, and the settings that lead to it."""
    with tempfile.TemporaryDirectory(prefix="pr-") as folder:  # short: a socket's path has a limit
        async with unsteady(postgres_settings, Path(folder)) as opened:
            yield opened


async def test_readiness_is_told_within_two_seconds_whatever_the_database_does(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang(_: Studio) -> bool:
        await asyncio.sleep(60)
        return True

    monkeypatch.setattr(Studio, "is_ready", hang)
    assert READY_S < 2
    assert await before_ticks(PATIENCE_S, _readiness(browser)) == (503, "5")


@pytest.mark.timeout(120)
async def test_a_database_that_is_away_is_told_with_503_and_works_again_afterwards(
    line: tuple[Settings, Line],
) -> None:
    settings, wire = line
    async with serve(settings) as browser:
        await browser.set_up()
        wire.cut()
        status, _ = await browser.call("GET", "/api/runs")
        assert status == 200, "what was idle is opened anew"
        wire.close()
        said = {"message": "hello"}
        for method, path, body in (("GET", "/api/runs", None), ("POST", "/api/ai/chat/workspace", said)):
            sent = {"X-CSRF-Token": browser.csrf}
            async with browser.http.request(method, browser.url + path, json=body, headers=sent) as answer:
                told = await answer.json()
            assert (answer.status, answer.headers["Retry-After"]) == (503, "5"), told
            assert told["error"]["code"] == "storage_lost"
        wire.open()
        assert (await browser.call("GET", "/api/ready"))[0] == 200
        wire.hang()
        assert (await before_ticks(PATIENCE_S, _readiness(browser)))[0] == 503
        wire.close()
        wire.open()
        assert (await browser.call("GET", "/api/runs"))[0] == 200
        lines = await browser.lines("POST", "/api/ai/chat/workspace", said)
        assert lines[-1]["type"] == "done"


async def _ask(browser: Browser, method: str, path: str, body: Any) -> tuple[int, str | None]:
    sent = {"X-CSRF-Token": browser.csrf}
    async with browser.http.request(method, browser.url + path, json=body, headers=sent) as answer:
        await answer.read()
        return answer.status, answer.headers.get("Retry-After")


@pytest.mark.timeout(120)
async def test_a_database_that_hangs_holds_nobody_for_longer_than_some_seconds(
    line: tuple[Settings, Line],
) -> None:
    settings, wire = line
    async with serve(settings) as browser:
        await browser.set_up()
        asked = [("GET", "/api/runs", None), ("POST", "/api/ai/chat/workspace", {"message": "hello"})]
        wire.hang()
        for held_s in (DOUBT_S + ASK_S, TRIED_S):  # to find it out, and once it is known
            # More than there are connections, so that some wait for one.
            many = asyncio.gather(*(_ask(browser, *one) for one in asked * 15))
            assert set(await before_ticks(held_s + PATIENCE_S, many)) == {(503, "5")}
        wire.go_on()
        for _ in range(100):
            if (await _ask(browser, *asked[0]))[0] == 200:
                break
            await asyncio.sleep(0.1)
        lines = await browser.lines("POST", "/api/ai/chat/workspace", {"message": "hello"})
        assert lines[-1]["type"] == "done"


@pytest.mark.timeout(120)
async def test_runs_go_on_after_cut_connections_and_a_restart(line: tuple[Settings, Line]) -> None:
    settings, wire = line
    database = open_database(settings)
    bench = Bench(settings, database)
    bodies: list[str] = []

    async def work(handle: RunHandle) -> None:
        for number in range(6):
            await handle.step(f"s{number}", "tool", "t", body)
        await handle.end("completed", events.Done())

    async def body(step: StepContext) -> str:
        bodies.append(step.idempotency_key)
        try:
            async with database.transaction() as connection:
                step.text(0, f"{step.key} ")
                await asyncio.sleep(0.1)
                await connection.exec_driver_sql("SELECT 1")
        except Exception:
            return "something else"  # as a tool does that tells its model of an error
        return step.key

    await bench.launch(work=work)
    try:
        runs = [await bench.start() for _ in range(8)]
        watching = asyncio.create_task(bench.watched(runs[0].id))
        await asyncio.sleep(0.25)
        wire.cut()
        await asyncio.sleep(0.3)
        wire.close()
        await asyncio.sleep(3.5)
        wire.open()
        for run in runs:
            done = await bench.finish(run.id)
            assert (done.status, done.error) == ("completed", None)
            steps = await bench.engine.runs.steps(run.id, WORKSPACE)
            assert [step.status for step in steps] == ["finished"] * 6
            assert [step.result for step in steps] == [f"s{n}" for n in range(6)]
        assert max(bodies.count(key) for key in bodies) <= 4, "what is finished is not done again"
        seen = await asyncio.wait_for(watching, 120)
        assert isinstance(seen[-1], events.Done)
        assert "database_away" in [each.code for each in seen if isinstance(each, events.Notice)]
    finally:
        await bench.engine.close(drain_s=0)
        await database.close()
