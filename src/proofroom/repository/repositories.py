"""The door to projects' repositories: read a branch, write on a conversation's branch, end a turn, review."""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from proofroom.kernel.errors import Conflict, NotFound, ProofroomError, StorageFailed
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.strings import say
from proofroom.repository.branch_keys import branch_of, carry_name, entropy_of, free_name
from proofroom.repository.git.branch import (
    CONTENT_BRANCH,
    PREFIX,
    Branch,
    branch_name,
    branches,
    create_branch,
    ensure_content_branch,
    need_tip,
    open_branch,
    restore_branch,
    tip,
)
from proofroom.repository.git.commit import tree_of
from proofroom.repository.git.health import branch_health, check_not_blocked
from proofroom.repository.git.open import (
    Repo,
    Sha,
    create,
    default_branch,
    explained,
    import_from,
    open_at,
)
from proofroom.repository.git.pack import KEPT_FOR, forget_rejected
from proofroom.repository.git.remotes import Access as RemoteAccess
from proofroom.repository.git.remotes import clone
from proofroom.repository.git.save import save
from proofroom.repository.git.tree import EmptyTree, TreeView, write_files
from proofroom.repository.merge.formats import Format
from proofroom.repository.merge.hunks import diff
from proofroom.repository.merge.land import (
    Landing,
    Target,
    discard,
    merge_branch,
    reject_branch,
    should_auto_merge,
)
from proofroom.repository.merge.review import (
    Decisions,
    Finished,
    Review,
    finish_review,
    open_review,
    preview_finish,
)
from proofroom.repository.merge.types import Hunk
from proofroom.repository.merge.undo import Stretch, Undone, find_turn, undo_changes
from proofroom.repository.packing import Packing
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


