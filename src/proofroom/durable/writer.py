"""The transactions of one run's execution: what opens a step, and what stores lines, steps and the end."""

from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any, TypedDict, Unpack

from proofroom.durable.broker import Line
from proofroom.durable.log import Log
from proofroom.durable.ownership.repo import Claimed
from proofroom.durable.riders import Rider, Riders, changes_of, close, row_of
from proofroom.durable.step import StepContext, StepOpening
from proofroom.durable.steps import repo as record
from proofroom.durable.stop import Superseded
from proofroom.store.database import Connection

Writing = Callable[[], AbstractAsyncContextManager[Connection]]
"""Opens a transaction that writes."""
Write = Callable[[Connection], Coroutine[Any, Any, None]]
Tell = Callable[[StepContext, dict[str, Any] | None], None]


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
            reserved, riders = self._log.reservation(), self.riders.now()
            closings = len(context.closings)
            try:
                held = await self._open(context, input, opening, riders, reserved)
            except Superseded:
                if self._known is None:
                    raise
                # Perhaps only somebody has changed what is remembered: now the run is asked.
                self._known = None
                del context.closings[closings:]
                held = await self._open(context, input, opening, riders, reserved)
            self._known = held.known
            self._log.reserve(reserved)
            self._settle(riders)
        return held.is_stop_requested()

    async def _open(
        self,
        context: StepContext,
        input: Any,
        opening: StepOpening | None,
        riders: list[Rider],
        reserved: int,
    ) -> record.Held:
        is_new = context.attempt == 1
        with record.superseded():
            async with self._writing() as connection:
                held = await self._hold(connection, riders, reserved, more=is_new, known=self._known)
                context.stamp = held.known.stamp
                rows = self._rows(riders, held.known.number - is_new)
                if is_new:
                    rows.append(
                        record.step_row(
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
                await close(connection, riders)
                if opening is not None:
                    await opening(connection, context)
        return held

    async def _hold(
        self,
        connection: Connection,
        riders: list[Rider],
        reserved: int,
        *,
        more: int = 0,
        known: record.Known | None,
    ) -> record.Held:
        return await record.hold_run(
            connection,
            self._lease,
            more=len(riders) + more,
            reserved=reserved,
            changes=changes_of(riders),
            known=known,
        )

    async def store(self, lines: list[Line], write: Write | None, **more: Unpack[More]) -> bool:
        """Store lines with what else is written; tell whether somebody asked to stop. Hold the log's lock."""
        reserved, riders = self._log.reservation(), self.riders.now()
        last = more.get("last")
        number = last.n if last else lines[-1].n if lines else self._last
        known = self._known
        try:
            async with self._writing() as connection:
                if riders:
                    known = await self._write_riders(connection, riders, reserved)
                if write is not None:
                    await write(connection)
                is_stopped, stamp = await record.mark_run(
                    connection,
                    self._lease,
                    last=number,
                    reserved=reserved,
                    recoveries=more.get("recoveries", 0),
                    changes=more.get("changes"),
                    end=more.get("end"),
                )
        except BaseException:
            self._log.give_back()
            raise
        self._log.confirm(reserved)
        self._settle(riders)
        self._last = number
        self._known = record.Known(known.number, stamp) if known else None
        return is_stopped

    async def _write_riders(self, connection: Connection, riders: list[Rider], reserved: int) -> record.Known:
        held = await self._hold(connection, riders, reserved, known=None)
        await record.insert_steps(connection, self._rows(riders, held.known.number))
        await close(connection, riders)
        return held.known

    def _rows(self, riders: list[Rider], last: int) -> list[dict[str, Any]]:
        first = last - len(riders) + 1
        return [row_of(rider, self._lease, first + at) for at, rider in enumerate(riders)]

    def _settle(self, riders: list[Rider]) -> None:
        """Note that steps are written that waited for a transaction."""
        self.riders.done(riders)
        for rider in riders:
            self._tell(rider.context, None)


async def close_step(
    connection: Connection,
    lease: record.Lease,
    context: StepContext,
    result: bytes | None,
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
