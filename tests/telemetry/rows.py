"""Lines of the ledger for tests."""

from datetime import datetime
from typing import Any

from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.store import Database
from proofroom.telemetry import UsageRecord
from proofroom.telemetry.repo import record

WORKSPACE = WorkspaceId(new_id())


def line(at: datetime, **fields: Any) -> UsageRecord:
    """Return a line that cost 100 micro-dollars."""
    usual: dict[str, Any] = {
        "id": new_id(),
        "workspace_id": WORKSPACE,
        "run_id": new_id(),
        "step": "001.model",
        "attempt": 1,
        "agent": "assistant",
        "source": "chat",
        "scope": "workspace",
        "kind": "model",
        "provider": "scripted",
        "model": "scripted",
        "status": "ok",
        "created_at": at,
        "input_tokens": 10,
        "output_tokens": 5,
        "cost_micros": 100,
        "cost_source": "prices",
    }
    return UsageRecord(**(usual | fields))


async def write(database: Database, *lines: UsageRecord) -> None:
    """Put lines into the ledger."""
    async with database.transaction() as connection:
        for each in lines:
            await record(connection, each)
