"""What a workflow body gets: the run, its stop token, durable steps, and the end.

A step opens with one transaction and closes with one, which may be that of the next step or of the run's
end. A step that is finished is never run again: its stored result is returned. One that failed under the same
workflow fails again the same way when the body is replayed after a crash; called once more in the same
execution, or after a resume, it is tried again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, Unpack

import orjson

from proofroom.durable import failure
from proofroom.durable.broker import Channel, Line
from proofroom.durable.cut import CutOff, unless_cut
from proofroom.durable.engine_context import EngineContext
from proofroom.durable.log import Log
from proofroom.durable.ownership.repo import Claimed
from proofroom.durable.repo import KnownStep, step_outcome
from proofroom.durable.riders import SOON_S, Rider, begin_pure
from proofroom.durable.step import StepBody, StepContext, StepOpening, StepPrepare, current_step
from proofroom.durable.steps import repo as record
from proofroom.durable.stop import Stopped, StopToken, Superseded, interruptible
from proofroom.durable.types import ENDED, RESUMABLE, RunStatus, StepKind
from proofroom.durable.writer import More, RunWriter, Write, close_step
from proofroom.kernel import events
from proofroom.store.database import Connection
from proofroom.store.sqlite import LARGE
from proofroom.store.storable import dump_json

logger = logging.getLogger(__name__)

T = TypeVar("T")


class RunHandle:
    """One execution of one run."""

    def __init__(
        self, taken: Claimed, known: dict[str, KnownStep], channel: Channel, around: EngineContext
    ) -> None:
        self.run = taken.run
        self.stop = StopToken()
        self.has_ended = False
        self.is_cut = False
        self.stamp = taken.stamp
        self.on_progress: Callable[[], None] = lambda: None
        # Its row is written anew with every step, and what it was given stands in that row.
        is_heavy = len(dump_json(taken.run.input, orjson.OPT_NON_STR_KEYS)) > LARGE
        self._lease = taken.lease
        self._recoveries = taken.recoveries
        self._known = known
        self._tried: set[str] = set()
        self._is_torn = taken.lease.epoch > 1 and not known  # nobody told us of its steps
        self._channel = channel
        self._around = around
        self._database = around.database
        self._log = Log(channel, taken.reserved, self._start_flush, is_first=taken.is_first)
        self._background: set[asyncio.Task[Any]] = set()
        writing = partial(around.writing, is_heavy=is_heavy)
        self._writer = RunWriter(writing, taken, self._log, self._settled)
        self._riders = self._writer.riders
        self.read = taken.read
        channel.begin(self._log, is_first=taken.is_first)
        self._written: asyncio.Task[None] | None = None
        if taken.written is not None and not taken.written.done():
            self._log.hold()
            self._written = self._spawn(self._show_once(taken.written))
        if taken.is_stop_requested:
            self.stop.request()

    async def until_written(self) -> None:
        """Wait until others see the run: it may begin while the transaction that writes it is committed."""
        if self._written is not None:
            await asyncio.shield(self._written)
            self._written = None

    async def _show_once(self, written: asyncio.Future[bool]) -> None:
        if not await written:  # perhaps it is there all the same: the database will tell
            self.cut()
            raise CutOff
        self._log.show()

    def has_finished(self, key: str) -> bool:
        """Tell whether a step has its result already."""
        known = self._known.get(key)
        return known is not None and known.status == "finished"

    @unless_cut
    async def step(
        self,
        key: str,
        kind: StepKind,
        name: str,
        body: StepBody,
        *,
        input: Any = None,
        opening: StepOpening | None = None,
        prepare: StepPrepare | None = None,
        despite_stop: bool = False,
        is_pure: bool = False,
    ) -> Any:
        """Run a body once and for all, and return its result as JSON gives it back.

        `opening` takes part in the transaction that opens the step: what it raises leaves the step unopened.
        `prepare` is called before that and not for a step that is finished; it must have no effect.
        `despite_stop` is for what must happen after a stop too; such a step is not cut off.
        `is_pure` is for a body that has no effect but its result: see `riders.py`.
        """
        known = self._known.get(key)
        if known is not None and known.status != "running":
            result, error = self._riders.outcome(key) or await self._read_outcome(key)
            if known.status == "finished":
                return result
            if known.workflow_id == self._lease.workflow_id and key not in self._tried:
                self._tried.add(key)
                raise failure.again(error or failure.STOPPED)
        if not despite_stop:
            self.stop.raise_if_requested()
        self._tried.add(key)
        context = self._context(key, known)
        context.kind, context.name = kind, name
        if prepare is not None:
            await prepare(context)
        place = current_step.set((self.run.id, key))
        try:
            begun = None
            if is_pure and known is None:
                begun = await begin_pure(interruptible(self.stop, body(context)))
                if begun.done() and begun.exception() is None:
                    context.result = begun.result()
                    result = dump_json(context.result, orjson.OPT_NON_STR_KEYS).decode()
                    return self._ride(context, input, result)
            work = self._open(context, input, opening)
            await self._open_shielded(context, work, begun)
            if context.attempt > 1:
                context.emit(events.StepRestarted(attempt=context.attempt))
            if begun is None:
                begun = body(context) if despite_stop else interruptible(self.stop, body(context))
            return await self._finish(context, begun)
        finally:
            current_step.reset(place)

    async def _finish(self, context: StepContext, work: Awaitable[Any]) -> Any:
        """Wait for the body of an open step, and close it as the body ended."""
        try:
            value = await work
            result = dump_json(value, orjson.OPT_NON_STR_KEYS).decode()
            context.result = value
        except asyncio.CancelledError:
            if self._may_close():  # else as after a kill: the next start repeats the step
                await self._shielded(self._close(context, None, failure.STOPPED))
            raise
        except Stopped:
            await self._shielded(self._close(context, None, failure.STOPPED))
            raise
        except Exception as error:
            await self._shielded(self._close(context, None, failure.describe(error)))
            raise
        if context.is_before_looks and not context.changes:
            self._log.hold(SOON_S)
            return self._ride(context, None, result, is_open=True)
        await self._shielded(self._close(context, result, None))
        return orjson.loads(result)

    def _ride(self, context: StepContext, input: Any, result: str, *, is_open: bool = False) -> Any:
        self._riders.add(Rider(context, input, result, self._around.clock.now(), is_open))
        self._know(context, "finished")
        self.run = replace(self.run, **context.changes)
        return orjson.loads(result)

    def has_step(self, key: str) -> bool:
        """Tell whether a step has begun, now or before a resume."""
        return key in self._known

    @unless_cut
    async def end(self, status: RunStatus, event: events.Event, result: Any = None) -> None:
        """Close the run: its status and its last event in one transaction. Ending twice is harmless."""
        if self.has_ended or self.is_cut:
            return
        await self.until_written()
        try:
            await self._shielded(self._end(status, event, result))
            return
        except Exception:
            if self.is_cut or not self._riders.are_open:
                raise
        try:
            await self._shielded(self._close_riders())
        except Exception:
            if status == "completed":  # any other end comes all the same
                raise
        await self._shielded(self._end(status, event, result))

    async def _close_riders(self) -> None:
        """Close by themselves the steps that nothing could take along; as failed if they cannot be either."""
        try:
            await self.flush()
        except Exception as fault:
            if self.is_cut:
                raise CutOff from fault
            for left in self._riders.forget():  # what was built on them goes too
                await self._write_close(left.context, None, failure.describe(fault), is_whole=False)
            self._log.show()
            raise

    def cut(self) -> None:
        """Note that the database was lost on the way: whatever comes of this execution does not count."""
        self.is_cut = True

    def tell(self, event: events.Event) -> None:
        """Show an event to those who watch now, and store nothing."""
        line = self._log.number(event, "")
        self._channel.push(line.n, line.body)

    async def mark_progress(self) -> None:
        """Say that this execution can do nothing but wait now: a crash from here on is not its doing."""
        if self._recoveries:
            async with self._log.lock:
                await self._store([], None, recoveries=0)
            self._get_on()

    async def flush(self) -> None:
        """Store what was emitted up to now."""
        await self.until_written()
        async with self._log.lock:
            lines = self._log.take()
            if lines or self._riders.are_open:
                await self._store(lines, None, recoveries=self._recoveries)

    async def close(self) -> None:
        """Let go of everything this execution holds in memory; what it has paid for is kept first."""
        self._log.close()
        if self._riders.are_open and not self.is_cut:
            self._start_flush()
        if self._background:
            await asyncio.gather(*self._background, return_exceptions=True)
        self._channel.end(self._log)

    def _context(self, key: str, known: KnownStep | None) -> StepContext:
        now = self._around.clock.now()
        if known is None:
            return StepContext(self.run, key, 1, now, self._log)
        return StepContext(
            self.run,
            key,
            known.attempt + 1,
            known.started_at,
            self._log,
            opened_at=now,
            was_cut_off=known.status == "running",
        )

    async def _read_outcome(self, key: str) -> tuple[Any, dict[str, Any] | None]:
        async with self._database.reading() as connection:
            return await step_outcome(connection, self.run.id, key)

    async def _open(self, context: StepContext, input: Any, opening: StepOpening | None) -> None:
        await self.until_written()  # what comes now has an effect
        if await self._writer.open(context, input, opening):
            self.stop.request()
        self._know(context, "running")

    async def _open_shielded(
        self, context: StepContext, work: Coroutine[Any, Any, None], begun: asyncio.Task[Any] | None
    ) -> None:
        task = self._spawn(work)
        try:
            await asyncio.shield(task)
        except BaseException as error:
            if begun is not None:
                begun.cancel()
            if not isinstance(error, asyncio.CancelledError):
                raise
            # By a time-out around the step: it opens all the same, so close it.
            await asyncio.wait([task])
            if task.exception() is None and self._may_close():
                await self._shielded(self._close(context, None, failure.STOPPED))
            raise

    def _may_close(self) -> bool:
        return not self._around.is_closing() and not self.is_cut

    async def _close(self, context: StepContext, result: str | None, error: dict[str, Any] | None) -> None:
        if self.is_cut:
            raise CutOff
        try:
            await self._write_close(context, result, error, is_whole=True)
        except Exception as fault:
            if self.is_cut:
                raise CutOff from fault
            # What was to happen with the record could not; the record itself must not stay open.
            await self._write_close(context, None, failure.describe(fault), is_whole=False)
            raise

    async def _write_close(
        self, context: StepContext, result: str | None, error: dict[str, Any] | None, *, is_whole: bool
    ) -> None:
        at = self._around.clock.now()
        async with self._log.lock:
            lines = self._log.take()

            async def write(connection: Connection) -> None:
                await close_step(connection, self._lease, context, result, error, at, is_whole=is_whole)

            await self._store(lines, write, recoveries=0, changes=context.changes if is_whole else None)
        self._get_on()
        self._is_torn = self._is_torn or not is_whole
        self._log.forget(context.key)
        self._know(context, "finished" if error is None else "failed")
        if is_whole and context.changes:
            self.run = replace(self.run, **context.changes)
        self._tell(context, error)

    def _settled(self, rider: Rider) -> None:
        if rider.is_open:
            self._get_on()
            self._log.forget(rider.context.key)
        self._tell(rider.context, None)

    def _get_on(self) -> None:
        self._recoveries = 0
        self.on_progress()

    def _tell(self, context: StepContext, error: dict[str, Any] | None) -> None:
        self._around.hooks.tell_step(self.run, context, error)

    async def _store(self, lines: list[Line], write: Write | None, **more: Unpack[More]) -> None:
        if await self._writer.store(lines, write, **more):
            self.stop.request()

    async def _end(self, status: RunStatus, event: events.Event, result: Any) -> None:
        at = self._around.clock.now()
        ended = status in ENDED
        error = failure.of_event(event)
        async with self._log.lock:
            if self.has_ended:
                return
            lines = self._log.take()
            last = self._log.number(event, "")
            final = replace(self.run, status=status, error=error, ended_at=at if ended else None)

            async def write(connection: Connection) -> None:
                if ended and status not in RESUMABLE and self._has_leftovers():
                    await record.close_leftovers(
                        connection, self._lease, error=record.dump(failure.LEFT), at=at
                    )
                for hear in self._around.hooks.endings:
                    await hear(connection, final)
                if self._has_leftovers():
                    for hear in self._around.hooks.cut_off:
                        await hear(connection, final)

            end = record.RunEnd(status, at if ended else None, record.dump(result), record.dump(error))
            await self._store(lines, write, recoveries=0, last=last, end=end)
            self.has_ended = True
        self.run = final
        self._channel.push(last.n, last.body)
        self._channel.end(self._log, at_rest=True)  # whatever the body does now, nobody needs to watch it
        for hear in self._around.hooks.ended:
            hear(final)

    def _has_leftovers(self) -> bool:
        """Tell whether a step may not have closed in good order."""
        return self._is_torn or any(step.status == "running" for step in self._known.values())

    def _know(self, context: StepContext, status: Any) -> None:
        self._known[context.key] = KnownStep(
            context.key, status, context.attempt, self._lease.workflow_id, context.started_at
        )

    def _start_flush(self) -> None:
        self._spawn(self._flush_quietly())

    async def _flush_quietly(self) -> None:
        try:
            await self.flush()
        except CutOff:
            pass
        except Superseded:
            logger.info("run %s is executed by another process now", self.run.id)
            self.stop.request()
        except Exception:
            logger.warning("events of run %s could not be stored yet", self.run.id, exc_info=True)

    async def _shielded(self, work: Coroutine[Any, Any, T]) -> T:
        # A cancellation must not tear a transaction apart.
        return await asyncio.shield(self._spawn(work))

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task
