"""What was published of records, in the database."""

from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Connection
from proofroom.store.tables.entities import entities, publications
from proofroom.store.upsert import insert_if_absent


async def add(connection: Connection, made: Any) -> bool:
    """Write a publication; False if the same words are on record for the place already."""
    return await insert_if_absent(connection, publications, asdict(made))


async def of_entity(
    connection: Connection, workspace_id: WorkspaceId, entity_id: str, connection_id: str | None = None
) -> list[dict[str, Any]]:
    """Return what was published of a record, newest first."""
    query = sa.select(publications).where(
        publications.c.workspace_id == workspace_id, publications.c.entity_id == entity_id
    )
    if connection_id is not None:
        query = query.where(publications.c.connection_id == connection_id)
    found = await connection.execute(query.order_by(publications.c.id.desc()).limit(100))
    return [dict(row) for row in found.mappings()]


async def to_place(
    connection: Connection, workspace_id: WorkspaceId, connection_id: str
) -> list[dict[str, Any]]:
    """Return what was published to a place with the records' titles, newest first."""
    query = (
        sa.select(publications, entities.c.title)
        .join(entities, entities.c.id == publications.c.entity_id)
        .where(publications.c.workspace_id == workspace_id, publications.c.connection_id == connection_id)
    )
    found = await connection.execute(query.order_by(publications.c.id.desc()).limit(100))
    return [dict(row) for row in found.mappings()]
