"""The ledger's table. Rows are written inside the transaction that closes a step."""

import sqlalchemy as sa

from proofroom.store.core import AsyncConnection
from proofroom.store.prepared import Prepared
from proofroom.store.tables.telemetry import usage_records
from proofroom.telemetry.types import UsageRecord

_FIELDS = tuple(UsageRecord.__dataclass_fields__)
_INSERT = Prepared(sa.insert(usage_records), _FIELDS)  # every model call writes a row


async def record(connection: AsyncConnection, usage: UsageRecord) -> None:
    """Write one row."""
    await _INSERT.execute(connection, {name: getattr(usage, name) for name in _FIELDS})
