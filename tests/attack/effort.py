"""What an attack costs in time of the processor, at the pace of a quiet machine."""

import asyncio
import os
import time
from collections.abc import Awaitable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TypeVar

from tests.pace import slowness

T = TypeVar("T")

_TICK_S = 0.05
_PER_SECOND = os.sysconf("SC_CLK_TCK")


@dataclass
class Effort:
    """What something cost in processor time: the longest turn of the event loop, and all of it."""

    longest_s: float = 0.0
    total_s: float = 0.0

    def is_within(self, most_s: float, held_s: float = inf) -> bool:
        """Tell whether it would have cost so much at most on a quiet machine, and the loop at a time."""
        return self._fits(most_s, held_s, 1.0) or self._fits(most_s, held_s, slowness())

    def _fits(self, most_s: float, held_s: float, pace: float) -> bool:
        return self.total_s < most_s * pace and self.longest_s < held_s * pace


@contextmanager
def effort() -> Generator[Effort]:
    """Measure what this process and its workers do meanwhile, and what the loop did at a time."""
    cost, run, before = Effort(), asyncio.Handle._run, _spent_s()

    def measured(self: asyncio.Handle) -> None:
        begun = time.thread_time()
        run(self)
        cost.longest_s = max(cost.longest_s, time.thread_time() - begun)

    asyncio.Handle._run = measured
    try:
        yield cost
    finally:
        asyncio.Handle._run = run
        cost.total_s = _spent_s() - before


async def before_ticks(seconds: float, wait: Awaitable[T]) -> T:
    """Wait for something, but no longer than the loop counts so many seconds in small steps.

    A machine that lets this process wait makes each step longer, and so gives the thing waited for more time.
    """

    async def count() -> None:
        for _ in range(round(seconds / _TICK_S)):
            await asyncio.sleep(_TICK_S)

    counting, task = asyncio.create_task(count()), asyncio.ensure_future(wait)
    try:
        await asyncio.wait({counting, task}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        counting.cancel()
        task.cancel()


def _spent_s() -> float:
    own = os.times()
    ended = own.user + own.system + own.children_user + own.children_system
    return ended + sum(_of_process(pid) for pid in _below(os.getpid()))


def _below(pid: int) -> list[int]:
    """Return the living processes that this one started, and those that they did."""
    found: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, file.read_text().split()):
            found += [child, *_below(child)]
    return found


def _of_process(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:  # it ended, and is counted among those that did
        return 0.0
    return sum(map(int, fields[11:15])) / _PER_SECOND
