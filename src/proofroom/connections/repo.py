"""Connections and defaults in the database."""

from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.connections.types import Default, Kind, StoredConnection
from proofroom.kernel.ids import ConnectionId, WorkspaceId
from proofroom.kernel.scope import Scope
from proofroom.kernel.strings import say
from proofroom.store.database import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.connections import ai_defaults, connections

CONNECTIONS = Mapped(connections, StoredConnection)
DEFAULTS = Mapped(ai_defaults, Default)


async def insert(transaction: Connection, workspace_id: WorkspaceId, connection: StoredConnection) -> bool:
    """Add a connection; False if its name is taken."""
    return await CONNECTIONS.insert_if_absent(transaction, replace(connection, workspace_id=workspace_id))


async def find(
    transaction: Connection, workspace_id: WorkspaceId, connection_id: ConnectionId
) -> StoredConnection | None:
    """Return a connection of the workspace."""
    return await CONNECTIONS.find(transaction, workspace_id=workspace_id, id=connection_id)


async def get(
    transaction: Connection, workspace_id: WorkspaceId, connection_id: ConnectionId
) -> StoredConnection:
    """Return a connection of the workspace, or say that there is none."""
    missing = say("connections.none")
    return await CONNECTIONS.get(transaction, missing, workspace_id=workspace_id, id=connection_id)


async def list_all(
    transaction: Connection, workspace_id: WorkspaceId, kind: Kind | None = None
) -> list[StoredConnection]:
    """Return connections in the order they were made."""
    wanted = given(workspace_id=workspace_id, kind=kind)
    return await CONNECTIONS.list(transaction, order_by=connections.c.id, **wanted)


async def name_is_taken(
    transaction: Connection, workspace_id: WorkspaceId, kind: Kind, name: str, but: ConnectionId
) -> bool:
    """Tell whether another connection of the kind has the name."""
    one = {"workspace_id": workspace_id, "kind": kind, "name": name}
    return await CONNECTIONS.count(transaction, connections.c.id != but, **one) > 0


async def update(
    transaction: Connection,
    workspace_id: WorkspaceId,
    connection_id: ConnectionId,
    values: dict[str, Any],
    *,
    expected: int | None = None,
) -> bool:
    """Change fields; with `expected`, only if the credentials still have that version."""
    one = given(workspace_id=workspace_id, id=connection_id, credentials_version=expected)
    return await CONNECTIONS.update(transaction, values, **one) == 1


async def delete(transaction: Connection, workspace_id: WorkspaceId, connection_id: ConnectionId) -> bool:
    """Remove a connection."""
    return await CONNECTIONS.delete(transaction, workspace_id=workspace_id, id=connection_id) == 1


async def list_defaults(transaction: Connection, workspace_id: WorkspaceId) -> list[Default]:
    """Return the defaults of a workspace."""
    return await DEFAULTS.list(transaction, workspace_id=workspace_id, order_by=ai_defaults.c.scope)


async def find_default(transaction: Connection, workspace_id: WorkspaceId, scope: Scope) -> Default | None:
    """Return the default of one scope."""
    return await DEFAULTS.find(transaction, workspace_id=workspace_id, scope=scope)


async def put_default(transaction: Connection, workspace_id: WorkspaceId, default: Default) -> None:
    """Set the default of a scope."""
    await DEFAULTS.put(transaction, replace(default, workspace_id=workspace_id), ("workspace_id", "scope"))


async def add_default(transaction: Connection, workspace_id: WorkspaceId, default: Default) -> bool:
    """Set the default of a scope that has none; tell whether it had none."""
    return await DEFAULTS.insert_if_absent(transaction, replace(default, workspace_id=workspace_id))


async def delete_default(transaction: Connection, workspace_id: WorkspaceId, scope: Scope) -> bool:
    """Remove the default of a scope; tell whether there was one."""
    return await DEFAULTS.delete(transaction, workspace_id=workspace_id, scope=scope) == 1


async def touch(
    transaction: Connection, workspace_id: WorkspaceId, connection_id: ConnectionId, at: datetime
) -> None:
    """Remember that a connection was used."""
    await update(transaction, workspace_id, connection_id, {"last_used_at": at})


async def count(transaction: Connection) -> dict[tuple[str, str, str], int]:
    """Count the connections of all workspaces by kind, provider and status."""
    by = (connections.c.kind, connections.c.provider, connections.c.status)
    rows = await transaction.execute(sa.select(*by, sa.func.count()).group_by(*by))
    return {(kind, provider, status): number for kind, provider, status, number in rows}
