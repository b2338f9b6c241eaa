"""A launched engine on each database, and short ways to run and read things with it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import sqlalchemy as sa

from proofroom.durable import Engine, NewRun, Run, RunHandle
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.events import AnyEvent, Text, decode_event
from proofroom.kernel.ids import RunId, WorkspaceId, new_id
from proofroom.kernel.settings import Settings
from proofroom.store.database import Database
from proofroom.store.tables.durable import runs
from tests.patience import LIMIT_S

WORKSPACE = WorkspaceId(new_id())


class Bench:
    """An engine whose workflows are functions of the test."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings = settings
        self.database = database
        self.engine = Engine(settings, database, SystemClock())

    async def launch(self, **bodies: Callable[[RunHandle], Awaitable[None]]) -> Engine:
        """Register workflows by name and launch."""
        for name, body in bodies.items():
            self.engine.workflow(name, body)
        await self.engine.launch()
        return self.engine

    async def relaunch(self, **bodies: Callable[[RunHandle], Awaitable[None]]) -> Engine:
        """Close without draining and open a new engine on the same data."""
        await self.engine.close(drain_s=0)
        return await self._reopen(**bodies)

    async def crash(
        self, meanwhile: Callable[[], None] | None = None, **bodies: Callable[[RunHandle], Awaitable[None]]
    ) -> Engine:
        """Leave everything as a killed process does, and open a new engine on the same data."""
        async with self.database.transaction() as connection:
            held = (await connection.execute(sa.select(runs.c.id).where(runs.c.holder.is_not(None)))).all()
        await self.engine.close(drain_s=0)
        await leave_as_killed(self.database, self.settings, [row.id for row in held])
        if meanwhile is not None:
            meanwhile()
        return await self._reopen(**bodies)

    async def _reopen(self, **bodies: Callable[[RunHandle], Awaitable[None]]) -> Engine:
        self.engine = Engine(self.settings, self.database, SystemClock())
        return await self.launch(**bodies)

    async def start(self, workflow: str = "work", **fields: Any) -> Run:
        """Start a run of a workflow."""
        return await self.engine.start(new_run(workflow, **fields))

    async def finish(self, run_id: RunId) -> Run:
        """Wait for a run to come to rest."""
        async with asyncio.timeout(LIMIT_S):
            return await self.engine.wait(run_id, WORKSPACE)

    async def events(self, run_id: RunId, after: int = 0) -> list[AnyEvent]:
        """Read the stored events."""
        return await self.engine.runs.events(run_id, WORKSPACE, after=after)

    async def watched(self, run_id: RunId, after: int = 0) -> list[AnyEvent]:
        """Watch a run until it rests."""
        return [event async for event in self.watching(run_id, after)]

    async def watching(self, run_id: RunId, after: int = 0) -> AsyncIterator[AnyEvent]:
        """Watch a run, event by event."""
        async for batch in self.engine.watch(run_id, WORKSPACE, after):
            for line in batch.splitlines():
                yield decode_event(line)


async def leave_as_killed(database: Database, settings: Settings, run_ids: list[RunId]) -> None:
    """Leave runs as a killed process does, after one that was closed in good order let go of them."""
    async with database.transaction() as connection:
        query = sa.update(runs).where(runs.c.id.in_(run_ids))
        await connection.execute(query.values(holder=settings.executor_id))


def new_run(workflow: str = "work", **fields: Any) -> NewRun:
    """Return a run of a workflow in the test's workspace."""
    return NewRun(
        **{"id": RunId(new_id()), "workspace_id": WORKSPACE, "workflow": workflow, **fields},
    )


def read_text(events: list[AnyEvent], block: int = 0) -> str:
    """Apply pieces of text the way a client does: by offset, in UTF-16 units."""
    units = b""
    for event in events:
        if isinstance(event, Text) and event.block == block:
            units = units[: 2 * event.offset] + event.text.encode("utf-16-le")
    return units.decode("utf-16-le")


def numbers(events: list[AnyEvent]) -> list[int]:
    """Return the numbers of events."""
    return [event.n for event in events]


@pytest.fixture
async def bench(settings: Settings, database: Database) -> AsyncIterator[Bench]:
    """An engine that is not launched yet, on each database."""
    made = Bench(settings, database)
    yield made
    await made.engine.close(drain_s=0)


@pytest.fixture
async def sqlite_bench(sqlite_settings: Settings, sqlite_database: Database) -> AsyncIterator[Bench]:
    """An engine that is not launched yet, on SQLite only."""
    made = Bench(sqlite_settings, sqlite_database)
    yield made
    await made.engine.close(drain_s=0)
