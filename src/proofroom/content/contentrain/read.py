"""Reading a project as the official tools show it."""

import asyncio
from collections.abc import Callable
from functools import cache, partial
from importlib import resources
from itertools import islice
from typing import Any, cast

import orjson

from proofroom.content.contentrain.given import ContentrainInput
from proofroom.content.format.project import Project
from proofroom.content.format.types import Entry, Json, Model
from proofroom.content.tools.limits import may_use_model
from proofroom.content.tools.workbench import Workbench, find_locale, find_model, told
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.nouns import count
from proofroom.kernel.tool import ToolContext, ToolOutput
from proofroom.repository import Repositories
from proofroom.repository.git.branch import CONTENT_BRANCH, tip
from proofroom.repository.git.health import Health
from proofroom.repository.git.open import default_branch

Allowed = Callable[[str], bool]
"""Tells whether the caller may see a model."""

MOST = 1_000
"""Entries that one list gives; the original has no limit."""


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
        data: Json = {
            "initialized": True,
            "config": project.config.raw,
            "models": [_summary(model) for model in models],
            "context": project.context,
            "vocabulary": {"size": len(project.vocabulary.terms) if project.vocabulary else 0},
            "branches": branch_counts(health),
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
            numbers = {
                place: sum(1 for _ in project.entries(model, place)) for place in project.locales(model)
            }
            data: Json = {**model.raw, "stats": {"entries": numbers}}
            if given.get("include_sample"):
                first = next(iter(project.entries(model, locale)), None)
                data["sample"] = _row(model, first) if first else None
            return data

        data = await asyncio.to_thread(look)
        data["import_snippet"] = _snippet(model)
        if (glossary := project.vocabulary) is not None and glossary.terms:
            terms = count(len(glossary.terms), "term")
            data["vocabulary_hint"] = f"The glossary has {terms}: use its spellings."
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


def branch_counts(health: Health) -> Json:
    """Return how many branches wait, against the limits."""
    return {
        "total": len(health.unmerged) + len(health.merged),
        "unmerged": len(health.unmerged),
        "status": health.status,
        "warn_limit": health.warn_limit,
        "block_limit": health.block_limit,
    }


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
    content, base = tip(repo, CONTENT_BRANCH), tip(repo, default_branch(repo))
    if content is None or base is None:
        return {"name": CONTENT_BRANCH, "ahead": 0, "behind": 0, "relation": "missing"}
    ahead, behind = repo.git.ahead_behind(content, base)
    relation = "diverged" if ahead and behind else "ahead" if ahead else "behind" if behind else "in_sync"
    return {"name": CONTENT_BRANCH, "ahead": ahead, "behind": behind, "relation": relation}


def _listed(project: Project, model: Model, locale: str, given: ContentrainInput, allowed: Allowed) -> Json:
    limit = min(int(given.get("limit") or MOST), MOST)
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
    rows, total = _page(project, model, locale, wanted, slice(offset, offset + limit))
    if given.get("resolve") and model.kind == "collection":
        rows = [_resolved(project, model, locale, row, allowed) for row in rows]
    return {**head, "data": rows, "total": total, "offset": offset, "limit": limit}


def _page(project: Project, model: Model, locale: str, wanted: Json, part: slice) -> tuple[list[Json], int]:
    """Return some rows of those that fit, and how many fit; a collection is not walked but for a filter."""
    if model.kind == "collection":
        file = project.collection(model, locale)
        held = file.entries if file else {}
        if wanted:
            held = {key: data for key, data in held.items() if _fits(data, wanted)}
        return [{"id": key, **data} for key, data in islice(held.items(), part.start, part.stop)], len(held)
    found = [entry for entry in project.entries(model, locale) if _fits(entry.data, wanted)]
    return [_row(model, entry) for entry in found[part]], len(found)


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


def _snippet(model: Model) -> str:
    return (
        f"import {{ query }} from '#contentrain'\n"
        f"const found = query('{model.id}'){'.locale(locale)' if model.i18n else ''}.all()"
    )


@cache
def _format() -> Json:
    raw = resources.files("proofroom.content.contentrain").joinpath("format.json").read_bytes()
    return cast("Json", orjson.loads(raw))
