"""Workspaces and their settings in the database."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.access.types import Setting, Workspace
from proofroom.kernel.ids import PersonId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.access import people, workspace_members, workspace_settings, workspaces

WORKSPACES, SETTINGS = Mapped(workspaces, Workspace), Mapped(workspace_settings, Setting)


async def insert(connection: Connection, workspace: Workspace) -> None:
    """Add a workspace."""
    await WORKSPACES.insert(connection, workspace, updated_at=workspace.created_at)


async def find(connection: Connection, workspace_id: WorkspaceId) -> Workspace | None:
    """Return a workspace."""
    return await WORKSPACES.find(connection, id=workspace_id)


async def rename(
    connection: Connection, workspace_id: WorkspaceId, name: str, slug: str, at: datetime
) -> None:
    """Give a workspace another name."""
    await WORKSPACES.update(connection, {"name": name, "slug": slug, "updated_at": at}, id=workspace_id)


async def slug_is_taken(connection: Connection, slug: str) -> bool:
    """Tell whether another workspace has this slug."""
    return await WORKSPACES.find(connection, slug=slug) is not None


async def list_all(connection: Connection) -> list[Workspace]:
    """Return every workspace of the studio, oldest first."""
    return await WORKSPACES.list(connection, order_by=(workspaces.c.created_at, workspaces.c.id))


async def list_of_person(connection: Connection, person_id: PersonId) -> list[Workspace]:
    """Return the workspaces a person is a member of, in the order of joining."""
    members = workspace_members
    rows = await connection.execute(
        sa.select(*WORKSPACES.columns)
        .join(members, members.c.workspace_id == workspaces.c.id)
        .where(members.c.person_id == person_id)
        .order_by(members.c.created_at, workspaces.c.id)
    )
    return [WORKSPACES.read(row) for row in rows]


async def find_ownerless(connection: Connection) -> Workspace | None:
    """Return the oldest workspace that has no members yet."""
    is_empty = workspaces.c.id.not_in(sa.select(workspace_members.c.workspace_id))
    return await WORKSPACES.find(connection, is_empty, order_by=workspaces.c.created_at)


async def nobody_is_here(connection: Connection) -> bool:
    """Tell whether the studio has no people at all."""
    return (await connection.execute(sa.select(people.c.id).limit(1))).first() is None


async def find_setting(
    connection: Connection, workspace_id: WorkspaceId, scope: str, key: str
) -> Setting | None:
    """Return a setting of a workspace."""
    return await SETTINGS.find(connection, workspace_id=workspace_id, scope=scope, key=key)


async def add_setting(
    connection: Connection,
    workspace_id: WorkspaceId,
    scope: str,
    key: str,
    value: Any,
    by: PersonId | None,
    at: datetime,
) -> bool:
    """Add a setting at version 1; tell whether it was not there before."""
    which = {"workspace_id": workspace_id, "scope": scope, "key": key}
    return await SETTINGS.insert_if_absent(connection, Setting(value, 1, at), updated_by=by, **which)


async def change_setting(
    connection: Connection,
    workspace_id: WorkspaceId,
    scope: str,
    key: str,
    value: Any,
    by: PersonId | None,
    at: datetime,
    version: int,
) -> bool:
    """Replace a setting if it still has the given version; tell whether it did."""
    same = {"workspace_id": workspace_id, "scope": scope, "key": key, "version": version}
    changed = {"value": value, "version": version + 1, "updated_by": by, "updated_at": at}
    return await SETTINGS.update(connection, changed, **same) == 1
