"""Several edits as one: what an editor saves, and what an import brings, is one commit and one undo."""

import re
from typing import Any, Final

from pydantic import Field, ValidationError

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.events import Affected
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Handler, ToolContext, ToolOutput, ToolSpec
from proofroom.repository.calls import job_of
from proofroom.repository.merge.undo import plan_without
from proofroom.site.document.types import Json
from proofroom.site.tools import components, fonts, removing
from proofroom.site.tools.all import BY_NAME, explain
from proofroom.site.tools.bench import ACTIVE, RESOURCE, SiteBench
from proofroom.site.tools.open_site import OpenSite
from proofroom.site.tools.schemas import Name, SiteInput
from proofroom.site.tools.tool import SiteTool, tools_of

MOST_EDITS = 500
EDIT, UNDO = "edit_site", "undo_edit"


class EditInput(SiteInput):
    """One edit: a tool of the site with its input."""

    tool: Name = Field(description="A tool of the site that writes.")
    input: dict[str, Any] = Field(
        default_factory=dict[str, Any],
        description="Its input; `$0.pageId` stands for a value in the data of an earlier edit.",
    )


KNOWN: dict[str, SiteTool] = BY_NAME | {tool.name: tool for tool in tools_of(components, removing, fonts)}
"""What an editor can do: the agents' tools, and what only hands need."""


class EditSiteInput(SiteInput):
    """Input of `edit_site`."""

    edits: list[EditInput] = Field(min_length=1, max_length=MOST_EDITS)


def edit_tool(bench: SiteBench) -> ToolSpec:
    """Return the tool that applies several edits, all or none."""

    async def edit_site(context: ToolContext, given: EditSiteInput) -> ToolOutput:
        wanted = {KNOWN[one.tool].permission for one in given.edits if one.tool in KNOWN}
        lacking = sorted(wanted - context.permissions)
        if lacking:
            raise InvalidInput(say("site.edit_not_allowed", permissions=", ".join(lacking)))
        tables = await bench.tables(context) if any(_needs_tables(one) for one in given.edits) else []
        return await bench.run_with(
            context, lambda opened: apply_edits(opened, given), EDIT, writes=True, tables=tables
        )

    return _writing(
        EDIT,
        "Apply several edits of the site as one: all of them, or none.",
        EditSiteInput,
        edit_site,
    )


class UndoEditInput(SiteInput):
    """Input of `undo_edit`."""

    run: Name = Field(max_length=64, description="The run whose changes are taken out.")


def undo_tool(bench: SiteBench) -> ToolSpec:
    """Return the tool that takes one step out of a waiting proposal; taken out itself, it does it again."""

    async def undo_edit(context: ToolContext, given: UndoEditInput) -> ToolOutput:
        job, repositories = job_of(context), bench.sites.repositories
        written = await repositories.write(
            job,
            lambda tree: plan_without(tree, job.branch_key, given.run, repositories.formats),
            f"undo: take back turn {given.run}",
        )
        affected = Affected(resources=[RESOURCE], branches_changed=True, branch=written.branch)
        return ToolOutput(ok=True, affected=affected, summary=say(f"did.site.{UNDO}"))

    return _writing(
        UNDO,
        "Take what a run changed out of the proposal in which it waits; what came later stays.",
        UndoEditInput,
        undo_edit,
    )


def _writing(name: str, description: str, given: type[SiteInput], handler: Handler) -> ToolSpec:
    return ToolSpec(
        name,
        description,
        given,
        handler,
        "site_editor",
        effect="write",
        permission="site.content.edit",
        phases=ACTIVE,
        workflow="workflow-dependent",
        default_affects=Affected(branches_changed=True),
        on_crash="check",
    )


def _needs_tables(one: EditInput) -> bool:
    return one.tool in BY_NAME and BY_NAME[one.tool].needs_tables


def apply_edits(opened: OpenSite, given: EditSiteInput) -> Json:
    """Apply edits to a site, each with what the ones before it made."""
    results = list[Json | None]()
    for at, one in enumerate(given.edits):
        tool = KNOWN.get(one.tool)
        if tool is None or not tool.writes:
            raise InvalidInput(say("site.edit_unknown", number=at + 1, tool=one.tool))
        try:
            checked = tool.input_model.model_validate(_resolved(one.input, results))
        except ValidationError as error:
            raise InvalidInput(
                say("site.edit_invalid", number=at + 1, tool=one.tool, why=explain(error))
            ) from error
        results.append(tool.run(opened, checked))
    return {"results": results}


_EARLIER: Final = re.compile(r"\$(\d{1,4})\.([A-Za-z]\w*(?:\.\w+)*)", re.ASCII)
"""A value of an earlier edit; a price, such as `$1.50`, is none."""


def _resolved(value: Any, results: list[Json | None]) -> Any:
    match value:
        case dict():
            return {key: _resolved(one, results) for key, one in value.items()}  # pyright: ignore[reportUnknownVariableType]
        case list():
            return [_resolved(one, results) for one in value]  # pyright: ignore[reportUnknownVariableType]
        case str() if (named := _EARLIER.fullmatch(value)) and int(named[1]) < len(results):
            found: Any = results[int(named[1])]
            for name in named[2].split("."):
                if isinstance(found, list):
                    at = int(name) if re.fullmatch(r"\d{1,4}", name, re.ASCII) else len(found)  # pyright: ignore[reportUnknownArgumentType]
                    found = found[at] if at < len(found) else None  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
                else:
                    found = found.get(name) if isinstance(found, dict) else None  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
            return found  # pyright: ignore[reportUnknownVariableType]
        case _:
            return value
