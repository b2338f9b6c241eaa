"""The status of entries: publish, unpublish, archive, now or by date."""

from typing import Literal

from pydantic import Field

from proofroom.content.format.meta import parse_timestamp
from proofroom.content.format.project import Project
from proofroom.content.plans.status import AGENT_STATUSES, plan_status
from proofroom.content.plans.types import FilePlan, Stamp
from proofroom.content.tools.kinds import write_tool
from proofroom.content.tools.limits import allow_locales
from proofroom.content.tools.workbench import Given, Workbench, answer, find_model
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec


class UpdateStatusInput(Given):
    """Input of `update_status`."""

    model: str = Field(description="Id of the content model.")
    entry_ids: list[str] = Field(
        alias="entryIds",
        max_length=1_000,
        description="Entry ids or slugs; empty for a singleton.",
    )
    status: Literal["published", "draft", "archived"]
    locale: str | None = Field(None, description="Only in this locale; in all of them if left out.")
    publish_at: str | None = Field(None, description="ISO date-time it becomes public; null clears.")
    expire_at: str | None = Field(None, description="ISO date-time it stops being public; null clears.")


def tools(bench: Workbench) -> list[ToolSpec]:
    """Return the tool for status."""

    @write_tool()
    async def update_status(context: ToolContext, given: UpdateStatusInput) -> ToolOutput:
        """Publish, unpublish (draft) or archive entries, at once or by date."""
        names = ("publish_at", "expire_at")
        schedule = {name: getattr(given, name) for name in names if name in given.model_fields_set}

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            model = find_model(context, project, given.model)
            allow_locales(context, [given.locale] if given.locale else project.locales(model))
            return plan_status(
                project,
                model.id,
                given.entry_ids,
                given.status,
                stamp,
                given.locale,
                allowed=AGENT_STATUSES,
                schedule=schedule or None,
            )

        number = len(given.entry_ids) or 1
        message = f"contentrain: {given.status} {count(number, 'entry', 'entries')} in {given.model}"
        written, data = await bench.write(context, plan, message)
        changes = list(written.plan.results)
        changed = {change["entryId"] for change in changes if not change.get("unchanged")}
        data["statusChanges"] = changes
        if not written.branch:
            return answer(written, data, say("did.status.already", status=given.status))
        entries = count(len(changed) or number, "entry", "entries")
        begins = parse_timestamp(given.publish_at) if given.status == "published" else None
        key = "dated" if begins and begins > context.now() else given.status
        said = say(f"did.status.{key}", entries=entries, model=given.model, at=given.publish_at)
        return answer(written, data, said)

    return [update_status]
