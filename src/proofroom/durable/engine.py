"""The durable engine: start runs, queue them, stop, resume and watch them.

It executes workflow bodies that rooms above register, and recovers them after a crash. DBOS is behind
`door.py`; everything a person can see of a run is in our own tables.
"""

import asyncio
import contextvars
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from proofroom.durable import failure
from proofroom.durable.broker import Broker
from proofroom.durable.custody import repo as custody
from proofroom.durable.custody.repo import Taken
from proofroom.durable.record import repo as record
from proofroom.durable.repo import KnownStep, Runs, known_steps
from proofroom.durable.run import RunHandle, Surroundings
from proofroom.durable.stop import Stopped, Superseded
from proofroom.durable.types import NewRun, Run
from proofroom.durable.watch import NOTIFIED_POLL_S, POLL_S, watch
from proofroom.kernel import events
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Interrupted, InvalidInput, NotFound, Unavailable
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.store.database import Database

if TYPE_CHECKING:
    from proofroom.durable.door import Door

logger = logging.getLogger(__name__)

VERSION = "1"
"""Compatibility number of our workflow bodies, not the release. Runs of another number are not replayed."""

MAX_RECOVERIES = 3
"""How often a run is taken up again without finishing a step in between."""

WorkflowBody = Callable[[RunHandle], Awaitable[None]]


class Engine:
    """The one door to durable execution. Launch it inside the running event loop."""

    def __init__(self, settings: Settings, database: Database, clock: Clock) -> None:
        self.broker = Broker()
        self.runs = Runs(database)
        self._settings = settings
        self._database = database
        self._clock = clock
        self._bodies: dict[str, WorkflowBody] = {}
        self._fresh: dict[str, tuple[Taken, contextvars.Context]] = {}
        self._handles: dict[RunId, RunHandle] = {}
        self._drives: set[asyncio.Task[None]] = set()
        self._is_closing = False
        self._door_: Door | None = None
        self._around = Surroundings(database, clock, lambda: self._is_closing)

    @property
    def _door(self) -> "Door":
        if self._door_ is None:
            raise Unavailable("The durable engine is not open.")
        return self._door_

    def workflow(self, name: str, body: WorkflowBody) -> None:
        """Register what runs of this workflow do. Do it before launch."""
        self._bodies[name] = body

    async def launch(self) -> None:
        """Open the engine and recover the runs of this process."""
        from proofroom.durable.door import Door

        self._is_closing = False
        self._door_ = Door(self._settings, VERSION, self._execute, self._tick)
        await self._door_.launch([])

    async def close(self, drain_s: float = 5.0) -> None:
        """Let running runs finish for a while, leave the rest for the next launch, and shut down."""
        if self._door_ is None:
            return
        if self._drives and drain_s > 0:
            await asyncio.wait(tuple(self._drives), timeout=drain_s)
        self._is_closing = True
        for task in tuple(self._drives):
            task.cancel()
        if self._drives:
            await asyncio.wait(tuple(self._drives))
        await self._door_.close()
        self._door_ = None

    async def start(self, run: NewRun) -> Run:
        """Start a run in this process at once. Starting the same id again returns the run that exists."""
        self._check(run)
        door, at = self._door, self._clock.now()
        holder = self._settings.executor_id
        async with self._database.transaction() as connection:
            is_new = await record.insert_run(
                connection, run, at=at, status="running", workflow_id=run.id, holder=holder
            )
        if not is_new:
            return await self.runs.get(run.id, run.workspace_id)
        taken = _fresh_run(run, at, holder)
        self._fresh[run.id] = taken, contextvars.copy_context()
        await door.start(run.id, run.id)
        return taken.run

    def watch(self, run_id: RunId, workspace_id: WorkspaceId, after: int = 0) -> AsyncGenerator[bytes]:
        """Return the run's log as NDJSON batches: what is stored, then what comes."""
        poll_s = NOTIFIED_POLL_S if self._database.is_postgres else POLL_S
        return watch(self.broker, self.runs, run_id, workspace_id, after=after, poll_s=poll_s)

    async def wait(self, run_id: RunId, workspace_id: WorkspaceId) -> Run:
        """Wait until a run comes to rest and return it."""
        async for _ in self.watch(run_id, workspace_id, after=1 << 60):
            pass
        return await self.runs.get(run_id, workspace_id)

    def _check(self, run: NewRun) -> None:
        if run.workflow not in self._bodies:
            raise InvalidInput(f"There is no workflow named {run.workflow!r}.", workflow=run.workflow)

    async def _execute(self, workflow_id: str, run_id: str) -> None:
        """Execute a workflow on behalf of DBOS, outside of its context, so that runs can start runs."""
        taken, context = self._fresh.pop(workflow_id, (None, contextvars.Context()))
        drive = self._drive(RunId(run_id), workflow_id, taken)
        task = asyncio.get_running_loop().create_task(drive, context=context)
        self._drives.add(task)
        task.add_done_callback(self._drives.discard)
        await task

    async def _drive(self, run_id: RunId, workflow_id: str, taken: Taken | None) -> None:
        known: dict[str, KnownStep] = {}
        if taken is None or taken.grip.epoch > 1:
            async with self._database.transaction() as connection:
                holder, at = self._settings.executor_id, self._clock.now()
                taken = taken or await custody.take_run(connection, run_id, workflow_id, holder, at)
                if taken is None:  # it has ended, or a later workflow has it
                    return
                known = await known_steps(connection, run_id)
        handle = RunHandle(taken, known, self.broker.open(run_id), self._around)
        self._handles[run_id] = handle
        try:
            await self._perform(handle, taken.recoveries)
        except Superseded:
            logger.info("run %s was taken over by another process", run_id)
        finally:
            await handle.close()
            self._handles.pop(run_id, None)

    async def _perform(self, handle: RunHandle, recoveries: int) -> None:
        run = handle.run
        body = self._bodies.get(run.workflow)
        if body is None or recoveries > MAX_RECOVERIES:
            await handle.end("interrupted", interruption())
            return
        try:
            await body(handle)
            if not handle.has_ended:
                await handle.end("completed", events.Done())
        except Superseded:
            raise
        except Stopped:
            await handle.end("cancelled", events.Done(status="cancelled"))
        except Exception as error:
            logger.warning("run %s failed", run.id, exc_info=error)
            await handle.end("failed", failure.as_event(error))

    async def _tick(self, at: datetime, context: dict[str, Any]) -> None:
        raise NotFound("There are no schedules yet.")


def interruption() -> events.Error:
    """Return the last event of a run that could not be continued."""
    error = Interrupted("The studio stopped in the middle of this run and could not continue it.")
    return events.Error(
        code=error.code,
        message=error.message,
        suggestion=error.suggestion,
        recoverable=error.recoverable,
        status="interrupted",
    )


def _fresh_run(new: NewRun, at: datetime, holder: str) -> Taken:
    fields = {name: getattr(new, name) for name in NewRun.__dataclass_fields__}
    run = Run(
        **fields,
        forked_from=None,
        status="running",
        error=None,
        result=None,
        created_at=at,
        started_at=at,
        ended_at=None,
        trimmed_at=None,
        last_number=0,
    )
    grip = record.Grip(run.id, run.workspace_id, run.id, holder, 1)
    return Taken(run, grip, reserved=0, recoveries=0, is_stop_requested=False)
