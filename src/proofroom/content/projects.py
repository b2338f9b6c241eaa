"""Projects as a record and a repository together: made, imported, and asked how they are."""

import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from proofroom.access import Access, Principal, Project
from proofroom.content.brain import Brain
from proofroom.content.contents import Contents, NewProject
from proofroom.content.origins import IMPORT, Origins
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput, ProofroomError
from proofroom.kernel.ids import ConversationId, ProjectId, WorkspaceId, new_id
from proofroom.kernel.strings import Text, say
from proofroom.repository import Job
from proofroom.repository.git.commit import Provenance
from proofroom.repository.remote_keys import Keys
from proofroom.repository.remotes import Remotes
from proofroom.repository.reviewable import identity_of
from proofroom.runtime import ProjectState

log = logging.getLogger(__name__)

MERGE_FAILED = "content.merge_failed"


class Projects:
    """The projects of a studio. A cause of errors is kept on the record until its repair clears it."""

    def __init__(
        self,
        contents: Contents,
        brain: Brain,
        access: Access,
        clock: Clock,
        remotes: Remotes,
        origins: Origins,
    ) -> None:
        self._contents, self._brain, self._access, self._clock = contents, brain, access, clock
        self._repositories = contents.repositories
        self._remotes, self._origins = remotes, origins

    # --- making

    async def create(
        self, principal: Principal, name: str, slug: str | None, new: NewProject | None
    ) -> Project:
        """Make a project with its first structure, or with an empty repository when there is none."""
        project = await self._access.projects.create(principal, name, slug=slug)
        try:
            if new is None:
                await self._repositories.create_empty(project.id)
            else:
                await self._contents.create(self._job(principal, project.id), new)
        except ProofroomError:
            await self._forget(principal, project.id)
            raise
        return project

    async def adopt(
        self, principal: Principal, name: str, slug: str | None, source: Path, *, is_ours: bool = False
    ) -> Project:
        """Make a project from a copy of a repository on this machine."""
        principal.require("studio.manage")
        if not source.is_absolute():
            raise InvalidInput(say("projects.full_path"))

        async def bring(project: Project) -> None:
            await self._repositories.adopt(project.id, source)

        return await self._import(principal, name, slug, bring, is_ours=is_ours)

    async def clone(
        self,
        principal: Principal,
        name: str,
        slug: str | None,
        url: str,
        keys: Keys,
        *,
        is_ours: bool = False,
    ) -> Project:
        """Make a project from a copy of a repository elsewhere, which stays its remote."""

        async def bring(project: Project) -> None:
            await self._remotes.clone(principal, project.id, url, keys)
            await self._remotes.keep(principal, project, keys)

        return await self._import(principal, name, slug, bring, is_ours=is_ours)

    async def _import(
        self,
        principal: Principal,
        name: str,
        slug: str | None,
        bring: Callable[[Project], Awaitable[None]],
        *,
        is_ours: bool,
    ) -> Project:
        """Make a project of what is brought; what nobody vouches for is marked, from before it is there."""
        if is_ours:
            principal.require_human()
        project = await self._access.projects.create(principal, name, slug=slug)
        try:
            if not is_ours:
                await self._origins.begin_taking_in(project)
            await bring(project)
            if is_ours:
                await self._remotes.trust_words(project.id)
            else:
                await self._origins.take_in(project, await self._repositories.things(project.id), IMPORT)
        except ProofroomError:
            await self._forget(principal, project.id)
            raise
        return project

    def _job(self, principal: Principal, project_id: ProjectId) -> Job:
        run = new_id()
        provenance = Provenance(run=run, step="init")
        return Job(project_id, identity_of(principal), self._clock.now(), f"run/{run}", provenance, "human")

    async def _forget(self, principal: Principal, project_id: ProjectId) -> None:
        await self._access.projects.delete(principal, project_id)
        self._brain.forget(project_id)

    # --- how they are

    async def state(
        self, workspace_id: WorkspaceId, project_id: ProjectId, conversation_id: ConversationId | None
    ) -> ProjectState:
        """Return the state of a project, with the conversation's open branch."""
        phase, workflow, cause = await self._contents.phase(project_id)
        known = await self._access.projects.find(workspace_id, project_id)
        if phase != "error" and known.status == "error" and await self._is_unmerged(known):
            phase, cause = "error", known.status_reason
        await self._remember(known, cause)
        ref = None
        if conversation_id is not None and phase != "error":
            ref = await self._repositories.open_branch(project_id, f"chat/{conversation_id}")
        return ProjectState(phase=phase, workflow=workflow, ref=ref, cause=cause)

    async def report_failure(
        self, workspace_id: WorkspaceId, project_id: ProjectId, branch: str, error: ProofroomError
    ) -> None:
        """Remember that a branch could not be merged; merging or rejecting it clears that."""
        log.error("%s of project %s could not be merged: %s", branch, project_id, error.message)
        reason = say(MERGE_FAILED, branch=branch, why=error.message)
        await self._access.projects.set_status(workspace_id, project_id, "error", reason)

    async def _is_unmerged(self, known: Project) -> bool:
        reason = known.status_reason
        if not isinstance(reason, Text) or reason.key != MERGE_FAILED:
            return False
        return any(
            branch.name == reason.values["branch"] for branch in await self._repositories.branches(known.id)
        )

    async def _remember(self, known: Project, cause: str) -> None:
        status = "error" if cause else "active"
        if (known.status, known.status_reason) != (status, cause):
            await self._access.projects.set_status(known.workspace_id, known.id, status, cause)
