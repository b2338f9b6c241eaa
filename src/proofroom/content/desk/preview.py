"""A write that goes nowhere: what a plan would change on a branch, without moving any branch.

The files it would write are stored as loose objects that nothing points at; Git's own housekeeping takes
them away.
"""

import asyncio
from dataclasses import dataclass

from proofroom.content.desk.desk import Planner, Repositories
from proofroom.content.desk.types import Job
from proofroom.content.format.project import Project
from proofroom.content.merge.hunks import diff
from proofroom.content.merge.places import Scope
from proofroom.content.merge.types import Hunk
from proofroom.repository.git.branch import CONTENT_BRANCH, need_tip
from proofroom.repository.git.commit import tree_of
from proofroom.repository.git.tree import TreeView, write_files


@dataclass(frozen=True, slots=True)
class PreviewedWrite:
    """What a plan would change, and the project before and after it."""

    hunks: tuple[Hunk, ...]
    before: Project
    after: Project


async def preview(repositories: Repositories, job: Job, plan: Planner) -> PreviewedWrite:
    """Plan on the branch that the job would write on, and compare; a refused plan raises as it would then."""
    branch = await repositories.open_branch(job.project_id, job.branch_key)

    def look() -> PreviewedWrite:
        repo = repositories.repo(job.project_id)
        old = tree_of(repo, need_tip(repo, branch or CONTENT_BRANCH))
        before = Project(TreeView(repo, old), cache=repositories.parsed)
        planned = plan(before, job.stamp).checked()
        new = write_files(repo, old, planned.writes, planned.deletes)
        hunks = diff(repo, old, new, scope=Scope(cache=repositories.parsed))
        return PreviewedWrite(tuple(hunks), before, Project(TreeView(repo, new), cache=repositories.parsed))

    return await asyncio.to_thread(look)
