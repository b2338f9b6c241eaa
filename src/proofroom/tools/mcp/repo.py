"""Pins in the database."""

from proofroom.kernel.ids import ConnectionId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.connections import mcp_tool_pins as pins
from proofroom.tools.mcp.types import Definition, Pin

_WAYS = (Definition.as_dict, Definition.from_dict)
PINS = Mapped(pins, Pin, accepted=_WAYS, seen=_WAYS)


async def list_pins(
    transaction: Connection, workspace_id: WorkspaceId, connection_id: ConnectionId | None = None
) -> list[Pin]:
    """Return the pins of a connection, or of the whole workspace, in order of name."""
    order, wanted = (pins.c.connection_id, pins.c.tool_name), given(connection_id=connection_id)
    return await PINS.list(transaction, workspace_id=workspace_id, order_by=order, **wanted)


async def find_pin(
    transaction: Connection, workspace_id: WorkspaceId, connection_id: ConnectionId, tool_name: str
) -> Pin | None:
    """Return the pin of one tool."""
    one = {"workspace_id": workspace_id, "connection_id": connection_id, "tool_name": tool_name}
    return await PINS.find(transaction, **one)


async def put_pin(transaction: Connection, pin: Pin) -> None:
    """Write a pin."""
    mine = pins.c.workspace_id == pin.workspace_id
    await PINS.put(transaction, pin, ("connection_id", "tool_name"), where=mine)


async def delete_pin(transaction: Connection, pin: Pin) -> None:
    """Forget a tool that nobody accepted and the server does not offer any more."""
    one = {"connection_id": pin.connection_id, "tool_name": pin.tool_name}
    await PINS.delete(transaction, workspace_id=pin.workspace_id, **one)
