"""The door to projects' repositories: read a branch, write on a conversation's branch, end a turn, review."""

import asyncio
import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from proofroom.kernel.errors import Conflict, NotFound, ProofroomError
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.strings import say
from proofroom.repository.branch_keys import (
    branch_of,
    carry_name,
    entropy_of,
    free_name,
    open_branch,
)
from proofroom.repository.folder import RepositoryFolder
from proofroom.repository.git.branch import (
    CONTENT_BRANCH,
    PREFIX,
    Branch,
    branch_name,
    branches,
    create_branch,
    need_tip,
    restore_branch,
    tip,
)
from proofroom.repository.git.commit import tree_of
from proofroom.repository.git.health import branch_health, check_not_blocked
from proofroom.repository.git.open import Repo, Sha, default_branch
from proofroom.repository.git.pack import (
    KEPT_FOR,
    LOOSE_LIMIT,
    needs_packing,
    pack_if_needed,
)
from proofroom.repository.git.save import save
from proofroom.repository.git.tree import EmptyTree, TreeView, write_files
from proofroom.repository.merge.hunks import diff
from proofroom.repository.merge.land import (
    Landing,
    discard,
    merge_branch,
    reject_branch,
    should_auto_merge,
)
from proofroom.repository.merge.notes import drop_old_notes
from proofroom.repository.merge.review import (
    Decisions,
    Finished,
    Review,
    finish_review,
    open_review,
    preview_finish,
)
from proofroom.repository.merge.undo import Stretch, Undone, find_turn, undo_changes
from proofroom.repository.repeated import merged_before
from proofroom.repository.shown import show_hunks, show_review, targets_between
from proofroom.repository.types import BranchWrite, Job, P, PreviewedWrite, ProjectRules, ReviewCheck, TurnEnd
from proofroom.reviews import HunkTarget, HunkView, ReviewView

log = logging.getLogger(__name__)
T = TypeVar("T")
AnyTree = TreeView | EmptyTree
TreePlanner = Callable[[AnyTree], P]
"""Decide what to write and delete, given a tree; asked again when somebody else was faster."""
TreeJudge = Callable[[AnyTree], None]
"""Look at the content that a branch would be merged onto, and raise `Conflict` to refuse."""


