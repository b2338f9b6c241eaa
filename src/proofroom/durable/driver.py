"""Executing workflow bodies in this process."""

import asyncio
import contextvars
import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from proofroom.durable import failure
from proofroom.durable.broker import Broker
from proofroom.durable.cut import until_it_answers
from proofroom.durable.engine_context import EngineContext
from proofroom.durable.line import Line
from proofroom.durable.ownership import repo as ownership
from proofroom.durable.ownership.repo import Claimed
from proofroom.durable.repo import KnownStep, known_steps
from proofroom.durable.run import RunHandle
from proofroom.durable.stop import Stopped, Superseded
from proofroom.durable.types import RunStatus
from proofroom.kernel import events
from proofroom.kernel.errors import Interrupted, StorageLost
from proofroom.kernel.ids import RunId
from proofroom.kernel.strings import say
from proofroom.kernel.trace import current_trace
from proofroom.store.trouble import hears_loss

if TYPE_CHECKING:
    from proofroom.durable.door import Door

logger = logging.getLogger(__name__)

MAX_RECOVERIES = 3
"""How often a run is taken up again after a crash without getting on in between."""

MAX_CUTS = 20
"""How often a run may lose the database before it is left to the sweep, which closes it visibly."""

SUSPICIOUS = 1
"""From how many such recoveries on a run is taken up only when no other suspicious one is at work."""

WorkflowBody = Callable[[RunHandle], Awaitable[None]]


