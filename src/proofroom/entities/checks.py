"""What of the records asks for a person: values that wait, records that are there twice, lost sources."""

import asyncio

from proofroom.entities.near import near_groups
from proofroom.entities.repo import records, responses
from proofroom.entities.response import FieldResponse
from proofroom.entities.types import Entity
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Connection, Database

MOST = 100
"""What is listed of each check at most."""
LOOKED_AT = 5_000
"""The newest records whose names are compared letter by letter."""
REMEMBERED = 16
"""Workspaces whose near names are kept in mind, until a name changes."""
_Named = list[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found, each with at most a hundred; `entities` holds every record that is meant, by id."""

    waiting: list[FieldResponse]
    same: list[list[Entity]]
    lost: list[tuple[FieldResponse, str]]
    """Values whose document was deleted, with its title."""
    entities: dict[str, Entity]


class Checks:
    """Looks over the records of all workspaces."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._near: dict[str, tuple[_Named, list[list[str]]]] = {}

    async def look(self, workspace_id: WorkspaceId) -> Checked:
        """Return what asks for a person's eye in a workspace."""
        async with self._database.reading() as connection:
            waiting = await responses.waiting(connection, workspace_id, MOST)
            same = await self._same(connection, workspace_id)
            lost = await responses.without_source(connection, workspace_id, MOST)
            meant = [one.entity_id for one in (*waiting, *(found for found, _ in lost))]
            known = {one.id: one for one in await records.many(connection, workspace_id, meant)}
        # A value of a deleted record waits for nobody.
        return Checked(
            [one for one in waiting if one.entity_id in known],
            same,
            [(one, title) for one, title in lost if one.entity_id in known],
            {**known},
        )

    async def _same(self, connection: Connection, workspace_id: WorkspaceId) -> list[list[Entity]]:
        """Return records whose names are near; of very many, the newest are looked at, and equal names."""
        named = await records.same_names(connection, workspace_id, MOST)
        named += await records.newest_titles(connection, workspace_id, LOOKED_AT)
        groups = await self._groups(workspace_id, named)
        found = await records.many(connection, workspace_id, [one for group in groups for one in group])
        known = {str(one.id): one for one in found}
        return [[known[one] for one in sorted(group) if one in known] for group in groups]

    async def _groups(self, workspace_id: WorkspaceId, named: _Named) -> list[list[str]]:
        before = self._near.get(workspace_id)
        if before is not None and before[0] == named:
            return before[1]
        # Thousands of names take longer than other requests should wait.
        groups = (await asyncio.to_thread(near_groups, named))[:MOST]
        if len(self._near) >= REMEMBERED:
            self._near.pop(next(iter(self._near)))
        self._near[workspace_id] = (named, groups)
        return groups

    async def waiting_by_type(self, workspace_id: WorkspaceId) -> dict[str, int]:
        """Return how many fields of each type's records wait for a yes, by the type's id."""
        async with self._database.reading() as connection:
            return await responses.waiting_by_type(connection, workspace_id)

    async def waiting_for(self, workspace_id: WorkspaceId, entities: list[Entity]) -> dict[str, int]:
        """Return how many fields of some records wait for a yes, by the record's id."""
        if not entities:
            return {}
        async with self._database.reading() as connection:
            return await responses.waiting_for(connection, workspace_id, [one.id for one in entities])
