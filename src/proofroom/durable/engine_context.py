"""What every execution in this process shares."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import field

from proofroom.durable.hooks import Hooks
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import StorageFailed
from proofroom.kernel.strings import say
from proofroom.store.database import Connection, Database

PATIENCE_S = 30.0


@dataclass(frozen=True, slots=True)
class EngineContext:
    """The database, the clock, whether the engine is closing, and who wants to hear what happens."""

    database: Database
    clock: Clock
    is_closing: Callable[[], bool]
    hooks: Hooks = field(default_factory=Hooks)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @asynccontextmanager
    async def writing(self, *, is_heavy: bool = False) -> AsyncGenerator[Connection]:
        """Open a transaction that writes; `is_heavy` where it copies much, beside the event loop then.

        SQLite has one writer at a time, and whoever finds it busy sleeps and tries again: with many runs it
        is faster to wait in line.
        """
        if self.database.is_postgres:
            async with self.database.transaction() as connection:
                yield connection
            return
        await self._wait_for_turn()
        try:
            async with self.database.transaction(quick=not is_heavy) as connection:
                yield connection
        finally:
            self._turn.release()

    async def _wait_for_turn(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._turn.acquire()
        except TimeoutError as error:
            raise StorageFailed(say("store.busy")) from error
