"""What a call would change in the content, before it runs: shown beside it when a person is asked.

The tool itself plans, on the branch it would write on, with a workbench that compares instead of writing. So
what is shown is what would happen now, and a call that would be refused says so.
"""

from typing import Any

from proofroom.content.contents import Written
from proofroom.content.format.ids import derived_entry_id
from proofroom.content.format.types import Json
from proofroom.content.forms import Submission, Submissions
from proofroom.content.forms.tools import plan_entry
from proofroom.content.tools import Workbench, content_tools
from proofroom.content.tools.fixes import fix_tools
from proofroom.content.tools.workbench import Planner
from proofroom.kernel.tool import ToolContext, ToolSpec
from proofroom.reviews import CallPreview, Fate, HunkTarget, HunkView
from proofroom.tools import check_arguments


class _Seen(Exception):
    """A tool has come to its write; there is nothing more to see."""

    def __init__(self, hunks: list[HunkView]) -> None:
        self.hunks = hunks


class _PreviewBench(Workbench):
    """A workbench on which nothing is written."""

    async def write(
        self, context: ToolContext, plan: Planner, message: str, *, origin: str = ""
    ) -> tuple[Written, Json]:
        """Tell what would be written, and stop there."""
        raise _Seen(await self.contents.preview(self.job(context), plan))


class ContentPreviews:
    """Shows what calls of the content tools would change."""

    def __init__(self, bench: Workbench, submissions: Submissions) -> None:
        self._bench, self._submissions = bench, submissions
        stage = _PreviewBench(bench.contents, bench.brain, bench.proposals, bench.on_failed, bench.origins)
        # Others act beyond the workbench: they merge, decide or set up, and are previewed in their own way.
        self._planned: dict[str, ToolSpec] = {
            spec.name: spec
            for spec in (*content_tools(stage), *fix_tools(stage))
            if spec.workflow == "workflow-dependent"
        }

    async def of_call(
        self, context: ToolContext, tool_name: str, given: dict[str, Any]
    ) -> CallPreview | None:
        """Return what a call would change now; None for tools that change no content."""
        if context.project_id is None:
            return None
        if tool_name in self._planned:
            return await self._plan(context, self._planned[tool_name], given)
        if tool_name in ("merge_branch", "reject_branch"):
            return await self._branch(context, "merge" if tool_name == "merge_branch" else "discard", given)
        if tool_name in ("approve_submission", "reject_submission"):
            return await self._submission(context, tool_name == "approve_submission", given)
        return None

    async def _plan(self, context: ToolContext, spec: ToolSpec, given: dict[str, Any]) -> CallPreview | None:
        try:
            await spec.handler(context, check_arguments(spec.name, spec.input_model, given))
        except _Seen as seen:
            return CallPreview("write", seen.hunks)
        return None

    async def _branch(self, context: ToolContext, fate: Fate, given: dict[str, Any]) -> CallPreview:
        repositories, project_id, branch = (
            self._bench.repositories,
            self._bench.project_id(context),
            str(given.get("branch")),
        )
        review = await repositories.review(project_id, branch)
        return CallPreview(fate, (await repositories.show(project_id, review)).hunks)

    async def _submission(self, context: ToolContext, is_kept: bool, given: dict[str, Any]) -> CallPreview:
        project_id, key = self._bench.project_id(context), str(given.get("submissionId"))
        found = await self._submissions.get(context.workspace_id, project_id, key)
        if not is_kept:
            return CallPreview("discard", [_whole(found)])
        job, plan = self._bench.job(context), plan_entry(found, derived_entry_id(found.id))
        return CallPreview("write", await self._bench.contents.preview(job, plan))


def _whole(found: Submission) -> HunkView:
    """Return a submission as one thing that goes."""
    return HunkView(
        id=found.id,
        target=HunkTarget("content", "entry", "", found.model_id, found.locale),
        title=found.model_id,
        op="remove",
        old=found.data,
        new=None,
    )