class Repositories:
    """Reads and writes project repositories below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._formats: list[Format] = []
        self._opened: dict[ProjectId, Repo] = {}
        self.packing = Packing(self.repo)
        self.checks: list[ReviewCheck] = []
        """What rooms find out about a review beside its files, such as pictures that nobody has."""
        self.rules: Callable[[AnyTree], ProjectRules] = lambda _: ProjectRules()
        """What a project's own files say about its branches."""

    def add_format(self, one: Format) -> None:
        """Take in a room that keeps files here."""
        self._formats.append(one)

    @property
    def formats(self) -> tuple[Format, ...]:
        """The formats of the rooms that keep files here."""
        return tuple(self._formats)

    # --- repositories

    def path(self, project_id: ProjectId) -> Path:
        """Return where a project's repository is."""
        return self._folder / f"{project_id}.git"

    def repo(self, project_id: ProjectId) -> Repo:
        """Open a project's repository."""
        known = self._opened.get(project_id)
        if known is None or not known.path.exists():
            known = self._opened[project_id] = open_at(self.path(project_id))
        return known

    async def _with_repo(self, project_id: ProjectId, use: Callable[[Repo], T]) -> T:
        return await asyncio.to_thread(self.use, project_id, use)

    def use(self, project_id: ProjectId, use: Callable[[Repo], T]) -> T:
        """Do something with a project's repository; call it in a thread. What refuses is told in words."""
        with explained("use"):
            return use(self.repo(project_id))

    async def _merging(self, project_id: ProjectId, merge: Callable[[Repo], T]) -> T:
        """Merge, and once more where Git or the file system refused: what is merged already stays so."""
        try:
            return await self._with_repo(project_id, merge)
        except StorageFailed as error:
            log.warning("a merge in project %s is tried once more: %s", project_id, error.message)
            return await self._with_repo(project_id, merge)

    async def create_empty(self, project_id: ProjectId) -> None:
        """Make a repository with nothing in it."""
        await asyncio.to_thread(create, self.path(project_id))

    async def adopt(self, project_id: ProjectId, source: Path) -> None:
        """Copy a repository on this machine, and give it a content branch if it has none."""
        await asyncio.to_thread(lambda: _with_content(import_from(source, self.path(project_id))))

    async def clone(self, project_id: ProjectId, url: str, access: RemoteAccess) -> None:
        """Copy a repository from elsewhere, and give it a content branch if it has none."""
        await asyncio.to_thread(lambda: _with_content(clone(url, self.path(project_id), access=access)))

    def target(self, repo: Repo) -> Target:
        """Return where changes are merged to."""
        return Target(base=default_branch(repo), formats=self.formats)

    async def forget_rejected(self, before: datetime, is_dry_run: bool) -> dict[str, int]:
        """Drop branches of all projects that were rejected before a moment; return how many."""

        def forget() -> int:
            repos = (open_at(path) for path in sorted(self._folder.glob("*.git")))
            return sum(forget_rejected(one, before.timestamp(), is_dry_run=is_dry_run) for one in repos)

        return {"branches": await asyncio.to_thread(forget)}

    # --- reading

    def tree(self, repo: Repo, ref: str | None = None) -> AnyTree:
        """Return the files on a branch, or on the content branch; call it in a thread."""
        found = tip(repo, ref or CONTENT_BRANCH) or tip(repo, default_branch(repo))
        return EmptyTree() if found is None else TreeView(repo, tree_of(repo, found))

    async def read(self, project_id: ProjectId, ref: str | None, look: Callable[[AnyTree], T]) -> T:
        """Look at the files on a branch, or on the content branch."""
        return await self._with_repo(project_id, lambda repo: look(self.tree(repo, ref)))

    async def things(self, project_id: ProjectId) -> list[HunkTarget]:
        """Return all that the content branch has, as changes name things."""

        def look(repo: Repo) -> list[HunkTarget]:
            found = _content_tip(repo)
            return targets_between(repo, None, tree_of(repo, found), self.formats) if found else []

        return await self._with_repo(project_id, look)

    async def open_branch(self, project_id: ProjectId, branch_key: str) -> str | None:
        """Return the open branch of a conversation or run."""
        return await self._with_repo(project_id, lambda repo: open_branch(repo, branch_key))

    async def tips(self, project_id: ProjectId, branch: str) -> str:
        """Name a branch as it is now, and the content that it would be merged into."""
        return await self._with_repo(
            project_id, lambda repo: f"{need_tip(repo, branch)} {_content_tip(repo)}"
        )

    async def workflow(self, project_id: ProjectId) -> str:
        """Return how the project's changes are merged: `auto-merge` or `review`."""
        return await self.read(project_id, None, lambda tree: self.rules(tree).workflow)

    async def branches(self, project_id: ProjectId) -> list[Branch]:
        """Return the branches that wait for a decision."""
        return await self._with_repo(project_id, lambda repo: branches(repo, PREFIX))

    # --- writing

    async def write(self, job: Job, plan: TreePlanner[P], message: str) -> BranchWrite[P]:
        """Commit a plan on the job's open branch, making the branch if there is none."""
        return await self._with_repo(job.project_id, lambda repo: self._write(repo, job, plan, message))

    def _write(self, repo: Repo, job: Job, plan: TreePlanner[P], message: str) -> BranchWrite[P]:
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
        self.packing.keep_small(job.project_id, repo)
        return BranchWrite(branch, saved.commit, planned)

    def _check_room(self, repo: Repo, tree: AnyTree) -> None:
        """Refuse one more branch where too many wait; counting those that are merged already costs more."""
        limit = self.rules(tree).branch_limit
        if limit is not None and len(branches(repo, PREFIX)) >= limit:
            check_not_blocked(branch_health(repo, block_limit=limit))

    async def preview(self, job: Job, plan: TreePlanner[P]) -> PreviewedWrite:
        """Plan on the branch that the job would write on, and compare; a refused plan raises as it would.

        The files it would write are stored as loose objects that nothing points at; housekeeping takes them.
        """

        def look(repo: Repo) -> PreviewedWrite:
            branch = open_branch(repo, job.branch_key)
            old = tree_of(repo, need_tip(repo, branch or CONTENT_BRANCH))
            planned = plan(TreeView(repo, old))
            new = write_files(repo, old, planned.writes, planned.deletes)
            return PreviewedWrite(tuple(diff(repo, old, new, formats=self.formats)), old, new)

        return await self._with_repo(job.project_id, look)

    # --- showing

    async def show(self, project_id: ProjectId, review: Review) -> ReviewView:
        """Return a review as people see it, with what its things are called and what it breaks."""
        return await self._with_repo(project_id, lambda repo: show_review(repo, self.formats, review))

    async def show_hunks(
        self, project_id: ProjectId, trees: tuple[Sha, Sha], hunks: Sequence[Hunk]
    ) -> list[HunkView]:
        """Return changes between two trees, the newer one first, as people see them."""
        return await self._with_repo(project_id, lambda repo: show_hunks(repo, self.formats, trees, hunks))

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

        def end(repo: Repo) -> TurnEnd:
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

        return await self._merging(job.project_id, end)

    async def review(self, project_id: ProjectId, branch: str) -> Review:
        """Return what a branch proposes."""
        return await self._with_repo(project_id, lambda repo: open_review(repo, branch, self.target(repo)))

    async def preview_finish(self, project_id: ProjectId, branch: str, decisions: Decisions) -> Review:
        """Return what finishing by some decisions would merge of a branch."""
        return await self._with_repo(
            project_id, lambda repo: preview_finish(repo, branch, self.target(repo), decisions)
        )

    async def finish(self, job: Job, branch: str, decisions: Decisions, expected: str | None) -> Finished:
        """Merge what was accepted, take out what was rejected, carry on what is undecided."""

        def end(repo: Repo) -> Finished:
            return finish_review(
                repo,
                branch,
                self.target(repo),
                decisions,
                signed=job.signed,
                carry_to=carry_name(branch, job),
                expected=expected,
            )

        return await self._with_repo(job.project_id, end)

    async def merge(self, job: Job, branch: str) -> Landing:
        """Merge a whole branch."""
        return await self._merging(
            job.project_id,
            lambda repo: merge_branch(repo, branch, self.target(repo), signed=job.signed),
        )

    async def reject(self, project_id: ProjectId, branch: str) -> None:
        """Reject a whole branch; it can be brought back for a while."""
        await self._with_repo(project_id, lambda repo: reject_branch(repo, branch))

    async def restore(self, project_id: ProjectId, branch: str) -> None:
        """Bring a rejected branch back; one that is back already stays as it is."""

        def bring_back(repo: Repo) -> None:
            try:
                restore_branch(repo, branch)
            except NotFound as error:
                if tip(repo, branch) is None:
                    raise Conflict(say("content.branch_not_kept", days=KEPT_FOR.days)) from error

        await self._with_repo(project_id, bring_back)

    async def undo_run(self, job: Job, run: str, rejected: Collection[str] = ()) -> Undone:
        """Take back what a run changed and is merged, on a new branch; what still waits is not touched."""

        def take_back(repo: Repo) -> Undone:
            target = self.target(repo)
            start, formats = need_tip(repo, target.content), target.formats
            turn = find_turn(repo, start, run, rejected=rejected, formats=formats)
            if not turn:
                raise NotFound(say("content.nothing_to_undo"))
            signed = replace(job.signed, provenance=replace(job.provenance, undoes=run))
            branch = branch_name("undo", run, at=job.at, entropy=entropy_of(run, str(job.at)))
            message = f"undo: take back turn {run}"
            return undo_changes(repo, turn, target, branch=branch, message=message, signed=signed)

        return await self._with_repo(job.project_id, take_back)

    async def undo_merge(self, job: Job, onto: str, commit: str) -> Undone:
        """Take back all that a merge brought: from the content it was merged onto, to what it became."""

        def take_back(repo: Repo) -> Undone:
            merged = [Stretch(tree_of(repo, onto), tree_of(repo, commit), commit)]
            branch = branch_name("undo", commit[:12], at=job.at, entropy=entropy_of(commit, str(job.at)))
            message = f"undo: take back merge {commit[:12]}"
            return undo_changes(
                repo, merged, self.target(repo), branch=branch, message=message, signed=job.signed
            )

        return await self._with_repo(job.project_id, take_back)


def _with_content(repo: Repo) -> None:
    base = default_branch(repo)
    if tip(repo, base) is not None:
        ensure_content_branch(repo, base)


def _content_tip(repo: Repo) -> Sha | None:
    return tip(repo, CONTENT_BRANCH) or tip(repo, default_branch(repo))
