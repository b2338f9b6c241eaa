"""Content of a project: read, look up, search, history; as tools see it, without the call of one."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal, TypeVar

import orjson
from fastapi import APIRouter
from pydantic import BaseModel, Field

from proofroom.api.language import for_reader
from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.api.shapes import Out
from proofroom.content.brain import Brain, View
from proofroom.content.entry_history import HistoryQuery, describe, history
from proofroom.content.projects import Projects
from proofroom.content.tools.find import BrainSearchInput, RelationExpandInput, expand, search_entries
from proofroom.content.tools.limits import AtDoor
from proofroom.content.tools.read import BrainQueryInput, ListModelsInput, read_entries, read_models
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Actor, ToolOutput
from proofroom.runtime.direct import data_of
from proofroom.tools import check_arguments
from proofroom.wiring import Studio

router = APIRouter(prefix="/projects/{project_id}/content", tags=["content"])

Json = dict[str, Any]


class ContentStatus(Out):
    """How a project's content stands."""

    phase: str
    cause: str
    workflow: str
    locales: list[str]
    default_locale: str
    domains: list[str]
    models: list["ModelSummary"]
    open_branches: int
    health: str


class ModelSummary(Out):
    """A model and how many entries it has per locale."""

    id: str
    name: str
    kind: str
    domain: str
    i18n: bool
    entries: dict[str, int]


class Models(Out):
    """The content models, as their files define them."""

    models: list[Json]


class Entries(Out):
    """Entries of a model: a page of a collection or of documents, or the whole record of the other kinds."""

    model_id: str
    locale: str
    kind: str
    data: list[Json] | Json
    meta: Json | None
    total: int | None = None
    returned: int | None = None
    truncated: bool = False
    omitted_fields: list[str] = Field(default_factory=list[str])


class EntryDetail(Out):
    """One entry with all its fields."""

    model_id: str
    locale: str
    kind: str
    entry_id: str
    data: Json
    meta: Json | None


class SearchHit(Out):
    """An entry that has the words, with a passage."""

    model_id: str
    entry_id: str
    locale: str
    title: str
    field: str
    preview: str
    score: float
    status: str | None = None


class SearchAnswer(Out):
    """The best hits and how many there are."""

    query: str
    results: list[SearchHit]
    total: int


class RelationAnswer(Out):
    """What an entry points at, or what points at it."""

    direction: str
    model: str
    entry_id: str
    relations: list[Json] = Field(default_factory=list[Json])
    referenced_by: list[Json] = Field(default_factory=list[Json])


class CommitInfo(Out):
    """A commit that changed something, who made it and for which run; `value` is the entry from then on."""

    sha: str
    subject: str
    author: str
    email: str
    at: datetime
    run_id: str | None
    agent: str | None
    model: str | None
    approved_by: str | None
    undoes: str | None
    value: Any = None


G = TypeVar("G", bound=BaseModel)


async def read(studio: Studio, inside: Inside, tool: str, given: Json, ref: str | None = None) -> Json:
    """Use a reading tool in the caller's name and return its data."""
    arguments = {name: value for name, value in given.items() if value is not None}
    called = await studio.direct.use(inside.asker, inside.project.id, tool, arguments, ref=ref)
    return for_reader(called.output.data)


async def look(
    studio: Studio,
    inside: Inside,
    tool: str,
    shape: type[G],
    given: Json,
    find: Callable[[AtDoor, View, G], ToolOutput],
    ref: str | None,
) -> Json:
    """Look at the content as a tool does, with what its input may say, but without the call of one."""
    inside.require_tool(tool)
    wished = check_arguments(tool, shape, {name: one for name, one in given.items() if one is not None})
    caller = door_of(inside)
    found = await studio.get(Brain).look(inside.project.id, ref, lambda view: find(caller, view, wished))
    return data_of(found)


def door_of(inside: Inside) -> AtDoor:
    """Return the caller as content's own functions know whoever asks."""
    limits = inside.principal.limits_in(inside.project.id)
    return AtDoor(Actor(only_models=limits.models, only_locales=limits.locales))


async def list_models_of(studio: Studio, inside: Inside, ref: str | None) -> Json:
    """Return the models that the caller may use."""

    def find(caller: AtDoor, view: View, given: ListModelsInput) -> ToolOutput:
        return read_models(caller, view)

    return await look(studio, inside, "list_models", ListModelsInput, {}, find, ref)


async def list_entries_of(studio: Studio, inside: Inside, given: Json, ref: str | None) -> Json:
    """Return a page of entries, or one of them."""
    return await look(studio, inside, "brain_query", BrainQueryInput, given, read_entries, ref)


