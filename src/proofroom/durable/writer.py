"""The transactions of one run's execution: what opens a step, and what stores lines, steps and the end."""

from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any, TypedDict, Unpack

from proofroom.durable.broker import Line
from proofroom.durable.log import Log
from proofroom.durable.riders import Rider, Riders, changes_of, close, row_of
from proofroom.durable.step import StepContext, StepOpening
from proofroom.durable.steps import repo as record
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

    def __init__(self, writing: Writing, lease: record.Lease, log: Log, last_number: int, tell: Tell) -> None:
        self.riders = Riders()
        self._writing, self._lease, self._log, self._tell = writing, lease, log, tell
        self._last = last_number

    async def open(self, context: StepContext, input: Any, opening: StepOpening | None) -> bool:
        """Open a step, with those that waited to be written; tell whether somebody asked to stop."""
        async with self._log.lock:
            reserved, riders = self._log.reservation(), self.riders.now()
            is_new = context.attempt == 1
            async with self._writing() as connection:
                number, is_stopped, context.stamp = await record.hold_run(
                    connection,
                    self._lease,
                    more=len(riders) + is_new,
                    reserved=reserved,
                    changes=changes_of(riders),
                )
                rows = self._rows(riders, number - is_new)
                if is_new:
                    rows.append(
                        record.step_row(
                            self._lease,
                            key=context.key,
                            number=number,
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
            self._log.reserve(reserved)
            self._settle(riders)
        return is_stopped

    async def store(self, lines: list[Line], write: Write | None, **more: Unpack[More]) -> bool:
        """Store lines with what else is written; tell whether somebody asked to stop. Hold the log's lock."""
        reserved, riders = self._log.reservation(), self.riders.now()
        last = more.get("last")
        number = last.n if last else lines[-1].n if lines else self._last
        try:
            async with self._writing() as connection:
                if riders:
                    await self._write_riders(connection, riders, reserved)
                if write is not None:
                    await write(connection)
                is_stopped = await record.mark_run(
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
        return is_stopped

    async def _write_riders(self, connection: Connection, riders: list[Rider], reserved: int) -> None:
        number, _, _ = await record.hold_run(
            connection, self._lease, more=len(riders), reserved=reserved, changes=changes_of(riders)
        )
        await record.insert_steps(connection, self._rows(riders, number))
        await close(connection, riders)

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
