"""The content of projects: read on a branch, changed by a plan, begun with a first structure."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from proofroom.content.format.paths import CONFIG
from proofroom.content.format.project import Project
from proofroom.content.format.types import Config, Json
from proofroom.content.merge.content_format import ContentFormat
from proofroom.content.parsed_files import ParsedFiles
from proofroom.content.plans.init import plan_init
from proofroom.content.plans.types import FilePlan, Stamp
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.tool import Phase
from proofroom.repository import Job, Repositories
from proofroom.repository.branch_keys import entropy_of
from proofroom.repository.git.branch import CONTENT_BRANCH, PREFIX, branches, tip
from proofroom.repository.git.commit import tree_of
from proofroom.repository.git.health import Health, branch_health
from proofroom.repository.git.init import start_project
from proofroom.repository.git.open import Repo, create, default_branch
from proofroom.repository.git.tree import TreeView
from proofroom.repository.merge.land import Landing, merge_branch
from proofroom.repository.repositories import AnyTree, TreePlanner
from proofroom.repository.types import ProjectRules
from proofroom.reviews import HunkView

T = TypeVar("T")
Planner = Callable[[Project, Stamp], FilePlan]
INIT_PREFIX = f"{PREFIX}new/init/"


@dataclass(frozen=True, slots=True)
class NewProject:
    """What a project's repository begins with."""

    locales: Sequence[str] = ("en",)
    domains: Sequence[str] = ("content",)
    models: Sequence[Json] = ()
    stack: str = "other"
    workflow: str = "review"
    with_keep_files: bool = False
    """Whether empty folders are kept, as the official set-up does."""


@dataclass(frozen=True, slots=True)
class Written:
    """A write on the job's branch; the branch's name is empty when there was nothing to write."""

    branch: str
    commit: str
    plan: FilePlan

    @property
    def changed_files(self) -> int:
        """Return how many files the write touched."""
        return len(self.plan.writes) + len(self.plan.deletes)


class Contents:
    """Reads and plans content in repositories."""

    def __init__(self, repositories: Repositories) -> None:
        self.repositories = repositories
        self.parsed = ParsedFiles()
        repositories.add_format(ContentFormat(self.parsed, writes_context=True))
        repositories.rules = self._rules

    # --- reading

    def view(self, repo: Repo, ref: str | None = None) -> Project:
        """Return the project on a branch; call it in a thread."""
        return self.project(self.repositories.tree(repo, ref))

    async def read(self, project_id: ProjectId, ref: str | None, look: Callable[[Project], T]) -> T:
        """Look at a project as it is on a branch, or on the content branch."""
        return await self.repositories.read(project_id, ref, lambda tree: look(self.project(tree)))

    async def phase(self, project_id: ProjectId) -> tuple[Phase, str, str]:
        """Return the project's phase, its workflow, and for `error` the cause and the repair."""

        def look(repo: Repo) -> tuple[Phase, str, str]:
            project = self.view(repo)
            config = project.config
            if config is None and project.read(CONFIG) is not None:
                return "error", "review", f"{CONFIG} cannot be read as JSON. Repair or remove the file."
            if config is None:
                waiting = branches(repo, INIT_PREFIX)
                return ("init_pending" if waiting else "uninitialized"), "review", ""
            return "active", config.workflow, ""

        try:
            return await asyncio.to_thread(self.repositories.use, project_id, look)
        except ProofroomError as error:
            return "error", "review", f"{error.message} {error.suggestion}"

    async def health(self, project_id: ProjectId) -> Health:
        """Return how many branches wait, against the project's limits."""

        def look(repo: Repo) -> Health:
            config = self.view(repo).config or Config()
            warn, block = config.branch_warn_limit, config.branch_block_limit
            if tip(repo, CONTENT_BRANCH) is None:
                return Health("ok", tuple(branches(repo, PREFIX)), (), warn, block)
            return branch_health(repo, warn_limit=warn, block_limit=block)

        return await asyncio.to_thread(self.repositories.use, project_id, look)

    # --- writing

    async def write(self, job: Job, plan: Planner, message: str) -> Written:
        """Commit a plan on the job's open branch, making the branch if there is none."""
        done = await self.repositories.write(job, self._planning(job, plan), message)
        written = Written(done.branch, done.commit, done.plan or FilePlan())
        if written.plan.parsed and written.branch:
            await asyncio.to_thread(self._remember, job.project_id, written)
        return written

    async def preview(self, job: Job, plan: Planner) -> list[HunkView]:
        """Return what a plan would change on the job's branch now, as people see it."""
        previewed = await self.repositories.preview(job, self._planning(job, plan))
        trees = (previewed.after, previewed.before)
        return await self.repositories.show_hunks(job.project_id, trees, previewed.hunks)

    def _planning(self, job: Job, plan: Planner) -> TreePlanner[FilePlan]:
        stamp = stamp_of(job)
        return lambda tree: plan(self.project(tree), stamp).checked()

    def _remember(self, project_id: ProjectId, written: Written) -> None:
        """Keep files that were parsed to be written; their untouched entries stay the same objects."""
        repo = self.repositories.repo(project_id)
        tree = TreeView(repo, tree_of(repo, written.commit))
        for path, file in written.plan.parsed.items():
            oid = tree.oid(path)
            if oid is not None:
                self.parsed[oid, "collection"] = file

    def project(self, tree: AnyTree) -> Project:
        """Return the project that a tree holds."""
        return Project(tree, cache=self.parsed)

    def _rules(self, tree: AnyTree) -> ProjectRules:
        config = self.project(tree).config
        return ProjectRules(config.workflow, config.branch_block_limit) if config else ProjectRules()

    # --- beginning

    async def create(self, job: Job, new: NewProject) -> None:
        """Make a repository with its first structure, merged."""
        path = self.repositories.path(job.project_id)
        await asyncio.to_thread(lambda: self._start(create(path), job, new))

    async def init(self, job: Job, new: NewProject) -> Landing:
        """Give an empty repository its first structure, merged at once."""
        repo = self.repositories.repo(job.project_id)
        return await asyncio.to_thread(lambda: self._start(repo, job, new))

    def _start(self, repo: Repo, job: Job, new: NewProject) -> Landing:
        plan = plan_init(
            self.repositories.tree(repo),
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
            base=default_branch(repo),
            signed=job.signed,
            entropy=entropy_of(job.provenance.run or job.branch_key),
        )
        return merge_branch(repo, started.branch, self.repositories.target(repo), signed=job.signed)


def stamp_of(job: Job) -> Stamp:
    """Return how entries of a job are stamped."""
    return Stamp(by=job.by.email, at=job.at, source=job.source)
