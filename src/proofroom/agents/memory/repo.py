"""Memories in the database."""

from collections.abc import Sequence
from datetime import datetime

from proofroom.agents.memory.types import Memory
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.agents import memories

_MEMORIES = Mapped(memories, Memory)
_CHANGED = ("agent", "kind", "content", "sha256", "status", "superseded_by", "expires_at", "trust")


async def add(connection: Connection, memory: Memory) -> bool:
    """Write a memory; False if its id is taken."""
    return await _MEMORIES.insert_if_absent(connection, memory)


async def update(connection: Connection, memory: Memory) -> None:
    """Write what changed of a memory."""
    await _MEMORIES.change(connection, memory, _CHANGED)


async def get(connection: Connection, workspace_id: WorkspaceId, memory_id: str) -> Memory:
    """Return a memory, or say that there is none."""
    return await _MEMORIES.get(connection, say("agents.no_memory"), workspace_id=workspace_id, id=memory_id)


async def find(
    connection: Connection, workspace_id: WorkspaceId, statuses: Sequence[str] = (), limit: int = 500
) -> list[Memory]:
    """Return memories, newest first."""
    wanted = [memories.c.status.in_(statuses)] if statuses else []
    newest = (memories.c.created_at.desc(), memories.c.id.desc())
    return await _MEMORIES.list(connection, *wanted, workspace_id=workspace_id, order_by=newest, limit=limit)


async def same(connection: Connection, workspace_id: WorkspaceId, kind: str, sha256: str) -> list[Memory]:
    """Return the memories that say the same and hold or wait."""
    holds = memories.c.status.in_(("active", "proposed"))
    return await _MEMORIES.list(connection, holds, workspace_id=workspace_id, kind=kind, sha256=sha256)


async def of_feedback(connection: Connection, workspace_id: WorkspaceId, feedback_id: str) -> Memory | None:
    """Return the memory that was made of a word."""
    return await _MEMORIES.find(connection, workspace_id=workspace_id, feedback_id=feedback_id)


async def of_runs(connection: Connection, workspace_id: WorkspaceId, run_ids: Sequence[str]) -> list[Memory]:
    """Return the memories that some runs wrote and that still hold or wait."""
    wanted = (memories.c.run_id.in_(run_ids), memories.c.status.in_(("active", "proposed")))
    return await _MEMORIES.list(connection, *wanted, workspace_id=workspace_id)


async def count_use(
    connection: Connection, workspace_id: WorkspaceId, ids: Sequence[str], at: datetime
) -> None:
    """Note that a run has read some memories."""
    await connection.execute(
        memories.update()
        .where(memories.c.workspace_id == workspace_id, memories.c.id.in_(ids))
        .values(use_count=memories.c.use_count + 1, last_used_at=at)
    )
