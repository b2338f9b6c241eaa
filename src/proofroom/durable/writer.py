"""The transactions of one run's execution: what opens a step, and what stores lines, steps and the end."""

from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any, TypedDict, Unpack

from proofroom.durable.broker import Line
from proofroom.durable.log import Log
from proofroom.durable.ownership.repo import Claimed
from proofroom.durable.riders import Rider, Riders, changes_of, close, row_of, step_row
from proofroom.durable.step import StepContext, StepOpening
from proofroom.durable.steps import repo as record
from proofroom.durable.stop import Superseded
from proofroom.kernel.data import dataclass
from proofroom.store.database import Connection

Writing = Callable[[], AbstractAsyncContextManager[Connection]]
"""Opens a transaction that writes."""
Write = Callable[[Connection], Coroutine[Any, Any, None]]
Tell = Callable[[Rider], None]


class More(TypedDict, total=False):
    """What else a transaction changes of the run."""

    recoveries: int
    last: Line | None
    changes: dict[str, Any] | None
    end: record.RunEnd | None


class RunWriter:
    """Writes for one execution. One transaction at a time, so that none leaves what it is built on behind."""

    def __init__(self, writing: Writing, taken: Claimed, log: Log, tell: Tell) -> None:
        self.riders = Riders()
        self._writing, self._lease, self._log, self._tell = writing, taken.lease, log, tell
        self._last = taken.run.last_number
        # Of a run that this process has just written, all is known; any other is asked with its first step.
        is_known = taken.is_first and taken.stamp is not None
        self._known = record.Known(0, taken.stamp or 0) if is_known else None

    async def open(self, context: StepContext, input: Any, opening: StepOpening | None) -> bool:
        """Open a step, with those that waited to be written; tell whether somebody asked to stop."""
        async with self._log.lock:
            # What an open step has said is stored as it is closed.
            lines = self._log.take() if self.riders.are_open else []
            written = self._written(lines)
            closings = len(context.closings)
            try:
                try:
                    held = await self._open(context, input, opening, written)
                except Superseded:
                    if self._known is None:
                        raise
                    # Perhaps only somebody has changed what is remembered: now the run is asked.
                    self._known = None
                    del context.closings[closings:]
                    held = await self._open(context, input, opening, written)
            except BaseException:
                if written.closes:
                    self._log.give_back()
                raise
            if written.closes:
                self._log.confirm(written.reserved)
            else:
                self._log.reserve(written.reserved)
            self._known = held.known
            self._settle(written)
        return held.is_stop_requested()

    async def _open(
        self, context: StepContext, input: Any, opening: StepOpening | None, written: "_Written"
    ) -> record.Held:
        is_new = context.attempt == 1
        with record.superseded():
            async with self._writing() as connection:
                held = await self._hold(connection, written, more=is_new, known=self._known)
                context.stamp = held.known.stamp
                rows = self._rows(written, held.known.number - is_new)
                if is_new:
                    rows.append(
                        step_row(
                            self._lease,
                            key=context.key,
                            number=held.known.number,
                            kind=context.kind,
                            name=context.name,
                            input=record.dump(input),
                            at=context.started_at,
                        )
                    )
                else:
                    await record.restart_step(connection, self._lease, context.key, context.attempt)
                await record.insert_steps(connection, rows)
                await close(connection, self._lease, written.riders)
                if opening is not None:
                    await opening(connection, context)
                if written.lines:
                    await record.insert_events(connection, self._lease, written.lines)
                    await record.tell(connection, self._lease, written.last)
        return held

    async def _hold(
        self, connection: Connection, written: "_Written", *, more: int = 0, known: record.Known | None
    ) -> record.Held:
        closed = {"last_number": written.last, "recoveries": 0} if written.closes else {}
        return await record.hold_run(
            connection,
            self._lease,
            more=len(written.new) + more,
            reserved=written.reserved,
            changes=changes_of(written.riders) | closed,
            known=known,
        )

    async def store(self, lines: list[Line], write: Write | None, **more: Unpack[More]) -> bool:
        """Store lines with what else is written; tell whether somebody asked to stop. Hold the log's lock."""
        written, known = self._written(lines, more.get("last")), self._known
        try:
            async with self._writing() as connection:
                if written.new:
                    held = await self._hold(connection, written, known=None)
                    await record.insert_steps(connection, self._rows(written, held.known.number))
                    known = held.known
                await close(connection, self._lease, written.riders)
                await record.insert_events(connection, self._lease, written.lines)
                if write is not None:
                    await write(connection)
                is_stopped, stamp = await record.mark_run(
                    connection,
                    self._lease,
                    last=written.last,
                    reserved=written.reserved,
                    recoveries=0 if written.closes else more.get("recoveries", 0),
                    changes=more.get("changes"),
                    end=more.get("end"),
                )
        except BaseException:
            self._log.give_back()
            raise
        self._log.confirm(written.reserved)
        self._settle(written)
        self._known = record.Known(known.number, stamp) if known else None
        return is_stopped

    def _written(self, lines: list[Line], last: Line | None = None) -> "_Written":
        stored = [*lines, last] if last else lines
        number = stored[-1].n if stored else self._last
        return _Written(self.riders.now(), stored, number, self._log.reservation())

    def _rows(self, written: "_Written", last: int) -> list[dict[str, Any]]:
        first = last - len(written.new) + 1
        return [row_of(rider, self._lease, first + at) for at, rider in enumerate(written.new)]

    def _settle(self, written: "_Written") -> None:
        """Note what is written; what was built on the steps that are closed now may be shown."""
        self._last = written.last
        self.riders.done(written.riders)
        for rider in written.riders:
            self._tell(rider)
        if written.closes and not self.riders.are_open:
            self._log.show()


@dataclass(frozen=True, slots=True)
class _Written:
    """What a transaction writes besides its own purpose: steps that waited for it, and lines."""

    riders: list[Rider]
    lines: list[Line]
    last: int
    """The number of the last line that is stored then."""
    reserved: int

    @property
    def new(self) -> list[Rider]:
        """The steps that have no row yet."""
        return [rider for rider in self.riders if not rider.is_open]

    @property
    def closes(self) -> bool:
        """Tell whether an open step is closed."""
        return len(self.new) < len(self.riders)


async def close_step(
    connection: Connection,
    lease: record.Lease,
    context: StepContext,
    result: str | None,
    error: dict[str, Any] | None,
    at: datetime,
    *,
    is_whole: bool = True,
) -> None:
    """Record how a step ended, with what it wanted done then."""
    await record.close_step(connection, lease, context.key, result, error, at)
    if is_whole:
        for action in context.closings:
            await action(connection)
