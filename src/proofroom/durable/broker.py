"""Live lines from the process that executes a run to those who watch it there.

A watcher holds a bounded number of bytes. One that does not keep up loses its queue and reads the store
instead, so nothing is lost and memory stays bounded.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import NamedTuple, Protocol

from proofroom.kernel.ids import RunId

QUEUE_BYTES = 256 * 1024

EARLY_S = 5.0
"""How long a watcher that was attached before its run began is kept for whoever asked for it."""


class Line(NamedTuple):
    """One event, numbered and encoded."""

    n: int
    step: str
    type: str
    body: bytes


class Tail(Protocol):
    """The unstored end of a run's log."""

    def unstored(self) -> list[Line]:
        """Return the lines that are not stored yet, in order."""
        ...


class Bell:
    """Something that wakes whoever waits for it."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wake whoever waits, now or at the next wait."""
        self._rung.set()

    async def wait(self, timeout_s: float | None) -> None:
        """Wait for the bell, or for the time to pass."""
        if timeout_s is None:
            await self._rung.wait()
        else:
            with suppress(TimeoutError):
                async with asyncio.timeout(timeout_s):
                    await self._rung.wait()
        self._rung.clear()


class Watcher(Bell):
    """One reader of one run: a bounded queue of lines."""

    def __init__(self) -> None:
        super().__init__()
        self.is_lagging = True  # until it is refilled
        self.has_all = False
        """The run came to rest, and every line of it went through this queue."""
        self._queue: deque[tuple[int, bytes]] = deque()
        self._size = 0

    def push(self, n: int, body: bytes) -> None:
        """Add a line, or note that this reader is too slow."""
        if self.is_lagging:
            return
        self._size += len(body)
        if self._size > QUEUE_BYTES:
            self.make_lag()
            return
        self._queue.append((n, body))
        self.ring()

    def make_lag(self) -> None:
        """Drop the queue; the reader continues from the store."""
        self.is_lagging = True
        self._queue.clear()
        self._size = 0
        self.ring()

    def refill(self, tail: Tail | None) -> None:
        """Begin again with what is not stored yet; the caller reads the store after this."""
        lines = tail.unstored() if tail is not None else []  # this may still push to the queue
        self._queue = deque((line.n, line.body) for line in lines)
        self._size = sum([len(line.body) for line in lines])
        self.is_lagging = False

    def take(self, after: int) -> tuple[bytes, int]:
        """Return the waiting lines with numbers above `after`, as NDJSON, and the last number."""
        lines = [body for n, body in self._queue if n > after]
        if not lines:
            last = after
        else:
            last = max(after, self._queue[-1][0])
            lines.append(b"")
        self._queue.clear()
        self._size = 0
        return b"\n".join(lines), last


class Early(NamedTuple):
    """A watcher that was attached before its run began, and what it would ask the store for."""

    watcher: Watcher
    workspace_id: str
    trace_id: str
    timer: asyncio.TimerHandle


class Channel:
    """Everybody who watches one run in this process, and the run's log if it is executed here."""

    def __init__(self, run_id: RunId, discard: Callable[[RunId], None]) -> None:
        self.run_id = run_id
        self.watchers: list[Watcher] = []
        self.bells: list[Bell] = []
        self.tail: Tail | None = None
        self._discard = discard
        self._early: Early | None = None

    def push(self, n: int, body: bytes) -> None:
        """Give every watcher a line."""
        for watcher in self.watchers:
            watcher.push(n, body)

    def make_lag(self) -> None:
        """Send every watcher to the store."""
        for watcher in self.watchers:
            watcher.make_lag()

    def ring(self) -> None:
        """Tell everybody that the store has news."""
        for listener in (*self.watchers, *self.bells):
            listener.ring()

    def attach(self) -> Watcher:
        """Add a watcher."""
        watcher = Watcher()
        self.watchers.append(watcher)
        return watcher

    def detach(self, watcher: Watcher) -> None:
        """Remove a watcher."""
        self.watchers.remove(watcher)
        self._tidy()

    def expect(self, workspace_id: str, trace_id: str) -> None:
        """Attach a watcher before the run begins: it sees every line, and need not ask the store."""
        watcher = self.attach()
        watcher.refill(None)
        timer = asyncio.get_running_loop().call_later(EARLY_S, self._leave)
        self._early = Early(watcher, workspace_id, trace_id, timer)

    def take_early(self, workspace_id: str) -> "Early | None":
        """Return the watcher that was attached before the run began, once."""
        early = self._early
        if early is None or early.workspace_id != workspace_id:
            return None
        self._early = None
        early.timer.cancel()
        return early

    def _leave(self) -> None:
        if self._early is not None:
            watcher, self._early = self._early.watcher, None
            self.detach(watcher)

    @contextmanager
    def bell(self) -> Generator["Bell"]:
        """Listen for news without taking the lines."""
        bell = Bell()
        self.bells.append(bell)
        try:
            yield bell
        finally:
            self.bells.remove(bell)
            self._tidy()

    def begin(self, tail: Tail, *, is_first: bool = False) -> None:
        """Note that the run is executed here from now on; `is_first` if it has no line yet."""
        self.tail = tail
        for watcher in self.watchers:
            watcher.has_all = False
            if is_first:
                watcher.ring()
            else:
                watcher.make_lag()

    def end(self, tail: Tail, *, at_rest: bool = False) -> None:
        """Note that the run is not executed here any more."""
        if self.tail is tail:
            for watcher in self.watchers:
                watcher.has_all = at_rest and not watcher.is_lagging
            self.tail = None
            self.ring()
            self._tidy()

    def _tidy(self) -> None:
        if self.tail is None and not self.watchers and not self.bells:
            self._discard(self.run_id)


class Broker:
    """The channels of this process."""

    def __init__(self) -> None:
        self._channels: dict[RunId, Channel] = {}

    def open(self, run_id: RunId) -> Channel:
        """Return the channel of a run, made if nobody needed it before."""
        channel = self._channels.get(run_id)
        if channel is None:
            channel = self._channels[run_id] = Channel(run_id, self._discard)
        return channel

    def ring(self, run_id: RunId) -> None:
        """Tell the watchers of a run, if there are any here, that the store has news."""
        if channel := self._channels.get(run_id):
            channel.ring()

    def ring_all(self) -> None:
        """Tell all watchers that something may have been missed."""
        for channel in self._channels.values():
            channel.ring()

    def _discard(self, run_id: RunId) -> None:
        self._channels.pop(run_id, None)
