"""Connections and defaults in the database."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.connections.types import Connection, Default, Kind
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ConnectionId, PersonId, WorkspaceId
from proofroom.kernel.scope import Scope
from proofroom.kernel.strings import say
from proofroom.store.database import Connection as Transaction
from proofroom.store.tables.connections import ai_defaults, connections
from proofroom.store.upsert import insert_if_absent, insert_or


async def insert(transaction: Transaction, workspace_id: WorkspaceId, connection: Connection) -> bool:
    """Add a connection; False if its name is taken."""
    values = {**asdict(connection), "workspace_id": workspace_id}
    return await insert_if_absent(transaction, connections, values)


async def find(
    transaction: Transaction, workspace_id: WorkspaceId, connection_id: ConnectionId
) -> Connection | None:
    """Return a connection of the workspace."""
    query = sa.select(connections).where(*_one(workspace_id, connection_id))
    row = (await transaction.execute(query)).mappings().first()
    return _connection(row) if row else None


async def get(transaction: Transaction, workspace_id: WorkspaceId, connection_id: ConnectionId) -> Connection:
    """Return a connection of the workspace, or say that there is none."""
    found = await find(transaction, workspace_id, connection_id)
    if found is None:
        raise NotFound(say("connections.none"))
    return found


async def list_all(
    transaction: Transaction, workspace_id: WorkspaceId, kind: Kind | None = None
) -> list[Connection]:
    """Return connections in the order they were made."""
    query = sa.select(connections).where(connections.c.workspace_id == workspace_id)
    if kind is not None:
        query = query.where(connections.c.kind == kind)
    rows = await transaction.execute(query.order_by(connections.c.id))
    return [_connection(row) for row in rows.mappings()]


async def name_is_taken(
    transaction: Transaction, workspace_id: WorkspaceId, kind: Kind, name: str, but: ConnectionId
) -> bool:
    """Tell whether another connection of the kind has the name."""
    query = sa.select(sa.literal(1)).where(
        connections.c.workspace_id == workspace_id,
        connections.c.kind == kind,
        connections.c.name == name,
        connections.c.id != but,
    )
    return (await transaction.execute(query)).first() is not None


async def update(
    transaction: Transaction,
    workspace_id: WorkspaceId,
    connection_id: ConnectionId,
    values: dict[str, Any],
    *,
    expected: int | None = None,
) -> bool:
    """Change fields; with `expected`, only if the credentials still have that version."""
    statement = connections.update().where(*_one(workspace_id, connection_id))
    if expected is not None:
        statement = statement.where(connections.c.credentials_version == expected)
    return (await transaction.execute(statement.values(**values))).rowcount == 1


async def delete(transaction: Transaction, workspace_id: WorkspaceId, connection_id: ConnectionId) -> bool:
    """Remove a connection."""
    statement = connections.delete().where(*_one(workspace_id, connection_id))
    return (await transaction.execute(statement)).rowcount == 1


async def list_defaults(transaction: Transaction, workspace_id: WorkspaceId) -> list[Default]:
    """Return the defaults of a workspace."""
    query = sa.select(ai_defaults).where(ai_defaults.c.workspace_id == workspace_id)
    rows = await transaction.execute(query.order_by(ai_defaults.c.scope))
    return [_default(row) for row in rows.mappings()]


async def find_default(transaction: Transaction, workspace_id: WorkspaceId, scope: Scope) -> Default | None:
    """Return the default of one scope."""
    query = sa.select(ai_defaults).where(
        ai_defaults.c.workspace_id == workspace_id, ai_defaults.c.scope == scope
    )
    row = (await transaction.execute(query)).mappings().first()
    return _default(row) if row else None


async def put_default(transaction: Transaction, workspace_id: WorkspaceId, default: Default) -> None:
    """Set the default of a scope."""
    values = {**asdict(default), "workspace_id": workspace_id}
    changed = {name: value for name, value in values.items() if name not in ("workspace_id", "scope")}
    statement = insert_or(transaction, ai_defaults).values(**values)
    await transaction.execute(
        statement.on_conflict_do_update(index_elements=["workspace_id", "scope"], set_=changed)
    )


async def add_default(transaction: Transaction, workspace_id: WorkspaceId, default: Default) -> bool:
    """Set the default of a scope that has none; tell whether it had none."""
    return await insert_if_absent(transaction, ai_defaults, {**asdict(default), "workspace_id": workspace_id})


async def delete_default(transaction: Transaction, workspace_id: WorkspaceId, scope: Scope) -> bool:
    """Remove the default of a scope; tell whether there was one."""
    statement = ai_defaults.delete().where(
        ai_defaults.c.workspace_id == workspace_id, ai_defaults.c.scope == scope
    )
    return (await transaction.execute(statement)).rowcount == 1


async def touch(
    transaction: Transaction, workspace_id: WorkspaceId, connection_id: ConnectionId, at: datetime
) -> None:
    """Remember that a connection was used."""
    await update(transaction, workspace_id, connection_id, {"last_used_at": at})


def _one(workspace_id: WorkspaceId, connection_id: ConnectionId) -> tuple[sa.ColumnElement[bool], ...]:
    return connections.c.workspace_id == workspace_id, connections.c.id == connection_id


def _connection(row: sa.RowMapping) -> Connection:
    values = dict(row)
    values["id"] = ConnectionId(row["id"])
    values["workspace_id"] = WorkspaceId(row["workspace_id"])
    values["created_by"] = PersonId(row["created_by"]) if row["created_by"] else None
    return Connection(**values)


def _default(row: sa.RowMapping) -> Default:
    values = dict(row)
    values["workspace_id"] = WorkspaceId(row["workspace_id"])
    values["connection_id"] = ConnectionId(row["connection_id"])
    values["updated_by"] = PersonId(row["updated_by"]) if row["updated_by"] else None
    return Default(**values)


async def count(transaction: Transaction) -> dict[tuple[str, str, str], int]:
    """Count the connections of all workspaces by kind, provider and status."""
    by = (connections.c.kind, connections.c.provider, connections.c.status)
    rows = await transaction.execute(sa.select(*by, sa.func.count()).group_by(*by))
    return {(kind, provider, status): number for kind, provider, status, number in rows}
