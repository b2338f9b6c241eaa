"""Values for fields in the database."""

from typing import Any

import sqlalchemy as sa

from proofroom.entities.response import FieldResponse
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.tables.entities import responses
from proofroom.store.upsert import insert_if_absent

_COLUMNS = tuple(column.name for column in responses.columns)


async def add(connection: Connection, made: FieldResponse) -> bool:
    """Write a response; False if it is there already."""
    return await insert_if_absent(connection, responses, {name: getattr(made, name) for name in _COLUMNS})


async def update(connection: Connection, made: FieldResponse) -> None:
    """Write what became of a response."""
    names = ("status", "reviewed_by", "reviewed_at")
    await connection.execute(
        responses.update()
        .where(responses.c.workspace_id == made.workspace_id, responses.c.id == made.id)
        .values({name: getattr(made, name) for name in names})
    )


async def get(connection: Connection, workspace_id: WorkspaceId, response_id: str) -> FieldResponse:
    """Return a response, or say that there is none."""
    query = sa.select(responses).where(
        responses.c.workspace_id == workspace_id, responses.c.id == response_id
    )
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        raise NotFound(say("entities.no_response"))
    return _response(row)


async def of_entity(
    connection: Connection, workspace_id: WorkspaceId, entity_id: str, field_key: str = ""
) -> list[FieldResponse]:
    """Return the responses for a record, newest first."""
    query = sa.select(responses).where(
        responses.c.workspace_id == workspace_id, responses.c.entity_id == entity_id
    )
    if field_key:
        query = query.where(responses.c.field_key == field_key)
    query = query.order_by(responses.c.field_key, responses.c.version.desc())
    return [_response(row) for row in (await connection.execute(query)).mappings()]


async def waiting(connection: Connection, workspace_id: WorkspaceId, limit: int) -> list[FieldResponse]:
    """Return the responses that wait for a person, oldest first."""
    query = (
        sa.select(responses)
        .where(responses.c.workspace_id == workspace_id, responses.c.status == "proposed")
        .order_by(responses.c.id)
        .limit(limit)
    )
    return [_response(row) for row in (await connection.execute(query)).mappings()]


def _response(row: sa.RowMapping) -> FieldResponse:
    values: dict[str, Any] = {name: row[name] for name in _COLUMNS}
    return FieldResponse(**values)