class Repositories(RepositoryFolder):
    """Reads and writes project repositories below one folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.loose_limit = LOOSE_LIMIT
        """How many loose objects a repository may have before a save packs them."""
        self.packing: threading.Thread | None = None
        """What packed last, or packs now."""
        self.checks: list[ReviewCheck] = []
        """What rooms find out about a review beside its files, such as pictures that nobody has."""
        self.rules: Callable[[AnyTree], ProjectRules] = lambda _: ProjectRules()
        """What a project's own files say about its branches."""

    # --- reading

    def tree(self, repo: Repo, ref: str | None = None) -> AnyTree:
        """Return the files on a branch, or on the content branch; call it in a thread."""
        found = tip(repo, ref or CONTENT_BRANCH) or tip(repo, default_branch(repo))
        return EmptyTree() if found is None else TreeView(repo, tree_of(repo, found))

    async def read(self, project_id: ProjectId, ref: str | None, look: Callable[[AnyTree], T]) -> T:
        """Look at the files on a branch, or on the content branch."""
        return await asyncio.to_thread(lambda: look(self.tree(self.repo(project_id), ref)))

    async def things(self, project_id: ProjectId) -> list[HunkTarget]:
        """Return all that the content branch has, as changes name things."""

        def look() -> list[HunkTarget]:
            repo = self.repo(project_id)
            found = tip(repo, CONTENT_BRANCH) or tip(repo, default_branch(repo))
            return targets_between(repo, None, tree_of(repo, found), self.formats) if found else []

        return await asyncio.to_thread(look)

    async def open_branch(self, project_id: ProjectId, branch_key: str) -> str | None:
        """Return the open branch of a conversation or run."""
        return await asyncio.to_thread(lambda: open_branch(self.repo(project_id), branch_key))

    async def tips(self, project_id: ProjectId, branch: str) -> str:
        """Name a branch as it is now, and the content that it would be merged into."""

        def look() -> str:
            repo = self.repo(project_id)
            return f"{need_tip(repo, branch)} {tip(repo, CONTENT_BRANCH) or tip(repo, default_branch(repo))}"

        return await asyncio.to_thread(look)

    async def workflow(self, project_id: ProjectId) -> str:
        """Return how the project's changes are merged: `auto-merge` or `review`."""
        return await self.read(project_id, None, lambda tree: self.rules(tree).workflow)

    async def branches(self, project_id: ProjectId) -> list[Branch]:
        """Return the branches that wait for a decision."""
        return await asyncio.to_thread(lambda: branches(self.repo(project_id), PREFIX))

    # --- writing

    async def write(self, job: Job, plan: TreePlanner[P], message: str) -> BranchWrite[P]:
        """Commit a plan on the job's open branch, making the branch if there is none."""
        return await asyncio.to_thread(self._write, job, plan, message)

    def _write(self, job: Job, plan: TreePlanner[P], message: str) -> BranchWrite[P]:
        repo = self.repo(job.project_id)
        branch = branch_of(repo, job)
        fresh: Sha | None = None
        planned: P | None = None
        planned_on = ""

        if branch is None:
            # Planned before there is a branch: a refused or empty write leaves nothing behind.
            tree = self.tree(repo)
            planned, planned_on = plan(tree), tree.sha
            if not planned.writes and not planned.deletes:
                return BranchWrite("", need_tip(repo, CONTENT_BRANCH), planned)
            self._check_room(repo, tree)
            branch, fresh = free_name(repo, job), need_tip(repo, CONTENT_BRANCH)
            create_branch(repo, branch, fresh)

        def make(tree: TreeView) -> P:
            nonlocal planned, planned_on
            if planned is None or tree.sha != planned_on:  # somebody was faster
                planned, planned_on = plan(tree), tree.sha
            return planned

        try:
            saved = save(repo, branch, make, message=message, signed=job.signed)
        except ProofroomError:  # refused on what somebody else wrote in between
            if fresh:
                discard(repo, branch, fresh)
            raise
        if fresh and not saved.changed and not saved.repeated:
            reject_branch(repo, branch)
        self._keep_small(job.project_id, repo)
        return BranchWrite(branch, saved.commit, planned)

    def _keep_small(self, project_id: ProjectId, repo: Repo) -> None:
        """Pack loose objects once they have piled up, while everybody goes on reading and writing."""
        if (self.packing is not None and self.packing.is_alive()) or not needs_packing(
            repo, limit=self.loose_limit
        ):
            return

        def pack() -> None:
            try:
                pack_if_needed(self.repo(project_id), limit=self.loose_limit)
                drop_old_notes(self.repo(project_id))
            except (ProofroomError, OSError):
                # Nothing is lost: the objects stay loose, and the next save tries again.
                log.exception("the repository of project %s could not be packed", project_id)

        self.packing = threading.Thread(target=pack, name=f"pack-{project_id}")
        self.packing.start()

    def _check_room(self, repo: Repo, tree: AnyTree) -> None:
        """Refuse one more branch where too many wait; counting those that are merged already costs more."""
        limit = self.rules(tree).branch_limit
        if limit is not None and len(branches(repo, PREFIX)) >= limit:
            check_not_blocked(branch_health(repo, block_limit=limit))

    async def preview(self, job: Job, plan: TreePlanner[P]) -> PreviewedWrite:
        """Plan on the branch that the job would write on, and compare; a refused plan raises as it would.

        The files it would write are stored as loose objects that nothing points at; housekeeping takes them.
        """

        def look() -> PreviewedWrite:
            repo = self.repo(job.project_id)
            branch = open_branch(repo, job.branch_key)
            old = tree_of(repo, need_tip(repo, branch or CONTENT_BRANCH))
            planned = plan(TreeView(repo, old))
            new = write_files(repo, old, planned.writes, planned.deletes)
            return PreviewedWrite(tuple(diff(repo, old, new, formats=self.formats)), old, new)

        return await asyncio.to_thread(look)

    # --- showing

    async def show(self, project_id: ProjectId, review: Review) -> ReviewView:
        """Return a review as people see it, with what its things are called and what it breaks."""
        return await asyncio.to_thread(lambda: show_review(self.repo(project_id), self.formats, review))

    async def show_first(self, project_id: ProjectId, review: Review) -> HunkView:
        """Return the first change of a review as people see it."""
        trees, first = (review.new, review.old), review.hunks[:1]
        (shown,) = await asyncio.to_thread(
            lambda: show_hunks(self.repo(project_id), self.formats, trees, first)
        )
        return shown

    async def show_preview(self, project_id: ProjectId, previewed: PreviewedWrite) -> list[HunkView]:
        """Return what a plan would change, as people see it."""
        trees = (previewed.after, previewed.before)
        return await asyncio.to_thread(
            lambda: show_hunks(self.repo(project_id), self.formats, trees, previewed.hunks)
        )

    # --- deciding

    async def end_turn(
        self,
        job: Job,
        workflow: str,
        workspace_role: str | None,
        *,
        may_merge: bool = True,
        judge: TreeJudge | None = None,
    ) -> TurnEnd:
        """Merge the job's branch if the workflow and the role allow it, else leave it waiting.

        What `judge` refuses to merge is thrown away.
        """

        def end() -> TurnEnd:
            repo = self.repo(job.project_id)
            branch, target = branch_of(repo, job), self.target(repo)
            if before := merged_before(repo, job, branch, target):
                return before
            if branch is None:
                return TurnEnd("nothing")
            review = open_review(repo, branch, target)
            count = len(review.hunks)
            if not may_merge or not should_auto_merge(workflow, workspace_role):
                return TurnEnd("waiting", branch, review.sha, count, review)
            try:
                landing = merge_branch(repo, branch, target, signed=job.signed, judge=judge)
            except Conflict:
                if judge is not None:
                    discard(repo, branch, review.sha)
                raise
            if landing.status == "conflicts":
                return TurnEnd("conflicts", branch, review.sha, count, review)
            return TurnEnd("merged", branch, landing.commit, count, review)

        return await asyncio.to_thread(end)

    async def review(self, project_id: ProjectId, branch: str, decisions: Decisions | None = None) -> Review:
        """Return what a branch proposes; with decisions, what finishing by them would merge of it."""

        def look() -> Review:
            repo = self.repo(project_id)
            target = self.target(repo)
            if decisions is not None:
                return preview_finish(repo, branch, target, decisions)
            return open_review(repo, branch, target)

        return await asyncio.to_thread(look)

    async def finish(self, job: Job, branch: str, decisions: Decisions, expected: str | None) -> Finished:
        """Merge what was accepted, take out what was rejected, carry on what is undecided."""

        def end() -> Finished:
            repo = self.repo(job.project_id)
            return finish_review(
                repo,
                branch,
                self.target(repo),
                decisions,
                signed=job.signed,
                carry_to=carry_name(branch, job),
                expected=expected,
            )

        return await asyncio.to_thread(end)

    async def merge(self, job: Job, branch: str) -> Landing:
        """Merge a whole branch."""

        def land() -> Landing:
            repo = self.repo(job.project_id)
            return merge_branch(repo, branch, self.target(repo), signed=job.signed)

        return await asyncio.to_thread(land)

    async def reject(self, project_id: ProjectId, branch: str) -> None:
        """Reject a whole branch; it can be brought back for a while."""
        await asyncio.to_thread(lambda: reject_branch(self.repo(project_id), branch))

    async def restore(self, project_id: ProjectId, branch: str) -> None:
        """Bring a rejected branch back; one that is back already stays as it is."""

        def bring_back() -> None:
            repo = self.repo(project_id)
            try:
                restore_branch(repo, branch)
            except NotFound as error:
                if tip(repo, branch) is None:
                    raise Conflict(say("content.branch_not_kept", days=KEPT_FOR.days)) from error

        await asyncio.to_thread(bring_back)

    async def undo_run(self, job: Job, run: str) -> Undone:
        """Take back what a run changed and is merged, on a new branch; what still waits is not touched."""

        def take_back() -> Undone:
            repo = self.repo(job.project_id)
            target = self.target(repo)
            turn = find_turn(repo, need_tip(repo, target.content), run)
            if not turn:
                raise NotFound(say("content.nothing_to_undo"))
            signed = replace(job.signed, provenance=replace(job.provenance, undoes=run))
            branch = branch_name("undo", run, at=job.at, entropy=entropy_of(run, str(job.at)))
            message = f"undo: take back turn {run}"
            return undo_changes(repo, turn, target, branch=branch, message=message, signed=signed)

        return await asyncio.to_thread(take_back)

    async def undo_merge(self, job: Job, onto: str, commit: str) -> Undone:
        """Take back all that a merge brought: from the content it was merged onto, to what it became."""

        def take_back() -> Undone:
            repo = self.repo(job.project_id)
            merged = [Stretch(tree_of(repo, onto), tree_of(repo, commit), commit)]
            branch = branch_name("undo", commit[:12], at=job.at, entropy=entropy_of(commit, str(job.at)))
            message = f"undo: take back merge {commit[:12]}"
            return undo_changes(
                repo, merged, self.target(repo), branch=branch, message=message, signed=job.signed
            )

        return await asyncio.to_thread(take_back)
