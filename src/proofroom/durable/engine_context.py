"""What every execution in this process shares."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import field
from types import TracebackType

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

    def writing(self, *, is_heavy: bool = False) -> AbstractAsyncContextManager[Connection]:
        """Open a transaction that writes; `is_heavy` where it copies much, beside the event loop then.

        SQLite has one writer at a time, and whoever finds it busy sleeps and tries again: with many runs it
        is faster to wait in line.
        """
        opened = self.database.transaction(quick=not is_heavy)
        return opened if self.database.is_postgres else _InLine(self._turn, opened)


class _InLine:
    """A transaction that begins when it is its turn."""

    __slots__ = ("_opened", "_turn")

    def __init__(self, turn: asyncio.Lock, opened: AbstractAsyncContextManager[Connection]) -> None:
        self._turn, self._opened = turn, opened

    async def __aenter__(self) -> Connection:
        if self._turn.locked():
            await self._wait()
        else:
            await self._turn.acquire()
        try:
            return await self._opened.__aenter__()
        except BaseException:
            self._turn.release()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        try:
            return await self._opened.__aexit__(kind, error, trace)
        finally:
            self._turn.release()

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._turn.acquire()
        except TimeoutError as error:
            raise StorageFailed(say("store.busy")) from error
