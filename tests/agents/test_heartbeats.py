"""Agents by the clock: one beat for two workers, one for a day of downtime, none for nothing to do."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.access.grants import permissions_of
from proofroom.agents import Roster
from proofroom.agents.heartbeats import Heartbeats
from proofroom.agents.system import ANALYST, ASSISTANT, records_of
from proofroom.durable import NewRun
from proofroom.entities import Tasks
from proofroom.kernel.ids import PersonId, WorkspaceId, new_id
from proofroom.store import Database
from tests.clocks import FixedClock

WORKSPACE = WorkspaceId(new_id())
OWNER = Principal("person", WORKSPACE, "Ada", permissions_of("owner"), person_id=PersonId(new_id()))


class Engine:
    """Keeps what was started."""

    def __init__(self) -> None:
        self.started: list[NewRun] = []

    async def start(self, run: NewRun) -> None:
        self.started.append(run)


class Worker:
    """A process that looks at the clock."""

    def __init__(self, database: Database, clock: FixedClock) -> None:
        self.engine: Any = Engine()
        self.tasks = Tasks(database, clock, Audit(database, clock))
        self.roster = Roster(database, clock)
        self.heartbeats = Heartbeats(
            database, clock, Audit(database, clock), self.engine, self.roster, self.tasks
        )


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(datetime(2026, 11, 16, 8, 30, tzinfo=UTC))


@pytest.fixture
async def worker(database: Database, clock: FixedClock) -> Worker:
    made = Worker(database, clock)
    await made.roster.backfill(WORKSPACE, records_of([ASSISTANT, ANALYST]))
    return made


async def task_for(worker: Worker, agent: str = "analyst") -> None:
    await worker.tasks.create(WORKSPACE, "Look at it", OWNER, agent=agent)


async def test_two_workers_and_one_due_minute_make_one_beat(
    worker: Worker, database: Database, clock: FixedClock
) -> None:
    other = Worker(database, clock)
    await worker.heartbeats.set(OWNER, "analyst", enabled=True)
    await task_for(worker)
    assert await worker.heartbeats.tick() == []
    clock.advance(31 * 60)
    action = await worker.heartbeats.get(WORKSPACE, "analyst")
    assert action is not None
    first = await worker.heartbeats.tick()
    # The other one read the row before the first had moved it on.
    second = await other.heartbeats._tick(action, clock.now())  # pyright: ignore[reportPrivateUsage]
    assert ([one.status for one in first], second) == (["running"], None)
    assert len(worker.engine.started) + len(other.engine.started) == 1


async def test_a_day_of_downtime_makes_one_beat(worker: Worker, clock: FixedClock) -> None:
    await worker.heartbeats.set(OWNER, "analyst", enabled=True)
    await task_for(worker)
    clock.advance(24 * 3600)
    [beat] = await worker.heartbeats.tick()
    assert (beat.missed, beat.scheduled_for) == (23, datetime(2026, 11, 17, 8, tzinfo=UTC))
    assert await worker.heartbeats.tick() == []
    action = await worker.heartbeats.get(WORKSPACE, "analyst")
    assert action is not None
    assert action.next_run_at == datetime(2026, 11, 17, 9, tzinfo=UTC)


async def test_an_idle_light_beat_starts_nothing_and_says_so(worker: Worker, clock: FixedClock) -> None:
    await worker.heartbeats.set(OWNER, "analyst", enabled=True)
    clock.advance(3600)
    [beat] = await worker.heartbeats.tick()
    assert (beat.status, beat.skip_reason, worker.engine.started) == ("skipped", "no_work", [])


async def test_a_beat_is_left_out_while_the_last_one_works_or_the_agent_is_off(
    worker: Worker, clock: FixedClock
) -> None:
    await worker.heartbeats.set(OWNER, "analyst", enabled=True)
    await task_for(worker)
    clock.advance(3600)
    assert [one.status for one in await worker.heartbeats.tick()] == ["running"]
    clock.advance(3600)
    assert [one.skip_reason for one in await worker.heartbeats.tick()] == ["overlap"]
    pressed = await worker.heartbeats.run_now(OWNER, "analyst")
    assert (pressed.status, len(worker.engine.started)) == ("running", 1), "a press gets the beat that works"
    await worker.roster.change(OWNER, "analyst", {"enabled": False})
    clock.advance(3600)
    assert [one.skip_reason for one in await worker.heartbeats.tick()] == ["disabled"]


class RunningClock(FixedClock):
    """A clock that goes on while it is looked at: no two presses come at one time."""

    def now(self) -> datetime:
        self.advance(0.001)
        return super().now()


async def test_presses_at_once_make_one_beat(worker: Worker, database: Database, clock: FixedClock) -> None:
    await task_for(worker)
    pressed = Worker(database, RunningClock(clock.now()))
    beats = await asyncio.gather(*(pressed.heartbeats.run_now(OWNER, "analyst") for _ in range(4)))
    assert (len({one.id for one in beats}), len(pressed.engine.started)) == (1, 1)


async def test_the_zone_decides_when_an_hour_comes(worker: Worker, clock: FixedClock) -> None:
    await worker.heartbeats.set(OWNER, "analyst", enabled=True, schedule="30 2 * * *", zone="Europe/Berlin")
    beats: list[datetime] = []
    for day in (
        datetime(2027, 3, 27, 12, tzinfo=UTC),  # in the night clocks go from 02:00 to 03:00
        datetime(2027, 3, 28, 12, tzinfo=UTC),
        datetime(2027, 3, 29, 12, tzinfo=UTC),
        datetime(2027, 10, 30, 12, tzinfo=UTC),  # in the night 02:30 comes twice
        datetime(2027, 10, 31, 12, tzinfo=UTC),
        datetime(2027, 11, 1, 12, tzinfo=UTC),
    ):
        clock.advance((day - clock.now()).total_seconds())
        beats += [one.scheduled_for for one in await worker.heartbeats.tick()]
    told = [f"{one:%m-%d %H:%M}" for one in beats]
    spring = ["03-27 01:30", "03-28 01:00", "03-29 00:30"]  # one beat, at the first moment after the gap
    autumn = ["10-30 00:30", "10-31 00:30", "11-01 01:30"]  # one beat for an hour that comes twice
    assert told == [*spring, *autumn]
    rests = await worker.heartbeats.set(OWNER, "analyst", enabled=False)
    assert (rests.next_run_at, rests.schedule) == (None, "30 2 * * *")
