"""What of the records asks for a person: values that wait, records that are there twice, lost sources."""

from proofroom.entities.repo import records, responses
from proofroom.entities.response import FieldResponse
from proofroom.entities.types import Entity
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Database

MOST = 100
"""What is listed of each check at most."""


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

    async def look(self, workspace_id: WorkspaceId) -> Checked:
        """Return what asks for a person's eye in a workspace."""
        async with self._database.reading() as connection:
            waiting = await responses.waiting(connection, workspace_id, MOST)
            same = await records.same_titles(connection, workspace_id, MOST)
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
