"""Local servers that stay for a conversation, so that what a tool remembers is there at the next call.

The protocol's package wants a session opened, used and closed in one task, so each has a task of its own that
takes calls from a line. A session that nobody used for a while, or that failed, is closed; the next call
starts a new one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import OutsideFailed
from proofroom.kernel.strings import say
from proofroom.tools.mcp.types import ServerAnswer

IDLE_S = 600.0
MOST = 16
"""Local servers that run at once; the one that waits longest goes first."""

Hear = Callable[[str, int | None, int | None], None]
"""Hears what a tool says of its progress: words, done, of how many."""
Open = Callable[[], AbstractAsyncContextManager[Any]]
Use = Callable[[Any, str, Mapping[str, Any], Hear | None, float], Awaitable[ServerAnswer]]


@dataclass(slots=True)
class _Wish:
    tool: str
    arguments: Mapping[str, Any]
    hear: Hear | None
    timeout_s: float
    answer: "asyncio.Future[ServerAnswer]"


class _Session:
    def __init__(self, opening: Open, use: Use) -> None:
        self._open, self._use = opening, use
        self.wishes: asyncio.Queue[_Wish] = asyncio.Queue()
        self.task = asyncio.create_task(self._serve())

    async def _serve(self) -> None:
        wish: _Wish | None = None
        try:
            async with self._open() as client:
                while True:
                    async with asyncio.timeout(IDLE_S):
                        wish = await self.wishes.get()
                    answer = await self._use(client, wish.tool, wish.arguments, wish.hear, wish.timeout_s)
                    if not wish.answer.done():
                        wish.answer.set_result(answer)
                    wish = None
        except TimeoutError:
            self._refuse(wish, OutsideFailed(say("mcp.slow", seconds=f"{IDLE_S:g}"), stage="time"))
        except Exception as error:
            self._refuse(wish, error)
        finally:
            self._refuse(wish, OutsideFailed(say("mcp.protocol")))

    def _refuse(self, wish: _Wish | None, error: Exception) -> None:
        waiting = [wish] if wish is not None else []
        while not self.wishes.empty():
            waiting.append(self.wishes.get_nowait())
        for one in waiting:
            if not one.answer.done():
                one.answer.set_exception(error)


class LocalSessions:
    """The sessions of this process, by server and conversation."""

    def __init__(self) -> None:
        self._sessions: dict[tuple[str, ...], _Session] = {}

    async def call(
        self,
        key: tuple[str, ...],
        opening: Open,
        use: Use,
        tool: str,
        arguments: Mapping[str, Any],
        hear: Hear | None,
        timeout_s: float,
    ) -> ServerAnswer:
        """Call a tool in the session of a conversation, starting the server if it does not run."""
        session = self._sessions.pop(key, None)
        if session is None or session.task.done():
            session = _Session(opening, use)
        self._sessions[key] = session  # the last one is the one that was used last
        while len(self._sessions) > MOST:
            await self._end(next(iter(self._sessions)))
        answer: asyncio.Future[ServerAnswer] = asyncio.get_running_loop().create_future()
        session.wishes.put_nowait(_Wish(tool, arguments, hear, timeout_s, answer))
        try:
            async with asyncio.timeout(timeout_s):
                return await answer
        except TimeoutError as error:
            await self._end(key)
            raise OutsideFailed(say("mcp.slow", seconds=f"{timeout_s:g}"), stage="time") from error
        except asyncio.CancelledError:
            await self._end(key)  # what it was doing is stopped with it
            raise

    async def close(self) -> None:
        """End all of them."""
        for key in list(self._sessions):
            await self._end(key)

    async def _end(self, key: tuple[str, ...]) -> None:
        session = self._sessions.pop(key, None)
        if session is not None:
            session.task.cancel()
            await asyncio.gather(session.task, return_exceptions=True)
