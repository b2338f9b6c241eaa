"""Schedules: cron in a zone, stored, pausable, and their runs."""

import asyncio
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from proofroom.durable import QueueRule, Run, RunHandle, ScheduledRun
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.ids import WorkspaceId, new_id
from tests.patience import LIMIT_S, until

from .conftest import WORKSPACE, Bench


async def nothing(handle: RunHandle) -> None:
    pass


async def runs_of(bench: Bench, count: int) -> list[Run]:
    """Wait until there are so many runs."""
    async with asyncio.timeout(LIMIT_S):
        while len(found := await bench.engine.runs.list(WORKSPACE)) < count:
            await asyncio.sleep(0.1)
    return found


async def test_a_schedule_starts_runs_until_it_is_paused(bench: Bench) -> None:
    await bench.launch(work=nothing)
    schedules = bench.engine.schedules
    what = ScheduledRun("work", agent="assistant", input={"task": "look around"})
    await schedules.create("heartbeat", WORKSPACE, what, cron="* * * * * *", zone="Europe/Istanbul")
    found = await runs_of(bench, 2)
    assert {(run.agent, run.source, run.input["task"]) for run in found} == {
        ("assistant", "schedule", "look around")
    }
    await schedules.pause("heartbeat", WORKSPACE)
    (schedule,) = await schedules.list(WORKSPACE)
    assert (schedule.is_paused, schedule.next_at) == (True, None)
    assert schedule.last_fired_at is not None

    async def quiet() -> int | None:  # after what was under way: unpaused, every second would bring one
        before = len(await bench.engine.runs.list(WORKSPACE))
        await asyncio.sleep(2.2)
        return before if len(await bench.engine.runs.list(WORKSPACE)) == before else None

    count = await until(quiet)
    await schedules.resume("heartbeat", WORKSPACE)
    assert not (await schedules.get("heartbeat", WORKSPACE)).is_paused
    await runs_of(bench, count + 1)


async def test_a_schedule_is_read_in_its_zone_replaced_triggered_and_deleted(bench: Bench) -> None:
    bench.engine.queue(QueueRule("heartbeats", poll_s=0.05))
    await bench.launch(work=nothing)
    schedules = bench.engine.schedules
    await schedules.create("daily", WORKSPACE, ScheduledRun("work"), cron="0 9 * * *", zone="UTC")
    made = await schedules.create(
        "daily",
        WORKSPACE,
        ScheduledRun("work", title="Morning"),
        cron="30 9 * * *",
        zone="America/New_York",
        queue="heartbeats",
        dedupe="assistant",
    )
    assert made.next_at is not None
    local = made.next_at.astimezone(ZoneInfo("America/New_York"))
    assert (local.hour, local.minute) == (9, 30)
    assert made.next_at > datetime.now(UTC)
    stranger = WorkspaceId(new_id())
    assert await schedules.list(stranger) == []
    with pytest.raises(NotFound):
        await schedules.delete("daily", stranger)
    run_id = await schedules.trigger("daily", WORKSPACE)
    run = await bench.finish(run_id)
    assert (run.status, run.title) == ("completed", "Morning")
    await bench.relaunch(work=nothing)
    assert [schedule.name for schedule in await bench.engine.schedules.list(WORKSPACE)] == ["daily"]
    await bench.engine.schedules.delete("daily", WORKSPACE)
    assert await bench.engine.schedules.list(WORKSPACE) == []


async def test_nonsense_is_refused(bench: Bench) -> None:
    await bench.launch(work=nothing)
    schedules = bench.engine.schedules
    with pytest.raises(InvalidInput):
        await schedules.create("a", WORKSPACE, ScheduledRun("work"), cron="every day")
    with pytest.raises(InvalidInput):
        await schedules.create("a", WORKSPACE, ScheduledRun("work"), cron="0 9 * * *", zone="Mars/Olympus")
    assert await schedules.list(WORKSPACE) == []
