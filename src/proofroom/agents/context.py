"""What people have told all agents about their work: a profile in layers, kept as settings.

Layers are for everybody, for one project and for one person; agents read them one inside the other, so that
the narrower word can be seen to be the narrower one.
"""

from dataclasses import dataclass
from typing import Any, cast

from proofroom.access import Access, Principal
from proofroom.access.workspaces import WHOLE
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import PersonId, ProjectId, WorkspaceId
from proofroom.kernel.strings import say

PROFILE = "agent_context"
MOST_CHARACTERS = 12_000


@dataclass(frozen=True, slots=True)
class Layers:
    """The profile as one agent sees it, each layer by itself; empty where nobody wrote one."""

    workspace: str = ""
    project: str = ""
    person: str = ""


class AgentContext:
    """The profiles of every workspace."""

    def __init__(self, access: Access) -> None:
        self._settings = access.workspaces

    async def layers(
        self, workspace_id: WorkspaceId, project_id: ProjectId | None, person_id: PersonId | None
    ) -> Layers:
        """Return the layers that hold for somebody in a project."""
        return Layers(
            await self._markdown(workspace_id, WHOLE),
            await self._markdown(workspace_id, f"project:{project_id}") if project_id else "",
            await self._markdown(workspace_id, f"person:{person_id}") if person_id else "",
        )

    async def write_layer(self, principal: Principal, scope: str, markdown: str) -> None:
        """Write the layer of a scope: `workspace`, `project:<id>`, or one's own `person:<id>`."""
        if len(markdown) > MOST_CHARACTERS:
            raise InvalidInput(say("agents.profile_long", length=len(markdown), most=MOST_CHARACTERS))
        await self._settings.put_setting(principal, PROFILE, {"markdown": markdown.strip()}, scope=scope)

    async def _markdown(self, workspace_id: WorkspaceId, scope: str) -> str:
        setting = await self._settings.find_setting(workspace_id, PROFILE, scope=scope)
        return str(cast("dict[str, Any]", setting.value).get("markdown", "")) if setting else ""