@router.get("/status")
async def status(studio: StudioDep, inside: Inside = in_project("content.read")) -> ContentStatus:
    """Return the phase, models, sizes and open branches of a project."""
    project = inside.project
    state = await studio.get(Projects).state(project.workspace_id, project.id, None)
    shown = ContentStatus(
        phase=state.phase,
        cause=state.cause,
        workflow=state.workflow,
        locales=[],
        default_locale="en",
        domains=[],
        models=[],
        open_branches=0,
        health="ok",
    )
    if state.phase == "error":
        return shown
    health = await studio.contents.health(project.id)
    shown.open_branches, shown.health = len(health.unmerged), health.status
    summary = await studio.get(Brain).look(project.id, None, summarize)
    only = inside.principal.limits_in(project.id).models
    summary["models"] = [model for model in summary["models"] if only is None or model.id in only]
    return shown.model_copy(update=summary)


@router.get("/models")
async def list_models(
    studio: StudioDep, ref: str | None = None, inside: Inside = in_project("content.read")
) -> Models:
    """Return the content models."""
    return Models.model_validate(await list_models_of(studio, inside, ref))


@router.get("/entries/{model}")
async def list_entries(
    model: str,
    studio: StudioDep,
    locale: str | None = None,
    where: str | None = None,
    sort: str | None = None,
    fields: str | None = None,
    limit: int = 20,
    offset: int = 0,
    ref: str | None = None,
    inside: Inside = in_project("content.read"),
) -> Entries:
    """Return entries of a model: `where` is JSON, `sort` and `fields` are names with commas."""
    given: Json = {
        "model": model,
        "locale": locale,
        "where": read_where(where),
        "sort": sort.split(",") if sort else None,
        "fields": fields.split(",") if fields else None,
        "limit": limit,
        "offset": offset,
    }
    return Entries.model_validate(await list_entries_of(studio, inside, given, ref))


@router.get("/entries/{model}/{entry}")
async def read_entry(
    model: str,
    entry: str,
    studio: StudioDep,
    locale: str | None = None,
    ref: str | None = None,
    inside: Inside = in_project("content.read"),
) -> EntryDetail:
    """Return one entry with all its fields."""
    given: Json = {"model": model, "entryId": entry, "locale": locale}
    return EntryDetail.model_validate(await list_entries_of(studio, inside, given, ref))


@router.get("/search")
async def search(
    query: str,
    studio: StudioDep,
    model: str | None = None,
    limit: int = 10,
    ref: str | None = None,
    inside: Inside = in_project("content.read"),
) -> SearchAnswer:
    """Search all entries by words."""
    given: Json = {"query": query, "model": model, "limit": limit}
    found = await look(studio, inside, "brain_search", BrainSearchInput, given, search_entries, ref)
    return SearchAnswer.model_validate(found)


@router.get("/relations/{model}/{entry}")
async def relations(
    model: str,
    entry: str,
    studio: StudioDep,
    direction: Literal["forward", "reverse"] = "forward",
    locale: str | None = None,
    ref: str | None = None,
    inside: Inside = in_project("content.read"),
) -> RelationAnswer:
    """Return what an entry points at, or what points at it."""
    given: Json = {"model": model, "entryId": entry, "direction": direction, "locale": locale}
    found = await look(studio, inside, "relation_expand", RelationExpandInput, given, expand, ref)
    return RelationAnswer.model_validate(found)


@router.get("/log")
async def log(
    studio: StudioDep,
    model: str | None = None,
    entry: str | None = None,
    locale: str | None = None,
    limit: int = 50,
    ref: str | None = None,
    inside: Inside = in_project("content.read"),
) -> list[CommitInfo]:
    """Return what happened to the content, or to one entry, newest first."""
    inside.require_models(model)
    page = HistoryQuery(model, entry, locale, max(1, min(limit, 500)))
    found = await history(studio.contents, inside.project.id, page, ref)
    return [CommitInfo.model_validate(describe(version)) for version in found]


def summarize(view: View) -> Json:
    """Return the configuration and the models with their sizes."""
    config = view.project.config
    models = [
        ModelSummary.of(
            model, entries={locale: view.count(model.id, locale) for locale in view.project.locales(model)}
        )
        for model in view.project.models.values()
    ]
    if config is None:
        return {"models": models}
    return {
        "models": models,
        "locales": list(config.locales),
        "default_locale": config.default_locale,
        "domains": list(config.domains),
    }


def read_where(text: str | None) -> Json | None:
    """Return conditions written as JSON in an address."""
    if text is None:
        return None
    try:
        found = orjson.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise InvalidInput(say("api.where_object"))
    return found  # pyright: ignore[reportUnknownVariableType]
