"""Memories in the database."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.agents.memory.types import Memory
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.tables.agents import memories
from proofroom.store.upsert import insert_if_absent

_COLUMNS = tuple(column.name for column in memories.columns)


async def add(connection: Connection, memory: Memory) -> bool:
    """Write a memory; False if its id is taken."""
    return await insert_if_absent(connection, memories, {name: getattr(memory, name) for name in _COLUMNS})


async def update(connection: Connection, memory: Memory) -> None:
    """Write what changed of a memory."""
    names = ("agent", "kind", "content", "sha256", "status", "superseded_by", "expires_at", "trust")
    await connection.execute(
        memories.update()
        .where(memories.c.workspace_id == memory.workspace_id, memories.c.id == memory.id)
        .values({name: getattr(memory, name) for name in names})
    )


async def get(connection: Connection, workspace_id: WorkspaceId, memory_id: str) -> Memory:
    """Return a memory, or say that there is none."""
    query = sa.select(memories).where(memories.c.workspace_id == workspace_id, memories.c.id == memory_id)
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        raise NotFound(say("agents.no_memory"))
    return _memory(row)


async def find(
    connection: Connection, workspace_id: WorkspaceId, statuses: Sequence[str] = (), limit: int = 500
) -> list[Memory]:
    """Return memories, newest first."""
    query = sa.select(memories).where(memories.c.workspace_id == workspace_id)
    if statuses:
        query = query.where(memories.c.status.in_(statuses))
    rows = await connection.execute(
        query.order_by(memories.c.created_at.desc(), memories.c.id.desc()).limit(limit)
    )
    return [_memory(row) for row in rows.mappings()]


async def same(connection: Connection, workspace_id: WorkspaceId, kind: str, sha256: str) -> Memory | None:
    """Return the active memory that says the same."""
    query = sa.select(memories).where(
        memories.c.workspace_id == workspace_id,
        memories.c.kind == kind,
        memories.c.sha256 == sha256,
        memories.c.status == "active",
    )
    row = (await connection.execute(query)).mappings().first()
    return _memory(row) if row else None


async def of_feedback(connection: Connection, workspace_id: WorkspaceId, feedback_id: str) -> Memory | None:
    """Return the memory that was made of a word."""
    query = sa.select(memories).where(
        memories.c.workspace_id == workspace_id, memories.c.feedback_id == feedback_id
    )
    row = (await connection.execute(query)).mappings().first()
    return _memory(row) if row else None


async def of_runs(connection: Connection, workspace_id: WorkspaceId, run_ids: Sequence[str]) -> list[Memory]:
    """Return the memories that some runs wrote and that still hold or wait."""
    query = sa.select(memories).where(
        memories.c.workspace_id == workspace_id,
        memories.c.run_id.in_(run_ids),
        memories.c.status.in_(("active", "proposed")),
    )
    return [_memory(row) for row in (await connection.execute(query)).mappings()]


async def count_use(
    connection: Connection, workspace_id: WorkspaceId, ids: Sequence[str], at: datetime
) -> None:
    """Note that a run has read some memories."""
    await connection.execute(
        memories.update()
        .where(memories.c.workspace_id == workspace_id, memories.c.id.in_(ids))
        .values(use_count=memories.c.use_count + 1, last_used_at=at)
    )


def _memory(row: sa.RowMapping) -> Memory:
    values: dict[str, Any] = {name: row[name] for name in _COLUMNS}
    return Memory(**values)
