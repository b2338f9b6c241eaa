"""What people have told all agents about their work: a profile in layers, kept as settings.

Layers are for everybody, for one project and for one person; agents read them one inside the other, so that
the narrower word can be seen to be the narrower one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from proofroom.access import Access, Principal
from proofroom.access.workspaces import WHOLE
from proofroom.entities import Entities
from proofroom.entities.types import Entity
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import PersonId, ProjectId, WorkspaceId
from proofroom.kernel.strings import say

PROFILE = "agent_context"
MOST_CHARACTERS = 12_000
SHOWN_REFERENCES, EXCERPT = 10, 600
"""How many records a prompt quotes, and how much of each."""
MOST_REFERENCES = 50


@dataclass(frozen=True, slots=True)
class Reference:
    """A record that agents shall know, and what it is called here."""

    entity_id: str
    label: str = ""


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
        """Return the records of all layers, each once, the widest layer first."""
        every = (*self.workspace_references, *self.project_references, *self.person_references)
        return tuple({one.entity_id: one for one in reversed(every)}.values())[::-1]


class AgentContext:
    """The profiles of every workspace."""

    def __init__(self, access: Access, entities: Entities) -> None:
        self._settings, self._entities = access.workspaces, entities

    async def layers(
        self, workspace_id: WorkspaceId, project_id: ProjectId | None, person_id: PersonId | None
    ) -> Layers:
        """Return the layers that hold for somebody in a project."""
        whole = await self._layer(workspace_id, WHOLE)
        project = await self._layer(workspace_id, f"project:{project_id}") if project_id else _EMPTY
        person = await self._layer(workspace_id, f"person:{person_id}") if person_id else _EMPTY
        return Layers(whole[0], project[0], person[0], whole[1], project[1], person[1])

    async def excerpts(self, workspace_id: WorkspaceId, layers: Layers) -> tuple[list[str], int]:
        """Return what the records that are referred to say now, and how many are not told."""
        wanted = layers.references[:SHOWN_REFERENCES]
        if not wanted:
            return [], 0
        found = await self._entities.many(workspace_id, [one.entity_id for one in wanted])
        known = {str(one.id): one for one in found if one.deleted_at is None}
        told = [_excerpt(known[one.entity_id], one.label) for one in wanted if one.entity_id in known]
        return told, len(layers.references) - len(told)

    async def write_layer(
        self,
        principal: Principal,
        scope: str,
        markdown: str,
        references: Sequence[Reference] | None = None,
    ) -> None:
        """Write the layer of a scope: `workspace`, `project:<id>`, or one's own `person:<id>`."""
        if len(markdown) > MOST_CHARACTERS:
            raise InvalidInput(say("agents.profile_long", length=len(markdown), most=MOST_CHARACTERS))
        kept = (await self._layer(principal.workspace_id, scope))[1] if references is None else references
        if references:
            principal.require("entities.team.read")
            for one in references:
                await self._entities.get(principal.workspace_id, one.entity_id)
        stored = [{"entityId": one.entity_id, "label": one.label} for one in kept]
        value = {"markdown": markdown.strip(), "references": stored}
        await self._settings.put_setting(principal, PROFILE, value, scope=scope)

    async def _layer(self, workspace_id: WorkspaceId, scope: str) -> tuple[str, tuple[Reference, ...]]:
        setting = await self._settings.find_setting(workspace_id, PROFILE, scope=scope)
        value = cast("dict[str, Any]", setting.value) if setting and setting.value else {}
        stored = cast("list[dict[str, Any]]", value.get("references") or [])
        references = tuple(Reference(str(one["entityId"]), str(one.get("label") or "")) for one in stored)
        return str(value.get("markdown", "")), references


_EMPTY: tuple[str, tuple[Reference, ...]] = ("", ())


def _excerpt(entity: Entity, label: str) -> str:
    """Return a record in a few words; what a stranger wrote is named and not quoted."""
    head = f"{label}: {entity.title}" if label else entity.title
    if entity.is_outside:
        return f"- {head} (id {entity.id}; its words come from outside, read it when you need it)"
    said = "; ".join(f"{key}: {value}" for key, value in entity.fields.items() if value not in (None, ""))
    return f"- {head} (id {entity.id}) “{' '.join(said.split())[:EXCERPT]}”"
