"""The folder with the projects' repositories: where each is, how one comes to be, which formats there are."""

import asyncio
from datetime import datetime
from pathlib import Path

from proofroom.kernel.ids import ProjectId
from proofroom.repository.git.branch import (
    ensure_content_branch,
    tip,
)
from proofroom.repository.git.open import Repo, create, default_branch, import_from, open_at
from proofroom.repository.git.pack import (
    forget_rejected,
)
from proofroom.repository.git.remotes import Access as RemoteAccess
from proofroom.repository.git.remotes import clone
from proofroom.repository.merge.formats import Format
from proofroom.repository.merge.land import (
    Target,
)


class RepositoryFolder:
    """Knows where repositories are, and the rooms that keep files in them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._formats: list[Format] = []

    def add_format(self, one: Format) -> None:
        """Take in a room that keeps files here."""
        self._formats.append(one)

    @property
    def formats(self) -> tuple[Format, ...]:
        """The formats of the rooms that keep files here."""
        return tuple(self._formats)

    def path(self, project_id: ProjectId) -> Path:
        """Return where a project's repository is."""
        return self._folder / f"{project_id}.git"

    def repo(self, project_id: ProjectId) -> Repo:
        """Open a project's repository."""
        return open_at(self.path(project_id))

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


def _with_content(repo: Repo) -> None:
    base = default_branch(repo)
    if tip(repo, base) is not None:
        ensure_content_branch(repo, base)
