"""The door to a project's repository."""

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from proofroom.content.desk.parsed import ParsedFiles
from proofroom.content.desk.types import Job, NewProject, TurnEnd, Written
from proofroom.content.format.context_file import Operation, render_context
from proofroom.content.format.paths import CONFIG
from proofroom.content.format.project import Project
from proofroom.content.format.types import Config
from proofroom.content.merge.land import Landing, Target, merge_branch, reject_branch, should_auto_merge
from proofroom.content.merge.places import Scope
from proofroom.content.merge.review import Decisions, Finished, Review, finish_review, open_review
from proofroom.content.merge.undo import Stretch, Undone, find_turn, undo_changes
from proofroom.content.plans.init import plan_init
from proofroom.content.plans.types import FilePlan, Stamp
from proofroom.kernel.errors import NotFound, ProofroomError
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Phase
from proofroom.repository.git.branch import (
    CONTENT_BRANCH,
    PREFIX,
    Branch,
    branch_name,
    branches,
    create_branch,
    ensure_content_branch,
    need_tip,
    tip,
)
from proofroom.repository.git.commit import find_step, tree_of
from proofroom.repository.git.health import Health, branch_health, check_not_blocked
from proofroom.repository.git.init import start_project
from proofroom.repository.git.open import Repo, create, default_branch, import_from, open_at
from proofroom.repository.git.remotes import Access as RemoteAccess
from proofroom.repository.git.remotes import clone
from proofroom.repository.git.save import save
from proofroom.repository.git.tree import TreeView

T = TypeVar("T")
Planner = Callable[[Project, Stamp], FilePlan]
INIT_PREFIX = f"{PREFIX}new/init/"


