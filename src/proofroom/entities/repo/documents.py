"""Documents and their pieces in the database."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from proofroom.entities.paper import Paper
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.search import Ranking, SearchRow, Where
from proofroom.search.repo import Lookup, SearchTable
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.entities import document_chunks, documents

SEARCHED = SearchTable("chunk", ("document", "entity"))
_TOGETHER = 40
"""Pieces that are made findable at once: whoever else writes waits for all of them, and others for these."""
_SCOPE = "all"
_PAPERS = Mapped(documents, Paper)
_THERE = documents.c.deleted_at.is_(None)


async def add(connection: Connection, paper: Paper, pieces: Sequence[str]) -> bool:
    """Write a document with its pieces; False if its id is taken."""
    if not await _PAPERS.insert_if_absent(connection, paper):
        return False
    whose = {"document_id": paper.id, "workspace_id": paper.workspace_id}
    if pieces:
        rows = [{**whose, "ord": number, "text": text} for number, text in enumerate(pieces)]
        await connection.execute(document_chunks.insert(), rows)
    values = {"document": paper.id, "entity": paper.entity_id}
    found = [
        (f"{paper.id}:{number}", SearchRow(paper.title, (("text", text),)), values)
        for number, text in enumerate(pieces)
    ]
    for at in range(0, len(found), _TOGETHER):
        await SEARCHED.put_many(connection, paper.workspace_id, _SCOPE, found[at : at + _TOGETHER])
    return True


async def mark_deleted(connection: Connection, paper: Paper, at: datetime) -> None:
    """Delete a document; its pieces are found no more."""
    await _PAPERS.update(connection, {"deleted_at": at}, workspace_id=paper.workspace_id, id=paper.id)
    for number in range(paper.chunks):
        await SEARCHED.delete(connection, paper.workspace_id, _SCOPE, f"{paper.id}:{number}")


async def get(connection: Connection, workspace_id: WorkspaceId, document_id: str) -> Paper:
    """Return a document, or say that there is none."""
    missing = say("entities.no_document")
    return await _PAPERS.get(connection, missing, _THERE, workspace_id=workspace_id, id=document_id)


async def list_all(
    connection: Connection, workspace_id: WorkspaceId, entity_id: str | None, limit: int
) -> list[Paper]:
    """Return documents, newest first: of a record, or all."""
    wanted = given(workspace_id=workspace_id, entity_id=entity_id)
    return await _PAPERS.list(connection, _THERE, order_by=documents.c.id.desc(), limit=limit, **wanted)


async def of_entities(
    connection: Connection, workspace_id: WorkspaceId, entity_ids: Sequence[str]
) -> list[Paper]:
    """Return the documents of some records."""
    theirs = documents.c.entity_id.in_(entity_ids)
    return await _PAPERS.list(connection, theirs, _THERE, workspace_id=workspace_id, order_by=documents.c.id)


async def of_runs(connection: Connection, workspace_id: WorkspaceId, run_ids: Sequence[str]) -> list[Paper]:
    """Return the documents that some runs added."""
    return await _PAPERS.list(connection, documents.c.run_id.in_(run_ids), _THERE, workspace_id=workspace_id)


async def pieces(
    connection: Connection, workspace_id: WorkspaceId, document_id: str, first: int = 0, limit: int = 100
) -> list[tuple[int, str]]:
    """Return pieces of a document in their order."""
    query = (
        sa.select(document_chunks.c.ord, document_chunks.c.text)
        .where(
            document_chunks.c.workspace_id == workspace_id,
            document_chunks.c.document_id == document_id,
            document_chunks.c.ord >= first,
        )
        .order_by(document_chunks.c.ord)
        .limit(limit)
    )
    return [(row.ord, row.text) for row in await connection.execute(query)]


async def find(
    connection: Connection,
    workspace_id: WorkspaceId,
    query: str,
    limit: int,
    entity_ids: Sequence[str] = (),
) -> Ranking[str]:
    """Return the ids of pieces that have the words, `document:number`, best first."""
    where = Where.parse({"entity": {"in": list(entity_ids)}}) if entity_ids else None
    return await SEARCHED.find(connection, workspace_id, [_SCOPE], Lookup(query, where, limit=limit))
