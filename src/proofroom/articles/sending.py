"""A finished article as an entry of a content model: a proposal for a person, never merged by itself.

What was written from strangers' texts is not trusted until somebody has accepted it.
"""

import re
import uuid
from collections.abc import Mapping
from typing import Any

import msgspec

from proofroom.access import Principal
from proofroom.access.names import slugify
from proofroom.articles import repo
from proofroom.articles.export import markdown
from proofroom.articles.lifecycle import Articles
from proofroom.articles.parts import sentences
from proofroom.articles.types import Article, ResearchSource
from proofroom.articles.visibility import Visibility
from proofroom.content.brain import Brain
from proofroom.content.format.project import Project
from proofroom.content.format.types import PROSE_TYPES, Model
from proofroom.durable import Engine, NewRun, Run, StepContext
from proofroom.durable.failure import revive
from proofroom.kernel.errors import InvalidInput, InvalidStatus
from proofroom.kernel.events import Affected
from proofroom.kernel.ids import ProjectId, RunId, new_id
from proofroom.kernel.strings import plain, say
from proofroom.kernel.tool import ToolOutput
from proofroom.repository import Repositories
from proofroom.runtime.call_context import in_step
from proofroom.runtime.facts import Ending
from proofroom.runtime.flow.flow import Closed, Flow
from proofroom.runtime.single import check_use
from proofroom.runtime.types import Asker
from proofroom.store import Database
from proofroom.tools import invoke

WORKFLOW = "article-send"
STANDFIRSTS = ("summary", "standfirst", "excerpt", "description", "tagline")
LONGEST_STANDFIRST = 280
OUTSIDE = "research"
_PICTURE = re.compile(r"!\[[^\[\]]*\]\(([^)\s\[]+)\)")
Json = dict[str, Any]


def mapped(model: Model) -> dict[str, str]:
    """Return which field of a model takes which part of an article, by its names and types."""
    fields: dict[str, str] = {}
    title = model.title_field or ("title" if "title" in model.fields else None)
    if title in model.fields:
        fields[str(title)] = "title"
    for name, field in model.fields.items():
        if name in fields:
            continue
        if name in STANDFIRSTS:
            fields[name] = "summary"
        elif field.type == "slug":
            fields[name] = "slug"
        elif field.type == "image" and "cover" not in fields.values():
            fields[name] = "cover"
        elif field.type in PROSE_TYPES and "body" not in fields.values() and model.kind != "document":
            fields[name] = "body"
    if "title" not in fields.values() or (model.kind != "document" and "body" not in fields.values()):
        raise InvalidInput(say("articles.no_fields", model=model.id))
    return fields


def parts(article: Article, sources: list[ResearchSource]) -> dict[str, str]:
    """Return what an entry can be filled with."""
    text = markdown(article, sources)
    body = re.sub(r"\A# .+\n+", "", text)
    picture = _PICTURE.search(article.content)
    if picture is not None:  # it is the cover; a page shows it above the text already
        body = body.replace(picture.group(), "", 1).lstrip("\n")
    said = _PICTURE.sub("", re.sub(r"\{\{[^{}\n]*\}\}", "", article.content))
    lines = (
        line for line in said.splitlines() if line.strip() and not line.startswith(("#", "---", "[IMAGE"))
    )
    first = next(lines, "")
    return {
        "title": article.title,
        "slug": slugify(article.title),
        "body": body,
        "summary": standfirst(first),
        "cover": picture.group(1) if picture else "",
    }


def check_ready(article: Article, operation: str) -> None:
    """Refuse an article that is not finished."""
    if article.status not in ("ready", "published"):
        raise InvalidStatus(
            say("articles.not_ready", status=article.status),
            currentStatus=article.status,
            expectedStatus=["ready", "published"],
            operation=operation,
        )


def standfirst(text: str) -> str:
    """Return the beginning of a text in whole sentences, as far as they fit."""
    said = ""
    for each in sentences(text):
        if len(said) + len(each.text) + 1 > LONGEST_STANDFIRST:
            break
        said = f"{said} {each.text}".strip()
    return said or " ".join(text.split())[:LONGEST_STANDFIRST]


def save_input(
    model: Model, fields: Mapping[str, str], told: Mapping[str, str], entry: str, locale: str | None
) -> Json:
    """Return the call that saves it; `entry` is what it became before, and is changed then."""
    made = _saved_fields(model, fields, told, entry)
    return made | ({"locale": locale} if locale else {})


def _saved_fields(model: Model, fields: Mapping[str, str], told: Mapping[str, str], entry: str) -> Json:
    data = {
        name: told[part][: int(model.fields[name].max or LONGEST_STANDFIRST)]
        if part == "summary"
        else told[part]
        for name, part in fields.items()
        if told.get(part) and name in model.fields
    }
    if model.kind == "document":
        return {"model": model.id, "slug": entry or told["slug"], "data": data, "body": told["body"]}
    if model.kind == "singleton":
        return {"model": model.id, "data": data}
    return {"model": model.id, "data": {entry or "new": data}}


