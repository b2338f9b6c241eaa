"""The statements of the step protocol. The hot ones are built once; each runs in the caller's transaction."""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from proofroom.durable.broker import Line
from proofroom.durable.stop import Superseded
from proofroom.durable.types import NewRun, RunStatus
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import RunId
from proofroom.kernel.words import word_list
from proofroom.store.database import Connection
from proofroom.store.prepared import Later, Prepared
from proofroom.store.remembered import stamp
from proofroom.store.storable import dump_json
from proofroom.store.tables.durable import events, executors, runs, steps
from proofroom.store.upsert import insert_for

NO_RUN = "22012"
"""What PostgreSQL says of a division by zero: see `_ending` and `superseded`."""
EVENTS_CHANNEL = "proofroom_events"
STOP_CHANNEL = "proofroom_stop"


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write a run: who executes it, under which workflow, in which epoch."""

    run_id: RunId
    workspace_id: str
    workflow_id: str
    holder: str
    epoch: int


@dataclass(frozen=True, slots=True)
class RunEnd:
    """How a run comes to rest; `at` is None for one that only waits, and no result leaves what is there."""

    status: RunStatus
    at: datetime | None
    result: str | None
    error: str | None


_HELD = (runs.c.id == sa.bindparam("b_run"), runs.c.epoch == sa.bindparam("b_epoch"))


@dataclass(frozen=True, slots=True)
class Known:
    """What an execution knows without asking: its last step's number, and how the remembered tables stand."""

    number: int
    stamp: int


@dataclass(frozen=True, slots=True)
class Held:
    """A run that a transaction writes to, with the numbers of its new steps."""

    known: Known
    is_stop_requested: Callable[[], bool]
    """Tells whether somebody asked to stop, once the transaction has ended."""


_HOLD_RUN = (
    sa.update(runs)
    .where(*_HELD)
    .values(reserved_number=sa.bindparam("b_reserved"), step_count=runs.c.step_count + sa.bindparam("b_more"))
)
_MARK_RUN = (
    sa.update(runs)
    .where(*_HELD)
    .values(
        reserved_number=sa.bindparam("b_reserved"),
        last_number=sa.bindparam("b_last"),
        recoveries=sa.bindparam("b_recoveries"),
    )
)
_OTHERS = sa.exists().where(executors.c.closed_at.is_(None), executors.c.id != sa.bindparam("b_me"))
# A process says that it is there before it listens.
_NOTIFY = sa.case((_OTHERS, sa.func.pg_notify(EVENTS_CHANNEL, sa.bindparam("b_payload", type_=sa.Text))))
_TELL = Prepared(sa.select(_NOTIFY))
_MARK = {
    "sqlite": _MARK_RUN.returning(runs.c.stop_requested_at, stamp),
    # One statement less than a SELECT of its own: the notification leaves with the commit.
    "postgresql": _MARK_RUN.returning(runs.c.stop_requested_at, stamp.label("stamp"), _NOTIFY),
}


