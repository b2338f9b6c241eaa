"""What people have told all agents about their work: a profile in layers, kept as settings.

Layers are for everybody, for one project and for one person; agents read them one inside the other, so that
the narrower word can be seen to be the narrower one.
"""

from collections.abc import Sequence
from typing import Any, cast

from proofroom.access import Access, Principal
from proofroom.access.workspaces import WHOLE
from proofroom.agents.references import Reference, References, read_reference
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import PersonId, ProjectId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.runtime import PromptFacts

PROFILE = "agent_context"
MOST_CHARACTERS = 12_000
MOST_REFERENCES = 50


@dataclass(frozen=True, slots=True)
class Layers:
    """The profile as one agent sees it, each layer by itself; empty where nobody wrote one."""

    workspace: str = ""
    project: str = ""
    person: str = ""
    workspace_references: tuple[Reference, ...] = ()
    project_references: tuple[Reference, ...] = ()
    person_references: tuple[Reference, ...] = ()

    @property
    def references(self) -> tuple[Reference, ...]:
        """Return what all layers refer to, each once, the widest layer first."""
        every = (*self.workspace_references, *self.project_references, *self.person_references)
        return tuple({one.key: one for one in reversed(every)}.values())[::-1]


class AgentContext:
    """The profiles of every workspace."""

    def __init__(self, access: Access, references: References) -> None:
        self._settings, self._references = access.workspaces, references

    async def layers(
        self, workspace_id: WorkspaceId, project_id: ProjectId | None, person_id: PersonId | None
    ) -> Layers:
        """Return the layers that hold for somebody in a project."""
        whole = await self._layer(workspace_id, WHOLE)
        project = await self._layer(workspace_id, f"project:{project_id}") if project_id else _EMPTY
        person = await self._layer(workspace_id, f"person:{person_id}") if person_id else _EMPTY
        return Layers(whole[0], project[0], person[0], whole[1], project[1], person[1])

    async def excerpts(self, facts: PromptFacts, layers: Layers) -> tuple[list[str], int]:
        """Return what is said of things that are referred to, and how many are not told."""
        return await self._references.excerpts(facts, layers.references)

    async def write_layer(
        self,
        principal: Principal,
        scope: str,
        markdown: str,
        references: Sequence[Reference] | None = None,
        project_id: ProjectId | None = None,
    ) -> None:
        """Write the layer of a scope: `workspace`, `project:<id>`, or one's own `person:<id>`."""
        if len(markdown) > MOST_CHARACTERS:
            raise InvalidInput(say("agents.profile_long", length=len(markdown), most=MOST_CHARACTERS))
        if references is None:
            kept: Sequence[Reference] = (await self._layer(principal.workspace_id, scope))[1]
        else:
            kept = await self._references.check(principal, project_id, references)
        value = {"markdown": markdown.strip(), "references": [one.kept() for one in kept]}
        await self._settings.put_setting(principal, PROFILE, value, scope=scope)

    async def _layer(self, workspace_id: WorkspaceId, scope: str) -> tuple[str, tuple[Reference, ...]]:
        setting = await self._settings.find_setting(workspace_id, PROFILE, scope=scope)
        value = cast("dict[str, Any]", setting.value) if setting and setting.value else {}
        stored = cast("list[dict[str, Any]]", value.get("references") or [])
        references = tuple(read_reference(one) for one in stored)
        return str(value.get("markdown", "")), references


_EMPTY: tuple[str, tuple[Reference, ...]] = ("", ())
