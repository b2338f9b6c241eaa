"""The word that stops a run, and the control errors of an execution."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


class Stopped(Exception):
    """A person stopped the run. Let it pass; the engine closes the run as cancelled."""


class Superseded(BaseException):
    """Another process has taken over this run; this execution must not write any more.

    Like a cancellation it is nobody's business on the way out: `except Exception` lets it pass.
    """


class StopToken:
    """Whether this run was asked to stop. Set once, never taken back."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._listeners: list[Callable[[], object]] = []

    @property
    def requested(self) -> bool:
        """Tell whether somebody asked."""
        return self._event.is_set()

    def raise_if_requested(self) -> None:
        """Raise `Stopped` if somebody asked."""
        if self._event.is_set():
            raise Stopped

    async def wait(self) -> None:
        """Wait until somebody asks."""
        await self._event.wait()

    def request(self) -> None:
        """Ask the run to stop."""
        if not self._event.is_set():
            self._event.set()
            for listener in tuple(self._listeners):
                listener()

    def listen(self, listener: Callable[[], object]) -> None:
        """Call this once somebody asks."""
        self._listeners.append(listener)

    def forget(self, listener: Callable[[], object]) -> None:
        """Do not call this any more."""
        self._listeners.remove(listener)


async def interruptible(stop: StopToken, work: Awaitable[T]) -> T:
    """Do a piece of work, and cut it off as soon as somebody asks the run to stop."""
    task = asyncio.current_task()
    assert task is not None
    before = task.cancelling()
    was_interrupted = False

    def interrupt() -> None:
        nonlocal was_interrupted
        was_interrupted = True
        task.cancel()

    stop.listen(interrupt)
    if stop.requested:
        interrupt()
    try:
        value = await work
        if was_interrupted:  # too late: what is done is done, the next step will not begin
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(0)
        return value
    except asyncio.CancelledError:
        if was_interrupted and task.cancelling() - 1 <= before:
            raise Stopped from None
        raise
    finally:
        stop.forget(interrupt)
        if was_interrupted:
            task.uncancel()
