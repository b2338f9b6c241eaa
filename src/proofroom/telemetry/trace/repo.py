"""Reading what a trace is made of, and which traces still have to be sent."""

from datetime import datetime

import sqlalchemy as sa

from proofroom.durable import Run
from proofroom.durable.repo import run_of, step_of
from proofroom.durable.types import ENDED, Step
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.store import Connection, Database
from proofroom.store.tables.durable import runs, steps
from proofroom.store.tables.telemetry import usage_records
from proofroom.telemetry.trace.build import build_trace
from proofroom.telemetry.trace.types import Trace
from proofroom.telemetry.types import UsageRecord

MAX_RUNS = 500
"""Runs below one root that a trace shows."""

_STEP_COLUMNS = [steps.c[name] for name in Step.__dataclass_fields__]
_USAGE_COLUMNS = [usage_records.c[name] for name in UsageRecord.__dataclass_fields__]


class Traces:
    """The traces of the studio, for reading."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_run(self, run: Run, *, with_content: bool) -> Trace:
        """Return the whole trace that a run belongs to."""
        async with self._database.reading() as connection:
            found = await _runs_below(connection, run.workspace_id, run.root_id)
            if not any(each.id == run.root_id for each in found):  # the root is gone: show what is left
                found, root_id = [run], run.id
            else:
                root_id = run.root_id
            return await _build(connection, root_id, found, with_content=with_content)

    async def of_one(self, run: Run, *, with_content: bool) -> Trace:
        """Return only this run's part of the trace, whose spans keep their ids."""
        async with self._database.reading() as connection:
            return await _build(connection, run.id, [run], with_content=with_content)

    async def unsent(self, *, since: datetime, limit: int) -> list[Run]:
        """Return runs that ended after a moment and were not sent since, oldest first, in all workspaces."""
        is_unsent = sa.or_(runs.c.exported_at.is_(None), runs.c.exported_at < runs.c.ended_at)
        query = (
            sa.select(runs)
            .where(runs.c.status.in_(tuple(ENDED)), runs.c.ended_at >= since, is_unsent)
            .where(runs.c.trimmed_at.is_(None))
            .order_by(runs.c.ended_at)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return [run_of(row) for row in await connection.execute(query)]

    async def mark_sent(self, run_ids: list[RunId], at: datetime) -> None:
        """Note that these runs were sent."""
        async with self._database.transaction() as connection:
            await connection.execute(sa.update(runs).where(runs.c.id.in_(run_ids)).values(exported_at=at))


async def _runs_below(connection: Connection, workspace_id: WorkspaceId, root_id: RunId) -> list[Run]:
    query = (
        sa.select(runs)
        .where(runs.c.workspace_id == workspace_id, runs.c.root_id == root_id)
        .order_by(runs.c.id)
        .limit(MAX_RUNS)
    )
    return [run_of(row) for row in await connection.execute(query)]


async def _build(connection: Connection, root_id: RunId, found: list[Run], *, with_content: bool) -> Trace:
    ids = [run.id for run in found]
    query = sa.select(*_STEP_COLUMNS).where(steps.c.run_id.in_(ids)).order_by(steps.c.run_id, steps.c.number)
    made = [step_of(row) for row in await connection.execute(query)]
    rows = await connection.execute(
        sa.select(*_USAGE_COLUMNS)
        .where(usage_records.c.run_id.in_(ids))
        .order_by(usage_records.c.attempt, usage_records.c.call_number)
    )
    usage = [UsageRecord(**row._mapping) for row in rows]  # pyright: ignore[reportPrivateUsage]
    return build_trace(root_id, found, made, usage, with_content=with_content)