class Driver:
    """The executions of this process."""

    def __init__(self, around: EngineContext, broker: Broker, holder: str) -> None:
        self.bodies: dict[str, WorkflowBody] = {}
        self.handles: dict[RunId, RunHandle] = {}
        self._around = around
        self._broker = broker
        self._holder = holder
        self._prepared: dict[str, tuple[Claimed, contextvars.Context]] = {}
        self._starting: list[RunId] = []  # one entry per call: a run may be started twice at once
        self._line = Line()
        self._tasks: set[asyncio.Task[None]] = set()
        self._own: dict[RunId, asyncio.Task[None]] = {}
        self._beginning = set[RunId]()
        self._in_line = set[RunId]()
        self.unclosed: set[RunId] = set()
        """Runs whose execution here ended without closing them: the next sweep does it."""

    @contextmanager
    def starting(self, run_id: RunId) -> Generator[None]:
        """Mark a run that this process is about to start, so that nobody takes it for a lost one."""
        self._starting.append(run_id)
        try:
            yield
        finally:
            self._starting.remove(run_id)

    def is_busy_with(self, run_id: RunId) -> bool:
        """Tell whether this process executes a run or is about to."""
        return run_id in self.handles or run_id in self._own or run_id in self._starting

    def is_about_to(self, run_id: RunId) -> bool:
        """Tell whether a run of this process's own begins in a moment: what is asked of it then is heard."""
        return run_id in self._beginning and run_id not in self._in_line

    def begin(self, taken: Claimed) -> None:
        """Execute a run that this process has just written down as its own: DBOS need not know of it."""
        self._begin_own(taken.run.id, taken.lease.workflow_id, taken, contextvars.copy_context())

    def begin_again(self, run_id: RunId, workflow_id: str, *, is_counted: bool) -> None:
        """Take up such a run that nobody executes any more; a crash in its middle is counted."""
        self._begin_own(run_id, workflow_id, None, contextvars.Context(), is_counted=is_counted)

    def _begin_own(
        self,
        run_id: RunId,
        workflow_id: str,
        taken: Claimed | None,
        context: contextvars.Context,
        *,
        is_counted: bool = True,
    ) -> None:
        if self._around.is_closing():  # the next launch finds it
            return
        task = self._task(run_id, workflow_id, taken, context, is_counted=is_counted)
        self._own[run_id] = task
        self._beginning.add(run_id)
        task.add_done_callback(partial(self._leave, run_id))

    def _leave(self, run_id: RunId, task: asyncio.Task[None]) -> None:
        self._own.pop(run_id, None)
        self._beginning.discard(run_id)
        if not task.cancelled():
            task.exception()  # it was logged where it was raised

    async def start(self, door: "Door", taken: Claimed) -> None:
        """Start the workflow of a run that this process holds already."""
        workflow_id = taken.lease.workflow_id
        self._prepared[workflow_id] = taken, contextvars.copy_context()
        try:
            await door.start(workflow_id, taken.run.id)
        except BaseException:
            self._prepared.pop(workflow_id, None)
            raise

    async def execute(self, workflow_id: str, run_id: str) -> None:
        """Execute a workflow on behalf of DBOS, outside of its context, so that runs can start runs."""
        if self._around.is_closing():  # as if it had come a moment later: the next launch finds it
            raise asyncio.CancelledError
        taken, context = self._prepared.pop(workflow_id, (None, contextvars.Context()))
        await self._task(RunId(run_id), workflow_id, taken, context)

    def _task(
        self,
        run_id: RunId,
        workflow_id: str,
        taken: Claimed | None,
        context: contextvars.Context,
        *,
        is_counted: bool = True,
    ) -> asyncio.Task[None]:
        drive = self._drive(run_id, workflow_id, taken, is_counted=is_counted)
        task = asyncio.get_running_loop().create_task(drive, context=context)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def end_quietly(self, taken: Claimed, status: RunStatus, event: events.Event) -> None:
        """Close a run that nobody executes and that this process has just taken."""
        handle = RunHandle(taken, {}, self._broker.open(taken.run.id), self._around)
        try:
            await handle.end(status, event)
        except Superseded:
            logger.info("run %s was taken by another process first", taken.run.id)
        finally:
            await handle.close()

    def request_stop(self, run_id: RunId) -> bool:
        """Ask a run to stop if it is executed here; one that has come to rest hears nothing any more."""
        handle = self.handles.get(run_id)
        if handle is None or handle.has_ended:
            return False
        handle.stop.request()
        return True

    async def drain(self, seconds: float) -> None:
        """Let executions finish for a while, also those that are just beginning."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._prepared or self._tasks:
                    await asyncio.wait(tuple(self._tasks) or (_moment(),), return_when="FIRST_COMPLETED")

    async def abandon(self) -> None:
        """Cut off the executions that are left, as a crash would."""
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(tuple(self._tasks))

    async def _drive(
        self, run_id: RunId, workflow_id: str, taken: Claimed | None, *, is_counted: bool
    ) -> None:
        if taken is None and await self._is_suspicious(run_id):
            self._in_line.add(run_id)
            try:
                await self._line.join(run_id)
            finally:
                self._in_line.discard(run_id)
        try:
            await self._execute(run_id, workflow_id, taken, is_counted=is_counted)
        finally:
            self._line.leave(run_id)

    async def _is_suspicious(self, run_id: RunId) -> bool:
        try:
            async with self._around.database.reading() as connection:
                return await ownership.recoveries_of(connection, run_id) >= SUSPICIOUS
        except StorageLost:  # it is waited for below
            return False

    async def _execute(
        self, run_id: RunId, workflow_id: str, taken: Claimed | None, *, is_counted: bool
    ) -> None:
        """Execute a run; where the database is lost on the way, again from what is stored."""
        for cuts in range(MAX_CUTS):
            try:
                is_counted = is_counted and cuts == 0
                if not await self._execute_once(run_id, workflow_id, taken, is_counted=is_counted):
                    return
            except StorageLost:
                logger.warning("run %s waits for the database", run_id)
            taken = None
            if not await until_it_answers(self._around.database, self._around.is_closing):
                raise asyncio.CancelledError  # as after a kill: the next launch finds it
        self.unclosed.add(run_id)
        logger.error("run %s lost the database %s times; the next sweep closes it", run_id, MAX_CUTS)

    async def _execute_once(
        self, run_id: RunId, workflow_id: str, taken: Claimed | None, *, is_counted: bool
    ) -> bool:
        """Execute a run up to its end; tell whether the database was lost before."""
        known: dict[str, KnownStep] = {}
        if taken is None or taken.lease.epoch > 1:
            async with self._around.writing() as connection:
                if taken is None:
                    at = self._around.clock.now()
                    take = ownership.take_run if is_counted else ownership.take_again
                    taken = await take(connection, run_id, workflow_id, self._holder, at)
                if taken is None:  # it has ended, or a later workflow has it
                    return False
                known = await known_steps(connection, run_id)
        current_trace.set(taken.run.trace_id)
        handle = RunHandle(taken, known, self._broker.open(run_id), self._around)
        handle.on_progress = partial(self._line.leave, run_id)
        self.handles[run_id] = handle
        self._beginning.discard(run_id)
        hears_loss.set(handle.cut)
        try:
            await self._perform(handle, taken.recoveries)
        except Superseded:
            logger.info("run %s was taken over by another process", run_id)
        except BaseException as error:
            if handle.is_cut and not isinstance(error, asyncio.CancelledError):
                await self._rest(handle)
                return True
            if isinstance(error, Exception):
                self.unclosed.add(run_id)
                logger.exception("run %s could not be closed; the next sweep will do it", run_id)
            raise
        finally:
            hears_loss.set(None)
            await handle.close()
            if self.handles.get(run_id) is handle:
                del self.handles[run_id]
        return False

    async def _rest(self, handle: RunHandle) -> None:
        """Tell whoever watches what the run waits for, until the database answers."""
        logger.warning("run %s lost the database and waits for it", handle.run.id)
        message = say("runs.database_away")
        handle.tell(events.Notice(code="database_away", message=message))
        await until_it_answers(self._around.database, self._around.is_closing)

    async def _perform(self, handle: RunHandle, recoveries: int) -> None:
        body = self.bodies.get(handle.run.workflow)
        if body is None or recoveries > MAX_RECOVERIES:
            await handle.end("interrupted", interruption())
            return
        try:
            await body(handle)
            if not handle.has_ended:
                await handle.end("completed", events.Done())
        except Stopped:
            await handle.end("cancelled", events.Done(status="cancelled"))
        except Exception as error:
            logger.warning("run %s failed", handle.run.id, exc_info=error)
            await handle.end("failed", failure.as_event(error))


def _moment() -> asyncio.Task[None]:
    return asyncio.get_running_loop().create_task(asyncio.sleep(0.01))


def interruption() -> events.Error:
    """Return the last event of a run that could not be continued."""
    error = Interrupted(say("runs.lost"))
    return events.Error(
        code=error.code,
        message=error.message,
        suggestion=error.suggestion,
        recoverable=error.recoverable,
        status="interrupted",
    )
