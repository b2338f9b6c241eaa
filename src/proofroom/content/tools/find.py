"""Finding: full-text search, relations both ways, and where content is weak."""

from typing import Literal

from pydantic import Field

from proofroom.content.brain import Hits, View, analyze, forward, reverse, search
from proofroom.content.format.types import Json
from proofroom.content.tools.kinds import read_tool
from proofroom.content.tools.limits import Caller, may_use_model
from proofroom.content.tools.workbench import Given, Workbench, find_locale, find_model, told
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

Analysis = Literal["seo_audit", "locale_parity", "stale_content", "quality_score", "full"]


class BrainSearchInput(Given):
    """Input of `brain_search`."""

    query: str = Field(min_length=1, max_length=400, description="Words to look for.")
    model: str | None = Field(None, description="Only this content model.")
    limit: int = Field(10, ge=1, le=50)


class RelationExpandInput(Given):
    """Input of `relation_expand`."""

    model: str = Field(description="Id of the content model.")
    entry_id: str = Field(alias="entryId", description="Entry id, or slug of a document.")
    locale: str | None = None
    direction: Literal["forward", "reverse"] = Field(
        "forward", description="`forward`: what the entry points at. `reverse`: what points at it."
    )


class BrainAnalyzeInput(Given):
    """Input of `brain_analyze`."""

    type: Analysis = Field(description="What to look at.")


def tools(bench: Workbench) -> list[ToolSpec]:
    """Return the finding tools."""

    @read_tool
    async def brain_search(context: ToolContext, given: BrainSearchInput) -> ToolOutput:
        """Search all entries in all locales by words; returns the best hits with a passage."""
        return await bench.look(context, lambda view: search_entries(context, view, given))

    @read_tool
    async def relation_expand(context: ToolContext, given: RelationExpandInput) -> ToolOutput:
        """Resolve an entry's relations: what it points at, or what points at it."""
        return await bench.look(context, lambda view: expand(context, view, given))

    @read_tool
    async def brain_analyze(context: ToolContext, given: BrainAnalyzeInput) -> ToolOutput:
        """Find weak content: SEO, translations, stale entries, a quality score, or all."""
        at = context.now()
        only = (context.actor.only_models, context.actor.only_locales)
        found = await bench.look(context, lambda view: analyze(view, given.type, at, *only))
        return told(found, say(f"did.analysed.{given.type}"))

    return [brain_search, relation_expand, brain_analyze]


def search_entries(caller: Caller, view: View, given: BrainSearchInput) -> ToolOutput:
    """Return the entries that have some words."""
    if given.model is not None:
        find_model(caller, view.project, given.model)
    models = {given.model} if given.model else caller.actor.only_models
    found = search(view, given.query, limit=given.limit, models=models, locales=caller.actor.only_locales)
    return told(
        {"query": given.query, "results": _results(view, found), "total": found.total},
        say("did.find.searched", query=given.query, entries=count(found.total, "entry", "entries")),
    )


def _results(view: View, found: Hits) -> list[Json]:
    results: list[Json] = []
    for hit in found.hits:
        meta = view.meta(hit.row)
        result: Json = {
            "modelId": hit.row.model,
            "entryId": hit.row.id,
            "locale": hit.row.locale,
            "title": hit.row.label,
            "field": hit.field,
            "preview": hit.preview,
            "score": hit.score,
        }
        results.append(result | ({"status": meta.status} if meta and meta.status else {}))
    return results


def expand(caller: Caller, view: View, given: RelationExpandInput) -> ToolOutput:
    """Return what an entry points at, or what points at it."""
    model = find_model(caller, view.project, given.model)
    locale = find_locale(caller, view.project, model, given.locale)
    head: Json = {"direction": given.direction, "model": model.id, "entryId": given.entry_id}
    if given.direction == "reverse":
        back = [
            {"model": one.model, "ref": one.ref, "field": one.field, "label": one.label}
            for one in reverse(view, model, given.entry_id, locale)
            if may_use_model(caller, one.model)
        ]
        summary = say(
            "did.find.pointing",
            entries=count(len(back), "entry", "entries"),
            model=model.id,
            entry=given.entry_id,
        )
        return told({**head, "referencedBy": back}, summary)
    fields: dict[str, list[Json]] = {}
    for one in forward(view, model, given.entry_id, locale):
        if may_use_model(caller, one.model):
            target = {"model": one.model, "ref": one.ref, "label": one.label}
            fields.setdefault(one.field, []).append(target)
    relations = [{"field": field, "refs": refs} for field, refs in fields.items()]
    total = sum(len(refs) for refs in fields.values())
    summary = say(
        "did.find.followed", relations=count(total, "relation"), model=model.id, entry=given.entry_id
    )
    return told({**head, "relations": relations}, summary)
