"""The statements by which runs change hands."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.durable.repo import run_of
from proofroom.durable.steps.repo import STOP_CHANNEL, Lease
from proofroom.durable.types import MOVING, RESUMABLE, Run
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.store.database import Connection
from proofroom.store.processes import Executor
from proofroom.store.tables.durable import executors, runs
from proofroom.store.upsert import insert_or


@dataclass(frozen=True, slots=True)
class Claimed:
    """A run in the hands of this process, with what its log must continue from."""

    run: Run
    lease: Lease
    reserved: int
    recoveries: int
    is_stop_requested: bool
    is_first: bool = False
    """It has just been written by this process: none of the reserved numbers is given out."""
    stamp: int | None = None
    """How the remembered tables stood when it was written."""
    read: Any = None
    """What was read for it in the transaction that wrote it."""
    written: asyncio.Future[bool] | None = None
    """Whether that transaction was committed, where the run begins while it still is."""


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A run that is not at rest, and who is thought to execute it."""

    id: RunId
    workspace_id: WorkspaceId
    workflow_id: str
    holder: str | None
    queue: str | None
    partition: str | None
    dedupe: str | None
    step_count: int


_OPEN_RUN = [runs.c[name] for name in OpenRun.__dataclass_fields__]


async def take_run(
    connection: Connection, run_id: RunId, workflow_id: str, holder: str, at: datetime
) -> Claimed | None:
    """Take a run for this workflow; None if it has ended or belongs to a later workflow."""
    # A queued one begins, one that was let go goes on, one that is still held was cut off by a crash. One
    # that waited for a child did not make the process die, even if it had no time to say that it waits.
    child = runs.alias("child")
    waits = sa.exists().where(child.c.parent_id == runs.c.id, child.c.status.in_(tuple(MOVING)))
    again = sa.case((sa.and_(runs.c.holder.is_not(None), ~waits), 1), else_=0)
    is_open = sa.or_(runs.c.status.in_(tuple(MOVING)), runs.c.holder.is_not(None))
    statement = (
        sa.update(runs)
        .where(runs.c.id == run_id, runs.c.workflow_id == workflow_id, is_open)
        .values(
            status="running",
            holder=holder,
            epoch=runs.c.epoch + 1,
            recoveries=runs.c.recoveries + again,
            started_at=sa.func.coalesce(runs.c.started_at, at),
        )
        .returning(*runs.c)
    )
    row = (await connection.execute(statement)).first()
    return taken_of(row) if row else None


async def take_again(
    connection: Connection, run_id: RunId, workflow_id: str, holder: str, at: datetime
) -> Claimed | None:
    """Take a run anew after the database was lost: that is held against nobody. None if another has it."""
    mine = sa.or_(runs.c.holder == holder, runs.c.holder.is_(None))
    is_open = sa.or_(runs.c.status.in_(tuple(MOVING)), runs.c.holder.is_not(None))
    statement = (
        sa.update(runs)
        .where(runs.c.id == run_id, runs.c.workflow_id == workflow_id, mine, is_open)
        .values(
            status="running",
            holder=holder,
            epoch=runs.c.epoch + 1,
            started_at=sa.func.coalesce(runs.c.started_at, at),
        )
        .returning(*runs.c)
    )
    row = (await connection.execute(statement)).first()
    return taken_of(row) if row else None


async def let_go(connection: Connection, holder: str) -> None:
    """Let go of the runs that a process leaves in good order: its end is not their doing."""
    held = sa.and_(runs.c.holder == holder, runs.c.status.in_(tuple(MOVING)))
    await connection.execute(sa.update(runs).where(held).values(holder=None))


async def recoveries_of(connection: Connection, run_id: RunId) -> int:
    """Return how often a run was taken up again after a crash without getting on."""
    return await connection.scalar(sa.select(runs.c.recoveries).where(runs.c.id == run_id)) or 0


def taken_of(row: sa.Row[Any]) -> Claimed:
    """Return the row as a taken run."""
    lease = Lease(row.id, row.workspace_id, row.workflow_id, row.holder, row.epoch)
    stop = row.stop_requested_at is not None
    return Claimed(run_of(row), lease, row.reserved_number, row.recoveries, stop)


