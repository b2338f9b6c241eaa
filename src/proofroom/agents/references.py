"""What a profile refers to besides its own words: records with what they say, others by name and place."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from proofroom.access import Principal
from proofroom.entities import Entities
from proofroom.entities.types import Entity
from proofroom.house import FindDestinations, Room
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.strings import say
from proofroom.runtime import PromptFacts

RECORDS = "entities"
SHOWN_REFERENCES, EXCERPT = 10, 600
"""How many things a prompt names, and how much of each it quotes."""
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

    def __init__(self, entities: Entities, rooms: Sequence[Room]) -> None:
        self._entities, self._rooms = entities, rooms

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

    def _finders(self) -> list[FindDestinations]:
        return [find for each in self._rooms for find in each.search]

    async def excerpts(self, facts: PromptFacts, found: Sequence[Reference]) -> tuple[list[str], int]:
        """Return what a prompt says of things that are referred to, and how many it does not tell."""
        wanted = found[:SHOWN_REFERENCES]
        ids = [one.id for one in wanted if one.room == RECORDS]
        many = await self._entities.many(facts.workspace_id, ids) if ids else []
        known = {str(one.id): one for one in many if one.deleted_at is None}
        told: list[str] = []
        for one in wanted:
            if one.room == RECORDS and one.id in known:
                told.append(_excerpt(known[one.id], one.label))
            elif one.room != RECORDS and one.project_id in (None, facts.project_id):
                told.append(await self._named(facts, one))
        return told, len(found) - len(told)

    async def _named(self, facts: PromptFacts, one: Reference) -> str:
        """Return something of another room by name and place, with its words where they may be told."""
        tell = next((each.excerpt for each in self._rooms if each.name == one.room), None)
        said = await tell(facts, one.kind, one.id) if tell else ""
        names = [one.label, one.title if said is not None else ""]
        head = " ".join(": ".join(filter(None, names)).split())[:EXCERPT]
        return f"- {head} ({one.room} {one.kind}, id {one.id}, {one.href}){_quoted(said or '')}"


def _excerpt(entity: Entity, label: str) -> str:
    """Return a record in a few words; one that a stranger wrote is told by its id, not even by its name."""
    if entity.is_outside:
        return f"- {label} (id {entity.id}; its words come from outside, read it when you need it)"
    head = f"{label}: {entity.title}" if label else entity.title
    said = "; ".join(f"{key}: {value}" for key, value in entity.fields.items() if value not in (None, ""))
    return f"- {head} (id {entity.id}){_quoted(said)}"


def _quoted(said: str) -> str:
    words = " ".join(said.split())[:EXCERPT]
    return f" “{words}”" if words else ""