def _ending(dialect: str, mark: sa.Update) -> Prepared:
    """Return a mark that a transaction ends with: where there is no run to mark, nothing is committed.

    SQLite is asked before the commit. On PostgreSQL, which is not waited for, the statement fails.
    """
    if dialect == "sqlite":
        return Prepared(mark)
    marked = mark.cte("marked")
    count = sa.select(sa.func.count()).select_from(marked).scalar_subquery()
    told = (sa.select(each).scalar_subquery() for each in (marked.c.stop_requested_at, marked.c.stamp))
    return Prepared(sa.select(*told, sa.literal(1) // count))


_MARK_PLAIN = {dialect: _ending(dialect, mark) for dialect, mark in _MARK.items()}
_END = {
    dialect: _ending(
        dialect,
        mark.where(runs.c.holder.is_not(None)).values(
            status=sa.bindparam("b_status"),
            holder=None,
            ended_at=sa.bindparam("b_at"),
            error=sa.bindparam("b_error"),
            stop_requested_at=None,
            result=sa.func.coalesce(sa.bindparam("b_result", type_=sa.Text), runs.c.result),
        ),
    )
    for dialect, mark in _MARK.items()
}
_INSERT_STEPS = Prepared(
    sa.insert(steps),
    word_list("""
    run_id key workspace_id number kind name status attempt workflow_id input started_at result ended_at
    """),
)
_INSERT_EVENTS = Prepared(sa.insert(events), ("run_id", "n", "workspace_id", "step", "type", "body"))
_RESTART_STEP = (
    sa.update(steps)
    .where(steps.c.run_id == sa.bindparam("b_run"), steps.c.key == sa.bindparam("b_key"))
    .values(
        status="running",
        attempt=sa.bindparam("b_attempt"),
        workflow_id=sa.bindparam("b_workflow"),
        error=None,
        ended_at=None,
    )
)
_CLOSE_STEP = Prepared(
    sa.update(steps)
    .where(steps.c.run_id == sa.bindparam("b_run"), steps.c.key == sa.bindparam("b_key"))
    .values(
        status=sa.bindparam("b_status"),
        result=sa.bindparam("b_result"),
        error=sa.bindparam("b_error"),
        ended_at=sa.bindparam("b_at"),
    )
)


def dump(value: Any) -> str | None:
    """Return a payload as JSON text; None stays None."""
    return None if value is None else dump_json(value, orjson.OPT_NON_STR_KEYS).decode()


async def insert_run(
    connection: Connection,
    run: NewRun,
    *,
    at: datetime,
    status: RunStatus,
    workflow_id: str,
    holder: str | None,
    root_id: RunId,
    reserved: int = 0,
    extra: dict[str, Any] | None = None,
) -> Later:
    """Insert a run; its row tells how the remembered tables stand, and is missing if the run exists."""
    values = {
        "id": run.id,
        "workspace_id": run.workspace_id,
        "workflow": run.workflow,
        "agent": run.agent,
        "agent_version": run.agent_version,
        "source": run.source,
        "project_id": run.project_id,
        "conversation_id": run.conversation_id,
        "person_id": run.person_id,
        "parent_id": run.parent_id,
        "root_id": root_id,
        "title": run.title,
        "input": dump(run.input),
        "status": status,
        "created_at": at,
        "started_at": at if holder else None,
        "workflow_id": workflow_id,
        "holder": holder,
        "last_number": 0,
        "reserved_number": reserved,
        "step_count": 0,
        "epoch": 1,
        "recoveries": 0,
        **(extra or {}),
    }
    insert = _insert_run(connection.dialect.name, tuple(values))
    return await insert.execute_later(connection, values)


@cache
def _insert_run(dialect: str, columns: tuple[str, ...]) -> Prepared:
    statement = insert_for(dialect, runs).on_conflict_do_nothing(index_elements=["id"])
    return Prepared(statement.returning(stamp), columns)


async def hold_run(
    connection: Connection,
    lease: Lease,
    *,
    more: int,
    reserved: int,
    changes: dict[str, Any] | None = None,
    known: Known | None = None,
) -> Held:
    """Reserve event numbers and numbers for new steps, with other changes of the run.

    PostgreSQL is not waited for where what it would answer is known already: if that does not hold any more,
    the transaction fails as `superseded` tells, and is to be tried again without.
    """
    held = {"b_run": lease.run_id, "b_epoch": lease.epoch, "b_reserved": reserved, "b_more": more}
    parameters: dict[str, Any] = {**held, **(changes or {})}
    columns = tuple(changes or ())
    if known is not None and connection.dialect.name == "postgresql":
        parameters["b_stamp"] = known.stamp
        later = await _hold_knowing(columns).execute_later(connection, parameters)
        told = Known(known.number + more, known.stamp)
        return Held(told, lambda: bool(later.rows) and later.rows[0][0] is not None)
    rows = await _hold_asking(columns).execute(connection, parameters)
    if not rows:
        raise Superseded
    number, stop_requested_at, stamp = rows[0]
    return Held(Known(number, int(stamp)), lambda: stop_requested_at is not None)


@cache
def _hold_asking(columns: tuple[str, ...]) -> Prepared:
    return Prepared(_HOLD_RUN.returning(runs.c.step_count, runs.c.stop_requested_at, stamp), columns)


@cache
def _hold_knowing(columns: tuple[str, ...]) -> Prepared:
    changes = {name: sa.bindparam(name, type_=runs.c[name].type) for name in columns}
    held = _HOLD_RUN.values(changes).returning(runs.c.stop_requested_at).cte("held")
    holds = sa.select(sa.func.count()).select_from(held).where(stamp == sa.bindparam("b_stamp"))
    stop = sa.select(held.c.stop_requested_at).scalar_subquery()
    return Prepared(sa.select(stop, sa.literal(1) // holds.scalar_subquery()))


@contextmanager
def superseded() -> Generator[None]:
    """Tell that what a transaction took for known does not hold: another process has the run, most likely."""
    try:
        yield
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) == NO_RUN:
            raise Superseded from error
        raise


async def insert_steps(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Insert steps that begin, or that have begun and ended."""
    if rows:
        await _INSERT_STEPS.execute_many(connection, rows)


async def restart_step(connection: Connection, lease: Lease, key: str, attempt: int) -> None:
    """Begin the next attempt of a step."""
    restart = {"b_run": lease.run_id, "b_key": key, "b_attempt": attempt, "b_workflow": lease.workflow_id}
    await connection.execute(_RESTART_STEP, restart)


async def close_step(
    connection: Connection,
    lease: Lease,
    key: str,
    result: str | None,
    error: dict[str, Any] | None,
    at: datetime,
) -> None:
    """Record how a step ended."""
    parameters = {
        "b_run": lease.run_id,
        "b_key": key,
        "b_status": "finished" if error is None else "failed",
        "b_result": result,
        "b_error": dump(error),
        "b_at": at,
    }
    await _CLOSE_STEP.execute(connection, parameters)


async def close_leftovers(connection: Connection, lease: Lease, *, error: str | None, at: datetime) -> None:
    """Record as failed what a crash had cut off and the run did not need any more."""
    left = sa.and_(steps.c.run_id == lease.run_id, steps.c.status == "running")
    values = {"status": "failed", "error": error, "ended_at": at}
    await connection.execute(sa.update(steps).where(left).values(values))


async def insert_events(connection: Connection, lease: Lease, lines: Sequence[Line]) -> None:
    """Store numbered lines."""
    if lines:
        rows = [
            {
                "run_id": lease.run_id,
                "n": line.n,
                "workspace_id": lease.workspace_id,
                "step": line.step,
                "type": line.type,
                "body": line.body.decode(),
            }
            for line in lines
        ]
        await _INSERT_EVENTS.execute_many(connection, rows)


async def tell(connection: Connection, lease: Lease, last: int) -> None:
    """Tell other processes, if there are any, up to which line is stored, where the run is not marked."""
    if connection.dialect.name == "postgresql":
        await _TELL.execute_later(connection, _told(lease, last))


def _told(lease: Lease, last: int) -> dict[str, str]:
    return {"b_me": lease.holder, "b_payload": f"{lease.run_id} {last}"}


async def mark_run(
    connection: Connection,
    lease: Lease,
    *,
    last: int,
    reserved: int,
    recoveries: int = 0,
    changes: dict[str, Any] | None = None,
    end: RunEnd | None = None,
) -> tuple[bool, int]:
    """Move the run's numbers on, with other changes of it or with its end, and tell other processes.

    Return whether somebody asked to stop, and how the remembered tables stand.
    """
    parameters: dict[str, Any] = {
        "b_run": lease.run_id,
        "b_epoch": lease.epoch,
        "b_reserved": reserved,
        "b_last": last,
        "b_recoveries": recoveries,
    }
    dialect = connection.dialect.name
    if dialect == "postgresql":
        parameters |= _told(lease, last)
    if changes and end is None:
        rows = list((await connection.execute(_MARK[dialect].values(changes), parameters)).all())
    else:
        mark = _MARK_PLAIN if end is None else _END
        if end is not None:
            parameters |= {f"b_{name}": getattr(end, name) for name in RunEnd.__dataclass_fields__}
        with superseded():
            rows = await mark[dialect].execute(connection, parameters, is_last=True)
    if not rows:
        raise Superseded
    return rows[0][0] is not None, int(rows[0][1])
