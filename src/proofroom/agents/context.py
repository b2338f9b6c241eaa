"""What people have told all agents: a profile in layers, and corrections. Kept as settings of the workspace.

Layers are for everybody, for one project and for one person; agents read them one inside the other, so that
the narrower word can be seen to be the narrower one.
"""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal, cast

from proofroom.access import Access, Principal
from proofroom.access.workspaces import WHOLE
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.ids import PersonId, ProjectId, WorkspaceId, new_id
from proofroom.kernel.strings import say

PROFILE, CORRECTIONS = "agent_context", "agent_corrections"
MOST_CHARACTERS = 12_000
MOST_CORRECTIONS = 200
Kind = Literal["correction", "lesson"]


@dataclass(frozen=True, slots=True)
class Layers:
    """The profile as one agent sees it, each layer by itself; empty where nobody wrote one."""

    workspace: str = ""
    project: str = ""
    person: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """Something agents shall know from now on: who said it, and when."""

    id: str
    kind: Kind
    text: str
    by: str
    at: str


class AgentContext:
    """The profile and the corrections of every workspace."""

    def __init__(self, access: Access, clock: Clock) -> None:
        self._settings, self._clock = access.workspaces, clock

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

    async def corrections(self, workspace_id: WorkspaceId) -> list[Correction]:
        """Return the corrections, newest first."""
        setting = await self._settings.find_setting(workspace_id, CORRECTIONS)
        rows = cast("list[dict[str, Any]]", setting.value) if setting else []
        return [Correction(**row) for row in rows]

    async def correct(self, principal: Principal, kind: Kind, text: str) -> Correction:
        """Add a correction; one that is there already is moved to the top instead."""
        said = " ".join(text.split())
        made = Correction(new_id(), kind, said, principal.name, _day(self._clock.now()))
        known = await self.corrections(principal.workspace_id)
        others = [one for one in known if one.text.casefold() != said.casefold()]
        if len(others) >= MOST_CORRECTIONS:
            raise InvalidInput(say("agents.corrections_full", most=MOST_CORRECTIONS))
        await self._write(principal, [made, *others])
        return made

    async def forget(self, principal: Principal, correction_id: str) -> None:
        """Delete a correction."""
        known = await self.corrections(principal.workspace_id)
        left = [one for one in known if one.id != correction_id]
        if len(left) == len(known):
            raise NotFound(say("agents.no_correction"))
        await self._write(principal, left)

    async def _markdown(self, workspace_id: WorkspaceId, scope: str) -> str:
        setting = await self._settings.find_setting(workspace_id, PROFILE, scope=scope)
        return str(cast("dict[str, Any]", setting.value).get("markdown", "")) if setting else ""

    async def _write(self, principal: Principal, corrections: list[Correction]) -> None:
        await self._settings.put_setting(principal, CORRECTIONS, [asdict(one) for one in corrections])


def _day(moment: datetime) -> str:
    return moment.date().isoformat()
