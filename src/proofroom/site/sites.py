"""The door to the sites of projects: read one on a branch, change it on a branch."""

from collections.abc import Callable
from dataclasses import field
from typing import Generic, TypeVar

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ProjectId
from proofroom.repository import BranchWrite, Job, Repositories
from proofroom.repository.repositories import AnyTree
from proofroom.site.document.types import Site
from proofroom.site.files import SitePlan, has_site, plan_site, read_site

T = TypeVar("T")
NAME = "Site"
"""What a site is called until somebody names it."""


@dataclass(frozen=True, slots=True)
class Edited(SitePlan, Generic[T]):
    """A change of a site: the files it writes, the site after it, and what the edit answered."""

    site: Site = field(kw_only=True)
    answer: T = field(kw_only=True)


class Sites:
    """Reads and changes sites in repositories."""

    def __init__(self, repositories: Repositories) -> None:
        self.repositories = repositories

    async def read(self, project_id: ProjectId, ref: str | None = None) -> Site:
        """Return a project's site on a branch, or on the content branch; a new one where none was saved."""

        def look(site: Site) -> Site:
            for page in site.pages:
                page.nodes  # noqa: B018  (read here, where Git may be waited for)
            return site

        return await self.look(project_id, ref, look)

    async def look(self, project_id: ProjectId, ref: str | None, look: Callable[[Site], T]) -> T:
        """Look at a site in a thread; only the pages that are looked at are read."""
        return await self.repositories.read(
            project_id, ref, lambda tree: look(self.site_in(tree, project_id))
        )

    async def exists(self, project_id: ProjectId, ref: str | None = None) -> bool:
        """Tell whether a project has a site."""
        return await self.repositories.read(project_id, ref, has_site)

    def site_in(self, tree: AnyTree, project_id: ProjectId) -> Site:
        """Return the site in a tree; call it in a thread."""
        return read_site(tree, NAME, project_id)

    async def edit(self, job: Job, edit: Callable[[Site], T], message: str) -> BranchWrite[Edited[T]]:
        """Commit an edit on the job's open branch. It is asked again where somebody else was faster."""

        def plan(tree: AnyTree) -> Edited[T]:
            site = self.site_in(tree, job.project_id)
            answer = edit(site)
            files = plan_site(tree, site)
            return Edited(files.writes, files.deletes, site=site, answer=answer)

        return await self.repositories.write(job, plan, message)
