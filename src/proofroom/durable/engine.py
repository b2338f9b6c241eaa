"""The durable engine: start runs, queue them, stop, resume, fork and watch them.

It executes workflow bodies that rooms above register, and recovers them after a crash. DBOS is behind
`door.py`; everything a person can see of a run is in our own tables.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from proofroom.durable.beginning import Beginning
from proofroom.durable.broker import Broker
from proofroom.durable.driver import Driver, WorkflowBody
from proofroom.durable.engine_context import EngineContext
from proofroom.durable.hooks import Hooks
from proofroom.durable.keeper import Keeper
from proofroom.durable.late_door import LateDoor
from proofroom.durable.log import BLOCK
from proofroom.durable.ownership import repo as ownership
from proofroom.durable.ownership.repo import Claimed
from proofroom.durable.repo import Runs
from proofroom.durable.schedules import Schedules
from proofroom.durable.step import current_step
from proofroom.durable.steps import repo as record
from proofroom.durable.threads import give_threads
from proofroom.durable.trimming import repo as history
from proofroom.durable.types import NewRun, QueueRule, RetentionReport, Run, own_workflow
from proofroom.durable.watch import NOTIFIED_POLL_S, POLL_S, wait, watch
from proofroom.kernel import events
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput, InvalidStatus, Unavailable
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.store.database import Connection, Database
from proofroom.store.prepared import Later

if TYPE_CHECKING:
    from proofroom.durable.door import Door

VERSION = "1"
"""Compatibility number of our workflow bodies, not the release. Runs of another number are not replayed."""


class Engine:
    """The one door to durable execution. Launch it inside the running event loop; one per process."""

    def __init__(self, settings: Settings, database: Database, clock: Clock) -> None:
        self.broker = Broker()
        self.runs = Runs(database)
        self.schedules = Schedules(self._door, self._launch_scheduled, clock)
        self._settings = settings
        self._database = database
        self._clock = clock
        self._is_closing = False
        self._poll_s = NOTIFIED_POLL_S if database.is_postgres else POLL_S
        self._queues: dict[str, QueueRule] = {}
        self.hooks = Hooks()
        self._around = EngineContext(database, clock, lambda: self._is_closing, self.hooks)
        self._driver = Driver(self._around, self.broker, settings.executor_id)
        self._opened: tuple[LateDoor, Keeper] | None = None

    async def _door(self) -> "Door":
        return await self._parts[0]()

    @property
    def _keeper(self) -> Keeper:
        return self._parts[1]

    @property
    def _parts(self) -> tuple[LateDoor, Keeper]:
        if self._opened is None:
            raise Unavailable(say("durable.closed"))
        return self._opened

    def workflow(self, name: str, body: WorkflowBody) -> None:
        """Register what runs of this workflow do. Do it before launch."""
        self._driver.bodies[name] = body

    def queue(self, rule: QueueRule) -> None:
        """Register a queue. Do it before launch."""
        self._queues[rule.name] = rule

    async def launch(self, *, serve_queues: bool = True) -> None:
        """Open the engine, recover the runs of this process, and close those that nobody can continue.

        A short-lived process does not serve queues and schedules: it would leave their runs half done.
        """
        self._is_closing = False
        give_threads()
        execute, tick, queues = self._driver.execute, self.schedules.tick, self._queues.values()
        door = LateDoor(self._settings, VERSION, execute, tick, queues, serves=serve_queues)
        keeper = Keeper(
            self._settings, self._database, self._clock, self._driver, door, self.broker, serves=serve_queues
        )
        self._opened = door, keeper
        try:
            await keeper.enter(VERSION)
            await door.begin()
            await keeper.open()
        except BaseException:
            await self.close(drain_s=0)
            raise
        for hear in self.hooks.launched:
            hear()

    async def close(self, drain_s: float = 5.0) -> None:
        """Take nothing more, let runs finish for a while, leave the rest for others, and shut down."""
        if self._opened is None:
            return
        door, keeper = self._opened
        door.rest()
        await self._driver.drain(drain_s)
        self._is_closing = True
        await self._driver.abandon()
        await keeper.close()
        await door.close()
        self._opened = None

    async def start(self, run: NewRun, *, watched: bool = False) -> Run:
        """Start a run in this process at once. Starting the same id again returns the run that exists.

        `watched` is for whoever follows it from its first event: they need not ask the store for any.
        """
        self._check(run)

        async def only_the_run(_connection: Connection) -> NewRun:
            return run

        started = await self.start_with(run.id, only_the_run, watched=watched)
        return started or await self.runs.get(run.id, run.workspace_id)

    async def start_with(
        self,
        run_id: RunId,
        make: Callable[[Connection], Awaitable[NewRun | None]],
        *,
        watched: bool = False,
        reads: Callable[[Connection, NewRun], Awaitable[Any]] | None = None,
    ) -> Run | None:
        """Start what `make` returns, written in one transaction with what it writes; None if it is there.

        Then nothing is written. `reads` is for a run that looks around before it does anything: with what it
        reads in the same transaction the run begins while PostgreSQL commits, and waits for that before
        anything is shown of it or has an effect.
        """
        started = None
        _ = self._parts  # says so if the engine is closed
        beginning = Beginning(self._driver, self.broker, watched=watched)
        with suppress(_IsThere), self._driver.starting(run_id), beginning:
            async with self._around.writing() as connection:
                run = await make(connection)
                if run is not None:
                    self._check(run)
                    fresh = _fresh(run, self._clock.now(), self._settings.executor_id)
                    own = replace(fresh.lease, workflow_id=own_workflow(run.id, VERSION))
                    # What it says first is shown before anything else of it is stored.
                    fresh = replace(fresh, lease=own, reserved=BLOCK, is_first=True)
                    taken = await self._place(connection, fresh)
                    written = await self._insert(connection, run, taken)
                    read = await reads(connection, run) if reads is not None else None
                    taken = replace(taken, stamp=_stamp(await written.now()), read=read)
                    if reads is not None and self._database.is_postgres:
                        beginning.begin_early(taken)
                    started = taken
            if started is not None:
                beginning.begin(started)
        return started.run if started is not None else None

    async def enqueue(
        self,
        queue: str,
        run: NewRun,
        *,
        partition: str | None = None,
        dedupe: str | None = None,
        delay_s: float | None = None,
    ) -> Run:
        """Put a run on a queue. With `dedupe`, return the run that holds the key if there is one."""
        self._check(run)
        if queue not in self._queues:
            raise InvalidInput(say("durable.no_queue", queue=repr(queue)), queue=queue)
        if partition is not None and dedupe is not None:
            raise InvalidInput(say("durable.partitioned"), queue=queue)
        door, taken = await self._door(), _fresh(run, self._clock.now(), self._settings.executor_id)
        extra, is_new = {"queue": queue, "partition": partition, "dedupe": dedupe}, False
        with suppress(_IsThere):
            async with self._around.writing() as connection:
                taken = await self._place(connection, taken)
                _stamp(await (await self._insert(connection, run, taken, queued=extra)).now())
            is_new = True
        if is_new and not await door.enqueue(
            queue, run.id, run.id, partition=partition, dedupe=dedupe, delay_s=delay_s
        ):
            return await self._instead(run, queue, dedupe or "")
        return await self.runs.get(run.id, run.workspace_id)

    async def stop(self, run_id: RunId, workspace_id: WorkspaceId) -> bool:
        """Ask a run to stop; one that nobody executes is closed here. False if it has ended already."""
        async with self._around.writing() as connection:
            found = await ownership.request_stop(connection, run_id, workspace_id, self._clock.now())
        if found is None:
            await self.runs.get(run_id, workspace_id)  # says so if there is no such run
            return False
        is_heard = self._driver.request_stop(run_id) or self._driver.is_about_to(run_id)
        if is_heard or not await self._keeper.is_orphaned(found.holder):
            return True
        async with self._around.writing() as connection:
            taken = await ownership.seize_run(connection, run_id, found.holder, self._settings.executor_id)
        if taken is not None:
            await (await self._door()).cancel(found.workflow_id)
            await self._driver.end_quietly(taken, "cancelled", events.Done(status="cancelled"))
        return True

    async def resume(self, run_id: RunId, workspace_id: WorkspaceId, token: str) -> None:
        """Continue a run at rest. One token resumes once, however often it is used."""
        workflow_id = f"resume:{run_id}:{token}"
        door = await self._door()
        with self._driver.starting(run_id):
            if await door.entries([workflow_id]):
                return
            async with self._around.writing() as connection:
                taken = await ownership.resume_run(
                    connection, run_id, workspace_id, workflow_id, self._settings.executor_id
                )
            if taken is not None:
                await self._driver.start(door, taken)
                return
        run = await self.runs.get(run_id, workspace_id)
        if not await self._is_driven_by(run_id, workflow_id):
            raise InvalidStatus(say("runs.not_resumable", status=run.status), run_id=run_id)

    async def fork(
        self,
        run: NewRun,
        source: RunId,
        *,
        at_step: str | None = None,
        keep: Collection[str] | None = None,
    ) -> Run:
        """Start a new run on finished steps of another: those before `at_step`, those to keep, or all."""
        await self.runs.get(source, run.workspace_id)  # says so if there is no such run
        self._check(run)
        door = await self._door()
        taken = _fresh(run, self._clock.now(), self._settings.executor_id, forked_from=source)
        with suppress(_IsThere), self._driver.starting(run.id):
            async with self._around.writing() as connection:
                taken = await self._place(connection, taken)
                _stamp(await (await self._insert(connection, run, taken)).now())
                keys = await history.copy_steps(connection, source, run.id, run.workspace_id, at_step, keep)
                last = await history.copy_events(connection, source, taken.run, keys)
                await history.set_beginning(connection, run.id, last=last, step_count=len(keys))
                taken = replace(taken, run=replace(taken.run, last_number=last), reserved=last)
            await self._driver.start(door, taken)
            return taken.run
        return await self.runs.get(run.id, run.workspace_id)

    def watch(self, run_id: RunId, workspace_id: WorkspaceId, after: int = 0) -> AsyncGenerator[bytes]:
        """Return the run's log as NDJSON batches: what is stored, then what comes."""
        return watch(self.broker, self.runs, run_id, workspace_id, after=after, poll_s=self._poll_s)

    async def wait(self, run_id: RunId, workspace_id: WorkspaceId) -> Run:
        """Wait until a run comes to rest and return it."""
        return await wait(self.broker, self.runs, run_id, workspace_id, poll_s=self._poll_s)

    async def apply_retention(self, older_than: datetime, dry_run: bool) -> RetentionReport:
        """Remove the logs of runs that ended before this moment; the runs themselves stay."""
        workflows = await (await self._door()).forget_before(older_than, is_dry_run=dry_run)
        if dry_run:
            async with self._database.reading() as connection:
                old = await history.count_old(connection, older_than)
            return RetentionReport(old.runs, old.events, old.steps, workflows, is_dry_run=True)
        total = RetentionReport(0, 0, 0, workflows, is_dry_run=False)
        while True:
            async with self._around.writing() as connection:
                old = await history.trim_old(connection, older_than, self._clock.now())
            if old.runs == 0:
                return total
            total = replace(
                total,
                runs=total.runs + old.runs,
                events=total.events + old.events,
                steps=total.steps + old.steps,
            )

    def _check(self, run: NewRun) -> None:
        if run.workflow not in self._driver.bodies:
            raise InvalidInput(say("durable.no_workflow", workflow=repr(run.workflow)), workflow=run.workflow)

    async def _place(self, connection: Connection, taken: Claimed) -> Claimed:
        """Say which step started the run, and which run stands at the beginning of it all."""
        run = taken.run
        if run.parent_id is None:
            return taken
        root = await ownership.root_of(connection, run.parent_id, run.workspace_id)
        starter, step = current_step.get() or (None, None)
        placed = replace(run, root_id=root or run.id, parent_step=step if starter == run.parent_id else None)
        return replace(taken, run=placed)

    async def _insert(
        self, connection: Connection, run: NewRun, taken: Claimed, queued: dict[str, Any] | None = None
    ) -> Later:
        """Write a new run and what rooms note of it, which is not to be kept where the run is there."""
        extra = {
            "forked_from": taken.run.forked_from,
            "epoch": taken.lease.epoch,
            "parent_step": taken.run.parent_step,
            **(queued or {}),
        }
        written = await record.insert_run(
            connection,
            run,
            at=taken.run.created_at,
            status="running" if queued is None else "queued",
            workflow_id=taken.lease.workflow_id,
            holder=taken.lease.holder if queued is None else None,
            root_id=taken.run.root_id,
            reserved=taken.reserved,
            extra=extra,
        )
        for hear in self.hooks.beginnings:
            await hear(connection, taken.run)
        return written

    async def _instead(self, run: NewRun, queue: str, dedupe: str) -> Run:
        async with self._around.writing() as connection:
            await ownership.delete_run(connection, run.id)
            found = await ownership.find_waiting(connection, run.workspace_id, queue, dedupe)
        if found is None:  # it has ended in this moment
            return await self.enqueue(queue, run, dedupe=dedupe)
        return found

    async def _is_driven_by(self, run_id: RunId, workflow_id: str) -> bool:
        async with self._database.reading() as connection:
            return await ownership.driving_workflow(connection, run_id) == workflow_id

    async def _launch_scheduled(self, run: NewRun, queue: str | None, dedupe: str | None) -> Run:
        if queue is None:
            return await self.start(run)
        return await self.enqueue(queue, run, dedupe=dedupe)


class _IsThere(Exception):
    """A run with this id exists: nothing is kept of what was written with another."""


def _stamp(rows: list[tuple[Any, ...]]) -> int:
    """Return how the remembered tables stood when a run was written."""
    if not rows:
        raise _IsThere
    return int(rows[0][0])


def _fresh(new: NewRun, at: datetime, holder: str, forked_from: RunId | None = None) -> Claimed:
    run = Run(
        **{name: getattr(new, name) for name in NewRun.__dataclass_fields__},
        parent_step=None,
        root_id=new.id,
        forked_from=forked_from,
        status="running",
        error=None,
        result=None,
        created_at=at,
        started_at=at,
        ended_at=None,
        trimmed_at=None,
        last_number=0,
    )
    # A fork begins in epoch 2: the driver then looks for steps that exist already.
    lease = record.Lease(run.id, run.workspace_id, run.id, holder, 2 if forked_from else 1)
    return Claimed(run, lease, reserved=0, recoveries=0, is_stop_requested=False)
