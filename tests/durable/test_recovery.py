"""After a stop of the studio: every run is continued or visibly closed, by whoever is there."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from proofroom.durable import Engine, RunHandle, StepContext
from proofroom.durable.door import KnownWorkflow
from proofroom.durable.ownership.repo import OpenRun, seize_run
from proofroom.durable.recovery import Scene, decide
from proofroom.durable.steps import repo as record
from proofroom.durable.types import own_workflow
from proofroom.kernel import events
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.errors import Conflict, StorageFailed
from proofroom.kernel.ids import RunId, new_id
from proofroom.kernel.settings import Settings
from proofroom.store.database import Connection, Database
from proofroom.store.processes import SILENCE, birth, is_alive, now_of, read_executors
from proofroom.store.tables.durable import executors, runs
from tests.patience import LIMIT_S, until

from .child import typing
from .conftest import WORKSPACE, Bench, new_run, read_text

SCENE = Scene("me", "2", frozenset({"dead"}), frozenset({"2", "3"}))


def entry(status: str, executor: str | None = "me", version: str | None = "2") -> KnownWorkflow:
    return KnownWorkflow("w", status, executor, version)


@pytest.mark.parametrize(
    ("holder", "found", "decision"),
    [
        ("other", entry("PENDING", "other"), "leave"),
        ("other", None, "leave"),
        ("me", None, "start"),
        ("dead", None, "start"),
        (None, None, "start"),
        ("me", entry("PENDING"), "leave"),
        ("me", entry("PENDING", version="1"), "interrupt"),
        ("dead", entry("PENDING", "dead"), "hand_on"),
        ("dead", entry("PENDING", "dead", "1"), "interrupt"),
        ("dead", entry("PENDING", "dead", "3"), "interrupt"),
        ("dead", entry("PENDING", "other"), "leave"),
        (None, entry("ENQUEUED", None, None), "leave"),
        (None, entry("DELAYED", None, "3"), "leave"),
        ("me", entry("ENQUEUED", None, "1"), "interrupt"),
        ("me", entry("SUCCESS"), "interrupt"),
        ("me", entry("ERROR"), "interrupt"),
        (None, entry("CANCELLED"), "interrupt"),
    ],
)
def test_the_fate_of_a_run_that_is_not_executed_here(
    holder: str | None, found: KnownWorkflow | None, decision: str
) -> None:
    run = OpenRun(RunId("r"), WORKSPACE, "w", holder, None, None, None, step_count=3)
    assert decide(run, found, SCENE) == decision


def test_a_run_unknown_to_the_engine_is_started_only_if_it_had_not_begun() -> None:
    run = OpenRun(RunId("r"), WORKSPACE, "r", "me", None, None, None, step_count=0)
    assert decide(run, None, SCENE) == "start"
    assert decide(replace(run, step_count=1), None, SCENE) == "interrupt"


@pytest.mark.parametrize(
    ("holder", "version", "serves", "decision"),
    [
        ("other", "2", True, "leave"),
        ("me", "2", True, "take_up"),
        ("dead", "2", True, "take_up"),
        (None, "2", True, "take_up"),
        ("dead", "2", False, "leave"),  # a command does not stay to finish it
        ("dead", "3", True, "leave"),  # another process is of that version
        ("dead", "1", True, "interrupt"),
    ],
)
def test_the_fate_of_a_run_that_its_process_had_started_itself(
    holder: str | None, version: str, serves: bool, decision: str
) -> None:
    workflow = own_workflow(RunId("r"), version)
    run = OpenRun(RunId("r"), WORKSPACE, workflow, holder, None, None, None, step_count=3)
    assert decide(run, None, replace(SCENE, serves=serves)) == decision


async def test_dbos_hears_nothing_of_a_run_that_a_process_starts_itself(bench: Bench) -> None:
    engine = await bench.launch(work=stuck)
    run = await bench.start()
    await reach_step(bench, run.id, 1)
    engine = await bench.crash(work=stuck)
    await reach_step(bench, run.id, 2)
    assert await (await engine._door()).entries([own_workflow(run.id, "1"), run.id]) == {}
    await engine.stop(run.id, WORKSPACE)
    assert (await bench.finish(run.id)).status == "cancelled"


async def test_of_two_processes_that_find_a_lost_run_one_takes_it_up(bench: Bench) -> None:
    engine = await bench.launch(work=stuck)
    run = await bench.start()
    await reach_step(bench, run.id, 1)
    async with bench.database.transaction() as connection:
        await connection.execute(sa.update(runs).values(holder="gone", epoch=runs.c.epoch + 1))
        assert await seize_run(connection, run.id, "gone", "first") is not None
        assert await seize_run(connection, run.id, "gone", "second") is None
    await engine.close(drain_s=0)


def test_a_process_is_known_by_its_number_and_its_birth() -> None:
    assert is_alive(os.getpid(), birth(os.getpid()))
    assert not is_alive(os.getpid(), "another birth")
    assert not is_alive(2**22 - 1, "")


async def stuck(handle: RunHandle) -> None:
    async def body(step: StepContext) -> None:
        step.text(0, "again ")
        await asyncio.sleep(3_600)

    await handle.step("a", "model", "m", body)


async def reach_step(bench: Bench, run_id: RunId, attempt: int) -> None:
    """Wait until the step of `stuck` is in this attempt."""
    async with asyncio.timeout(LIMIT_S):
        while True:
            steps = await bench.engine.runs.steps(run_id, WORKSPACE)
            if steps and steps[0].attempt == attempt:
                return
            await asyncio.sleep(0.02)


async def test_a_run_that_never_gets_on_is_closed_after_three_recoveries(bench: Bench) -> None:
    await bench.launch(work=stuck)
    run = await bench.start()
    for attempt in range(1, 5):
        await reach_step(bench, run.id, attempt)
        await bench.crash(work=stuck)
    done = await bench.finish(run.id)
    last = (await bench.events(run.id))[-1]
    assert isinstance(last, events.Error)
    assert (done.status, last.code, last.status) == ("interrupted", "interrupted", "interrupted")
    (step,) = await bench.engine.runs.steps(run.id, WORKSPACE)
    assert step.attempt == 4, "tried once and recovered three times"


@pytest.mark.timeout(180)
async def test_a_studio_that_is_stopped_in_good_order_holds_nothing_against_its_runs(
    sqlite_bench: Bench,
) -> None:
    await sqlite_bench.launch(work=stuck)
    run = await sqlite_bench.start()
    for attempt in range(1, 5):
        await reach_step(sqlite_bench, run.id, attempt)
        await sqlite_bench.relaunch(work=stuck)
    await reach_step(sqlite_bench, run.id, 5)
    await sqlite_bench.engine.stop(run.id, WORKSPACE)
    assert (await sqlite_bench.finish(run.id)).status == "cancelled"


@pytest.mark.timeout(180)
async def test_crashes_while_a_run_only_waits_are_not_held_against_it(sqlite_bench: Bench) -> None:
    async def work(handle: RunHandle) -> None:
        await handle.step("a", "tool", "t", returning)
        await handle.mark_progress()
        waiting.set()
        await goes_on.wait()

    async def returning(step: StepContext) -> str:
        return step.key

    waiting, goes_on = asyncio.Event(), asyncio.Event()
    await sqlite_bench.launch(work=work)
    run = await sqlite_bench.start()
    for _ in range(4):
        await asyncio.wait_for(waiting.wait(), LIMIT_S)
        waiting.clear()
        await sqlite_bench.crash(work=work)
    goes_on.set()
    assert (await sqlite_bench.finish(run.id)).status == "completed"


@pytest.mark.timeout(180)
async def test_a_run_that_kills_its_process_does_not_take_its_neighbours_with_it(sqlite_bench: Bench) -> None:
    async def work(handle: RunHandle) -> None:
        async def body(step: StepContext) -> None:
            if handle.run.id == poisonous.id:
                dying.set()
            # A neighbour gets on if it is left in peace for a moment.
            with suppress(TimeoutError):
                async with asyncio.timeout(0.1):
                    await dying.wait()
                await asyncio.sleep(3_600)

        await handle.step("a", "tool", "t", body)

    dying, poisonous = asyncio.Event(), new_run()
    await sqlite_bench.launch(work=work)
    neighbours = [await sqlite_bench.start() for _ in range(4)]
    await sqlite_bench.engine.start(poisonous)
    for _ in range(4):
        await asyncio.wait_for(dying.wait(), LIMIT_S)
        await sqlite_bench.crash(work=work, meanwhile=dying.clear)
    assert (await sqlite_bench.finish(poisonous.id)).status == "interrupted"
    for run in neighbours:
        assert (await sqlite_bench.finish(run.id)).status == "completed"


async def test_a_run_that_gets_on_survives_any_number_of_stops(bench: Bench) -> None:
    async def work(handle: RunHandle) -> None:
        async def body(step: StepContext) -> str:
            if step.attempt == 1:
                reached.set()
                await asyncio.sleep(3_600)
            return step.key

        for number in range(6):
            await handle.step(f"s{number}", "tool", "t", body)

    reached = asyncio.Event()
    await bench.launch(work=work)
    run = await bench.start()
    for _ in range(6):
        await asyncio.wait_for(reached.wait(), LIMIT_S)
        reached.clear()
        await bench.relaunch(work=work)
    assert (await bench.finish(run.id)).status == "completed"


async def test_a_run_of_another_version_is_closed_as_interrupted_and_can_be_resumed(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body(handle: RunHandle) -> None:
        async def one(_: StepContext) -> int:
            return 1

        await handle.step("a", "model", "m", one)

    monkeypatch.setattr("proofroom.durable.engine.VERSION", "0")
    await bench.launch(work=stuck)
    run = await bench.start()
    await reach_step(bench, run.id, 1)
    monkeypatch.setattr("proofroom.durable.engine.VERSION", "1")
    await bench.relaunch(work=body)
    found = await bench.engine.runs.get(run.id, WORKSPACE)
    assert found.status == "interrupted", "none stays running after launch"
    await bench.engine.resume(run.id, WORKSPACE, "retry")
    assert (await bench.finish(run.id)).status == "completed"


async def test_a_run_whose_database_fails_is_closed_as_soon_as_it_answers_again(
    sqlite_bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_full = False
    write = Database.transaction

    @asynccontextmanager
    async def transaction(database: Database, *, quick: bool = False) -> AsyncGenerator[Connection]:
        if is_full:
            raise StorageFailed("The disk is full.")
        async with write(database, quick=quick) as connection:
            yield connection

    async def look(step: StepContext) -> None:
        assert not is_full

    async def fill(step: StepContext) -> None:
        nonlocal is_full
        is_full = True

    async def work(handle: RunHandle) -> None:
        await handle.step("first", "other", "first", look)
        await handle.step("second", "other", "second", fill)

    monkeypatch.setattr(Database, "transaction", transaction)
    engine = await sqlite_bench.launch(work=work)
    run = await sqlite_bench.start()
    await until(lambda: is_full and not engine._driver.is_busy_with(run.id))
    is_full = False
    assert (await engine.runs.get(run.id, WORKSPACE)).status == "running", "nobody could write how it ended"
    assert engine._keeper._recovery is not None
    await engine._keeper._recovery.sweep()
    closed = await sqlite_bench.finish(run.id)
    assert closed.status == "interrupted", "and it can be resumed"
    first, *_ = await engine.runs.steps(run.id, WORKSPACE)
    assert (first.key, first.status) == ("first", "finished")


async def test_a_run_whose_workflow_is_not_registered_any_more_is_interrupted(bench: Bench) -> None:
    await bench.launch(work=stuck)
    run = await bench.start()
    await reach_step(bench, run.id, 1)
    await bench.relaunch(other=stuck)
    assert (await bench.finish(run.id)).status == "interrupted"


async def test_a_run_that_was_recorded_but_not_handed_to_the_engine_is_started(bench: Bench) -> None:
    async def work(handle: RunHandle) -> None:
        await handle.end("completed", events.Done(), "late but done")

    run = new_run()
    async with bench.database.transaction() as connection:
        await record.insert_run(
            connection,
            run,
            at=SystemClock().now(),
            status="running",
            workflow_id=run.id,
            holder=bench.settings.executor_id,
            root_id=run.id,
        )
    await bench.launch(work=work)
    assert (await bench.finish(run.id)).result == "late but done"


async def test_a_run_that_ended_without_the_engine_noticing_stays_ended(bench: Bench) -> None:
    calls: list[int] = []

    async def work(handle: RunHandle) -> None:
        calls.append(1)
        await handle.end("completed", events.Done(), "once")
        await asyncio.sleep(60 if len(calls) == 1 else 0)  # the studio stops before DBOS hears of the end

    await bench.launch(work=work)
    run = await bench.start()
    while not await bench.events(run.id):
        await asyncio.sleep(0.01)
    await bench.relaunch(work=work)
    await asyncio.sleep(1.5)
    assert calls == [1]
    assert len(await bench.events(run.id)) == 1


async def test_a_run_that_stopped_between_its_pause_and_its_end_is_paused(bench: Bench) -> None:
    calls: list[str] = []

    async def work(handle: RunHandle) -> None:
        async def ask(step: StepContext) -> None:
            calls.append("ask")
            step.set_run(status="awaiting_tool")

        await handle.step("ask", "guard", "g", ask)
        reached.set()
        await asyncio.sleep(60 if is_first else 0)  # the studio stops here
        await handle.end("awaiting_tool", events.Done(status="awaiting_tool"))

    reached, is_first = asyncio.Event(), True
    await bench.launch(work=work)
    run = await bench.start()
    await asyncio.wait_for(reached.wait(), LIMIT_S)
    is_first = False
    await bench.relaunch(work=work)
    async with asyncio.timeout(LIMIT_S):
        while not (log := await bench.events(run.id)):
            await asyncio.sleep(0.05)
    assert isinstance(log[-1], events.Done)
    assert log[-1].status == "awaiting_tool"
    assert (await bench.engine.runs.get(run.id, WORKSPACE)).status == "awaiting_tool"
    assert calls == ["ask"]


async def test_an_execution_that_was_taken_over_cannot_write_any_more(bench: Bench) -> None:
    outcome: list[str] = []

    async def work(handle: RunHandle) -> None:
        async def body(step: StepContext) -> str:
            async with bench.database.transaction() as connection:
                await connection.execute(sa.update(runs).values(epoch=runs.c.epoch + 1))
            step.emit(events.Progress(text="too late"))
            return "lost"

        try:
            await handle.step("a", "tool", "t", body)
        finally:
            outcome.append("left")

    await bench.launch(work=work)
    run = await bench.start()
    async with asyncio.timeout(LIMIT_S):
        while not outcome:
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    assert await bench.events(run.id) == []
    (step,) = await bench.engine.runs.steps(run.id, WORKSPACE)
    assert step.status == "running"


class Other:
    """A run executed by another process."""

    def __init__(self, process: asyncio.subprocess.Process, run_id: RunId) -> None:
        self.process = process
        self.run_id = run_id

    async def line(self) -> str:
        assert self.process.stdout is not None
        return (await asyncio.wait_for(self.process.stdout.readline(), LIMIT_S)).decode().strip()


async def start_elsewhere(settings: Settings, words: int, hold: int | None = None) -> Other:
    """Start a run in another process; it stays at the word `hold`."""
    url = settings.database_url
    run = {"id": new_id(), "workspace_id": WORKSPACE, "workflow": "typing", "input": {"words": words}}
    job: dict[str, Any] = {
        "data": str(settings.data),
        "database_url": url.get_secret_value() if url else None,
        "executor_id": "elsewhere",
        "run": run,
        "hold": hold,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).parent / "child.py"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(json.dumps(job).encode() + b"\n")
    await process.stdin.drain()
    other = Other(process, RunId(run["id"]))
    assert await other.line() == "started"
    return other


async def test_a_process_that_goes_is_noticed_with_the_next_beat_and_forgotten_after_a_day(
    postgres_settings: Settings, postgres_database: Database
) -> None:
    bench = Bench(postgres_settings, postgres_database)
    engine = await bench.launch()
    try:

        async def other(**said: Any) -> bool:
            async with postgres_database.transaction() as connection:
                row = {"id": "far", "host": "elsewhere", "pid": 1, "born": "", "version": "1"}
                await connection.execute(sa.delete(executors))
                await connection.execute(sa.insert(executors).values({**row, **said}))
            return await engine._keeper._beat()

        async with postgres_database.reading() as connection:
            now = await now_of(connection, SystemClock())
        assert not await other(seen_at=now)
        assert await other(seen_at=now - 2 * SILENCE)
        assert not await other(seen_at=now - 3 * SILENCE), "it is gone, and that was known"
        assert not await other(seen_at=now)
        assert await other(seen_at=now, closed_at=now)
        await other(seen_at=now - timedelta(days=2))
        await engine.close(drain_s=0)
        engine = await bench._reopen()
        async with postgres_database.reading() as connection:
            assert (await read_executors(connection)).keys() == {postgres_settings.executor_id}
    finally:
        await engine.close(drain_s=0)


async def test_a_run_in_another_process_can_be_watched_from_here(bench: Bench) -> None:
    await bench.launch(typing=typing)
    other = await start_elsewhere(bench.settings, 50)
    seen = await asyncio.wait_for(bench.watched(other.run_id), LIMIT_S)
    assert await other.line() == "completed"
    await other.process.communicate()
    for part in range(2):
        mine = [event for event in seen if event.step == f"part:{part}"]
        assert read_text(mine) == "".join(f"part:{part}.{index} " for index in range(25))
    assert isinstance(seen[-1], events.Done)


async def test_a_run_in_another_process_can_be_stopped_from_here(bench: Bench) -> None:
    await bench.launch(typing=typing)
    other = await start_elsewhere(bench.settings, 2500)
    assert await bench.engine.stop(other.run_id, WORKSPACE)
    assert (await bench.finish(other.run_id)).status == "cancelled"
    assert await other.line() == "cancelled"
    await other.process.communicate()


async def test_the_runs_of_a_killed_process_are_finished_by_the_next_launch(bench: Bench) -> None:
    other = await start_elsewhere(bench.settings, 50, hold=30)
    assert await other.line() == "holding"  # in the second step
    other.process.send_signal(signal.SIGKILL)
    await other.process.communicate()
    await bench.launch(typing=typing)
    done = await bench.finish(other.run_id)
    assert done.status == "completed"
    steps = await bench.engine.runs.steps(other.run_id, WORKSPACE)
    assert [step.status for step in steps] == ["finished", "finished"]
    found = await bench.events(other.run_id)
    last = max(index for index, event in enumerate(found) if isinstance(event, events.StepRestarted))
    second = [event for event in found[last:] if event.step == found[last].step]
    assert read_text(second) == "".join(f"{found[last].step}.{index} " for index in range(25))


async def test_two_processes_cannot_work_under_one_name(bench: Bench) -> None:
    other = await start_elsewhere(bench.settings, 2500)
    settings = bench.settings.model_copy(update={"executor_id": "elsewhere"})
    engine = Engine(settings, bench.database, SystemClock())
    with pytest.raises(Conflict):
        await engine.launch()
    other.process.send_signal(signal.SIGKILL)
    await other.process.communicate()
    engine.workflow("typing", typing)
    await engine.launch()
    assert await engine.stop(other.run_id, WORKSPACE)
    await engine.wait(other.run_id, WORKSPACE)
    await engine.close()


async def test_one_process_holds_one_engine(bench: Bench) -> None:
    await bench.launch()
    with pytest.raises(Conflict):
        await Engine(bench.settings, bench.database, SystemClock()).launch()
