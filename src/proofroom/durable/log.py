"""The growing end of one run's log, in the process that executes the run.

Numbers are given here, in the order of emission, and never beyond what was reserved in the database before
it is shown to anybody. What is not stored yet is kept here: finished lines, and text that is still growing.
Every store operation takes all of it in the order of numbers, so that a reader of the database who has seen
number n never misses a smaller one.
"""

import asyncio
from collections.abc import Callable
from typing import Literal

from proofroom.durable.broker import Channel, Line
from proofroom.kernel import events

BLOCK = 10_000
"""How many numbers each transaction reserves ahead. Only a crash makes a gap, of at most this size."""

FLUSH_S = 0.25
"""How long text may wait before it is stored."""

PieceKind = Literal["text", "thinking"]


class Segment:
    """Text of one block that is not stored yet: what watchers were sent, and what is fresh."""

    __slots__ = ("block", "end", "fresh", "kind", "n", "sent", "start", "step")

    def __init__(self, step: str, kind: PieceKind, block: int) -> None:
        self.step = step
        self.kind: PieceKind = kind
        self.block = block
        self.fresh: list[str] = []
        self.sent: list[str] = []
        self.start = 0  # where `sent` begins, in UTF-16 units
        self.end = 0  # where `fresh` begins
        self.n = 0

    def line(self, n: int, offset: int, text: str) -> Line:
        """Return a piece of this block as a line."""
        kind = events.Text if self.kind == "text" else events.Thinking
        event = kind(n=n, step=self.step, block=self.block, offset=offset, text=text)
        return Line(n, self.step, self.kind, events.encode_event(event))


class Log:
    """Numbers, unstored lines and open text of one run. All methods run on the event loop's thread."""

    def __init__(
        self, channel: Channel, reserved: int, flush: Callable[[], object], *, is_first: bool = False
    ) -> None:
        self.lock = asyncio.Lock()  # one store operation at a time, in the order of numbers
        self.is_awake = False
        self._channel = channel
        self._reserved = reserved
        # What is reserved was perhaps given out before a crash, but not where the run has just been written.
        self._next = 1 if is_first else reserved + 1
        self._flush = flush
        self._is_ahead = False
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._pending: list[Line] = []
        self._storing: list[Line] = []
        self._segments: list[Segment] = []
        self._held: list[Line] | None = None
        self._has_newcomers = False

    def reservation(self) -> int:
        """Return the number up to which the next transaction should reserve."""
        return self._next - 1 + BLOCK

    def reserve(self, upto: int) -> None:
        """Note that numbers up to this one are reserved in the database."""
        self._reserved = max(self._reserved, upto)

    def hold(self, flush_s: float | None = None) -> None:
        """Show nothing from here on: it builds on what is yet to be stored, after so many seconds at most."""
        self.pump()
        self._held = self._held or []
        if flush_s is not None:
            self._rest()
            self._timer = self._loop.call_later(flush_s, self._flush_now)

    def show(self) -> None:
        """Show what was held, now that what it builds on is stored."""
        held, self._held = self._held, None
        for line in held or ():
            self._publish(line)
        if self._has_newcomers:  # of a text that grew meanwhile they were not shown the beginning
            self._has_newcomers = False
            self._channel.make_lag()

    def append(self, event: events.Event, step: str) -> None:
        """Number an event, show it to watchers, and keep it for the next store operation."""
        self.seal(step)
        line = self.number(event, step)
        self._pending.append(line)
        self._publish(line)
        self.wake()

    def number(self, event: events.Event, step: str) -> Line:
        """Give an event its number."""
        event.n, event.step = self._take_number(), step
        tag = event.__struct_config__.tag
        return Line(event.n, step, str(tag), events.encode_event(event))

    def open(self, step: str, kind: PieceKind, block: int) -> Segment:
        """Begin a block of text."""
        segment = Segment(step, kind, block)
        self._segments.append(segment)
        return segment

    def seal(self, step: str) -> None:
        """Make lines of the open text of a step, so that what follows has higher numbers."""
        for segment in self._segments:
            if segment.step == step and (segment.fresh or segment.sent):
                self._pending.append(self._take_line(segment))

    def forget(self, step: str) -> None:
        """Close the blocks of a step that has ended. Its text must be stored."""
        self._segments = [segment for segment in self._segments if segment.step != step]

    def wake(self) -> None:
        """See to it that fresh text reaches watchers soon and the database in time."""
        self.is_awake = True
        if self._timer is None:
            self._timer = self._loop.call_later(FLUSH_S, self._flush_now)
        if self._channel.watchers:
            self._loop.call_soon(self.pump)

    def pump(self) -> None:
        """Send fresh text to watchers: one line per block, however many pieces arrived."""
        self.is_awake = False
        for segment in self._segments:
            if segment.fresh:
                self._publish(self._number_fresh(segment))

    def unstored(self) -> list[Line]:
        """Return everything that is not stored yet, for a watcher that has just come."""
        self.pump()
        lines = [*self._storing, *self._pending]
        for segment in self._segments:
            if segment.sent:
                lines.append(segment.line(segment.n, segment.start, "".join(segment.sent)))
        self._has_newcomers = self._held is not None
        seen = min(self._reserved, self._held[0].n - 1 if self._held else self._reserved)
        return sorted((line for line in lines if line.n <= seen), key=_by_number)

    def take(self) -> list[Line]:
        """Return everything that is not stored yet, for the caller to store it."""
        for segment in self._segments:
            if segment.fresh or segment.sent:
                self._pending.append(self._take_line(segment))
        self._storing, self._pending = sorted(self._pending, key=_by_number), []
        self._rest()
        return self._storing

    def confirm(self, reserved: int) -> None:
        """Note that what was taken is stored, and up to where numbers are reserved."""
        self._storing = []
        self.reserve(reserved)
        if self._is_ahead:  # watchers were not shown everything: they find it in the store now
            self._is_ahead = False
            self._channel.make_lag()

    def give_back(self) -> None:
        """Take back what could not be stored."""
        self._storing, self._pending = [], [*self._storing, *self._pending]
        self.wake()

    def close(self) -> None:
        """Stop the clock of this log."""
        self._rest()

    def _rest(self) -> None:
        self.is_awake = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _flush_now(self) -> None:
        self._timer = None
        self._flush()

    def _take_number(self) -> int:
        n, self._next = self._next, self._next + 1
        return n

    def _number_fresh(self, segment: Segment) -> Line:
        text = "".join(segment.fresh)
        segment.n = self._take_number()
        line = segment.line(segment.n, segment.end, text)
        segment.sent.append(text)
        segment.fresh.clear()
        segment.end += utf16_length(text)
        return line

    def _take_line(self, segment: Segment) -> Line:
        if segment.fresh:
            fresh = self._number_fresh(segment)
            if self._channel.watchers:
                self._publish(fresh)
        line = segment.line(segment.n, segment.start, "".join(segment.sent))
        segment.sent.clear()
        segment.start = segment.end
        return line

    def _publish(self, line: Line) -> None:
        if self._held is not None:
            self._held.append(line)
        elif line.n <= self._reserved and not self._is_ahead:
            self._channel.push(line.n, line.body)
        else:  # a crash could give this number to another event: not to be shown before it is stored
            self._is_ahead = True


def utf16_length(text: str) -> int:
    """Return the length of a text as JavaScript counts it."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _by_number(line: Line) -> int:
    return line.n
