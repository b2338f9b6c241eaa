"""Branches: what waits, how much, and a person's word on a whole branch."""

import asyncio
from dataclasses import replace

from pydantic import Field

from proofroom.access.actors import principal_of
from proofroom.content.format.types import Json
from proofroom.content.tools.kinds import SCHEMA, decide_tool, read_tool
from proofroom.content.tools.limits import allow_hunks
from proofroom.content.tools.workbench import Given, Workbench, told
from proofroom.kernel.errors import Conflict, NotFound, ProofroomError, StorageFailed
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.repository import Job
from proofroom.repository.calls import branch_key_of
from proofroom.repository.git.branch import CONTENT_BRANCH, PREFIX, branches, check_feature, tip
from proofroom.repository.git.commit import read_commit
from proofroom.repository.merge.land import Landing, should_auto_merge
from proofroom.repository.proposing import propose
from proofroom.reviews import Origin


class ListBranchesInput(Given):
    """Input of `list_branches`."""


class BranchHealthInput(Given):
    """Input of `branch_health`."""


class BranchInput(Given):
    """Input of `merge_branch` and `reject_branch`."""

    branch: str = Field(description="Name of the branch; it begins with cr/.")


def tools(bench: Workbench) -> list[ToolSpec]:
    """Return the tools for branches."""

    @read_tool
    async def list_branches(context: ToolContext, given: ListBranchesInput) -> ToolOutput:
        """List the branches with changes that wait to be merged."""
        found = await _listed(bench, context)
        said = say("did.looked_at", thing=count(len(found), "open branch", "open branches"))
        return told({"branches": found}, said)

    @read_tool
    async def branch_health(context: ToolContext, given: BranchHealthInput) -> ToolOutput:
        """Tell how many branches wait, and whether that is too many."""
        health = await bench.contents.health(bench.project_id(context))
        data = {
            "status": health.status,
            "unmergedBranches": len(health.unmerged),
            "warnLimit": health.warn_limit,
            "blockLimit": health.block_limit,
        }
        return told(
            data,
            say(
                "did.branches.health",
                branches=count(len(health.unmerged), "branch", "branches"),
                limit=health.block_limit,
            ),
        )

    @decide_tool(SCHEMA)
    async def merge_branch(context: ToolContext, given: BranchInput) -> ToolOutput:
        """Merge a waiting branch into the content. A person is asked first."""
        return await merge_waiting(bench, context, given.branch)

    @decide_tool(destructive=True)
    async def reject_branch(context: ToolContext, given: BranchInput) -> ToolOutput:
        """Throw a waiting branch away. A person is asked first."""
        return await reject_waiting(bench, context, given.branch)

    return [list_branches, branch_health, merge_branch, reject_branch]


def _described(bench: Workbench, context: ToolContext) -> list[Json]:
    repo = bench.repositories.repo(bench.project_id(context))
    found: list[Json] = []
    content = tip(repo, CONTENT_BRANCH)
    for branch in branches(repo, PREFIX):
        commit = read_commit(repo, branch.sha)
        ahead, behind = repo.git.ahead_behind(branch.sha, content) if content else (0, 0)
        found.append(
            {
                "name": branch.name,
                "sha": branch.sha,
                "protected": False,
                "subject": commit.subject,
                "author": commit.author.name,
                "updatedAt": commit.at.isoformat(),
                "ahead": ahead,
                "behind": behind,
            }
        )
    return found


async def _listed(bench: Workbench, context: ToolContext) -> list[Json]:
    """Return the branches that the caller may see, with what people call them."""
    found = await asyncio.to_thread(_described, bench, context)
    shown = [one for one in found if await shows(bench, context, one["name"])]
    return [one | await _proposed(bench, context, one) for one in shown]


async def shows(bench: Workbench, context: ToolContext, branch: str) -> bool:
    """Tell whether a branch holds nothing outside of the caller's limits."""
    try:
        await _allow(bench, context, bench.project_id(context), branch)
    except ProofroomError:  # also one that cannot be read: nobody knows what it holds
        return False
    return True


async def _proposed(bench: Workbench, context: ToolContext, branch: Json) -> Json:
    """Return what people call the changes of a branch, whose they are, and where they are decided."""
    project_id = bench.project_id(context)
    proposal = await bench.proposals.of_branch(context.workspace_id, project_id, branch["name"])
    if proposal is None:
        told = {"title": branch["subject"], "changes": branch["ahead"], "agent": branch["author"]}
        return {**told, "review": "/inbox"}
    told = {"title": proposal.subject or proposal.title, "changes": proposal.hunks, "agent": proposal.agent}
    return {**told, "review": f"/review/{proposal.id}"}


