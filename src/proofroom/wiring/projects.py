"""The state of projects: asked of their repositories, remembered on their records."""

import re

from proofroom.access import Access, Project
from proofroom.content.desk import Desk
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.ids import ConversationId, ProjectId, WorkspaceId
from proofroom.runtime import ProjectState

_MERGE_FAILED = re.compile(r"Merging (cr/\S+) failed")


class ProjectStates:
    """Tells a project's phase. A cause of errors is kept on the record until its repair clears it."""

    def __init__(self, desk: Desk, access: Access) -> None:
        self._desk, self._access = desk, access

    async def find(
        self, workspace_id: WorkspaceId, project_id: ProjectId, conversation_id: ConversationId | None
    ) -> ProjectState:
        """Return the state of a project, with the conversation's open branch."""
        phase, workflow, cause = await self._desk.phase(project_id)
        known = await self._access.projects.find(workspace_id, project_id)
        if phase != "error" and known.status == "error" and await self._is_unmerged(known):
            phase, cause = "error", known.status_reason
        await self._remember(known, cause)
        ref = None
        if conversation_id is not None and phase != "error":
            ref = await self._desk.open_branch(project_id, f"chat/{conversation_id}")
        return ProjectState(phase=phase, workflow=workflow, ref=ref, cause=cause)

    async def report_failure(
        self, workspace_id: WorkspaceId, project_id: ProjectId, branch: str, error: ProofroomError
    ) -> None:
        """Remember that a branch could not be merged; merging or rejecting it clears that."""
        reason = f"Merging {branch} failed: {error.message} Merge or reject it to go on."
        await self._access.projects.set_status(workspace_id, project_id, "error", reason)

    async def _is_unmerged(self, known: Project) -> bool:
        failed = _MERGE_FAILED.match(known.status_reason)
        if failed is None:
            return False
        return any(branch.name == failed[1] for branch in await self._desk.branches(known.id))

    async def _remember(self, known: Project, cause: str) -> None:
        status = "error" if cause else "active"
        if (known.status, known.status_reason) != (status, cause):
            await self._access.projects.set_status(known.workspace_id, known.id, status, cause)
