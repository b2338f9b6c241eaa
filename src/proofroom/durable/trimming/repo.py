"""The statements that copy a run's history and remove old ones."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.durable.types import ENDED, Run
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound
from proofroom.kernel.events import RunStarted, decode_event, encode_event
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store.database import Connection
from proofroom.store.tables.durable import events, runs, steps

BATCH = 200


@dataclass(frozen=True, slots=True)
class Old:
    """How much of the ended runs before some moment is still there."""

    runs: int
    events: int
    steps: int


async def copy_steps(
    connection: Connection,
    source: RunId,
    target: RunId,
    workspace_id: WorkspaceId,
    before: str | None,
    keep: Collection[str] | None = None,
) -> list[str]:
    """Copy the finished steps that began before the named one, those to keep, or all; return their keys."""
    mine = (steps.c.run_id == source, steps.c.workspace_id == workspace_id)
    query = sa.select(steps).where(*mine, steps.c.status == "finished").order_by(steps.c.number)
    if before is not None:
        number = await connection.scalar(sa.select(steps.c.number).where(*mine, steps.c.key == before))
        if number is None:
            raise NotFound(say("runs.no_step", step=repr(before)), run_id=source, step=before)
        query = query.where(steps.c.number < number)
    found = (await connection.execute(query)).mappings().all()
    chosen = [row for row in found if keep is None or row["key"] in keep]
    rows: list[dict[str, Any]] = [
        {**row, "run_id": target, "workflow_id": target, "number": number}
        for number, row in enumerate(chosen, start=1)
    ]
    if rows:
        await connection.execute(sa.insert(steps), rows)
    return [row["key"] for row in rows]


async def copy_events(connection: Connection, source: RunId, target: Run, keys: list[str]) -> int:
    """Copy the events of these steps with their numbers; return the last number."""
    if not keys:
        return 0
    query = sa.select(events).where(events.c.run_id == source).order_by(events.c.n)
    rows = (await connection.execute(query)).mappings().all()
    chosen = set(keys)
    copies = [_renamed(dict(row), target) for row in rows if row["step"] in chosen]
    if copies:
        await connection.execute(sa.insert(events), copies)
    return copies[-1]["n"] if copies else 0


async def set_beginning(connection: Connection, run_id: RunId, *, last: int, step_count: int) -> None:
    """Let a forked run go on from what was copied."""
    values = {"last_number": last, "reserved_number": last, "step_count": step_count}
    await connection.execute(sa.update(runs).where(runs.c.id == run_id).values(values))


async def count_old(connection: Connection, older_than: datetime) -> Old:
    """Count what retention would remove."""
    old = _old(older_than).subquery()
    counts = [
        await connection.scalar(
            sa.select(sa.func.count()).select_from(table).join(old, old.c.id == table.c.run_id)
        )
        for table in (events, steps)
    ]
    total = await connection.scalar(sa.select(sa.func.count()).select_from(old))
    return Old(total or 0, counts[0] or 0, counts[1] or 0)


async def trim_old(connection: Connection, older_than: datetime, at: datetime) -> Old:
    """Remove events and steps of some old runs and mark them; the runs themselves stay."""
    ids = list((await connection.execute(_old(older_than).limit(BATCH))).scalars())
    if not ids:
        return Old(0, 0, 0)
    removed = [
        (await connection.execute(sa.delete(table).where(table.c.run_id.in_(ids)))).rowcount
        for table in (events, steps)
    ]
    await connection.execute(sa.update(runs).where(runs.c.id.in_(ids)).values(trimmed_at=at))
    return Old(len(ids), removed[0], removed[1])


def _old(older_than: datetime) -> sa.Select[Any]:
    return sa.select(runs.c.id).where(
        runs.c.status.in_(tuple(ENDED)), runs.c.ended_at < older_than, runs.c.trimmed_at.is_(None)
    )


def _renamed(row: dict[str, Any], target: Run) -> dict[str, Any]:
    row["run_id"] = target.id
    if row["type"] == "runStarted":
        event = decode_event(row["body"])
        assert isinstance(event, RunStarted)
        event.run_id = target.id
        row["body"] = encode_event(event).decode()
    return row
