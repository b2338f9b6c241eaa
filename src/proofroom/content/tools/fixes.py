"""Curing what validation can cure: shown first, then made as a change like any other.

No agent has these tools unless somebody gives it their group: the `editor` has the seed's own.
"""

import asyncio
from functools import partial
from typing import Final

from pydantic import Field

from proofroom.content.contents import Planner, stamp_of
from proofroom.content.format.project import Project
from proofroom.content.format.types import Json
from proofroom.content.plans.fix import plan_fix
from proofroom.content.plans.types import FilePlan, Stamp
from proofroom.content.tools.kinds import read_tool, write_tool
from proofroom.content.tools.limits import allow_model
from proofroom.content.tools.workbench import Given, Workbench, answer, told
from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

GROUP: Final = "cures"
SHOWN: Final = 200


class FixInput(Given):
    """Input of `preview_fixes` and `fix_content`."""

    model: str | None = Field(None, description="Only this content model.")


def fix_tools(bench: Workbench) -> list[ToolSpec]:
    """Return the tools that cure, and show what they would do."""

    @partial(read_tool, group=GROUP)
    async def preview_fixes(context: ToolContext, given: FixInput) -> ToolOutput:
        """Show which validation issues can be cured without a person, and in which files."""
        allow_fix(context, given.model)
        project = await bench.project(context)
        plan = await asyncio.to_thread(plan_for(context, given.model), project, stamp_of(bench.job(context)))
        return told(describe(plan), say("did.fixes.can", issues=count(plan.report.fixed, "issue")))

    @write_tool(group=GROUP)
    async def fix_content(context: ToolContext, given: FixInput) -> ToolOutput:
        """Cure every validation issue that can be cured without a person, as one change."""
        allow_fix(context, given.model)
        planner = plan_for(context, given.model)
        written, summary = await bench.write(context, planner, "Cure what validation found")
        cured = count(written.plan.report.fixed, "issue")
        return answer(written, {**describe(written.plan), **summary}, say("did.fixes.done", issues=cured))

    return [preview_fixes, fix_content]


def allow_fix(context: ToolContext, model_id: str | None) -> None:
    """Refuse a cure that could reach what the caller may not touch."""
    actor = context.actor
    if model_id is not None:
        allow_model(context, model_id)
    if actor.only_locales is not None or (actor.only_models is not None and model_id is None):
        raise NotAllowed(say("content.fix_limited"))


def plan_for(context: ToolContext, model_id: str | None) -> Planner:
    """Return the planner of a cure; models are changed only by those who may."""
    with_models = "content.model" in context.permissions

    def plan(project: Project, stamp: Stamp) -> FilePlan:
        if model_id is not None:
            project.model(model_id)
        return plan_fix(project, stamp, model_id, with_models=with_models)

    return plan


def describe(plan: FilePlan) -> Json:
    """Return what a cure does: the issues that go, the files it touches, and what is left."""
    files = [{"path": path, "action": "write"} for path in plan.writes]
    files += [{"path": path, "action": "delete"} for path in plan.deletes]
    return {
        "fixed": plan.report.fixed,
        "cured": list(plan.results[:SHOWN]),
        "files": files[:SHOWN],
        "fileCount": len(files),
        "left": plan.report.as_dict()["summary"],
    }
