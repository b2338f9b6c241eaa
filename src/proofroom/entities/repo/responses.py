"""Values for fields in the database."""

from collections.abc import Sequence

import sqlalchemy as sa

from proofroom.entities.response import FieldResponse
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.entities import documents, entities, responses

_RESPONSES = Mapped(responses, FieldResponse)


async def add(connection: Connection, made: FieldResponse) -> bool:
    """Write a response; False if it is there already."""
    return await _RESPONSES.insert_if_absent(connection, made)


async def update(connection: Connection, made: FieldResponse, *, but_only_if: str | None = None) -> bool:
    """Write what became of a response; False where its status was to be another one and is not."""
    still = {} if but_only_if is None else {"status": but_only_if}
    return await _RESPONSES.change(connection, made, ("status", "reviewed_by", "reviewed_at"), **still)


async def get(connection: Connection, workspace_id: WorkspaceId, response_id: str) -> FieldResponse:
    """Return a response, or say that there is none."""
    return await _RESPONSES.get(
        connection, say("entities.no_response"), workspace_id=workspace_id, id=response_id
    )


async def of_entity(
    connection: Connection, workspace_id: WorkspaceId, entity_id: str, field_key: str = ""
) -> list[FieldResponse]:
    """Return the responses for a record, newest first."""
    wanted = given(workspace_id=workspace_id, entity_id=entity_id, field_key=field_key or None)
    order = (responses.c.field_key, responses.c.version.desc())
    return await _RESPONSES.list(connection, order_by=order, **wanted)


async def waiting(connection: Connection, workspace_id: WorkspaceId, limit: int) -> list[FieldResponse]:
    """Return the responses that wait for a person, oldest first."""
    return await _RESPONSES.list(connection, _is_waiting(workspace_id), order_by=responses.c.id, limit=limit)


async def waiting_for(
    connection: Connection, workspace_id: WorkspaceId, entity_ids: Sequence[str]
) -> dict[str, int]:
    """Return how many fields of some records wait for a person."""
    query = (
        sa.select(responses.c.entity_id, sa.func.count())
        .where(_is_waiting(workspace_id), responses.c.entity_id.in_(entity_ids))
        .group_by(responses.c.entity_id)
    )
    return {row[0]: row[1] for row in await connection.execute(query)}


async def waiting_by_type(connection: Connection, workspace_id: WorkspaceId) -> dict[str, int]:
    """Return how many fields of each type's records wait for a person."""
    query = (
        sa.select(entities.c.type_id, sa.func.count())
        .join(responses, responses.c.entity_id == entities.c.id)
        .where(_is_waiting(workspace_id), entities.c.deleted_at.is_(None))
        .group_by(entities.c.type_id)
    )
    return {row[0]: row[1] for row in await connection.execute(query)}


async def without_source(
    connection: Connection, workspace_id: WorkspaceId, limit: int
) -> list[tuple[FieldResponse, str]]:
    """Return values that rest on a document that was deleted, each with the document's title."""
    gone = (
        sa.select(documents.c.id, documents.c.title)
        .where(documents.c.workspace_id == workspace_id, documents.c.deleted_at.is_not(None))
        .subquery()
    )
    query = (
        sa.select(*_RESPONSES.columns, gone.c.title)
        .join(gone, sa.cast(responses.c.citations, sa.Text).contains(gone.c.id))
        .where(responses.c.workspace_id == workspace_id, responses.c.status.in_(("proposed", "approved")))
        .order_by(responses.c.id)
        .limit(limit)
    )
    return [(_RESPONSES.read(row), row[-1]) for row in await connection.execute(query)]


def _is_waiting(workspace_id: WorkspaceId) -> sa.ColumnElement[bool]:
    return sa.and_(responses.c.workspace_id == workspace_id, responses.c.status == "proposed")
