"""Documents of a workspace: read into pieces, found by words, read on, deleted."""

import hashlib
from collections.abc import Sequence

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.entities.paper import FoundPassage, Paper
from proofroom.entities.parse import parse_document
from proofroom.entities.repo import documents as repo
from proofroom.entities.repo import records
from proofroom.entities.types import EntityId
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import TooLarge
from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.safety import in_sandbox
from proofroom.store import Database

MAX_BYTES = 20_000_000
Pieces = list[tuple[int, str]]


class Documents:
    """The documents of all workspaces. Nobody vouches for their words: whoever reads one is marked."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database, self._clock, self._audit = database, clock, audit

    async def add(
        self,
        workspace_id: WorkspaceId,
        filename: str,
        data: bytes,
        by: Principal,
        *,
        entity_id: str | None = None,
        title: str = "",
        source_url: str = "",
        document_id: str | None = None,
    ) -> Paper:
        """Read a file and keep its text in pieces."""
        if len(data) > MAX_BYTES:
            raise TooLarge(say("entities.document_large", most=f"{MAX_BYTES:,}"))
        mime, found_title, pieces = await in_sandbox(parse_document, filename, data)
        async with self._database.transaction() as connection:
            if entity_id is not None:
                await records.get(connection, workspace_id, entity_id)
            paper = Paper(
                id=document_id or new_id(),
                workspace_id=workspace_id,
                entity_id=EntityId(entity_id) if entity_id else None,
                title=title.strip()[:500] or found_title,
                mime=mime,
                source_url=source_url[:2_000],
                digest=hashlib.sha256(data).hexdigest(),
                size=len(data),
                status="ready",
                error="",
                chunks=len(pieces),
                created_by=by.name[:200],
                run_id=by.run_id,
                created_at=self._clock.now(),
            )
            if await repo.add(connection, paper, pieces):
                await self._audit.record(
                    connection, by, "document.add", ("document", paper.id, paper.title), after=paper.digest
                )
        return paper

    async def list(
        self, workspace_id: WorkspaceId, entity_id: str | None = None, limit: int = 100
    ) -> list[Paper]:
        """Return documents, newest first: of a record, or all."""
        async with self._database.reading() as connection:
            return await repo.list_all(connection, workspace_id, entity_id, limit)

    async def get(self, workspace_id: WorkspaceId, document_id: str) -> Paper:
        """Return a document."""
        async with self._database.reading() as connection:
            return await repo.get(connection, workspace_id, document_id)

    async def of_entities(self, workspace_id: WorkspaceId, ids: Sequence[str]) -> Sequence[Paper]:
        """Return the documents of some records."""
        async with self._database.reading() as connection:
            return await repo.of_entities(connection, workspace_id, ids)

    async def read(
        self, workspace_id: WorkspaceId, document_id: str, first: int = 0, most: int = 20_000
    ) -> tuple[Paper, str, int | None]:
        """Return a document with its text from a piece on, and the piece to go on with."""
        paper, pieces, after = await self.pieces(workspace_id, document_id, first, most)
        return paper, "\n\n".join(text for _, text in pieces), after

    async def pieces(
        self, workspace_id: WorkspaceId, document_id: str, first: int = 0, most: int = 20_000
    ) -> tuple[Paper, Pieces, int | None]:
        """Return a document with its numbered pieces from one on, and the piece to go on with."""
        found: Pieces = []
        size = 0
        async with self._database.reading() as connection:
            paper = await repo.get(connection, workspace_id, document_id)
            for number, piece in await repo.pieces(connection, workspace_id, document_id, first):
                if found and size + len(piece) > most:
                    return paper, found, number
                found.append((number, piece[:most]))
                size += len(piece)
        return paper, found, None

    async def search(
        self, workspace_id: WorkspaceId, query: str, *, entity_ids: Sequence[str] = (), limit: int = 8
    ) -> Sequence[FoundPassage]:
        """Return the pieces that have the words, best first."""
        async with self._database.reading() as connection:
            ranking = await repo.find(connection, workspace_id, query, limit, entity_ids)
            found: list[FoundPassage] = []
            for one in ranking.found:
                document_id, _, number = one.key.partition(":")
                paper = await repo.get(connection, workspace_id, document_id)
                [(ord, text)] = await repo.pieces(connection, workspace_id, document_id, int(number), 1)
                found.append(FoundPassage(document_id, paper.title, ord, text, one.score, paper.entity_id))
        return found

    async def delete(self, workspace_id: WorkspaceId, document_id: str, by: Principal) -> None:
        """Delete a document."""
        async with self._database.transaction() as connection:
            paper = await repo.get(connection, workspace_id, document_id)
            await repo.mark_deleted(connection, paper, self._clock.now())
            await self._audit.record(
                connection, by, "document.delete", ("document", paper.id, paper.title), before=paper.digest
            )