class Sending:
    """Sends articles to the content of their project."""

    def __init__(
        self,
        articles: Articles,
        database: Database,
        brain: Brain,
        repositories: Repositories,
        engine: Engine,
    ) -> None:
        self._articles, self._database, self._engine = articles, database, engine
        self._brain, self._repositories = brain, repositories

    async def start(
        self, article: Article, asker: Asker, project_id: ProjectId, model: str, fields: dict[str, str] | None
    ) -> Run:
        """Begin to send an article that is ready.

        What was sent before and still waits is changed, on the branch that waits: whoever presses twice finds
        one proposal. Two presses at once are one run.
        """
        check_ready(article, "send")
        pressed = RunId(str(uuid.uuid5(uuid.UUID(article.id), f"{project_id}/{model}/{article.updated_at}")))
        before = await self._engine.runs.find(pressed, article.workspace_id)
        return await self._engine.start(
            NewRun(
                id=RunId(new_id()) if before is not None and before.has_ended else pressed,
                workspace_id=article.workspace_id,
                workflow=WORKFLOW,
                agent="writer",
                source="hand",
                project_id=project_id,
                person_id=asker.person_id,
                title=article.title,
                input={
                    "articleId": article.id,
                    "model": model,
                    "fields": fields,
                    "apiKeyId": asker.api_key_id,
                    "onto": f"article/{article.id}-{slugify(model)}",
                },
            )
        )

    async def run(self, flow: Flow) -> Closed:
        """Save the entry on a branch of its own, and leave it waiting as a proposal."""
        authority = await flow.authority()
        spec = flow.ports.registry.get("save_content")
        check_use(spec, authority)
        run = flow.run
        assert run.project_id is not None
        project = await flow.ports.find_project(run.workspace_id, run.project_id, None)

        async def save(step: StepContext) -> Json:
            arguments = await self._arguments(step)
            context = in_step(step, authority, f"{run.id[-12:]}.1.0", agent="writer", outside=OUTSIDE)
            output: ToolOutput = await invoke(spec, context, arguments)
            affected = msgspec.to_builtins(output.affected, enc_hook=plain)
            return {"ok": output.ok, "data": output.data, "error": output.error, "affected": affected}

        saved = await flow.step("10.save", "save the entry", save, kind="tool")
        if not saved["ok"]:
            raise revive(saved["error"])

        async def remember(step: StepContext) -> Json:
            await self._remember(step, saved["data"])
            return {}

        await flow.step("20.remember", "remember the entry", remember)
        name = authority.name or "Proofroom"
        ending = Ending(authority, project, "writer", name, model=None, title=run.title, outside=OUTSIDE)
        flow.ends_with(lambda: ending)
        settled = await flow.end_branch()
        return Closed(
            {"saved": saved["data"], "settled": settled}, msgspec.convert(saved["affected"], Affected)
        )

    async def _arguments(self, step: StepContext) -> Json:
        run, given = step.run, step.run.input
        assert run.project_id is not None
        article = await self._articles.get(Visibility(run.workspace_id), given["articleId"])
        waiting = await self._repositories.open_branch(run.project_id, str(given.get("onto", "")))
        project = await self._brain.project(run.project_id, waiting)
        model = project.model(given["model"])
        async with self._database.transaction() as connection:
            known = await repo.mapping(connection, run.workspace_id, run.project_id, model.id)
            fields = given["fields"] or known or mapped(model)
            await repo.keep_mapping(
                connection, run.workspace_id, run.project_id, model.id, fields, step.now()
            )
        told = parts(article, await self._articles.research(article))
        locale = article.locale if model.i18n and article.locale in project.locales(model) else None
        return save_input(model, fields, told, _known_entry(article, project, model), locale)

    async def _remember(self, step: StepContext, saved: Json) -> None:
        """Keep which entry an article became, so that it is changed when the article is sent again."""
        run = step.run
        visibility = Visibility(run.workspace_id)
        article = await self._articles.get(visibility, run.input["articleId"])
        results: list[Json] = saved.get("results") or []
        entry = next((str(each["id"]) for each in results if each.get("id")), "")
        if not entry:
            return
        sent = dict(article.metadata.get("sentTo") or {}) | {f"{run.project_id}/{run.input['model']}": entry}
        by = Principal("agent", run.workspace_id, "writer", frozenset(), person_id=run.person_id)
        await self._articles.write(
            article.workspace_id,
            article.id,
            "send",
            by.in_run(run.id),
            step.now(),
            to=article.status,
            expected=[article.status],
            metadata=article.metadata | {"sentTo": sent},
        )


def _known_entry(article: Article, project: Project, model: Model) -> str:
    """Return the entry that an article became before, if it is still there; a document keeps its slug."""
    sent: dict[str, str] = article.metadata.get("sentTo") or {}
    entry = next((value for place, value in sent.items() if place.endswith(f"/{model.id}")), "")
    if not entry or model.kind == "document":
        return entry
    files = (project.collection(model, locale) for locale in project.locales(model))
    return entry if any(file is not None and entry in file.entries for file in files) else ""
