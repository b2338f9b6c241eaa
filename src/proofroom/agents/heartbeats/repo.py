"""Heartbeats and their beats in the database."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.agents.heartbeats.types import Beat, HeartbeatAction
from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Connection
from proofroom.store.tables.agents import actions, heartbeat_runs
from proofroom.store.upsert import insert_if_absent, insert_or

_ACTION = tuple(column.name for column in actions.columns)
_BEAT = tuple(column.name for column in heartbeat_runs.columns)


async def put_action(connection: Connection, action: HeartbeatAction) -> None:
    """Write when an agent works, or change it."""
    names = ("schedule", "zone", "status", "next_run_at", "updated_at")
    values = {name: getattr(action, name) for name in _ACTION}
    await connection.execute(
        insert_or(connection, actions)
        .values(**values)
        .on_conflict_do_update(
            index_elements=["workspace_id", "slug"], set_={name: values[name] for name in names}
        )
    )


async def action_of(connection: Connection, workspace_id: WorkspaceId, agent: str) -> HeartbeatAction | None:
    """Return when an agent works, if that was ever said."""
    query = sa.select(actions).where(
        actions.c.workspace_id == workspace_id, actions.c.slug == f"heartbeat-{agent}"[:120]
    )
    row = (await connection.execute(query)).mappings().first()
    return _action(row) if row else None


async def actions_in(connection: Connection, workspace_id: WorkspaceId) -> list[HeartbeatAction]:
    """Return the heartbeats of a workspace: what is due next first."""
    query = (
        sa.select(actions)
        .where(actions.c.workspace_id == workspace_id)
        .order_by(actions.c.next_run_at.is_(None), actions.c.next_run_at, actions.c.slug)
    )
    return [_action(row) for row in (await connection.execute(query)).mappings()]


async def due(connection: Connection, now: datetime, limit: int = 200) -> list[HeartbeatAction]:
    """Return the heartbeats of all workspaces that are due (the studio's own clock)."""
    query = (
        sa.select(actions)
        .where(actions.c.status == "active", actions.c.next_run_at <= now)
        .order_by(actions.c.next_run_at)
        .limit(limit)
    )
    return [_action(row) for row in (await connection.execute(query)).mappings()]


async def move_on(
    connection: Connection, action: HeartbeatAction, last: datetime, following: datetime | None
) -> None:
    """Write when it is due next, unless another process has."""
    await connection.execute(
        actions.update()
        .where(
            actions.c.workspace_id == action.workspace_id,
            actions.c.id == action.id,
            actions.c.next_run_at == action.next_run_at,
        )
        .values(next_run_at=following, last_run_at=last)
    )


async def begin(connection: Connection, beat: Beat) -> bool:
    """Write a beat; False if another process has written it."""
    return await insert_if_absent(connection, heartbeat_runs, {name: getattr(beat, name) for name in _BEAT})


async def update(connection: Connection, beat: Beat) -> None:
    """Write what came of a beat."""
    names = ("run_id", "status", "skip_reason", "claimed", "output", "error", "ended_at")
    await connection.execute(
        heartbeat_runs.update()
        .where(heartbeat_runs.c.workspace_id == beat.workspace_id, heartbeat_runs.c.id == beat.id)
        .values({name: getattr(beat, name) for name in names})
    )


async def get(connection: Connection, workspace_id: WorkspaceId, beat_id: str) -> Beat | None:
    """Return a beat."""
    query = sa.select(heartbeat_runs).where(
        heartbeat_runs.c.workspace_id == workspace_id, heartbeat_runs.c.id == beat_id
    )
    row = (await connection.execute(query)).mappings().first()
    return _beat(row) if row else None


async def running(connection: Connection, action: HeartbeatAction) -> Beat | None:
    """Return the beat that is not over yet."""
    query = sa.select(heartbeat_runs).where(
        heartbeat_runs.c.workspace_id == action.workspace_id,
        heartbeat_runs.c.action_id == action.id,
        heartbeat_runs.c.status == "running",
    )
    row = (await connection.execute(query.order_by(heartbeat_runs.c.id).limit(1))).mappings().first()
    return _beat(row) if row else None


async def beats(
    connection: Connection, workspace_id: WorkspaceId, agent: str | None, limit: int
) -> list[Beat]:
    """Return beats, newest first."""
    query = sa.select(heartbeat_runs).where(heartbeat_runs.c.workspace_id == workspace_id)
    if agent is not None:
        query = query.where(heartbeat_runs.c.agent == agent)
    rows = await connection.execute(query.order_by(heartbeat_runs.c.id.desc()).limit(limit))
    return [_beat(row) for row in rows.mappings()]


async def count(connection: Connection, action: HeartbeatAction) -> int:
    """Return how many beats there were."""
    query = (
        sa.select(sa.func.count())
        .select_from(heartbeat_runs)
        .where(heartbeat_runs.c.workspace_id == action.workspace_id, heartbeat_runs.c.action_id == action.id)
    )
    return int((await connection.execute(query)).scalar() or 0)


def _action(row: sa.RowMapping) -> HeartbeatAction:
    values: dict[str, Any] = {name: row[name] for name in _ACTION}
    return HeartbeatAction(**values)


def _beat(row: sa.RowMapping) -> Beat:
    values: dict[str, Any] = {name: row[name] for name in _BEAT}
    return Beat(**values)
