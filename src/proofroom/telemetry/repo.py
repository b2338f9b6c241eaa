"""The ledger's table. Rows are written inside the transaction that closes a step."""

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.store.tables.telemetry import usage_records
from proofroom.telemetry.types import UsageRecord, UsageTotals

_FIELDS = tuple(UsageRecord.__dataclass_fields__)
_INSERT = sa.insert(usage_records)  # built once: every model call writes a row


async def record(connection: AsyncConnection, usage: UsageRecord) -> None:
    """Write one row."""
    await connection.execute(_INSERT, {name: getattr(usage, name) for name in _FIELDS})


async def totals(
    connection: AsyncConnection, workspace_id: WorkspaceId, run_id: RunId | None = None
) -> UsageTotals:
    """Return the sum over a workspace, or over one of its runs."""
    table = usage_records.c
    query = sa.select(
        sa.func.count(),
        *(
            sa.func.coalesce(sa.func.sum(column), 0)
            for column in (
                table.input_tokens,
                table.cache_read_tokens,
                table.cache_write_tokens,
                table.output_tokens,
                table.cost_micros,
            )
        ),
        sa.func.coalesce(sa.func.sum(sa.case((table.cost_micros.is_(None), 1), else_=0)), 0),
    ).where(table.workspace_id == workspace_id)
    if run_id is not None:
        query = query.where(table.run_id == run_id)
    row = (await connection.execute(query)).one()
    return UsageTotals(*(int(value) for value in row))
