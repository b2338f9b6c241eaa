"""What the doctor says about connections."""

import asyncio

from proofroom.connections.book import Connections
from proofroom.connections.types import StoredConnection
from proofroom.kernel.check import Check
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import joined, say

PATIENCE_S = 25.0
CODE = "connection"


async def check_connections(connections: Connections, workspace_id: WorkspaceId) -> list[Check]:
    """Make a real request over every connection that is on, all at once."""
    found = await connections.list(workspace_id)
    return list(await asyncio.gather(*(_check(connections, each) for each in found)))


async def _check(connections: Connections, connection: StoredConnection) -> Check:
    title = say("doctor.connection", name=connection.name, provider=connection.provider)
    if connection.status == "inactive":
        return Check(CODE, title, "ok", say("doctor.connection.off"))
    try:
        async with asyncio.timeout(PATIENCE_S):
            tested = await connections.look(connection)
    except TimeoutError:
        wait = say("trial.slow", seconds=f"{PATIENCE_S:.0f}")
        return Check(CODE, title, "failed", wait, say("trial.check_other"))
    if tested.ok:
        return Check(CODE, title, "ok", tested.message)
    detail = joined("", (tested.message, f" [{tested.code}]"))
    return Check(CODE, title, "failed", detail, tested.suggestion or say("doctor.connection.again"))
