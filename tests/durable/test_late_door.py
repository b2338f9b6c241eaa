"""DBOS is opened with the first thing that needs it, and a while after the launch at the latest."""

import asyncio

import pytest

from proofroom.durable import QueueRule, RunHandle, ScheduledRun, late_door
from tests.patience import until

from .conftest import WORKSPACE, Bench, new_run


async def nothing(handle: RunHandle) -> None:
    pass


def is_open(bench: Bench) -> bool:
    return bench.engine._parts[0]._opening is not None


async def test_a_run_that_is_started_at_once_needs_no_queue(
    sqlite_bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_door, "LATER_S", 3600)
    await sqlite_bench.launch(work=nothing)
    run = await sqlite_bench.start()
    assert (await sqlite_bench.finish(run.id)).status == "completed"
    assert not is_open(sqlite_bench)


async def test_what_a_kill_left_is_looked_at_before_the_launch_ends(
    sqlite_bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_door, "LATER_S", 3600)
    sqlite_bench.engine.queue(QueueRule("later", poll_s=0.05))
    await sqlite_bench.launch(work=nothing)
    run = await sqlite_bench.engine.enqueue("later", new_run(), delay_s=1.0)
    await sqlite_bench.engine.close(drain_s=0)
    sqlite_bench.engine = type(sqlite_bench.engine)(
        sqlite_bench.settings, sqlite_bench.database, sqlite_bench.engine._clock
    )
    sqlite_bench.engine.queue(QueueRule("later", poll_s=0.05))
    await sqlite_bench.launch(work=nothing)
    assert is_open(sqlite_bench), "somebody waits in the queue"
    assert (await sqlite_bench.finish(run.id)).status == "completed"


async def test_schedules_go_on_though_nobody_asks_for_them(sqlite_bench: Bench) -> None:
    await sqlite_bench.launch(work=nothing)
    await sqlite_bench.engine.schedules.create(
        "often", WORKSPACE, ScheduledRun("work"), cron="* * * * * *", zone="UTC"
    )
    await sqlite_bench.relaunch(work=nothing)
    before = len(await sqlite_bench.engine.runs.list(WORKSPACE))

    async def more() -> bool:
        return len(await sqlite_bench.engine.runs.list(WORKSPACE)) > before

    await until(more)


async def test_an_opening_that_fails_is_tried_again(
    sqlite_bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    from proofroom.durable.door import Door

    monkeypatch.setattr(late_door, "LATER_S", 0.01)
    monkeypatch.setattr(late_door, "AGAIN_S", 0.01)
    launch, tries = Door.launch, 0

    async def fail_once(door: Door, queues: list[QueueRule], *, serve: bool) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise OSError("no file")
        await launch(door, queues, serve=serve)

    monkeypatch.setattr(Door, "launch", fail_once)
    await sqlite_bench.launch(work=nothing)
    await until(lambda: tries == 2)
    assert await (await sqlite_bench.engine._door()).schedules("") == []
    assert tries == 2


async def test_whoever_gives_up_waiting_lets_it_open_for_others(sqlite_bench: Bench) -> None:
    await sqlite_bench.launch(work=nothing)
    first = asyncio.create_task(sqlite_bench.engine.schedules.list(WORKSPACE))
    await asyncio.sleep(0)
    first.cancel()
    assert await sqlite_bench.engine.schedules.list(WORKSPACE) == []
