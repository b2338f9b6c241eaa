"""Checking: content against its models, and the models themselves."""

import asyncio

from pydantic import Field

from proofroom.content.format.project import Project
from proofroom.content.format.types import Json, Model
from proofroom.content.tools.kinds import read_tool
from proofroom.content.tools.limits import allow_model, may_use_model, seen_of
from proofroom.content.tools.workbench import Given, Workbench, told
from proofroom.content.validation.project import validate_project
from proofroom.content.validation.schema import validate_schema as check_schema
from proofroom.content.validation.types import Report
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

SHOWN = 100
"""Issues a result lists; the summary counts all of them."""


class ValidateInput(Given):
    """Input of `validate`."""

    model: str | None = Field(None, description="Only this content model.")
    locale: str | None = Field(None, description="Only this locale.")


class ValidateSchemaInput(Given):
    """Input of `validate_schema`."""


def tools(bench: Workbench) -> list[ToolSpec]:
    """Return the checking tools."""

    @read_tool
    async def validate(context: ToolContext, given: ValidateInput) -> ToolOutput:
        """Validate content against its models; lists issues with model, entry and field."""
        project = await bench.project(context)
        if given.model is not None:
            allow_model(context, given.model)
            project.model(given.model)
        at = context.now()

        def check() -> tuple[Report, Json]:
            report = validate_project(project, given.model)
            return report, check_schema(project, at, report=report).as_dict()

        report, schema = await asyncio.to_thread(check)
        report = _in_locale(seen_of(context, report), given.locale)
        data = {**_seen(context, schema), **report.as_dict()}
        data["issues"] = data["issues"][:SHOWN]
        return told(data, _verdict(report))

    @read_tool
    async def validate_schema(context: ToolContext, given: ValidateSchemaInput) -> ToolOutput:
        """Check the content models: broken relations, wrong fields, breaking changes."""
        project, before = await bench.project(context), await _models_before(bench, context)
        at = context.now()
        found = await asyncio.to_thread(lambda: check_schema(project, at, before).as_dict())
        seen = _seen(context, found)
        weak = count(len(seen["warnings"]), "weakness", "weaknesses")
        return told(seen, say("did.checks.models", weak=weak, score=found["healthScore"]))

    return [validate, validate_schema]


def _in_locale(report: Report, locale: str | None) -> Report:
    issues = tuple(issue for issue in report.issues if locale is None or issue.locale in (None, locale))
    return Report(issues, report.models_checked, report.entries_checked, report.fixed)


def _seen(context: ToolContext, schema: Json) -> Json:
    warnings = [one for one in schema["warnings"] if may_use_model(context, one["modelId"])]
    return {**schema, "warnings": warnings[:SHOWN]}


def _verdict(report: Report) -> str:
    entries = count(report.entries_checked, "entry", "entries")
    if not report.issues:
        return say("did.checks.valid", entries=entries)
    errors, warnings = count(len(report.errors), "error"), count(len(report.warnings), "warning")
    return say("did.checks.found", entries=entries, errors=errors, warnings=warnings)


async def _models_before(bench: Workbench, context: ToolContext) -> dict[str, Model] | None:
    """Return the content branch's models if another branch is read: what changed is a finding."""
    if await bench.ref(context) is None:
        return None
    base: Project = await bench.brain.project(bench.project_id(context))
    return base.models
