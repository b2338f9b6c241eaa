"""Setting a project up, empty or from a template, as the official tools do."""

from dataclasses import replace
from functools import cache
from importlib import resources
from typing import cast

import orjson

from proofroom.content.contentrain.commit import commit, landed
from proofroom.content.contentrain.given import ContentrainInput
from proofroom.content.contents import NewProject
from proofroom.content.format.context_file import Operation, told_operation
from proofroom.content.format.paths import (
    CONFIG,
    CONTENT,
    CONTEXT,
    FOLDER,
    META,
    MODELS,
    VOCABULARY,
    content_path,
)
from proofroom.content.format.project import Project
from proofroom.content.format.types import Json, Model
from proofroom.content.plans.init import DEFAULT_DOMAINS
from proofroom.content.plans.model import plan_save_model
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave, FilePlan, Stamp
from proofroom.content.tools.limits import allow_locales, allow_models
from proofroom.content.tools.workbench import Workbench, answer, told
from proofroom.kernel.errors import Conflict, InvalidInput, NotFound
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput
from proofroom.repository.git.branch import CONTENT_BRANCH


class Starts:
    """The tools that begin something."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench

    async def init(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Give an empty repository its first structure; the official workflow is auto-merge."""
        locales = cast("list[str]", given.get("locales") or ["en"])
        domains = cast("list[str]", given.get("domains") or list(DEFAULT_DOMAINS))
        new = NewProject(
            locales, domains, (), str(given.get("stack") or "other"), "auto-merge", with_keep_files=True
        )
        token = told_operation.set(Operation("contentrain_init", ""))
        try:
            landing = await self._bench.contents.init(self._bench.job(context), new)
        finally:
            told_operation.reset(token)
        if landing.status == "conflicts":
            raise Conflict(say("content.first_structure"))
        project = await self._bench.contents.read(self._bench.project_id(context), None, lambda found: found)
        brought = [*project.tree.list(FOLDER), ".gitignore"]
        files = [path for path in (CONFIG, VOCABULARY, CONTEXT) if path in brought]
        data: Json = {
            "status": "committed",
            "message": "The project is set up and committed.",
            "config_created": CONFIG,
            "detected_stack": str(given.get("stack") or "other"),
            "detected_locales": locales,
            "suggested_domains": domains,
            "files_created": files,
            "directories_created": [f"{folder}/" for folder in (MODELS, CONTENT, META)],
            "gitignore_updated": True,
            "git": {
                "branch": CONTENT_BRANCH,
                "action": "auto-merged",
                "commit": landing.commit,
                **landed(brought),
            },
            "next_steps": ["Make models with contentrain_model_save or contentrain_scaffold."],
        }
        return told(data, f"Set the project up in {', '.join(locales)}")

    async def scaffold(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Add the models of a template, and an entry of each to begin with."""
        name = str(given.get("template"))
        template = _templates().get(name)
        if template is None:
            known = ", ".join(_templates())
            raise NotFound(
                say("content.no_template", template=name), suggestion=say("next.one_of", known=known)
            )
        models = cast("list[Json]", template["models"])
        allow_models(context, [str(model["id"]) for model in models])
        locales = cast("list[str] | None", given.get("locales"))
        samples = (
            cast("dict[str, list[Json]]", template["samples"]) if given.get("with_sample_content") else {}
        )
        written_entries: list[Json] = []

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            written_entries.clear()
            places = locales or list(project.ready_config.locales)
            unknown = [place for place in places if place not in project.ready_config.locales]
            if unknown:
                raise InvalidInput(say("content.locale", locale=unknown[0]))
            allow_locales(context, places)
            return _Scaffold(project, stamp).plan(models, samples, places, written_entries)

        about = ("new", f"scaffold-{name}", (locales or ["all"])[0])
        done = Operation("contentrain_scaffold", "*", (locales or [None])[0])
        written, git = await commit(self._bench, context, about, plan, f"scaffold: {name}", done)
        data: Json = {
            "status": "committed",
            "message": f"The template {name} is set up and committed.",
            "models_created": [
                {"id": model["id"], "kind": model["kind"], "fields": len(model.get("fields") or {})}
                for model in models
            ],
            "content_created": len(written_entries),
            "vocabulary_terms_added": 0,
            "git": git,
            "context_updated": True,
            "next_steps": [
                "Change models with contentrain_model_save.",
                "Add entries with contentrain_content_save.",
            ],
        }
        return answer(written, data, f"Set up {count(len(models), 'model')} from the template {name}")


class _Scaffold:
    """One plan made of many: each sees the project as the ones before leave it."""

    def __init__(self, project: Project, stamp: Stamp) -> None:
        self._project, self._stamp = project, stamp
        self._plan = FilePlan()

    def plan(
        self, models: list[Json], samples: dict[str, list[Json]], locales: list[str], made: list[Json]
    ) -> FilePlan:
        for definition in models:
            if definition["id"] in self._project.models:
                raise Conflict(say("content.model_taken", model=definition["id"]))
            self._add(plan_save_model(self._project, definition))
            self._add(FilePlan(writes=self._empty_files(self._project.model(str(definition["id"])))))
        for model_id, entries in samples.items():
            model = self._project.model(model_id)
            places = locales if model.i18n else [self._project.ready_config.default_locale]
            saves = [
                EntrySave(dict(entry["data"]), entry.get("id") or entry.get("slug"), place)
                for entry in entries
                for place in places
            ]
            plan = plan_save(self._project, model_id, saves, self._stamp)
            made.extend({"model": model_id, **result} for result in plan.results)
            self._add(plan)
        return self._plan

    def _empty_files(self, model: Model) -> dict[str, bytes]:
        """Return a file for each locale, so that a model without entries is valid."""
        if model.kind == "document":
            return {}
        project = self._project
        places = [
            (content_path(model, place), project.meta_path(model, place)) for place in project.locales(model)
        ]
        return {path: b"{}\n" for pair in places for path in pair}

    def _add(self, plan: FilePlan) -> None:
        plan = plan.checked()
        self._project = self._project.with_changes(plan.writes, plan.deletes)
        self._plan = replace(
            plan,
            writes={**self._plan.writes, **plan.writes},
            affected=self._plan.affected.merged(plan.affected),
            results=(*self._plan.results, *plan.results),
            parsed={},
        )


@cache
def _templates() -> dict[str, Json]:
    raw = resources.files("proofroom.content.contentrain").joinpath("templates.json").read_bytes()
    return cast("dict[str, Json]", orjson.loads(raw))
