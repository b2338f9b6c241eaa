"""Reading a request within so much time of the processor: rules try many ways, and some texts have too many.

Work on a thread is ended by nothing but an error that is raised in it, which Python can do from another one.
"""

import asyncio
import ctypes
import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

LOOKS_S = 0.5
"""How often somebody looks at what a thread has cost by then."""


class TooLong(BaseException):
    """Reading has cost more than it may. No rule that fails quietly catches it."""


async def within(most_s: float, work: Callable[[], T]) -> T:
    """Do work on a thread; what costs more processor time than that ends in `TooLong`."""
    done = _Work()
    task = asyncio.ensure_future(asyncio.to_thread(done.run, work))
    while not (await asyncio.wait({task}, timeout=LOOKS_S))[0]:
        done.end_after(most_s)
    return task.result()


class _Work:
    """Something on a thread that can be ended while it is at it, and not a moment later."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: int | None = None
        self._begun_s = 0.0

    def run(self, work: Callable[[], T]) -> T:
        self._begun_s, self._thread = time.thread_time(), threading.get_ident()
        try:
            return work()
        finally:
            with self._lock:
                self._thread = None

    def end_after(self, most_s: float) -> None:
        if not self._lock.acquire(blocking=False):
            return  # it is at its end
        try:
            if self._thread is not None and _spent_s(self._thread) - self._begun_s > most_s:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._thread), ctypes.py_object(TooLong)
                )
        finally:
            self._lock.release()


def _spent_s(thread: int) -> float:
    return time.clock_gettime(time.pthread_getcpuclockid(thread))
