"""Writing entries: create, change, delete."""

import re
from collections.abc import Iterator
from typing import Any, cast

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from proofroom.content.contents import Written
from proofroom.content.format.ids import derived_entry_id
from proofroom.content.format.project import Project
from proofroom.content.format.types import Json, Model
from proofroom.content.plans.delete import plan_delete
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.seen import refuse_if_changed
from proofroom.content.plans.types import EntrySave, FilePlan, Stamp
from proofroom.content.tools.kinds import write_tool
from proofroom.content.tools.limits import allow_locales
from proofroom.content.tools.workbench import Given, Workbench, answer, find_locale, find_model
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

SAVE = "save_content"
_NEW = re.compile(r"new(?:[-_]?\d+)?")


class SaveContentInput(Given):
    """Input of `save_content`."""

    model: str = Field(description="Id of the content model.")
    data: dict[str, Any] = Field(
        description="Collection: {entryId: {field: value}}, with `new`, `new-2` … for entries that do not "
        "exist yet. Singleton: {field: value}. Dictionary: {key: text}. Document: the front matter. Only the "
        "given fields change; null removes one."
    )
    locale: str | None = Field(None, description="Locale; the one on screen or the default if left out.")
    slug: str | None = Field(None, description="Slug of the document; needed for documents.")
    entry_ids: list[str] = Field(
        default_factory=list[str],
        alias="entryIds",
        max_length=1_000,
        description="Documents that all get the same front matter, by slug; instead of `slug`.",
    )
    body: str | None = Field(None, description="Markdown text of a document; left out, it stays as it is.")
    publish_at: str | None = Field(None, description="ISO date-time it becomes public; null clears.")
    expire_at: str | None = Field(None, description="ISO date-time it stops being public; null clears.")
    # For doors at which people write; a model reads right before it writes.
    seen: SkipJsonSchema[dict[str, Any] | None] = None


class DeleteContentInput(Given):
    """Input of `delete_content`."""

    model: str = Field(description="Id of the content model.")
    entry_ids: list[str] = Field(
        alias="entryIds",
        max_length=1_000,
        description="Entry ids, slugs of documents, or keys of a dictionary; empty for a singleton.",
    )
    locale: str | None = Field(None, description="Only from this locale; from all of them if left out.")


def tools(bench: Workbench) -> list[ToolSpec]:
    """Return the tools that write entries."""

    @write_tool()
    async def save_content(context: ToolContext, given: SaveContentInput) -> ToolOutput:
        """Create or change entries of one model in one locale. Look them up first; name only the fields
        that change. All of it is validated first.
        """

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            model = find_model(context, project, given.model)
            locale = find_locale(context, project, model, given.locale)
            if given.seen is not None:
                refuse_if_changed(project, model, saved_entry(given), locale, given.seen)
            numbers = iter(range(10_000))
            # Planned again if somebody else was faster, and after a crash: the same ids each time.
            return plan_save(
                project,
                model.id,
                list(_saves(project, model, given, locale)),
                stamp,
                new_id=lambda: derived_entry_id(context.run_id, context.step, str(next(numbers))),
            )

        written, data = await bench.write(context, plan, f"contentrain: save {given.model}")
        data["results"] = list(written.plan.results)
        return answer(written, data, await _said(bench, context, written, given))

    @write_tool(destructive=True)
    async def delete_content(context: ToolContext, given: DeleteContentInput) -> ToolOutput:
        """Delete entries, documents or keys. Refused while other entries point at them."""

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            model = find_model(context, project, given.model)
            allow_locales(context, [given.locale] if given.locale else project.locales(model))
            return plan_delete(project, model.id, given.entry_ids, given.locale)

        entries = count(len(given.entry_ids), "entry", "entries")
        written, data = await bench.write(context, plan, f"contentrain: delete {entries} from {given.model}")
        where = f"{given.model} ({given.locale})" if given.locale else given.model
        return answer(written, data, say("did.write.deleted", entries=entries, where=where))

    return [save_content, delete_content]


def saved_entry(given: SaveContentInput) -> str:
    """Return the one entry that a save is about; empty for a model that is one record."""
    if given.slug is not None:
        return given.slug
    first = next(iter(given.data), "")
    return first if isinstance(given.data.get(first), dict) else ""


def _saves(project: Project, model: Model, given: SaveContentInput, locale: str) -> Iterator[EntrySave]:
    schedule = {
        name: getattr(given, name) for name in ("publish_at", "expire_at") if name in given.model_fields_set
    }
    if model.kind == "document" and given.entry_ids:
        for slug in dict.fromkeys(given.entry_ids):
            if not project.has_document(model, slug):
                raise NotFound(say("content.no_document", slug=slug, model=model.id))
            yield EntrySave(given.data, slug, locale, given.body, schedule or None)
        return
    if model.kind != "collection":
        yield EntrySave(given.data, given.slug, locale, given.body, schedule or None)
        return
    file = project.collection(model, locale)
    known = file.entries if file else {}
    for key, fields in _by_id(model, given.data).items():
        is_new = key is None or (key not in known and _NEW.fullmatch(key))
        yield EntrySave(fields, None if is_new else key, locale, None, schedule or None)


def _by_id(model: Model, data: Json) -> dict[str | None, Json]:
    """Return entries by id; bare fields are one new entry."""
    if data and all(isinstance(fields, dict) for fields in data.values()):
        return cast("dict[str | None, Json]", data)
    if data and all(name in model.fields for name in data):
        return {None: data}
    raise InvalidInput(say("content.collection_data", model=model.id))


async def _said(bench: Workbench, context: ToolContext, written: Written, given: SaveContentInput) -> str:
    """Return what happened in one line: how many fields of which entry, or how many entries."""
    results = written.plan.results
    locale = written.plan.locale or given.locale
    where = f"{given.model} ({locale})" if locale else given.model
    if not written.branch:
        return say("did.write.nothing", where=where)
    if len(results) != 1:
        return say(
            "did.write.changed",
            what=count(len(results) or len(given.data), "entry", "entries"),
            where=where,
        )
    result = results[0]
    key = str(result.get("id") or result.get("slug") or "")
    label = await _label(bench, context, written, key)
    if result["action"] == "created":
        return (
            say("did.write.added", label=label, where=where) if key else say("did.write.filled", where=where)
        )
    fields = _changed_fields(given, key)
    return (
        say("did.write.fields_of", fields=fields, label=label, where=where)
        if key
        else say("did.write.changed", what=fields, where=where)
    )


def _changed_fields(given: SaveContentInput, key: str) -> str:
    nested = given.data.get(key)
    number = len(cast("Json", nested)) if isinstance(nested, dict) else len(given.data)
    return count(number + (given.body is not None), "field")


async def _label(bench: Workbench, context: ToolContext, written: Written, key: str) -> str:
    """Return what an entry is called: as in the content, because a new title only waits to be merged."""
    model_id, locale = written.plan.model or "", str(written.plan.results[0]["locale"])
    for ref in (None, written.branch):
        row = await bench.brain.look(
            bench.project_id(context), ref, lambda view: view.row(model_id, locale, key)
        )
        if row is not None:
            return row.label
    return key
