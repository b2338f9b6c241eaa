"""Records that became one in the database."""

from collections.abc import Sequence

import sqlalchemy as sa

from proofroom.entities.types import Merge
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.entities import documents, entity_merges, tasks

_MERGES = Mapped(entity_merges, Merge)


async def add(connection: Connection, made: Merge) -> None:
    """Write what was moved."""
    await _MERGES.insert(connection, made)


async def get(connection: Connection, workspace_id: WorkspaceId, merge_id: str) -> Merge:
    """Return a merge, or say that there is none."""
    return await _MERGES.get(connection, say("entities.no_merge"), workspace_id=workspace_id, id=merge_id)


async def of_entity(connection: Connection, workspace_id: WorkspaceId, kept_id: str) -> list[Merge]:
    """Return what was merged into a record and not taken back, newest first."""
    is_there = entity_merges.c.undone_at.is_(None)
    order = entity_merges.c.id.desc()
    return await _MERGES.list(
        connection, is_there, order_by=order, workspace_id=workspace_id, kept_id=kept_id
    )


async def mark_undone(connection: Connection, made: Merge) -> bool:
    """Write that a merge was taken back; False if it was already."""
    return await _MERGES.change(connection, made, ("undone_at",), undone_at=None)


async def move_documents(
    connection: Connection, workspace_id: WorkspaceId, of: str, to: str, ids: Sequence[str] = ()
) -> list[str]:
    """Move a record's documents to another, all or some; return which."""
    return await _move(connection, documents, workspace_id, of, to, ids)


async def move_tasks(
    connection: Connection, workspace_id: WorkspaceId, of: str, to: str, ids: Sequence[str] = ()
) -> list[str]:
    """Move a record's tasks to another, all or some; return which."""
    return await _move(connection, tasks, workspace_id, of, to, ids)


async def _move(
    connection: Connection, table: sa.Table, workspace_id: WorkspaceId, of: str, to: str, ids: Sequence[str]
) -> list[str]:
    where = (table.c.workspace_id == workspace_id, table.c.entity_id == of)
    rows = await connection.execute(sa.select(table.c.id).where(*where))
    moved = [row[0] for row in rows if not ids or row[0] in ids]
    if moved:
        await connection.execute(table.update().where(*where, table.c.id.in_(moved)).values(entity_id=to))
    return moved
