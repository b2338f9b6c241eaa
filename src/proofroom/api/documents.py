"""Documents of records: upload, list, read, search, delete; values that agents found, and saved views."""

from datetime import datetime
from typing import Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.datastructures import UploadFile

from proofroom.access import Principal
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Count, Done, In, Out, fields_of, upload_form
from proofroom.entities import Documents, Responses, Views
from proofroom.entities.documents import MAX_BYTES
from proofroom.entities.paper import FoundPassage
from proofroom.entities.response import FieldResponse
from proofroom.entities.responses import AS_PROPOSED
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.wiring import Studio

router = APIRouter(tags=["entities"])

READS = "documents.team.read"
_FORM = upload_form(
    entity={"type": "string", "description": "Record it belongs to."},
    title={"type": "string"},
    source={"type": "string", "description": "Address it came from."},
)


class DocumentInfo(Out):
    """A document; its text stands in `chunks` pieces."""

    id: str
    entity_id: str | None
    title: str
    mime: str
    source_url: str
    size: int
    status: str
    chunks: int
    created_by: str
    created_at: datetime


class PieceInfo(Out):
    """A piece of a document: what citations name."""

    ord: int
    text: str


class DocumentText(DocumentInfo):
    """A document with its text, whole and in pieces; `next` is the piece to go on with."""

    text: str
    pieces: list[PieceInfo]
    next: int | None


class PassageInfo(fields_of(FoundPassage)):
    """A piece of a document that has the words."""


class ResponseInfo(fields_of(FieldResponse, without=("workspace_id",))):
    """A value for a field: what says so, how sure the agent is, and whether a person has said yes."""

    status: str
    reviewed_by_name: str | None = None


class ResponseDecision(In):
    """A person's word on a value. `value` is taken instead of the proposed one where it is given."""

    decision: Literal["approve", "reject"]
    value: Any = None


class ViewInfo(Out):
    """A way to look at records that somebody saved."""

    slug: str
    name: str
    kind: str
    config: dict[str, Any]
    version: int
    created_by: str
    updated_at: datetime


class ViewBody(In):
    """A view to save."""

    name: str = Field(min_length=1, max_length=120)
    kind: Literal["table", "board", "list", "dashboard", "graph"] = "table"
    config: dict[str, Any] = Field(default_factory=dict[str, Any])


class ViewChange(In):
    """What is to change of a view; what is left out stays."""

    name: str | None = Field(None, min_length=1, max_length=120)
    kind: Literal["table", "board", "list", "dashboard", "graph"] | None = None
    config: dict[str, Any] | None = None
    expected_version: Count | None = None


@router.get("/documents")
async def list_documents(
    studio: StudioDep, entity: str | None = None, principal: Principal = requires(READS)
) -> list[DocumentInfo]:
    """Return documents, newest first: of a record, or all."""
    found = await studio.get(Documents).list(principal.workspace_id, entity)
    return [DocumentInfo.model_validate(one) for one in found]


@router.post("/documents", status_code=201, openapi_extra=_FORM)
async def upload_document(
    request: Request, studio: StudioDep, principal: Principal = requires("documents.team.create")
) -> DocumentInfo:
    """Upload PDF, DOCX, HTML, Markdown or text as a form: `file`, and `entity`, `title`, `source`."""
    async with request.form(max_files=1, max_fields=5) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile) or (file.size or 0) > MAX_BYTES:
            raise InvalidInput(say("entities.needs", what="file"))
        data, name = await file.read(), file.filename or "document.txt"
        given = {key: str(form.get(key) or "") for key in ("entity", "title", "source")}
    made = await studio.get(Documents).add(
        principal.workspace_id,
        name,
        data,
        principal,
        entity_id=given["entity"] or None,
        title=given["title"],
        source_url=given["source"],
    )
    return DocumentInfo.model_validate(made)


