"""What the doctor says about connections."""

import asyncio

from proofroom.connections.book import Connections
from proofroom.connections.types import Connection
from proofroom.kernel.check import Check
from proofroom.kernel.ids import WorkspaceId

PATIENCE_S = 25.0
CODE = "connection"


async def check_connections(connections: Connections, workspace_id: WorkspaceId) -> list[Check]:
    """Make a real request over every connection that is on, all at once."""
    found = await connections.list(workspace_id)
    return list(await asyncio.gather(*(_check(connections, each) for each in found)))


async def _check(connections: Connections, connection: Connection) -> Check:
    title = f"Connection {connection.name} ({connection.provider})"
    if connection.status == "inactive":
        return Check(CODE, title, "ok", "It is switched off.")
    try:
        async with asyncio.timeout(PATIENCE_S):
            tested = await connections.look(connection)
    except TimeoutError:
        wait = f"There was no answer within {PATIENCE_S:.0f} seconds."
        return Check(CODE, title, "failed", wait, "Check that the other side is up, then test again.")
    if tested.ok:
        return Check(CODE, title, "ok", tested.message)
    detail = f"{tested.message} [{tested.code}]"
    return Check(CODE, title, "failed", detail, tested.suggestion or "Test it again under Connections.")
