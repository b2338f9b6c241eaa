"""The seals over the audit log in the database."""

from datetime import datetime

import sqlalchemy as sa

from proofroom.access.repo.audit import entry_of
from proofroom.access.types import AuditEntry, Seal
from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.access import audit_log, audit_seals

SEALS = Mapped(audit_seals, Seal)
TRIM = "audit.trim"


async def workspaces_to_seal(connection: Connection) -> list[WorkspaceId]:
    """Return the workspaces that have entries without a seal."""
    query = sa.select(audit_log.c.workspace_id).where(audit_log.c.batch.is_(None)).distinct()
    return [WorkspaceId(found) for found in (await connection.execute(query)).scalars()]


async def last_seal(connection: Connection, workspace_id: WorkspaceId) -> Seal | None:
    """Return the end of the chain."""
    return await SEALS.find(connection, workspace_id=workspace_id, order_by=audit_seals.c.number.desc())


async def unsealed(
    connection: Connection, workspace_id: WorkspaceId, limit: int | None = None
) -> list[AuditEntry]:
    """Return entries without a seal, oldest first."""
    query = (
        sa.select(audit_log)
        .where(audit_log.c.workspace_id == workspace_id, audit_log.c.batch.is_(None))
        .order_by(audit_log.c.id)
        .limit(limit)
    )
    return [entry_of(row) for row in (await connection.execute(query)).mappings()]


async def add_seal(connection: Connection, seal: Seal) -> bool:
    """Store a seal and say which entries it covers; False if another process was faster."""
    if not await SEALS.insert_if_absent(connection, seal):
        return False
    covered = sa.update(audit_log).where(
        audit_log.c.workspace_id == seal.workspace_id,
        audit_log.c.batch.is_(None),
        audit_log.c.id.in_(list(seal.entries or ())),
    )
    await connection.execute(covered.values(batch=seal.number))
    return True


async def seals(connection: Connection, workspace_id: WorkspaceId, after: int, limit: int) -> list[Seal]:
    """Return seals in the order of the chain."""
    number = audit_seals.c.number
    return await SEALS.list(
        connection, number > after, workspace_id=workspace_id, order_by=number, limit=limit
    )


async def sealed_entries(
    connection: Connection, workspace_id: WorkspaceId, first: int, last: int
) -> dict[int, list[AuditEntry]]:
    """Return the entries that say they belong to these batches."""
    query = (
        sa.select(audit_log)
        .where(audit_log.c.workspace_id == workspace_id, audit_log.c.batch.between(first, last))
        .order_by(audit_log.c.batch, audit_log.c.id)
    )
    found: dict[int, list[AuditEntry]] = {}
    for row in (await connection.execute(query)).mappings():
        found.setdefault(row["batch"], []).append(entry_of(row))
    return found


async def entries_beyond(connection: Connection, workspace_id: WorkspaceId, last: int) -> list[str]:
    """Return the ids of entries that name a batch for which there is no seal."""
    query = sa.select(audit_log.c.id).where(
        audit_log.c.workspace_id == workspace_id, audit_log.c.batch > last
    )
    return list((await connection.execute(query)).scalars())


async def trimmed_through(connection: Connection, workspace_id: WorkspaceId) -> int:
    """Return up to which batch retention has said that it removed entries."""
    query = sa.select(audit_log.c.data).where(
        audit_log.c.workspace_id == workspace_id, audit_log.c.action == TRIM
    )
    return max((int(data["throughBatch"]) for data in (await connection.execute(query)).scalars()), default=0)


async def old_batches(connection: Connection, workspace_id: WorkspaceId, before: datetime) -> tuple[int, int]:
    """Return the last batch that was sealed before a moment, and how many entries up to it are left."""
    last = await connection.scalar(
        sa.select(sa.func.max(audit_seals.c.number)).where(
            audit_seals.c.workspace_id == workspace_id, audit_seals.c.sealed_at < before
        )
    )
    count = await connection.scalar(
        sa.select(sa.func.count())
        .select_from(audit_log)
        .where(audit_log.c.workspace_id == workspace_id, audit_log.c.batch <= (last or 0))
    )
    return last or 0, count or 0


async def trim(connection: Connection, workspace_id: WorkspaceId, through: int, at: datetime) -> int:
    """Remove the entries of old batches; their seals stay, so that the chain stays whole."""
    gone = await connection.execute(
        sa.delete(audit_log).where(audit_log.c.workspace_id == workspace_id, audit_log.c.batch <= through)
    )
    await connection.execute(
        sa.update(audit_seals)
        .where(
            audit_seals.c.workspace_id == workspace_id,
            audit_seals.c.number <= through,
            audit_seals.c.trimmed_at.is_(None),
        )
        .values(entries=sa.null(), trimmed_at=at)
    )
    return gone.rowcount