@router.get("/documents/search")
async def search_documents(
    studio: StudioDep,
    query: str = Query(min_length=1, max_length=400),
    entity: str | None = None,
    limit: int = Query(8, ge=1, le=20),
    principal: Principal = requires(READS),
) -> list[PassageInfo]:
    """Return the passages that have the words, best first."""
    found = await studio.get(Documents).search(
        principal.workspace_id, query, entity_ids=[entity] if entity else (), limit=limit
    )
    return [PassageInfo.model_validate(one) for one in found]


@router.get("/documents/{document_id}")
async def read_document(
    document_id: str,
    studio: StudioDep,
    chunk: int = Query(0, ge=0, le=2**31 - 1),
    principal: Principal = requires(READS),
) -> DocumentText:
    """Return a document with its text from a piece on."""
    paper, found, after = await studio.get(Documents).pieces(principal.workspace_id, document_id, chunk)
    info = DocumentInfo.model_validate(paper).model_dump()
    pieces = [PieceInfo(ord=ord, text=text) for ord, text in found]
    return DocumentText(**info, text="\n\n".join(text for _, text in found), pieces=pieces, next=after)


@router.delete("/documents/{document_id}")
async def delete_document(
    document_id: str, studio: StudioDep, principal: Principal = requires("documents.team.delete")
) -> Done:
    """Delete a document."""
    await studio.get(Documents).delete(principal.workspace_id, document_id, principal)
    return Done()


@router.get("/entities/{entity_id}/responses")
async def list_responses(
    entity_id: str, studio: StudioDep, principal: Principal = requires("responses.team.read")
) -> list[ResponseInfo]:
    """Return the values that agents found for a record's fields, newest first per field."""
    found = await studio.get(Responses).of_entity(principal.workspace_id, entity_id)
    return await _show_responses(studio, found)


@router.post("/responses/{response_id}/decision")
async def decide_response(
    response_id: str,
    body: ResponseDecision,
    studio: StudioDep,
    principal: Principal = requires("responses.team.approve"),
) -> ResponseInfo:
    """Take a value into its field, as proposed or as given here, or turn it down."""
    value = body.value if "value" in body.model_fields_set else AS_PROPOSED
    done = await studio.get(Responses).decide(
        principal, response_id, is_yes=body.decision == "approve", value=value
    )
    return (await _show_responses(studio, [done]))[0]


async def _show_responses(studio: Studio, found: list[FieldResponse]) -> list[ResponseInfo]:
    names = await studio.access.people.names({one.reviewed_by for one in found if one.reviewed_by})
    return [
        ResponseInfo.of(one, reviewed_by_name=names.get(one.reviewed_by) if one.reviewed_by else None)
        for one in found
    ]


@router.get("/views")
async def list_views(studio: StudioDep, principal: Principal = requires("views.team.read")) -> list[ViewInfo]:
    """Return the saved views."""
    return [ViewInfo.model_validate(one) for one in await studio.get(Views).list(principal.workspace_id)]


@router.post("/views", status_code=201)
async def create_view(
    body: ViewBody, studio: StudioDep, principal: Principal = requires("views.team.create")
) -> ViewInfo:
    """Save a view."""
    made = await studio.get(Views).create(
        principal.workspace_id, body.name, body.kind, body.config, principal
    )
    return ViewInfo.model_validate(made)


@router.get("/views/{slug}")
async def read_view(
    slug: str, studio: StudioDep, principal: Principal = requires("views.team.read")
) -> ViewInfo:
    """Return a saved view."""
    return ViewInfo.model_validate(await studio.get(Views).get(principal.workspace_id, slug))


@router.put("/views/{slug}")
async def change_view(
    slug: str, body: ViewChange, studio: StudioDep, principal: Principal = requires("views.team.update")
) -> ViewInfo:
    """Change a saved view."""
    changed = await studio.get(Views).change(
        principal.workspace_id,
        slug,
        principal,
        name=body.name,
        kind=body.kind,
        config=body.config,
        expected=body.expected_version,
    )
    return ViewInfo.model_validate(changed)


@router.delete("/views/{slug}")
async def delete_view(
    slug: str, studio: StudioDep, principal: Principal = requires("views.team.delete")
) -> Done:
    """Delete a saved view."""
    await studio.get(Views).delete(principal.workspace_id, slug, principal)
    return Done()
