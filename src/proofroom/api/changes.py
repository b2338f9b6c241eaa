"""Changing content with one's own hands: each request is a run of one tool, merged or waiting for review."""

from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.api.content import Json, read
from proofroom.api.language import Told, ToldError
from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.api.shapes import In, Out
from proofroom.content.brain import Brain
from proofroom.runtime.direct import Called
from proofroom.wiring import Studio

router = APIRouter(prefix="/projects/{project_id}/content", tags=["content"])


class ChangeAnswer(Out):
    """What became of a change: merged at once, or waiting on a branch for review. `runId` can be undone."""

    run_id: str | None
    state: Literal["merged", "waiting", "conflicts", "nothing"]
    summary: Told
    branch: str | None
    commit: str | None
    hunks: int
    results: list[Json]
    warnings: list[ToldError]
    advisories: list[Told]


class EntrySave(In):
    """Fields to set. Collection: entries by id, `new` for a new one. Document: `slug`, and `body`."""

    data: Json
    locale: str | None = None
    slug: str | None = None
    body: str | None = None
    publish_at: str | None = None
    expire_at: str | None = None
    seen: Json | None = Field(
        None,
        description="Fields of the one entry that is saved, as the writer saw them (`body` for a document's "
        "text). If one of them is different by now, nothing is written and the answer is a conflict.",
    )


class EntryDelete(In):
    """Entries, documents or keys to delete, from one locale or from all."""

    entry_ids: list[str] = Field(max_length=1_000)
    locale: str | None = None


class StatusChange(In):
    """A status for entries, now or by date."""

    entry_ids: list[str] = Field(max_length=1_000)
    status: Literal["published", "draft", "archived"]
    locale: str | None = None
    publish_at: str | None = None
    expire_at: str | None = None


class LocaleCopy(In):
    """Locales to copy between."""

    source: str
    target: str


class LocaleAdd(In):
    """A locale to support."""

    locale: str


class ModelSave(In):
    """A model to make or change; named fields are added or changed, others stay."""

    name: str
    kind: Literal["singleton", "collection", "document", "dictionary"]
    domain: str
    i18n: bool | None = None
    description: str | None = None
    fields: dict[str, Json] | None = None
    title_field: str | None = None
    content_path: str | None = Field(
        None, description="Folder of the repository that holds its files; files that are there move along."
    )
    locale_strategy: Literal["file", "suffix", "directory", "none"] | None = None
    remove_fields: list[str] = Field(default_factory=list[str])
    allow_breaking: bool = False
    form: Json | None = None
    """A public form: `enabled`, `exposedFields` and more, as in the model file."""


class Terms(In):
    """Terms of the glossary: translations by locale."""

    terms: dict[str, dict[str, str]]


class TermsDelete(In):
    """Terms to delete, in every locale."""

    terms: list[str] = Field(min_length=1, max_length=1_000)


class Vocabulary(Out):
    """The glossary."""

    vocabulary: dict[str, dict[str, str]]


class ContentInit(In):
    """The first structure of a project that has none."""

    stack: str = "other"
    locales: list[str] = Field(min_length=1)
    domains: list[str] = Field(min_length=1)
    models: list[Json] = Field(default_factory=list[Json])
    workflow: Literal["review", "auto-merge"] = "review"


async def change(studio: Studio, inside: Inside, tool: str, given: Json) -> ChangeAnswer:
    """Use a writing tool in the caller's name and say what became of it."""
    called = await studio.direct.use(inside.asker, inside.project.id, tool, given)
    return answer_of(called)


def given_by(body: In, **more: Any) -> Json:
    """Return what a request has said, under the tools' own names."""
    names = {"entry_ids": "entryIds", "source": "from", "target": "to"}
    said = body.model_dump(exclude_unset=True)
    return {**{names.get(name, name): value for name, value in said.items()}, **more}


@router.post("/init")
async def init(
    body: ContentInit, studio: StudioDep, inside: Inside = in_project("content.model")
) -> ChangeAnswer:
    """Give an empty project its first structure, merged at once."""
    return await change(studio, inside, "init_project", body.model_dump())


