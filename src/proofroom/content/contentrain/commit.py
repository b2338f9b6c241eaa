"""One call, one branch: written, then merged or left for review, with the official account of it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from proofroom.access.actors import principal_of
from proofroom.content.contentrain.shapes import entry_names
from proofroom.content.contents import Planner, Written
from proofroom.content.format.context_file import Operation, told_operation
from proofroom.content.format.paths import CONTEXT
from proofroom.content.format.project import Project
from proofroom.content.format.types import Json
from proofroom.content.plans.types import FilePlan, Stamp
from proofroom.content.tools.workbench import Workbench
from proofroom.kernel.errors import Conflict, ProofroomError
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext
from proofroom.repository import Job, TurnEnd
from proofroom.repository.proposing import propose
from proofroom.reviews import About, Origin
from proofroom.reviews.types import count_things

UNCHANGED = "unchanged"
"""What `action` says where nothing was different, so nothing was committed."""

SAVE = "contentrain_content_save"

BY = "contentrain-mcp"
"""Who entries say they were changed by, as the official server writes it."""


def landed(paths: Iterable[str]) -> Json:
    """Return what is told of a merge that brought these files: they are there, and the base moved along."""
    return {
        "sync": {"synced": sorted({*paths, CONTEXT}), "skipped": []},
        "base_advance": "advanced",
        "remote_push": "no-remote",
    }


async def commit(
    bench: Workbench,
    context: ToolContext,
    about: Sequence[str],
    plan: Planner,
    message: str,
    operation: Operation,
) -> tuple[Written, Json]:
    """Write a plan on a branch named after what it is about; return it and the `git` part of the answer."""
    job = replace(bench.job(context), branch_key="/".join(about), is_apart=True)

    def as_agent(project: Project, stamp: Stamp) -> FilePlan:
        return plan(project, replace(stamp, by=BY, source="agent"))

    token = told_operation.set(operation)
    try:
        return await _commit(bench, context, job, as_agent, message, operation)
    finally:
        told_operation.reset(token)


async def _commit(
    bench: Workbench, context: ToolContext, job: Job, plan: Planner, message: str, operation: Operation
) -> tuple[Written, Json]:
    written = await bench.contents.write(job, plan, f"[contentrain] {message}")
    if operation.tool == SAVE:  # the ids of new entries are known only now
        told_operation.set(replace(operation, entries=entry_names(written.plan.results)))
    await bench.origins.note_write(context, written.plan, job.branch_key)
    if not written.branch:
        return written, {"branch": None, "action": UNCHANGED, "commit": written.commit}
    end = await _end(bench, context, job, written.branch)
    await _record(bench, context, job, end, message)
    if end.state == "conflicts":
        raise Conflict(
            say("content.not_merged", branch=written.branch),
            code="CONTENT_BRANCH_MERGE_CONFLICT",
            branch=written.branch,
        )
    is_merged = end.state == "merged"
    return written, {
        "branch": written.branch,
        "action": "auto-merged" if is_merged else "pending-review",
        "commit": (end.commit if is_merged else None) or written.commit,
        **(landed((*written.plan.writes, *written.plan.deletes)) if is_merged else {}),
    }


async def _end(bench: Workbench, context: ToolContext, job: Job, branch: str) -> TurnEnd:
    _, workflow, _ = await bench.contents.phase(job.project_id)
    try:
        return await bench.repositories.end_turn(
            job, workflow, context.actor.workspace_role, may_merge=not context.outside
        )
    except ProofroomError as error:
        await bench.on_failed(context.workspace_id, job.project_id, branch, error)
        raise


async def _record(bench: Workbench, context: ToolContext, job: Job, end: TurnEnd, message: str) -> None:
    """Write the proposal down, so that people see it in the inbox and can look at it later."""
    if end.state == "nothing":
        return
    held = await bench.repositories.show(job.project_id, end.review) if end.review else None
    hunks = held.hunks if held else []
    proposal = propose(
        end,
        job.project_id,
        Origin(context.workspace_id, job.by.name, context.person_id, context.run_id),
        proposal_id=context.new_id(),
        title=message,
        at=context.now(),
        about=About(len(hunks), hunks[0].title, count_things(one.target for one in hunks)) if hunks else None,
    )
    await bench.proposals.record(proposal, principal_of(context), held)
