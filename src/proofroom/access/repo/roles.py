"""Roles in the database. Built-in ones have a row to be referred to; what they allow is data."""

from collections.abc import Iterable
from datetime import datetime

import sqlalchemy as sa

from proofroom.access.grants import BUILTIN_ROLES
from proofroom.access.permissions import close
from proofroom.access.types import Role
from proofroom.kernel.ids import RoleId, WorkspaceId, new_id
from proofroom.store import Connection
from proofroom.store.tables.access import role_permissions, roles, workspaces
from proofroom.store.upsert import insert_if_absent, insert_or


async def add_builtin(connection: Connection, workspace_id: WorkspaceId, at: datetime) -> None:
    """Give a workspace the built-in roles it does not have yet."""
    rows = [
        {
            "id": new_id(),
            "workspace_id": workspace_id,
            "key": role.key,
            "name": role.name,
            "description": role.description,
            "is_builtin": True,
            "created_at": at,
            "updated_at": at,
        }
        for role in BUILTIN_ROLES.values()
    ]
    await connection.execute(insert_or(connection, roles).values(rows).on_conflict_do_nothing())


async def without_builtin(connection: Connection) -> list[WorkspaceId]:
    """Return the workspaces that lack a built-in role."""
    theirs = sa.and_(roles.c.workspace_id == workspaces.c.id, roles.c.key.in_(BUILTIN_ROLES))
    count = sa.select(sa.func.count()).where(theirs).scalar_subquery()
    rows = await connection.execute(sa.select(workspaces.c.id).where(count < len(BUILTIN_ROLES)))
    return list(rows.scalars())


async def find(connection: Connection, workspace_id: WorkspaceId, role_id: RoleId) -> Role | None:
    """Return a role of a workspace."""
    found = await _roles(connection, workspace_id, roles.c.id == role_id)
    return found[0] if found else None


async def find_by_key(connection: Connection, workspace_id: WorkspaceId, key: str) -> Role | None:
    """Return the role of a workspace that has a key."""
    found = await _roles(connection, workspace_id, roles.c.key == key)
    return found[0] if found else None


async def list_all(connection: Connection, workspace_id: WorkspaceId) -> list[Role]:
    """Return the roles of a workspace: built-in ones first, in the order of their rank, then by name."""
    rank = {key: place for place, key in enumerate(BUILTIN_ROLES)}
    found = await _roles(connection, workspace_id, sa.true())
    return sorted(found, key=lambda role: (not role.is_builtin, rank.get(role.key, 0), role.name))


async def insert(connection: Connection, workspace_id: WorkspaceId, role: Role, at: datetime) -> bool:
    """Add a role with its permissions; tell whether the key was free."""
    values = {
        "id": role.id,
        "workspace_id": workspace_id,
        "key": role.key,
        "name": role.name,
        "description": role.description,
        "is_builtin": False,
        "created_at": at,
        "updated_at": at,
    }
    if not await insert_if_absent(connection, roles, values):
        return False
    await _put_permissions(connection, workspace_id, role.id, role.permissions)
    return True


async def update(connection: Connection, workspace_id: WorkspaceId, role: Role, at: datetime) -> bool:
    """Change a role's texts and permissions; built-in roles stay as they are."""
    statement = roles.update().where(*_editable(workspace_id, role.id))
    values = statement.values(name=role.name, description=role.description, updated_at=at)
    if (await connection.execute(values)).rowcount != 1:
        return False
    await connection.execute(role_permissions.delete().where(role_permissions.c.role_id == role.id))
    await _put_permissions(connection, workspace_id, role.id, role.permissions)
    return True


async def delete(connection: Connection, workspace_id: WorkspaceId, role_id: RoleId) -> bool:
    """Remove a role that is not built in; tell whether it was there."""
    return (await connection.execute(roles.delete().where(*_editable(workspace_id, role_id)))).rowcount == 1


def _editable(workspace_id: WorkspaceId, role_id: RoleId) -> tuple[sa.ColumnElement[bool], ...]:
    return roles.c.workspace_id == workspace_id, roles.c.id == role_id, roles.c.is_builtin.is_(False)


async def _put_permissions(
    connection: Connection, workspace_id: WorkspaceId, role_id: RoleId, permissions: Iterable[str]
) -> None:
    rows = [
        {"role_id": role_id, "permission": permission, "workspace_id": workspace_id}
        for permission in sorted(permissions)
    ]
    if rows:
        await connection.execute(role_permissions.insert(), rows)


async def _roles(
    connection: Connection, workspace_id: WorkspaceId, condition: sa.ColumnElement[bool]
) -> list[Role]:
    query = (
        sa.select(roles, role_permissions.c.permission)
        .outerjoin(role_permissions, role_permissions.c.role_id == roles.c.id)
        .where(roles.c.workspace_id == workspace_id, condition)
    )
    rows: dict[str, sa.RowMapping] = {}
    permissions: dict[str, set[str]] = {}
    for row in (await connection.execute(query)).mappings():
        rows[row["id"]] = row
        if row["permission"] is not None:
            permissions.setdefault(row["id"], set()).add(row["permission"])
    return [_role(row, permissions.get(row["id"], set())) for row in rows.values()]


def _role(row: sa.RowMapping, stored: set[str]) -> Role:
    builtin = BUILTIN_ROLES.get(row["key"]) if row["is_builtin"] else None
    return Role(
        id=RoleId(row["id"]),
        workspace_id=WorkspaceId(row["workspace_id"]),
        key=row["key"],
        name=row["name"],
        description=row["description"],
        is_builtin=row["is_builtin"],
        permissions=builtin.permissions if builtin else close(stored),
    )