@router.put("/entries/{model}")
async def save_entries(
    model: str, body: EntrySave, studio: StudioDep, inside: Inside = in_project("content.write")
) -> ChangeAnswer:
    """Create or change entries of a model in one locale."""
    return await change(studio, inside, "save_content", given_by(body, model=model))


@router.post("/entries/{model}/delete")
async def delete_entries(
    model: str, body: EntryDelete, studio: StudioDep, inside: Inside = in_project("content.write")
) -> ChangeAnswer:
    """Delete entries, documents or dictionary keys; refused while others point at them."""
    return await change(studio, inside, "delete_content", given_by(body, model=model))


@router.post("/entries/{model}/status")
async def set_status(
    model: str, body: StatusChange, studio: StudioDep, inside: Inside = in_project("content.write")
) -> ChangeAnswer:
    """Publish, unpublish or archive entries, now or by date."""
    return await change(studio, inside, "update_status", given_by(body, model=model))


@router.post("/entries/{model}/copy")
async def copy_locale(
    model: str, body: LocaleCopy, studio: StudioDep, inside: Inside = in_project("content.write")
) -> ChangeAnswer:
    """Copy a model's content into an empty locale."""
    return await change(studio, inside, "copy_locale", given_by(body, model=model))


@router.put("/models/{model}")
async def save_model(
    model: str, body: ModelSave, studio: StudioDep, inside: Inside = in_project("content.model")
) -> ChangeAnswer:
    """Make or change a content model."""
    return await change(studio, inside, "save_model", given_by(body, id=model))


@router.delete("/models/{model}")
async def delete_model(
    model: str, studio: StudioDep, inside: Inside = in_project("content.model")
) -> ChangeAnswer:
    """Delete a model with its content; refused while entries point at it."""
    return await change(studio, inside, "delete_model", {"model": model})


@router.post("/locales")
async def add_locale(
    body: LocaleAdd, studio: StudioDep, inside: Inside = in_project("content.model")
) -> ChangeAnswer:
    """Support one more locale."""
    return await change(studio, inside, "add_locale", given_by(body))


@router.get("/vocabulary")
async def read_vocabulary(
    studio: StudioDep, ref: str | None = None, inside: Inside = in_project("content.read")
) -> Vocabulary:
    """Return the glossary."""
    found = await studio.get(Brain).look(inside.project.id, ref, lambda view: view.project.vocabulary)
    terms = {term: dict(texts) for term, texts in found.terms.items()} if found else {}
    return Vocabulary(vocabulary=terms)


@router.put("/vocabulary")
async def set_terms(
    body: Terms, studio: StudioDep, inside: Inside = in_project("content.write")
) -> ChangeAnswer:
    """Set terms of the glossary; others stay."""
    return await change(studio, inside, "vocabulary", {"action": "set", "terms": body.terms})


@router.post("/vocabulary/delete")
async def delete_terms(
    body: TermsDelete, studio: StudioDep, inside: Inside = in_project("content.write")
) -> ChangeAnswer:
    """Delete terms of the glossary."""
    given: Json = {"action": "delete", "terms": {term: {} for term in body.terms}}
    return await change(studio, inside, "vocabulary", given)


def answer_of(called: Called) -> ChangeAnswer:
    """Return what became of a call that writes."""
    settled = called.settled or {}
    data: Json = called.output.data or {}
    state = settled.get("state", "nothing")
    is_merged = state == "nothing" and data.get("merged") is True
    return ChangeAnswer(
        run_id=called.run_id,
        state="merged" if is_merged else state,
        summary=called.output.summary,
        branch=settled.get("branch") or data.get("branch"),
        commit=settled.get("commit") or data.get("commitSha"),
        hunks=settled.get("hunks", 0),
        results=data.get("results") or data.get("statusChanges") or [],
        warnings=data.get("warnings") or [],
        advisories=data.get("advisories") or [],
    )


__all__ = ["ChangeAnswer", "answer_of", "change", "read", "router"]
