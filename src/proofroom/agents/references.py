"""What a profile refers to besides its own words: records with what they say, others by name and place."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from proofroom.access import Principal
from proofroom.entities import Entities
from proofroom.entities.types import Entity
from proofroom.house import FindDestinations
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.strings import say

RECORDS = "entities"
SHOWN_REFERENCES, EXCERPT = 10, 600
"""How many things a prompt names, and how much of a record it quotes."""
_LOOKED_AT = 50


@dataclass(frozen=True, slots=True)
class Reference:
    """Something that agents shall know, and what it is called here. A record's title is looked up anew."""

    id: str
    label: str = ""
    room: str = RECORDS
    kind: str = "entity"
    title: str = ""
    href: str = ""
    project_id: str | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """Return what tells it from others."""
        return self.room, self.kind, self.id

    def kept(self) -> dict[str, Any]:
        """Return it as it is stored."""
        if self.room == RECORDS:
            return {"entityId": self.id, "label": self.label}
        names = ("id", "label", "room", "kind", "title", "href", "project_id")
        return {name: getattr(self, name) for name in names}


def read_reference(stored: dict[str, Any]) -> Reference:
    """Return a stored reference; older ones name a record only."""
    if "entityId" in stored:
        return Reference(str(stored["entityId"]), str(stored.get("label") or ""))
    return Reference(**stored)


class References:
    """Finds what is referred to, in all rooms."""

    def __init__(self, entities: Entities, finders: Callable[[], Iterable[FindDestinations]]) -> None:
        self._entities, self._finders = entities, finders

    async def check(
        self, principal: Principal, project_id: ProjectId | None, wanted: Sequence[Reference]
    ) -> list[Reference]:
        """Return references whose things are there and the principal may see; refuse others."""
        return [await self._checked(principal, project_id, one) for one in wanted]

    async def _checked(
        self, principal: Principal, project_id: ProjectId | None, wanted: Reference
    ) -> Reference:
        if wanted.room == RECORDS:
            principal.require("entities.team.read")
            await self._entities.get(principal.workspace_id, wanted.id)
            return wanted
        for find in self._finders():
            for one in await find(principal, project_id, wanted.title or wanted.id, _LOOKED_AT):
                if (one.room, one.kind, one.id) == wanted.key:
                    return replace(wanted, title=str(one.title), href=one.href, project_id=project_id)
        raise NotFound(say("agents.no_reference"))

    async def excerpts(
        self, workspace_id: WorkspaceId, project_id: ProjectId | None, found: Sequence[Reference]
    ) -> tuple[list[str], int]:
        """Return what a prompt says of things that are referred to, and how many it does not tell."""
        wanted = found[:SHOWN_REFERENCES]
        ids = [one.id for one in wanted if one.room == RECORDS]
        many = await self._entities.many(workspace_id, ids) if ids else []
        known = {str(one.id): one for one in many if one.deleted_at is None}
        told: list[str] = []
        for one in wanted:
            if one.room == RECORDS and one.id in known:
                told.append(_excerpt(known[one.id], one.label))
            elif one.room != RECORDS and one.project_id in (None, project_id):
                told.append(_named(one))
        return told, len(found) - len(told)


def _excerpt(entity: Entity, label: str) -> str:
    """Return a record in a few words; what a stranger wrote is named and not quoted."""
    head = f"{label}: {entity.title}" if label else entity.title
    if entity.is_outside:
        return f"- {head} (id {entity.id}; its words come from outside, read it when you need it)"
    said = "; ".join(f"{key}: {value}" for key, value in entity.fields.items() if value not in (None, ""))
    return f"- {head} (id {entity.id}) “{' '.join(said.split())[:EXCERPT]}”"


def _named(one: Reference) -> str:
    """Return something of another room by name and place: whose words it holds is known when it is read."""
    head = f"{one.label}: {one.title}" if one.label else one.title
    return f"- {' '.join(head.split())[:EXCERPT]} ({one.room} {one.kind}, id {one.id}, {one.href})"
