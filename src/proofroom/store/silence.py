"""A PostgreSQL that has stopped answering, told from one that is slow.

A server that hangs keeps its connections open: whoever waits for it would wait for as long as the machine
between keeps the line. So whoever waits is watched; after some seconds the server is asked on a line of its
own, and if that is not answered either, those who wait are cut off: they hear that the database is away.
"""

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

DOUBT_S = 3.0
"""How long an answer may take before somebody asks whether the server is there."""
ASK_S = 3.0
"""How long the server may take over a question that costs nothing."""
TICK_S = 0.25

Ask = Callable[[], Awaitable[None]]


class Silence:
    """Watches those who wait for one server. Times are counted in turns of the loop: a busy one waits."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._waiting: dict[int, tuple[int, int]] = {}
        self._numbers = count()
        self._turn = 0
        self._timer: asyncio.TimerHandle | None = None
        self._asking: asyncio.Task[None] | None = None
        self.is_hanging = False

    @contextmanager
    def watched(self, line: int) -> Generator[None]:
        """Watch over a line for as long as somebody waits for an answer on it."""
        number = next(self._numbers)
        self._waiting[number] = (line, self._turn)
        self._look_again()
        try:
            yield
        finally:
            del self._waiting[number]

    def suspect(self) -> None:
        """Take in that a new line was not answered: until it is, nobody waits for another one."""
        self.is_hanging = True
        self._look_again()

    async def close(self) -> None:
        """Watch nobody any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait({self._asking})

    def _look_again(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(TICK_S, self._tick)

    def _tick(self) -> None:
        self._timer, self._turn = None, self._turn + 1
        if not self._waiting and not self.is_hanging:
            return
        self._look_again()
        if self._asking is None and (self.is_hanging or self._in_doubt()):
            self._asking = asyncio.create_task(self._find_out())
        if self.is_hanging:
            self._cut_off(turns=1)

    def _in_doubt(self) -> bool:
        return any(self._turn - since >= DOUBT_S / TICK_S for _, since in self._waiting.values())

    async def _find_out(self) -> None:
        asked = asyncio.ensure_future(self._ask())
        try:
            for _ in range(round(ASK_S / TICK_S)):
                await asyncio.wait({asked}, timeout=TICK_S)
                if asked.done():
                    break
            self.is_hanging = not asked.done()
            if not self.is_hanging:
                asked.exception()  # one that refuses is not silent: everybody is told so by itself
                self._waiting = {number: (line, self._turn) for number, (line, _) in self._waiting.items()}
        finally:
            asked.cancel()
            self._asking = None
        if self.is_hanging:
            self._cut_off(turns=round(DOUBT_S / TICK_S))

    def _cut_off(self, *, turns: int) -> None:
        """End the lines on which nothing has been heard for some turns, as if the server had."""
        for line, since in tuple(self._waiting.values()):
            if self._turn - since >= turns:
                with suppress(OSError), socket.socket(fileno=os.dup(line)) as end:
                    end.shutdown(socket.SHUT_RDWR)


async def ask(place: str) -> None:
    """Ask a server something that costs nothing, on a line of its own."""
    import psycopg

    address = place.replace("+psycopg", "", 1)
    async with await psycopg.AsyncConnection.connect(address, connect_timeout=round(ASK_S) + 1) as line:
        await line.execute("SELECT 1")


def watched_connections(watch: Silence) -> Callable[..., Awaitable[Any]]:
    """Return how connections are opened whose waiting is watched; none is opened to a server that hangs."""
    import psycopg

    class Watched(psycopg.AsyncConnection[Any]):
        """A connection that nobody waits for without end."""

        silence = watch
        """For those who speak past the driver, see `store/pipeline.py`."""

        async def wait(self, *given: Any, **options: Any) -> Any:
            with watch.watched(self.pgconn.socket):
                return await super().wait(*given, **options)

    async def connect(*given: Any, **options: Any) -> Any:
        if watch.is_hanging:
            raise psycopg.OperationalError("the server does not answer")
        try:
            return await Watched.connect(*given, **options)
        except psycopg.errors.ConnectionTimeout:
            watch.suspect()
            raise

    return connect