async def resume_run(
    connection: Connection, run_id: RunId, workspace_id: WorkspaceId, workflow_id: str, holder: str
) -> Claimed | None:
    """Continue a run at rest under a new workflow; None if it is not at rest."""
    statement = (
        sa.update(runs)
        .where(
            runs.c.id == run_id,
            runs.c.workspace_id == workspace_id,
            runs.c.status.in_(tuple(RESUMABLE)),
            # The same workflow may be tried again if the studio stopped before the engine heard of it.
            sa.or_(runs.c.workflow_id != workflow_id, runs.c.status == "interrupted"),
        )
        .values(
            status="running",
            holder=holder,
            workflow_id=workflow_id,
            epoch=runs.c.epoch + 1,
            recoveries=0,
            ended_at=None,
            error=None,
            stop_requested_at=None,
        )
        .returning(*runs.c)
    )
    row = (await connection.execute(statement)).first()
    return taken_of(row) if row else None


async def seize_run(
    connection: Connection, run_id: RunId, old_holder: str | None, holder: str
) -> Claimed | None:
    """Take a run that nobody executes, to close it or hand it on; None if somebody was faster."""
    same = runs.c.holder.is_(None) if old_holder is None else runs.c.holder == old_holder
    statement = (
        sa.update(runs)
        .where(runs.c.id == run_id, same, runs.c.status.not_in(("completed", "cancelled")))
        .values(holder=holder, epoch=runs.c.epoch + 1)
        .returning(*runs.c)
    )
    row = (await connection.execute(statement)).first()
    return taken_of(row) if row else None


async def request_stop(
    connection: Connection, run_id: RunId, workspace_id: WorkspaceId, at: datetime
) -> OpenRun | None:
    """Note that a run should stop and tell its process; None if it has ended."""
    statement = (
        sa.update(runs)
        .where(
            runs.c.id == run_id,
            runs.c.workspace_id == workspace_id,
            runs.c.status.in_((*MOVING, "awaiting_tool", "waiting_human")),
        )
        .values(stop_requested_at=sa.func.coalesce(runs.c.stop_requested_at, at))
        .returning(*_OPEN_RUN)
    )
    row = (await connection.execute(statement)).first()
    if row is not None and connection.dialect.name == "postgresql":
        await connection.execute(sa.select(sa.func.pg_notify(STOP_CHANNEL, str(run_id))))
    return OpenRun(*row) if row else None


async def stop_requests(connection: Connection, run_ids: Sequence[RunId]) -> list[RunId]:
    """Return which of these runs were asked to stop."""
    query = sa.select(runs.c.id).where(runs.c.id.in_(run_ids), runs.c.stop_requested_at.is_not(None))
    return list((await connection.execute(query)).scalars())


async def open_runs(connection: Connection) -> list[OpenRun]:
    """Return every run that is queued, running or held, in all workspaces."""
    query = sa.select(*_OPEN_RUN).where(sa.or_(runs.c.status.in_(tuple(MOVING)), runs.c.holder.is_not(None)))
    return [OpenRun(*row) for row in await connection.execute(query)]


async def driving_workflow(connection: Connection, run_id: RunId) -> str | None:
    """Return the workflow under which a run was last executed."""
    return await connection.scalar(sa.select(runs.c.workflow_id).where(runs.c.id == run_id))


async def find_waiting(connection: Connection, workspace_id: str, queue: str, dedupe: str) -> Run | None:
    """Return the run of this queue that holds the deduplication key."""
    query = (
        sa.select(runs)
        .where(
            runs.c.workspace_id == workspace_id,
            runs.c.queue == queue,
            runs.c.dedupe == dedupe,
            runs.c.status.in_(tuple(MOVING)),
        )
        .order_by(runs.c.id)
        .limit(1)
    )
    row = (await connection.execute(query)).first()
    return run_of(row) if row else None


async def root_of(connection: Connection, run_id: RunId, workspace_id: str) -> RunId | None:
    """Return the run at the beginning of the chain that this run belongs to."""
    query = sa.select(runs.c.root_id).where(runs.c.id == run_id, runs.c.workspace_id == workspace_id)
    return await connection.scalar(query)


async def delete_run(connection: Connection, run_id: RunId) -> None:
    """Remove a run that was never started."""
    await connection.execute(sa.delete(runs).where(runs.c.id == run_id))


async def write_executor(connection: Connection, executor: Executor) -> None:
    """Write what this process says about itself."""
    values = {name: getattr(executor, name) for name in Executor.__dataclass_fields__}
    rest = {name: value for name, value in values.items() if name != "id"}
    statement = insert_or(connection, executors).values(values)
    await connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=rest))


async def forget_executors(connection: Connection, before: datetime) -> None:
    """Forget processes that nothing was heard of since: a run that names one counts as nobody's."""
    await connection.execute(sa.delete(executors).where(executors.c.seen_at < before))