async def merge_waiting(bench: Workbench, context: ToolContext, branch: str) -> ToolOutput:
    """Merge a waiting branch, and close its proposal."""
    check_feature(branch)
    project_id = bench.project_id(context)
    proposal = await bench.proposals.of_branch(context.workspace_id, project_id, branch)
    job = bench.job(context)
    await _settle_first(bench, context, job, branch)
    try:
        await _allow(bench, context, project_id, branch)
        landing = await _land(bench, context, job, branch)
    except NotFound:
        # A step repeated after a crash finds the branch gone and its proposal decided.
        if proposal is not None and proposal.state == "merged":
            return told(_merged(proposal.commit), say("did.branches.is_merged", branch=branch))
        raise
    if landing.status == "conflicts":
        error = Conflict(
            say("content.merge_conflicts", branch=branch, count=count(len(landing.conflicts), "value"))
        )
        data = {**_merged(None), "merged": False, "conflicts": len(landing.conflicts)}
        return ToolOutput(ok=False, data=data, error=error.as_dict(), summary=error.message)
    if proposal is not None:
        await bench.proposals.close(proposal, "merged", principal_of(context), landing.commit)
    else:
        await bench.proposals.note_branch(project_id, branch, "merged", principal_of(context), landing.commit)
    return told(_merged(landing.commit), say("did.branches.merged", branch=branch))


async def _land(bench: Workbench, context: ToolContext, job: Job, branch: str) -> Landing:
    approved = f"{job.by.name} <{job.by.email}>"
    signed = replace(job, provenance=replace(job.provenance, approved_by=approved))
    try:
        with context.timed("publish", "publish") as part:
            landing = await bench.repositories.merge(signed, branch)
            part |= {"branch": branch, "commit": landing.commit}
        return landing
    except StorageFailed as error:
        await bench.on_failed(context.workspace_id, job.project_id, branch, error)
        raise


async def reject_waiting(bench: Workbench, context: ToolContext, branch: str) -> ToolOutput:
    """Throw a waiting branch away, and close its proposal."""
    check_feature(branch)
    project_id = bench.project_id(context)
    proposal = await bench.proposals.of_branch(context.workspace_id, project_id, branch)
    try:
        await _allow(bench, context, project_id, branch)
        await bench.repositories.reject(project_id, branch)
    except NotFound:
        if proposal is not None and proposal.state == "rejected":
            return told({"rejected": True}, say("did.branches.is_rejected", branch=branch))
        raise
    if proposal is not None:
        await bench.proposals.close(proposal, "rejected", principal_of(context))
    else:
        await bench.proposals.note_branch(project_id, branch, "rejected", principal_of(context))
    return told({"rejected": True}, say("did.branches.rejected", branch=branch))


async def _allow(bench: Workbench, context: ToolContext, project_id: ProjectId, branch: str) -> None:
    """Refuse a branch that touches models or locales outside of the caller's limits."""
    if context.actor.sees_a_part:
        allow_hunks(context, (await bench.repositories.review(project_id, branch)).hunks)


async def _settle_first(bench: Workbench, context: ToolContext, job: Job, branch: str) -> None:
    """Merge what this turn wrote before it merges something else, where it would be merged at its end."""
    project_id = bench.project_id(context)
    own = await bench.repositories.open_branch(project_id, branch_key_of(context))
    _, workflow, _ = await bench.contents.phase(project_id)
    if own is None or own == branch or context.outside:
        return
    if not should_auto_merge(workflow, context.actor.workspace_role):
        return
    end = await bench.repositories.end_turn(job, workflow, context.actor.workspace_role)
    whose = Origin(
        context.workspace_id,
        context.agent,
        context.person_id,
        context.root_run_id,
        context.conversation_id,
    )
    proposal = propose(
        end,
        project_id,
        whose,
        proposal_id=context.new_id(),
        title=f"Changes made before merging {branch}",
        at=context.now(),
    )
    await bench.proposals.record(proposal, principal_of(context))


def _merged(commit: str | None) -> Json:
    return {"merged": True, "sha": commit, "pullRequestUrl": None}
