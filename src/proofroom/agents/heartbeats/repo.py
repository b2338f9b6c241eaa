"""Heartbeats and their beats in the database."""

from datetime import datetime

import sqlalchemy as sa

from proofroom.agents.heartbeats.types import Beat, HeartbeatAction
from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.agents import actions, heartbeat_runs

_ACTIONS, _BEATS = Mapped(actions, HeartbeatAction), Mapped(heartbeat_runs, Beat)


async def put_action(connection: Connection, action: HeartbeatAction) -> None:
    """Write when an agent works, or change it."""
    changes = ("schedule", "zone", "status", "next_run_at", "updated_at")
    await _ACTIONS.put(connection, action, ("workspace_id", "slug"), changes=changes)


async def action_of(connection: Connection, workspace_id: WorkspaceId, agent: str) -> HeartbeatAction | None:
    """Return when an agent works, if that was ever said."""
    return await _ACTIONS.find(connection, workspace_id=workspace_id, slug=f"heartbeat-{agent}"[:120])


async def actions_in(connection: Connection, workspace_id: WorkspaceId) -> list[HeartbeatAction]:
    """Return the heartbeats of a workspace: what is due next first."""
    order = (actions.c.next_run_at.is_(None), actions.c.next_run_at, actions.c.slug)
    return await _ACTIONS.list(connection, order_by=order, workspace_id=workspace_id)


async def due(connection: Connection, now: datetime, limit: int = 200) -> list[HeartbeatAction]:
    """Return the heartbeats of all workspaces that are due (the studio's own clock)."""
    at = actions.c.next_run_at
    return await _ACTIONS.list(connection, at <= now, status="active", order_by=at, limit=limit)


async def move_on(
    connection: Connection, action: HeartbeatAction, last: datetime, following: datetime | None
) -> None:
    """Write when it is due next, unless another process has."""
    still = {"workspace_id": action.workspace_id, "id": action.id, "next_run_at": action.next_run_at}
    await _ACTIONS.update(connection, {"next_run_at": following, "last_run_at": last}, **still)


async def begin(connection: Connection, beat: Beat) -> bool:
    """Write a beat; False if another process has written it."""
    return await _BEATS.insert_if_absent(connection, beat)


async def update(connection: Connection, beat: Beat) -> None:
    """Write what came of a beat."""
    names = ("run_id", "status", "skip_reason", "claimed", "output", "error", "ended_at")
    await _BEATS.change(connection, beat, names)


async def get(connection: Connection, workspace_id: WorkspaceId, beat_id: str) -> Beat | None:
    """Return a beat."""
    return await _BEATS.find(connection, workspace_id=workspace_id, id=beat_id)


async def held(connection: Connection, action: HeartbeatAction) -> Beat | None:
    """Return the beat that is not over yet; whoever else asks waits for the end of the transaction."""
    mine = sa.and_(actions.c.workspace_id == action.workspace_id, actions.c.id == action.id)
    await connection.execute(sa.select(actions.c.id).where(mine).with_for_update())
    which = {"workspace_id": action.workspace_id, "action_id": action.id, "status": "running"}
    return await _BEATS.find(connection, order_by=heartbeat_runs.c.id, **which)


async def beats(
    connection: Connection, workspace_id: WorkspaceId, agent: str | None, limit: int
) -> list[Beat]:
    """Return beats, newest first."""
    wanted = given(workspace_id=workspace_id, agent=agent)
    return await _BEATS.list(connection, order_by=heartbeat_runs.c.id.desc(), limit=limit, **wanted)


async def count(connection: Connection, action: HeartbeatAction) -> int:
    """Return how many beats there were."""
    return await _BEATS.count(connection, workspace_id=action.workspace_id, action_id=action.id)
