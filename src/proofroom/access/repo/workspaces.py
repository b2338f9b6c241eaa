"""Workspaces and their settings in the database."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.access.types import Setting, Workspace
from proofroom.kernel.ids import PersonId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.tables.access import people, workspace_members, workspace_settings, workspaces
from proofroom.store.upsert import insert_if_absent


async def insert(connection: Connection, workspace: Workspace) -> None:
    """Add a workspace."""
    values = {"id": workspace.id, "slug": workspace.slug, "name": workspace.name}
    moment = workspace.created_at
    await connection.execute(workspaces.insert().values(**values, created_at=moment, updated_at=moment))


async def find(connection: Connection, workspace_id: WorkspaceId) -> Workspace | None:
    """Return a workspace."""
    rows = await connection.execute(sa.select(workspaces).where(workspaces.c.id == workspace_id))
    row = rows.mappings().one_or_none()
    return _workspace(row) if row else None


async def rename(
    connection: Connection, workspace_id: WorkspaceId, name: str, slug: str, at: datetime
) -> None:
    """Give a workspace another name."""
    statement = workspaces.update().where(workspaces.c.id == workspace_id)
    await connection.execute(statement.values(name=name, slug=slug, updated_at=at))


async def slug_is_taken(connection: Connection, slug: str) -> bool:
    """Tell whether another workspace has this slug."""
    rows = await connection.execute(sa.select(workspaces.c.id).where(workspaces.c.slug == slug))
    return rows.first() is not None


async def list_all(connection: Connection) -> list[Workspace]:
    """Return every workspace of the studio, oldest first."""
    rows = await connection.execute(sa.select(workspaces).order_by(workspaces.c.created_at, workspaces.c.id))
    return [_workspace(row) for row in rows.mappings()]


async def list_of_person(connection: Connection, person_id: PersonId) -> list[Workspace]:
    """Return the workspaces a person is a member of, in the order of joining."""
    members = workspace_members
    rows = await connection.execute(
        sa.select(workspaces)
        .join(members, members.c.workspace_id == workspaces.c.id)
        .where(members.c.person_id == person_id)
        .order_by(members.c.created_at, workspaces.c.id)
    )
    return [_workspace(row) for row in rows.mappings()]


async def find_ownerless(connection: Connection) -> Workspace | None:
    """Return the oldest workspace that has no members yet."""
    members = sa.select(workspace_members.c.workspace_id)
    rows = await connection.execute(
        sa.select(workspaces)
        .where(workspaces.c.id.not_in(members))
        .order_by(workspaces.c.created_at)
        .limit(1)
    )
    row = rows.mappings().one_or_none()
    return _workspace(row) if row else None


async def nobody_is_here(connection: Connection) -> bool:
    """Tell whether the studio has no people at all."""
    return (await connection.execute(sa.select(people.c.id).limit(1))).first() is None


async def find_setting(
    connection: Connection, workspace_id: WorkspaceId, scope: str, key: str
) -> Setting | None:
    """Return a setting of a workspace."""
    rows = await connection.execute(sa.select(workspace_settings).where(*_setting(workspace_id, scope, key)))
    row = rows.mappings().one_or_none()
    return Setting(row["value"], row["version"], row["updated_at"]) if row else None


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
    values = {
        "workspace_id": workspace_id,
        "scope": scope,
        "key": key,
        "value": value,
        "version": 1,
        "updated_by": by,
        "updated_at": at,
    }
    return await insert_if_absent(connection, workspace_settings, values)


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
    table = workspace_settings
    statement = table.update().where(*_setting(workspace_id, scope, key), table.c.version == version)
    changed = statement.values(value=value, version=version + 1, updated_by=by, updated_at=at)
    return (await connection.execute(changed)).rowcount == 1


def _setting(workspace_id: WorkspaceId, scope: str, key: str) -> tuple[sa.ColumnElement[bool], ...]:
    table = workspace_settings
    return table.c.workspace_id == workspace_id, table.c.scope == scope, table.c.key == key


def _workspace(row: sa.RowMapping) -> Workspace:
    return Workspace(WorkspaceId(row["id"]), row["slug"], row["name"], row["created_at"])
