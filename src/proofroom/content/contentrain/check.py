"""Checking a project as the official tools do."""

import asyncio
from collections.abc import Iterator

from proofroom.content.contentrain.commit import UNCHANGED, commit
from proofroom.content.contentrain.given import ContentrainInput
from proofroom.content.contentrain.read import waiting_branches
from proofroom.content.format.context_file import Operation
from proofroom.content.format.project import Project
from proofroom.content.format.types import Json
from proofroom.content.tools.fixes import allow_fix, plan_for
from proofroom.content.tools.limits import allow_model, may_use_locale, may_use_model, seen_of
from proofroom.content.tools.workbench import Workbench, answer, told
from proofroom.content.validation.project import validate_project
from proofroom.content.validation.types import Report
from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput

SHOWN = 200


class Checks:
    """The tools that look for what is wrong."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench

    async def validate(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Validate the project or one model, and cure what can be cured if asked."""
        model_id = given.get("model")
        if model_id is not None:
            allow_model(context, model_id)
        if given.get("fix"):
            return await self._fix(context, model_id)
        project = await self._bench.brain.project(self._bench.project_id(context), context.ref)
        report = await asyncio.to_thread(validate_project, project, model_id)
        return told(_told(context, report), f"Checked {count(report.entries_checked, 'entry', 'entries')}")

    async def _fix(self, context: ToolContext, model_id: str | None) -> ToolOutput:
        if "content.write" not in context.permissions:
            raise NotAllowed(say("content.fix_is_change"))

        allow_fix(context, model_id)
        plan = plan_for(context, model_id)
        written, git = await commit(
            self._bench,
            context,
            ("fix", "validate"),
            plan,
            "validate: auto-fix",
            Operation("contentrain_validate", model_id or "*"),
        )
        fixed = count(written.plan.report.fixed, "issue")
        data = _told(context, written.plan.report)
        if git["action"] != UNCHANGED:
            done = {"status": "committed", "message": f"{fixed} cured and committed."}
            data |= {**done, "git": git, "context_updated": True}
        return answer(written, data, f"Cured {count(written.plan.report.fixed, 'issue')}")

    async def doctor(self, context: ToolContext, given: ContentrainInput) -> ToolOutput:
        """Report on the project's health."""
        project_id = self._bench.project_id(context)
        phase, _, cause = await self._bench.contents.phase(project_id)
        checks: list[Json] = [_check("Git repository", phase != "error", cause or "It can be read.")]
        if phase == "error":
            return told(_report(checks), "The project is in an error state")
        project = await self._bench.brain.project(project_id, None)
        is_ready = project.config is not None
        checks.append(_check("Config", is_ready, _setup(project) if is_ready else "Call contentrain_init."))
        usage: Json | None = None
        if is_ready:
            report = seen_of(context, await asyncio.to_thread(validate_project, project))
            checks += [*_content_checks(report)]
            health = await self._bench.contents.health(project_id)
            waiting = waiting_branches(health) if health.unmerged else "None"
            checks.append(_check("Pending branches", health.status == "ok", waiting, "warning"))
            if given.get("usage"):
                usage = await asyncio.to_thread(_usage, context, project)
        return told(_report(checks) | ({"usage": usage} if usage is not None else {}), "Examined the project")


def _setup(project: Project) -> str:
    return f"stack: {project.ready_config.stack}, locales: {', '.join(project.ready_config.locales)}"


def _content_checks(report: Report) -> Iterator[Json]:
    """Yield how the models, the content and what belongs to no model stand."""
    of_models = [issue for issue in report.errors if issue.code.startswith("model.")]
    orphans = [issue for issue in report.issues if issue.code == "content.orphan_dir"]
    of_content = count(len(report.errors) - len(of_models), "error")
    models = count(report.models_checked, "model")
    yield _check("Models", not of_models, f"{models}, {count(len(of_models), 'error')}.")
    is_fine = len(report.errors) == len(of_models)
    yield _check("Content", is_fine, f"{of_content} in {count(report.entries_checked, 'entry', 'entries')}.")
    found = ", ".join(str(issue.path or issue.model) for issue in orphans[:SHOWN])
    yield _check("Orphan content", not orphans, f"Found: {found}" if orphans else "None", "warning")


def _check(name: str, is_fine: bool, detail: str, severity: str = "error") -> Json:
    return {"name": name, "pass": is_fine, "detail": detail} | ({} if is_fine else {"severity": severity})


def _report(checks: list[Json]) -> Json:
    wrong = [check["severity"] for check in checks if not check["pass"]]
    summary = {
        "total": len(checks),
        "passed": len(checks) - len(wrong),
        "failed": wrong.count("error"),
        "warnings": wrong.count("warning"),
    }
    return {"checks": checks, "summary": summary}


def _told(context: ToolContext, report: Report) -> Json:
    seen = seen_of(context, report)
    data: Json = seen.as_dict()
    data["issues"] = data["issues"][:SHOWN]
    wrong, doubtful = count(len(seen.errors), "error"), count(len(seen.warnings), "warning")
    data["status"], data["message"] = "validated", f"Found {wrong} and {doubtful}."
    data["next_steps"] = [] if seen.is_valid else ["Correct the named fields with contentrain_content_save."]
    return data


def _usage(context: ToolContext, project: Project) -> Json:
    """Return texts that several keys share, and keys that a locale lacks; source code is not searched."""
    duplicates: list[Json] = []
    missing: list[Json] = []
    for model in project.models.values():
        if model.kind != "dictionary" or not may_use_model(context, model.id):
            continue
        texts = {locale: project.record(model, locale) or {} for locale in project.locales(model)}
        every = {key for found in texts.values() for key in found}
        for locale in (one for one in texts if may_use_locale(context, one)):
            found = texts[locale]
            owners: dict[str, list[str]] = {}
            for key, text in found.items():
                owners.setdefault(str(text), []).append(key)
            shared = [(text, keys) for text, keys in owners.items() if len(keys) > 1]
            here = {"model": model.id, "locale": locale}
            duplicates.extend({**here, "value": text, "keys": keys} for text, keys in shared[:50])
            lacking = sorted(every - set(found))[:50]
            missing.extend({"model": model.id, "key": key, "missingIn": locale} for key in lacking)
    return {"unusedKeys": [], "duplicateValues": duplicates, "missingLocaleKeys": missing}
