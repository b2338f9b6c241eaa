"""Marked entries in the database."""

from dataclasses import asdict, dataclass
from datetime import datetime

import sqlalchemy as sa

from proofroom.kernel.ids import ProjectId, RunId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.tables.origins import entry_origins
from proofroom.store.upsert import insert_or


@dataclass(frozen=True, slots=True)
class EntryOrigin:
    """An entry, or a model's only record, that holds a stranger's words."""

    project_id: ProjectId
    model: str
    entry: str
    workspace_id: WorkspaceId
    origin: str
    branch_key: str
    """The conversation or run on whose branch the words were written."""
    run_id: RunId | None
    created_at: datetime


async def put(connection: Connection, origin: EntryOrigin) -> None:
    """Mark an entry; the first mark stays."""
    keys = ["project_id", "model", "entry"]
    statement = insert_or(connection, entry_origins).values(**asdict(origin))
    await connection.execute(statement.on_conflict_do_nothing(index_elements=keys))


async def forget(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId,
    model: str,
    entry: str,
    *,
    but: str | None = None,
) -> None:
    """Take a mark away, unless it is of one origin."""
    found = entry_origins.delete().where(
        entry_origins.c.workspace_id == workspace_id,
        entry_origins.c.project_id == project_id,
        entry_origins.c.model == model,
        entry_origins.c.entry == entry,
    )
    if but is not None:
        found = found.where(entry_origins.c.origin != but)
    await connection.execute(found)


async def of_project(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId
) -> list[EntryOrigin]:
    """Return the marked entries of a project."""
    query = sa.select(entry_origins).where(
        entry_origins.c.workspace_id == workspace_id, entry_origins.c.project_id == project_id
    )
    return [EntryOrigin(**row) for row in (await connection.execute(query)).mappings()]
