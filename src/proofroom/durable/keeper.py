"""The background of an open engine: its sign of life, stop requests, notices, and the sweep for lost runs."""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from proofroom.durable.broker import Broker
from proofroom.durable.driver import Driver
from proofroom.durable.executor import BEAT_S, this_process
from proofroom.durable.late_door import LateDoor
from proofroom.durable.notices import Notices
from proofroom.durable.ownership import repo as ownership
from proofroom.durable.recovery import Recovery
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, StorageLost
from proofroom.kernel.ids import RunId
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.store.database import Database, postgres_url
from proofroom.store.processes import Executor, enter, folder_mark, is_gone, now_of, read_executors

logger = logging.getLogger(__name__)

SWEEP_EVERY = 12
"""Every how many beats lost runs are looked for: about once a minute."""

FORGOTTEN = timedelta(days=1)
"""How long a process is remembered that nothing is heard of."""


class Keeper:
    """What goes on beside the runs while the engine is open."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        clock: Clock,
        driver: Driver,
        door: LateDoor,
        broker: Broker,
        *,
        serves: bool,
    ) -> None:
        self._database = database
        self._clock = clock
        self._driver = driver
        self._broker = broker
        self._door = door
        self._serves = serves
        self._me = this_process(settings.executor_id, "", clock.now(), folder_mark(settings))
        self._recovery: Recovery | None = None
        self._task: asyncio.Task[None] | None = None
        self._leaving = asyncio.Event()
        self._gone = frozenset[str]()
        self._notices: Notices | None = None
        if settings.database_url is not None:
            self._notices = Notices(
                postgres_url(settings).replace("+psycopg", "", 1),
                on_events=broker.ring,
                on_stop=driver.request_stop,
                on_gap=broker.ring_all,
            )

    async def enter(self, version: str) -> None:
        """Say that this process works under its name, unless another one does."""
        async with self._database.transaction() as connection:
            await enter(connection)
            now = await now_of(connection, self._clock)
            me = self._me = replace(self._me, version=version, seen_at=now)
            others = await read_executors(connection)
            _check_name(me, others.get(me.id), now)
            _check_folder(me, list(others.values()), now)
            self._gone = _gone(others, now)
            await ownership.write_executor(connection, me)
            await ownership.forget_executors(connection, now - FORGOTTEN)
        self._recovery = Recovery(
            self._database, self._clock, self._driver, self._door, me.id, version, serves=self._serves
        )

    async def open(self) -> None:
        """Close or continue lost runs, then keep watch."""
        assert self._recovery is not None
        if self._notices is not None:
            await self._notices.open()
        await self._recovery.sweep()
        self._task = asyncio.get_running_loop().create_task(self._beat_always(self._recovery))

    async def close(self) -> None:
        """Stop keeping watch, let go of what is left, and say that this process has left."""
        self._leaving.set()
        if self._task is not None:
            await self._task
        if self._notices is not None:
            await self._notices.close()
        if self._recovery is not None:
            try:
                await self._leave()
            except StorageLost:  # as after a kill: whoever comes next finds out
                logger.warning("left without a word, as the database does not answer")

    async def _leave(self) -> None:
        async with self._database.transaction() as connection:
            now = await now_of(connection, self._clock)
            await ownership.write_executor(connection, replace(self._me, seen_at=now, closed_at=now))
            await ownership.let_go(connection, self._me.id)

    async def is_orphaned(self, holder: str | None) -> bool:
        """Tell whether nobody executes a run with this holder, which is not executed here."""
        assert self._recovery is not None
        return await self._recovery.is_orphaned(holder)

    async def _beat_always(self, recovery: Recovery) -> None:
        beats = 0
        while not await self._leaves_within(BEAT_S):
            beats += 1
            try:
                if await self._beat() or beats % SWEEP_EVERY == 0:
                    await recovery.sweep()
            except Exception:
                logger.warning("could not give a sign of life", exc_info=True)

    async def _leaves_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._leaving.wait()
        return self._leaving.is_set()

    async def _beat(self) -> bool:
        """Give a sign of life, hear who is asked to stop, and tell whether another process has gone since."""
        mine: list[RunId] = list(self._driver.handles)
        async with self._database.transaction() as connection:
            now = await now_of(connection, self._clock)
            await ownership.write_executor(connection, replace(self._me, seen_at=now))
            stopped = await ownership.stop_requests(connection, mine) if mine else []
            others = await read_executors(connection) if self._notices is not None else {}
        for run_id in stopped:
            self._driver.request_stop(run_id)
        before, self._gone = self._gone, _gone(others, now)
        return not self._gone <= before


def _gone(known: Mapping[str, Executor], now: datetime) -> frozenset[str]:
    return frozenset(name for name, each in known.items() if is_gone(each, now))


def _check_name(me: Executor, before: Executor | None, now: datetime) -> None:
    # On another machine it may be this very worker, moved: that cannot be told, so it may enter.
    is_here = before is not None and before.host == me.host and before.pid != me.pid
    if before is not None and is_here and not is_gone(before, now):
        raise Conflict(say("store.name_taken", process=before.pid, name=repr(me.id)))


def _check_folder(me: Executor, others: list[Executor], now: datetime) -> None:
    """Refuse to work beside a studio whose repositories and files are in another folder."""
    for other in others:
        if other.id != me.id and other.folder not in (None, me.folder) and not is_gone(other, now):
            raise Conflict(
                say("durable.other_folder", process=other.pid, host=other.host), folder=other.folder
            )
