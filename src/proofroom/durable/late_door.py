"""DBOS, opened with the first thing that needs it: importing and launching it is a tenth of a start."""

import asyncio
import logging
from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar

from proofroom.durable.types import QueueRule
from proofroom.kernel.errors import Conflict, Unavailable
from proofroom.kernel.lazily import left_out, postponed
from proofroom.kernel.loading import loading
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say

if TYPE_CHECKING:
    from proofroom.durable.door import Door, Execute, Tick

logger = logging.getLogger(__name__)

LATER_S = 0.5
"""How long after the launch queues and schedules are served where nobody asked for them before."""
AGAIN_S = 30.0


class LateDoor:
    """The way to DBOS. What it has to execute waits in its tables until then, as in any pause."""

    live: ClassVar["LateDoor | None"] = None
    """The one of this process: there can be only one."""

    def __init__(
        self,
        settings: Settings,
        version: str,
        execute: "Execute",
        tick: "Tick",
        queues: Collection[QueueRule],
        *,
        serves: bool,
    ) -> None:
        if LateDoor.live is not None:
            raise Conflict(say("durable.open"))
        LateDoor.live = self
        self._settings, self._version = settings, version
        self._execute, self._tick = execute, tick
        self._queues, self._serves = queues, serves
        self._opening: asyncio.Task[Door] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False

    async def __call__(self) -> "Door":
        """Return the open door; whoever comes first opens it, and who gives up lets it open for others."""
        if self._is_closed:
            raise Unavailable(say("durable.closed"))
        if self._opening is None:
            self._opening = asyncio.get_running_loop().create_task(self._open())
        return await asyncio.shield(self._opening)

    async def begin(self) -> None:
        """Serve queues and schedules if this process is there for that: in a moment, where that is safe.

        On PostgreSQL it is opened at once: its tables are migrated there in the studio's own database, which
        waits for every open transaction, and nobody has one yet.
        """
        if self._settings.is_postgres:
            await self()
        elif self._serves:
            self._open_in(LATER_S)

    def rest(self) -> None:
        """Take nothing more from queues and schedules; what is at work goes on."""
        self._serves = False
        if self._timer is not None:
            self._timer.cancel()
        if self._opening is not None and self._opening.done() and not self._opening.exception():
            self._opening.result().rest()

    async def close(self) -> None:
        """Shut DBOS down if it was opened."""
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        try:
            if self._opening is not None:
                door = (await asyncio.gather(self._opening, return_exceptions=True))[0]
                if not isinstance(door, BaseException):
                    await door.close()
        finally:
            LateDoor.live = None

    def _open_in(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._open_unasked)

    def _open_unasked(self) -> None:
        if self._opening is None:
            self._opening = asyncio.get_running_loop().create_task(self._open())
            self._opening.add_done_callback(self._try_again)

    def _try_again(self, opening: "asyncio.Task[Door]") -> None:
        if not opening.cancelled() and (error := opening.exception()) is not None and not self._is_closed:
            logger.error("queues and schedules are not served; it is tried again", exc_info=error)
            self._open_in(AGAIN_S)

    async def _open(self) -> "Door":
        # The driver of PostgreSQL is not needed with SQLite.
        with loading(), postponed("psycopg", "psycopg.errors"), left_out("sqlalchemy.orm"):
            from proofroom.durable.door import Door

        try:
            door = Door(self._settings, self._version, self._execute, self._tick)
            try:
                await door.launch(list(self._queues), serve=self._serves)
            except BaseException:
                await door.close()
                raise
        except BaseException:
            self._opening = None  # whoever needs it next tries again
            raise
        return door
