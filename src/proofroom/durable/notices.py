"""What other processes tell us through PostgreSQL: a log has grown, a run should stop."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from proofroom.durable.steps.repo import EVENTS_CHANNEL, STOP_CHANNEL
from proofroom.kernel.ids import RunId
from proofroom.kernel.lazily import late_module
from proofroom.store.database import time_limits

if TYPE_CHECKING:
    import psycopg
else:
    psycopg = late_module("psycopg")  # a studio on SQLite never needs it

logger = logging.getLogger(__name__)

RETRY_S = 2.0


class Notices:
    """A connection that only listens, and comes back when it is lost."""

    def __init__(
        self,
        url: str,
        *,
        on_events: Callable[[RunId], object],
        on_stop: Callable[[RunId], object],
        on_gap: Callable[[], object],
    ) -> None:
        self._url = url
        self._actions = {EVENTS_CHANNEL: on_events, STOP_CHANNEL: on_stop}
        self._on_gap = on_gap
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    async def open(self) -> None:
        """Begin to listen; return when the database has agreed."""
        self._task = asyncio.get_running_loop().create_task(self._listen_always())
        await self._listening.wait()

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _listen_always(self) -> None:
        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError) as error:
                logger.warning("lost the connection that listens to other processes: %s", error)
            self._listening.set()
            await asyncio.sleep(RETRY_S)

    async def _listen(self) -> None:
        connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True, **time_limits())
        async with connection:
            for channel in self._actions:
                await connection.execute(f"LISTEN {channel}".encode())
            self._listening.set()
            self._on_gap()  # whatever was said while nobody listened
            async for notice in connection.notifies():
                self._actions[notice.channel](RunId(notice.payload.partition(" ")[0]))
