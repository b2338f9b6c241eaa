"""The tools for submissions: list what waits, approve it into an entry, reject it."""

from dataclasses import replace
from functools import partial
from typing import Literal

from pydantic import Field

from proofroom.access.actors import principal_of
from proofroom.content.contents import Planner
from proofroom.content.format.ids import derived_entry_id
from proofroom.content.format.project import Project
from proofroom.content.forms.submissions import Submissions
from proofroom.content.forms.types import Submission
from proofroom.content.origins import FORM
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave, FilePlan, Stamp
from proofroom.content.tools import Given, Workbench, write_tool
from proofroom.content.tools.kinds import tool_of
from proofroom.content.tools.limits import allow_model
from proofroom.content.tools.workbench import answer, told
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.events import Affected
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

CHANGED = Affected(resources=["submissions"])
_SHOWN = 120


class ListSubmissionsInput(Given):
    """Input of `list_submissions`."""

    model_id: str = Field(alias="modelId", description="Id of the content model that has the form.")
    status: Literal["pending", "approved", "rejected", "spam"] = "pending"
    limit: int = Field(20, ge=1, le=100)


class SubmissionInput(Given):
    """Input of `approve_submission` and `reject_submission`."""

    submission_id: str = Field(alias="submissionId", description="Id of the submission.")


def form_tools(bench: Workbench, submissions: Submissions) -> list[ToolSpec]:
    """Return the tools for submissions."""

    @partial(tool_of, permission="content.read", trust="untrusted")
    async def list_submissions(context: ToolContext, given: ListSubmissionsInput) -> ToolOutput:
        """List what people sent through a model's public form."""
        allow_model(context, given.model_id)
        found, total = await submissions.find(
            context.workspace_id, bench.project_id(context), given.model_id, given.status, given.limit
        )
        said = (
            f"{count(total, 'submission')} of {given.model_id} {'is' if total == 1 else 'are'} {given.status}"
        )
        data = {"submissions": [one.as_dict() for one in found], "total": total, "message": said}
        return told(data, said)

    @write_tool(
        permission="content.review",
        affects=Affected(branches_changed=True, resources=CHANGED.resources),
        policy="always_ask",
        relaxable=True,
    )
    async def approve_submission(context: ToolContext, given: SubmissionInput) -> ToolOutput:
        """Make an entry of a submission, as a draft. A person is asked first."""
        return await _approve(bench, submissions, context, await _find(context, given))

    @write_tool(
        permission="content.review",
        affects=CHANGED,
        workflow="none",
        policy="always_ask",
        relaxable=True,
        destructive=True,
    )
    async def reject_submission(context: ToolContext, given: SubmissionInput) -> ToolOutput:
        """Turn a submission down; nothing becomes of it. A person is asked first."""
        found = await _find(context, given)
        decided = await submissions.decide(
            found,
            "rejected",
            claim=context.idempotency_key,
            by=_name(context),
            at=context.now(),
            principal=principal_of(context),
        )
        said = say("forms.rejected", who=_said(found))
        return ToolOutput(ok=True, data={"submission": decided.as_dict(), "message": said}, summary=said)

    async def _find(context: ToolContext, given: SubmissionInput) -> Submission:
        project_id = bench.project_id(context)
        found = await submissions.get(context.workspace_id, project_id, given.submission_id)
        allow_model(context, found.model_id)
        return found

    return [list_submissions, approve_submission, reject_submission]


async def _approve(
    bench: Workbench, submissions: Submissions, context: ToolContext, found: Submission
) -> ToolOutput:
    claim, entry_id = context.idempotency_key, derived_entry_id(found.id)
    decided = await submissions.decide(
        found,
        "approved",
        claim=claim,
        by=_name(context),
        at=context.now(),
        principal=principal_of(context),
        entry_id=entry_id,
    )

    message = f"contentrain: save {found.model_id} from its form"
    try:
        written, data = await bench.write(context, plan_entry(found, entry_id), message, origin=FORM)
    except ProofroomError:
        await submissions.release(found, claim, principal_of(context))
        raise
    said = say("forms.approved", who=_said(found))
    data |= {"entryId": entry_id, "submission": decided.as_dict(), "message": said}
    return answer(written, data, said)


def plan_entry(found: Submission, entry_id: str) -> Planner:
    """Return how an entry is made of a submission."""

    def plan(project: Project, stamp: Stamp) -> FilePlan:
        model = project.model(found.model_id)
        locale = found.locale if model.i18n else None
        save = EntrySave(found.data, id=entry_id, locale=locale)
        return plan_save(project, model.id, [save], replace(stamp, source="human"))

    return plan


def _name(context: ToolContext) -> str:
    return context.actor.email or context.actor.name or context.agent


def _said(submission: Submission) -> str:
    return ", ".join(str(value) for value in submission.data.values() if value)[:_SHOWN] or submission.id