class Repositories:
    """Reads and writes project repositories below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.parsed = ParsedFiles()

    # --- repositories

    def path(self, project_id: ProjectId) -> Path:
        """Return where a project's repository is."""
        return self._folder / f"{project_id}.git"

    def repo(self, project_id: ProjectId) -> Repo:
        """Open a project's repository."""
        return open_at(self.path(project_id))

    async def create(self, job: Job, new: NewProject) -> None:
        """Make a repository with its first structure, merged."""

        def make() -> None:
            repo = create(self.path(job.project_id))
            self._start(repo, job, new)

        await asyncio.to_thread(make)

    async def create_empty(self, project_id: ProjectId) -> None:
        """Make a repository with nothing in it; `init` gives it a structure later."""
        await asyncio.to_thread(create, self.path(project_id))

    async def adopt(self, project_id: ProjectId, source: Path) -> None:
        """Copy a repository on this machine, and give it a content branch if it has none."""

        def copy() -> None:
            repo = import_from(source, self.path(project_id))
            base = default_branch(repo)
            if tip(repo, base) is not None:
                ensure_content_branch(repo, base)

        await asyncio.to_thread(copy)

    async def clone(self, project_id: ProjectId, url: str, access: RemoteAccess) -> None:
        """Copy a repository from elsewhere, and give it a content branch if it has none."""

        def copy() -> None:
            repo = clone(url, self.path(project_id), access=access)
            base = default_branch(repo)
            if tip(repo, base) is not None:
                ensure_content_branch(repo, base)

        await asyncio.to_thread(copy)

    async def init(self, job: Job, new: NewProject) -> Landing:
        """Give an empty repository its first structure, merged at once."""
        return await asyncio.to_thread(lambda: self._start(self.repo(job.project_id), job, new))

    def _start(self, repo: Repo, job: Job, new: NewProject) -> Landing:
        base = default_branch(repo)
        known = tip(repo, CONTENT_BRANCH) or tip(repo, base)
        plan = plan_init(
            TreeView(repo, tree_of(repo, known)) if known else _EmptyTree(),
            stack=new.stack,
            locales=new.locales,
            domains=new.domains,
            models=new.models,
            workflow=new.workflow,
            with_keep_files=new.with_keep_files,
        ).checked()
        started = start_project(
            repo,
            plan.writes,
            base=base,
            signed=job.signed,
            entropy=_entropy(job.provenance.run or job.branch_key),
        )
        return merge_branch(repo, started.branch, self.target(repo, job), signed=job.signed)

    def target(self, repo: Repo, job: Job, tool: str = "save_content") -> Target:
        """Return where a job's changes are merged to."""

        def context(tree: TreeView) -> bytes | None:
            project = Project(tree, cache=self.parsed)
            if project.config is None:
                return None
            return render_context(project, Operation(tool, "", source="studio"), job.at)

        return Target(base=default_branch(repo), scope=Scope(cache=self.parsed), context=context)

    # --- reading

    async def read(self, project_id: ProjectId, ref: str | None, look: Callable[[Project], T]) -> T:
        """Look at a project as it is on a branch, or on the content branch."""
        return await asyncio.to_thread(lambda: look(self.view(self.repo(project_id), ref)))

    def view(self, repo: Repo, ref: str | None = None) -> Project:
        """Return the project on a branch; call it in a thread."""
        found = tip(repo, ref or CONTENT_BRANCH) or tip(repo, default_branch(repo))
        if found is None:
            return Project(_EmptyTree(), cache=self.parsed)
        return Project(TreeView(repo, tree_of(repo, found)), cache=self.parsed)

    async def phase(self, project_id: ProjectId) -> tuple[Phase, str, str]:
        """Return the project's phase, its workflow, and for `error` the cause and the repair."""

        def look() -> tuple[Phase, str, str]:
            try:
                repo = self.repo(project_id)
                project = self.view(repo)
                config = project.config
                is_broken = config is None and project.read(CONFIG) is not None
            except ProofroomError as error:
                return "error", "review", f"{error.message} {error.suggestion}"
            if is_broken:
                return "error", "review", f"{CONFIG} cannot be read as JSON. Repair or remove the file."
            if config is None:
                waiting = branches(repo, INIT_PREFIX)
                return ("init_pending" if waiting else "uninitialized"), "review", ""
            return "active", config.workflow, ""

        return await asyncio.to_thread(look)

    async def tips(self, project_id: ProjectId, branch: str) -> str:
        """Name a branch as it is now, and the content that it would be merged into."""

        def look() -> str:
            repo = self.repo(project_id)
            return f"{need_tip(repo, branch)} {tip(repo, CONTENT_BRANCH) or tip(repo, default_branch(repo))}"

        return await asyncio.to_thread(look)

    async def open_branch(self, project_id: ProjectId, branch_key: str) -> str | None:
        """Return the open branch of a conversation or run."""
        return await asyncio.to_thread(lambda: _open_branch(self.repo(project_id), branch_key))

    async def branches(self, project_id: ProjectId) -> list[Branch]:
        """Return the branches that wait for a decision."""
        return await asyncio.to_thread(lambda: branches(self.repo(project_id), PREFIX))

    async def health(self, project_id: ProjectId) -> Health:
        """Return how many branches wait, against the project's limits."""

        def look() -> Health:
            repo = self.repo(project_id)
            config = self.view(repo).config or Config()
            warn, block = config.branch_warn_limit, config.branch_block_limit
            if tip(repo, CONTENT_BRANCH) is None:
                return Health("ok", tuple(branches(repo, PREFIX)), (), warn, block)
            return branch_health(repo, warn_limit=warn, block_limit=block)

        return await asyncio.to_thread(look)

    # --- writing

    async def write(self, job: Job, plan: Planner, message: str) -> Written:
        """Commit a plan on the job's open branch, making the branch if there is none."""
        return await asyncio.to_thread(self._write, job, plan, message)

    def _write(self, job: Job, plan: Planner, message: str) -> Written:
        repo = self.repo(job.project_id)
        branch = _branch_of(repo, job)
        fresh = branch is None
        planned: list[FilePlan] = []
        planned_on = ""

        if branch is None:
            # Planned before there is a branch: a refused or empty write leaves nothing behind.
            project = self.view(repo)
            planned = [plan(project, job.stamp).checked()]
            planned_on = project.tree.sha if isinstance(project.tree, TreeView) else ""
            if planned[0].is_empty:
                return Written("", need_tip(repo, CONTENT_BRANCH), planned[0])
            _check_room(repo, project)
            branch = _free_name(repo, job)
            create_branch(repo, branch, need_tip(repo, CONTENT_BRANCH))

        def make(tree: TreeView) -> FilePlan:
            if tree.sha != planned_on:  # somebody was faster
                planned[:] = [plan(Project(tree, cache=self.parsed), job.stamp).checked()]
            return planned[0]

        saved = save(repo, branch, make, message=message, signed=job.signed)
        if planned and planned[0].parsed:
            self._remember(repo, saved.commit, planned[0])
        if fresh and not saved.changed and not saved.repeated:
            reject_branch(repo, branch)
        return Written(branch, saved.commit, planned[0] if planned else FilePlan())

    def _remember(self, repo: Repo, commit: str, plan: FilePlan) -> None:
        """Keep files that were parsed to be written; their untouched entries stay the same objects."""
        tree = TreeView(repo, tree_of(repo, commit))
        for path, file in plan.parsed.items():
            oid = tree.oid(path)
            if oid is not None:
                self.parsed[oid, "collection"] = file

    # --- deciding

    async def end_turn(
        self, job: Job, workflow: str, workspace_role: str | None, *, may_merge: bool = True
    ) -> TurnEnd:
        """Merge the job's branch if the workflow and the role allow it, else leave it waiting."""

        def end() -> TurnEnd:
            repo = self.repo(job.project_id)
            branch = _branch_of(repo, job)
            if branch is None:
                return TurnEnd("nothing")
            target = self.target(repo, job)
            review = open_review(repo, branch, target)
            count = len(review.hunks)
            if not may_merge or not should_auto_merge(workflow, workspace_role):
                return TurnEnd("waiting", branch, review.sha, count, review)
            landing = merge_branch(repo, branch, target, signed=job.signed)
            if landing.status == "conflicts":
                return TurnEnd("conflicts", branch, review.sha, count, review)
            return TurnEnd("merged", branch, landing.commit, count, review)

        return await asyncio.to_thread(end)

    async def review(self, job: Job, branch: str) -> Review:
        """Return what a branch proposes."""

        def look() -> Review:
            repo = self.repo(job.project_id)
            return open_review(repo, branch, self.target(repo, job))

        return await asyncio.to_thread(look)

    async def finish(self, job: Job, branch: str, decisions: Decisions, expected: str | None) -> Finished:
        """Merge what was accepted, take out what was rejected, carry on what is undecided."""

        def end() -> Finished:
            repo = self.repo(job.project_id)
            carry = branch_name(
                *_branch_key_of(branch).split("/", 1), at=job.at, entropy=_entropy(branch, str(job.at))
            )
            return finish_review(
                repo,
                branch,
                self.target(repo, job),
                decisions,
                signed=job.signed,
                carry_to=carry,
                expected=expected,
            )

        return await asyncio.to_thread(end)

    async def merge(self, job: Job, branch: str) -> Landing:
        """Merge a whole branch."""

        def land() -> Landing:
            repo = self.repo(job.project_id)
            return merge_branch(repo, branch, self.target(repo, job), signed=job.signed)

        return await asyncio.to_thread(land)

    async def reject(self, project_id: ProjectId, branch: str) -> None:
        """Reject a whole branch; it can be brought back for a while."""
        await asyncio.to_thread(lambda: reject_branch(self.repo(project_id), branch))

    async def undo_run(self, job: Job, run: str) -> Undone:
        """Take back what a run changed and is merged, on a new branch; what still waits is not touched."""

        def take_back() -> Undone:
            repo = self.repo(job.project_id)
            target = self.target(repo, job)
            turn = find_turn(repo, need_tip(repo, target.content), run)
            if not turn:
                raise NotFound(say("content.nothing_to_undo"))
            signed = replace(job.signed, provenance=replace(job.provenance, undoes=run))
            branch = branch_name("undo", run, at=job.at, entropy=_entropy(run, str(job.at)))
            message = f"undo: take back turn {run}"
            return undo_changes(repo, turn, target, branch=branch, message=message, signed=signed)

        return await asyncio.to_thread(take_back)

    async def undo_merge(self, job: Job, onto: str, commit: str) -> Undone:
        """Take back all that a merge brought: from the content it was merged onto, to what it became."""

        def take_back() -> Undone:
            repo = self.repo(job.project_id)
            target = self.target(repo, job)
            merged = [Stretch(tree_of(repo, onto), tree_of(repo, commit), commit)]
            branch = branch_name("undo", commit[:12], at=job.at, entropy=_entropy(commit, str(job.at)))
            message = f"undo: take back merge {commit[:12]}"
            return undo_changes(repo, merged, target, branch=branch, message=message, signed=job.signed)

        return await asyncio.to_thread(take_back)


