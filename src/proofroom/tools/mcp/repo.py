"""Pins in the database."""

from typing import Any

import sqlalchemy as sa

from proofroom.kernel.ids import ConnectionId, PersonId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.tables.connections import mcp_tool_pins as pins
from proofroom.store.upsert import insert_or
from proofroom.tools.mcp.types import Definition, Pin

_KEYS = ("connection_id", "tool_name", "workspace_id")


async def list_pins(
    transaction: Connection, workspace_id: WorkspaceId, connection_id: ConnectionId | None = None
) -> list[Pin]:
    """Return the pins of a connection, or of the whole workspace, in order of name."""
    query = sa.select(pins).where(pins.c.workspace_id == workspace_id)
    if connection_id is not None:
        query = query.where(pins.c.connection_id == connection_id)
    rows = await transaction.execute(query.order_by(pins.c.connection_id, pins.c.tool_name))
    return [_pin(row) for row in rows.mappings()]


async def find_pin(
    transaction: Connection, workspace_id: WorkspaceId, connection_id: ConnectionId, tool_name: str
) -> Pin | None:
    """Return the pin of one tool."""
    query = sa.select(pins).where(
        pins.c.workspace_id == workspace_id,
        pins.c.connection_id == connection_id,
        pins.c.tool_name == tool_name,
    )
    row = (await transaction.execute(query)).mappings().first()
    return _pin(row) if row else None


async def put_pin(transaction: Connection, pin: Pin) -> None:
    """Write a pin."""
    values = _values(pin)
    changed = {name: value for name, value in values.items() if name not in _KEYS}
    statement = insert_or(transaction, pins).values(**values)
    await transaction.execute(
        statement.on_conflict_do_update(
            index_elements=["connection_id", "tool_name"],
            set_=changed,
            where=pins.c.workspace_id == pin.workspace_id,
        )
    )


async def delete_pin(transaction: Connection, pin: Pin) -> None:
    """Forget a tool that nobody accepted and the server does not offer any more."""
    await transaction.execute(
        pins.delete().where(
            pins.c.workspace_id == pin.workspace_id,
            pins.c.connection_id == pin.connection_id,
            pins.c.tool_name == pin.tool_name,
        )
    )


def _values(pin: Pin) -> dict[str, Any]:
    return {
        "connection_id": pin.connection_id,
        "tool_name": pin.tool_name,
        "workspace_id": pin.workspace_id,
        "accepted": pin.accepted.as_dict() if pin.accepted else None,
        "accepted_sha256": pin.accepted_sha256,
        "seen": pin.seen.as_dict() if pin.seen else None,
        "seen_sha256": pin.seen_sha256,
        "policy": pin.policy,
        "seen_at": pin.seen_at,
        "decided_by": pin.decided_by,
        "decided_at": pin.decided_at,
    }


def _pin(row: sa.RowMapping) -> Pin:
    values = dict(row)
    for name in ("accepted", "seen"):
        values[name] = Definition.from_dict(row[name]) if row[name] else None
    values["workspace_id"] = WorkspaceId(row["workspace_id"])
    values["connection_id"] = ConnectionId(row["connection_id"])
    values["decided_by"] = PersonId(row["decided_by"]) if row["decided_by"] else None
    return Pin(**values)
