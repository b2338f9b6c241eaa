"""The group `documents`: find passages of documents and read on."""

from pydantic import Field

from proofroom.entities.documents import Documents
from proofroom.entities.tools.shapes import Given
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

GROUP = "documents"
OUTSIDE = "documents"


class SearchDocumentsInput(Given):
    """Input of `searchDocuments`."""

    query: str = Field(min_length=1, max_length=400)
    entity_id: str | None = Field(None, description="Only documents of this record.")
    limit: int = Field(8, ge=1, le=20)


class ReadDocumentInput(Given):
    """Input of `readDocument`."""

    document_id: str
    from_chunk: int = Field(0, ge=0)
    max_chars: int = Field(8_000, ge=200, le=20_000)


def document_tools(documents: Documents) -> list[ToolSpec]:
    """Return the tools. What they read is marked: nobody vouches for a document's words."""

    async def search(where: ToolContext, given: SearchDocumentsInput) -> ToolOutput:
        ids = [given.entity_id] if given.entity_id else []
        found = await documents.search(where.workspace_id, given.query, entity_ids=ids, limit=given.limit)
        data = [
            {
                "documentId": one.document_id,
                "title": one.title,
                "ord": one.ord,
                "score": round(one.score, 3),
                "entityId": one.entity_id,
                "text": one.text,
            }
            for one in found
        ]
        summary = say("did.entities.passages", count=len(data))
        return ToolOutput(ok=True, data=data, summary=summary, outside=OUTSIDE if data else "")

    async def read(where: ToolContext, given: ReadDocumentInput) -> ToolOutput:
        paper, text, after = await documents.read(
            where.workspace_id, given.document_id, given.from_chunk, given.max_chars
        )
        data = {"documentId": paper.id, "title": paper.title, "text": text, "nextChunk": after}
        return ToolOutput(
            ok=True, data=data, summary=say("did.looked_at", thing=paper.title), outside=OUTSIDE
        )

    permission = "documents.team.read"
    return [
        ToolSpec(
            "searchDocuments",
            "Find passages of uploaded documents by words, with their place for citing.",
            SearchDocumentsInput,
            search,
            GROUP,
            "read",
            permission,
            trust="untrusted",
            output_cap=32_000,
        ),
        ToolSpec(
            "readDocument",
            "Read a document from a piece on.",
            ReadDocumentInput,
            read,
            GROUP,
            "read",
            permission,
            trust="untrusted",
            output_cap=32_000,
        ),
    ]