class _EmptyTree:
    """A tree with nothing in it."""

    def read(self, path: str) -> bytes | None:
        """Return nothing: there are no files."""
        return None

    def list(self, prefix: str = "") -> list[str]:
        """Return nothing: there are no files."""
        return []

    def oid(self, path: str) -> str | None:
        """Return nothing: there are no files."""
        return None


def _check_room(repo: Repo, project: Project) -> None:
    """Refuse one more branch where too many wait; counting those that are merged already costs more."""
    limit = project.ready_config.branch_block_limit
    if len(branches(repo, PREFIX)) >= limit:
        check_not_blocked(branch_health(repo, block_limit=limit))


def _open_branch(repo: Repo, branch_key: str) -> str | None:
    found = branches(repo, f"{PREFIX}{branch_key}/")
    return max(found, key=lambda branch: branch.name).name if found else None


def _branch_of(repo: Repo, job: Job) -> str | None:
    """Return the open branch that a job goes on with."""
    if not job.is_apart:
        return _open_branch(repo, job.branch_key)
    return next((name for name, own in _names(repo, job) if own), None)


def _free_name(repo: Repo, job: Job) -> str:
    if job.is_apart:
        return next(name for name, own in _names(repo, job) if own is None)
    entropy = _entropy(job.provenance.step or job.branch_key)
    return branch_name(*job.branch_key.split("/", 1), at=job.at, entropy=entropy)


def _names(repo: Repo, job: Job) -> Iterator[tuple[str, bool | None]]:
    """Give the names that a branch of its own may have, and whose each is: the job's, another's, nobody's.

    The last one given is nobody's; a job repeated after a crash walks the same names again.
    """
    run, step = job.provenance.run or "", job.provenance.step or job.branch_key
    content = tip(repo, CONTENT_BRANCH)
    for number in range(1_000):
        name = branch_name(*job.branch_key.split("/"), at=job.at, entropy=_entropy(run, step, str(number)))
        found = tip(repo, name)
        if found is None:
            yield name, None
            return
        # One with nothing on it was made by an attempt that went no further.
        yield name, found == content or find_step(repo, found, run, step, hide=content) is not None


def _branch_key_of(branch: str) -> str:
    return branch.removeprefix(PREFIX).rsplit("/", 1)[0]


def _entropy(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:4]
