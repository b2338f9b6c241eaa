"""Reading a project as the official tools show it."""

import asyncio
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import resources
from itertools import islice
from typing import Any, cast

import orjson

from proofroom.content.contentrain.given import ContentrainInput
from proofroom.content.contentrain.shapes import import_snippet
from proofroom.content.format.project import Project
from proofroom.content.format.types import Entry, Json, Model, Vocabulary
from proofroom.content.tools.limits import may_use_model
from proofroom.content.tools.workbench import Workbench, find_locale, find_model, told
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.nouns import count
from proofroom.kernel.tool import ToolContext, ToolOutput
from proofroom.repository import Repositories
from proofroom.repository.git.branch import CONTENT_BRANCH, tip
from proofroom.repository.git.health import Health
from proofroom.repository.git.open import default_branch
from proofroom.tools.written import WrittenRows

Allowed = Callable[[str], bool]
"""Tells whether the caller may see a model."""

_SHOWN = ("stack", "workflow", "locales", "domains", "repository")
"""What of the configuration the status tells."""

MOST_BYTES = 8 * 1024 * 1024
"""How much one list gives, as JSON; the original has no limit. What is left is on the next page."""
AT_ONCE = 1_000
"""Rows that are measured together; where each brings what its relations point at, one by one."""


class Reads:
    """The tools that show something and change nothing."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench

    async def status(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Show how the project stands."""
        project_id = self._bench.project_id(context)
        project = await self._project(context)
        if project.config is None:
            steps = ["Call contentrain_init to set the project up."]
            return told({"initialized": False, "next_steps": steps}, "The project is not set up")
        health = await self._bench.contents.health(project_id)
        models = [model for model in project.models.values() if may_use_model(context, model.id)]
        terms = (project.vocabulary or Vocabulary()).terms
        data: Json = {
            "initialized": True,
            "config": {name: project.config.raw[name] for name in _SHOWN if name in project.config.raw},
            "models": [_summary(model) for model in models],
            "context": {name: value for name, value in (project.context or {}).items() if name != "version"},
            "vocabulary": {"size": len(terms), **({"terms": terms} if terms else {})},
            "branches": _branches(health),
            **({} if health.status == "ok" else {"branch_warning": waiting_branches(health)}),
            "content_branch": await asyncio.to_thread(_relation, self._bench.repositories, project_id),
            "next_steps": _next_steps(models, health),
        }
        return told(data, f"Looked at the project: {count(len(models), 'model')}")

    async def describe(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Show a model with its numbers, and one entry of it if asked."""
        project = await self._project(context)
        model = find_model(context, project, str(given.get("model")))
        locale = find_locale(context, project, model, given.get("locale"))

        def look() -> Json:
            data: Json = {**model.raw, "stats": _stats(project, model)}
            first = next(iter(project.entries(model, locale)), None) if given.get("include_sample") else None
            return data | ({"sample": _row(model, first)} if first else {})

        data = await asyncio.to_thread(look)
        data["import_snippet"] = import_snippet(model, locale, project.ready_config.stack)
        glossary = project.vocabulary if model.kind == "dictionary" else None
        if glossary is not None and glossary.terms:
            note = "The glossary's spellings come first: look here before a new key is made."
            data["vocabulary_hint"] = {"note": note, "terms": glossary.terms}
        return told(data, f"Looked at the model {model.id}")

    async def describe_format(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Explain the format."""
        return told(_format(), "Explained the format")

    async def content_list(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """List the content of a model in one locale."""
        project = await self._project(context)
        model = find_model(context, project, str(given.get("model")))
        locale = find_locale(context, project, model, given.get("locale"))
        data = await asyncio.to_thread(
            _listed, project, model, locale, given, partial(may_use_model, context)
        )
        return told(data, f"Listed {model.id} ({locale})")

    async def _project(self, context: ToolContext) -> Project:
        return await self._bench.brain.project(self._bench.project_id(context), context.ref)


def _branches(health: Health) -> Json:
    """Return how many branches there are; none is cleaned up by looking."""
    merged, unmerged = len(health.merged), len(health.unmerged)
    return {"total": merged + unmerged, "merged": merged, "unmerged": unmerged, "cleaned_up": 0}


def waiting_branches(health: Health) -> str:
    """Tell how many branches wait, against the limit."""
    return f"{count(len(health.unmerged), 'branch', 'branches')} of {health.block_limit} wait."


def _stats(project: Project, model: Model) -> Json:
    """Count the entries of a model, by locale where it has any; the one file of others is called data."""
    numbers = {place: sum(1 for _ in project.entries(model, place)) for place in project.locales(model)}
    total = sum(numbers.values())
    if not model.i18n:
        return {"total_entries": total, "locales": {"data": total} if model.kind == "collection" else {}}
    return {"total_entries": total, "locales": {place: number for place, number in numbers.items() if number}}


def _summary(model: Model) -> Json:
    return {
        "id": model.id,
        "name": model.name,
        "kind": model.kind,
        "domain": model.domain,
        "i18n": model.i18n,
        "fields": len(model.fields),
    }


def _next_steps(models: list[Model], health: Health) -> list[str]:
    steps: list[str] = []
    if not models:
        steps.append("Call contentrain_model_save to make the first model.")
    if health.unmerged:
        steps.append(f"{count(len(health.unmerged), 'branch waits', 'branches wait')} for review.")
    return steps


def _relation(repositories: Repositories, project_id: ProjectId) -> Json:
    repo = repositories.repo(project_id)
    name = default_branch(repo)
    content, base = tip(repo, CONTENT_BRANCH), tip(repo, name)
    if content is None or base is None:
        return {"base": name, "ahead": 0, "behind": 0, "relation": "missing"}
    ahead, behind = repo.git.ahead_behind(content, base)
    relation = "diverged" if ahead and behind else "ahead" if ahead else "behind" if behind else "in_sync"
    return {"base": name, "ahead": ahead, "behind": behind, "relation": relation}


def _listed(project: Project, model: Model, locale: str, given: ContentrainInput, allowed: Allowed) -> Json:
    offset = max(0, int(given.get("offset") or 0))
    head: Json = {"kind": model.kind, "locale": locale}
    if model.kind in ("singleton", "dictionary"):
        record = project.record(model, locale) or {}
        if model.kind == "dictionary":
            return {**head, "data": record, "total_keys": len(record)}
        return {
            **head,
            "data": _resolved(project, model, locale, record, allowed) if given.get("resolve") else record,
        }
    wanted = cast("Json", given.get("filter") or {})
    asked = given.get("limit")
    found, total = _found(project, model, locale, wanted, offset)
    most = total if asked is None else max(0, int(asked))
    rows = islice(found, most)
    at_once = AT_ONCE
    if given.get("resolve") and model.kind == "collection":
        rows, at_once = (_resolved(project, model, locale, row, allowed) for row in rows), 1
    shown = WrittenRows()
    is_all = shown.take(rows, MOST_BYTES, at_once)
    limit = most if is_all else len(shown)
    return {**head, "data": shown, "total": total, "offset": offset, "limit": limit}


def _found(
    project: Project, model: Model, locale: str, wanted: Json, offset: int
) -> tuple[Iterator[Json], int]:
    """Return the rows that fit from some place on, and how many fit; only a filter walks a collection."""
    if model.kind == "collection":
        file = project.collection(model, locale)
        held = file.entries if file else {}
        if wanted:
            held = {key: data for key, data in held.items() if _fits(data, wanted)}
        return ({"id": key, **data} for key, data in islice(held.items(), offset, None)), len(held)
    found = [entry for entry in project.entries(model, locale) if _fits(entry.data, wanted)]
    return (_row(model, entry) for entry in found[offset:]), len(found)


def _row(model: Model, entry: Entry) -> Json:
    if model.kind == "collection":
        return {"id": entry.id, **entry.data}
    if model.kind == "document":
        return {"slug": entry.id, "frontmatter": entry.data, "body": entry.body or ""}
    return dict(entry.data)


def _fits(data: Json, wanted: Json) -> bool:
    return all(data.get(name) == value for name, value in wanted.items())


def _resolved(project: Project, model: Model, locale: str, data: Json, allowed: Allowed) -> Json:
    """Put what relations point at in the place of their ids, one level deep."""
    shown = dict(data)
    for name, field in model.fields.items():
        if field.type in ("relation", "relations") and shown.get(name):
            names = [target for target in field.targets if allowed(target)]
            refs = cast("list[Any]", shown[name]) if isinstance(shown[name], list) else [shown[name]]
            found = [_target(project, names, locale, ref) for ref in refs]
            shown[name] = found if isinstance(shown[name], list) else found[0]
    return shown


def _target(project: Project, names: list[str], locale: str, ref: Any) -> Any:
    key = ref
    if isinstance(ref, dict):
        named = cast("Json", ref)
        key, names = named.get("ref"), [name for name in names if name == named.get("model")]
    for name in names:
        model = project.models.get(name)
        place = locale if model and model.i18n else project.ready_config.default_locale
        entry = project.entry(model, str(key), place) if model else None
        if model is not None and entry is not None:
            return _row(model, entry)
    return cast("Any", ref)


@cache
def _format() -> Json:
    raw = resources.files("proofroom.content.contentrain").joinpath("format.json").read_bytes()
    return cast("Json", orjson.loads(raw))
