"""Reading: models, a model's content, and entries by condition."""

from typing import Any

from pydantic import Field

from proofroom.content.brain import Query, Row, View, find
from proofroom.content.brain.query import MAX_LIMIT
from proofroom.content.brain.relations import missing_entry
from proofroom.content.format.types import Json, Model
from proofroom.content.tools.kinds import read_tool
from proofroom.content.tools.limits import Caller, may_use_model
from proofroom.content.tools.workbench import Given, Workbench, find_locale, find_model, told
from proofroom.kernel.errors import NotFound
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

MOST = 200
"""Entries that get_content gives at once."""


class ListModelsInput(Given):
    """Input of `list_models`."""


class GetContentInput(Given):
    """Input of `get_content`."""

    model: str = Field(description="Id of the content model.")
    locale: str | None = Field(None, description="Locale; the one on screen or the default if left out.")


class BrainQueryInput(Given):
    """Input of `brain_query`."""

    model: str = Field(description="Id of the content model.")
    locale: str | None = Field(None, description="Locale; the one on screen or the default if left out.")
    entry_id: str | None = Field(None, alias="entryId", description="Only this entry (id or slug).")
    where: dict[str, Any] = Field(
        default_factory=dict[str, Any],
        description="Conditions: field to value, or to {eq, ne, gt, gte, lt, lte, in, contains, exists}. "
        "Metadata too: status, updated_at, publish_at.",
    )
    sort: str | list[str] | None = Field(None, description="Field to order by; a minus turns it round.")
    fields: list[str] | None = Field(None, description="Only these fields.")
    limit: int = Field(20, ge=1, le=MAX_LIMIT)
    offset: int = Field(0, ge=0)


def tools(bench: Workbench) -> list[ToolSpec]:
    """Return the reading tools."""

    @read_tool
    async def list_models(context: ToolContext, given: ListModelsInput) -> ToolOutput:
        """List the content models of the project with their full definitions."""
        return await bench.look(context, lambda view: read_models(context, view))

    @read_tool
    async def get_content(context: ToolContext, given: GetContentInput) -> ToolOutput:
        """Read a model's content in one locale with metadata. For many entries use brain_query."""
        return await bench.look(context, lambda view: _content(context, view, given))

    @read_tool
    async def brain_query(context: ToolContext, given: BrainQueryInput) -> ToolOutput:
        """Look up entries of a model by condition, sorted, in pages; or one entry by id. Long fields are
        left out of lists unless named in `fields`.
        """
        return await bench.look(context, lambda view: read_entries(context, view, given))

    return [list_models, get_content, brain_query]


def read_models(caller: Caller, view: View) -> ToolOutput:
    """Return the models that the caller may use."""
    known, config = view.project.models.values(), view.project.config
    models = [model.raw for model in known if may_use_model(caller, model.id)]
    locales, domains = ([*config.locales], [*config.domains]) if config is not None else ([], [])
    said = say("did.looked_at", thing=count(len(models), "content model"))
    return told({"models": models, "locales": locales, "domains": domains}, said)


def read_entries(caller: Caller, view: View, given: BrainQueryInput) -> ToolOutput:
    """Return a page of entries, or one of them."""
    return (_entry if given.entry_id is not None else _page)(caller, view, given)


def _content(caller: Caller, view: View, given: GetContentInput) -> ToolOutput:
    model = find_model(caller, view.project, given.model)
    locale = find_locale(caller, view.project, model, given.locale)
    head: Json = {"modelId": model.id, "locale": locale, "kind": model.kind}
    rows = view.rows(model.id, locale)
    if not rows and not _has_file(view, model, locale):
        error = NotFound(
            say("content.no_content", model=model.id, locale=locale), suggestion=say("content.another_locale")
        )
        data = {**head, "meta": None, "data": None, "error": error.message}
        return ToolOutput(ok=False, data=data, error=error.as_dict(), summary=error.message)
    if model.kind in ("singleton", "dictionary"):
        meta, data = _meta(view, rows[0]), rows[0].data
        summary = say("did.read.record", model=model.id, locale=locale)
    else:
        shown = rows[:MOST]
        meta = {row.id: _meta(view, row) for row in shown}
        data = _documents(shown) if model.kind == "document" else {row.id: row.data for row in shown}
        if len(rows) > MOST:
            head |= {"total": len(rows), "truncated": True}
        summary = say(
            "did.read.entries", entries=count(len(shown), "entry", "entries"), model=model.id, locale=locale
        )
    return told({**head, "meta": meta, "data": data}, summary)


def _entry(caller: Caller, view: View, given: BrainQueryInput) -> ToolOutput:
    model = find_model(caller, view.project, given.model)
    locale = find_locale(caller, view.project, model, given.locale)
    row = view.row(model.id, locale, given.entry_id or "")
    if row is None:
        raise missing_entry(model, given.entry_id or "", locale)
    fields = {**row.data, "body": row.body} if row.body is not None else row.data
    wanted = fields if given.fields is None else {name: fields.get(name) for name in given.fields}
    data = {
        "modelId": model.id,
        "locale": locale,
        "kind": model.kind,
        "entryId": row.id,
        "data": wanted,
        "meta": _meta(view, row),
    }
    return told(data, say("did.read.entry", label=row.label, model=model.id, locale=locale))


def _page(caller: Caller, view: View, given: BrainQueryInput) -> ToolOutput:
    model = find_model(caller, view.project, given.model)
    locale = find_locale(caller, view.project, model, given.locale)
    head: Json = {"modelId": model.id, "locale": locale, "kind": model.kind}
    if model.kind in ("singleton", "dictionary"):
        return _content(caller, view, GetContentInput(model=given.model, locale=given.locale))
    sort = [given.sort] if isinstance(given.sort, str) else given.sort or []
    query = Query(given.where, sort, given.fields, given.limit, given.offset)
    page = find(view, model, locale, query)
    name = "slug" if model.kind == "document" else "id"
    data: Json = {
        **head,
        "data": [{name: row.id, **page.shown[row.id]} for row in page.rows],
        "meta": {row.id: _meta(view, row) for row in page.rows},
        "total": page.total,
        "returned": len(page.rows),
        "truncated": given.offset + len(page.rows) < page.total,
    }
    if page.omitted:
        data["omittedFields"] = list(page.omitted)
    return told(
        data,
        say(
            "did.read.entries",
            entries=count(len(page.rows), "entry", "entries"),
            model=model.id,
            locale=locale,
        ),
    )


def _documents(rows: list[Row]) -> list[Json]:
    return [{"slug": row.id, "frontmatter": row.data, "body": row.body or ""} for row in rows]


def _meta(view: View, row: Row) -> Json | None:
    meta = view.meta(row)
    return meta.raw if meta else None


def _has_file(view: View, model: Model, locale: str) -> bool:
    return model.kind == "collection" and view.project.collection(model, locale) is not None
