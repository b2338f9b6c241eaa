"""Taking back what a run did to records: every record returns to the version before the run.

What somebody has changed since is left and named; relations and documents that the run made go.
"""

from collections.abc import Sequence

from proofroom.access import Principal
from proofroom.entities.definitions import EntityTypes
from proofroom.entities.documents import Documents
from proofroom.entities.records import Entities
from proofroom.entities.repo import documents, records, relations, tasks, types
from proofroom.entities.types import EntityVersion
from proofroom.kernel.errors import Conflict, NotFound
from proofroom.kernel.ids import WorkspaceId
from proofroom.reviews.undo import RoomUndone, UndoRequest
from proofroom.store import Database

ROOM = "entities"


class EntitiesUndo:
    """How records are taken back with a run."""

    def __init__(self, database: Database, entities: Entities, papers: Documents, types: EntityTypes) -> None:
        self._database, self._entities, self._papers, self._types = database, entities, papers, types

    async def check(self, request: UndoRequest) -> bool:
        """Tell whether the run changed records; refuse whoever may not change them."""
        runs, workspace_id = _runs(request), request.run.workspace_id
        async with self._database.reading() as connection:
            touched = [
                bool(await records.of_runs(connection, workspace_id, runs)),
                bool(await relations.of_runs(connection, workspace_id, runs)),
                bool(await documents.of_runs(connection, workspace_id, runs)),
                bool(await tasks.made_by(connection, workspace_id, runs)),
                bool(await types.of_runs(connection, workspace_id, runs)),
            ]
        for is_touched, permission in zip(touched, _NEEDED, strict=True):
            if is_touched:
                request.by.require(permission)
        return any(touched)

    async def take_back(self, request: UndoRequest) -> RoomUndone:
        """Bring records back to how they were, and name those that were changed since."""
        runs, workspace_id = _runs(request), request.run.workspace_id
        by = request.by.in_run(request.run.id)
        count, left = await self._records(workspace_id, runs, by)
        async with self._database.transaction() as connection:
            made = await relations.of_runs(connection, workspace_id, runs)
            if made:
                count += await relations.remove(connection, workspace_id, [one.id for one in made])
            count += await tasks.cancel_made_by(connection, workspace_id, runs, request.at)
            papers = await documents.of_runs(connection, workspace_id, runs)
        for paper in papers:
            await self._papers.delete(workspace_id, paper.id, by)
        left += await self._take_types_back(workspace_id, runs, by)
        return RoomUndone(ROOM, count + len(papers), tuple(left))

    async def _take_types_back(
        self, workspace_id: WorkspaceId, runs: Sequence[str], by: Principal
    ) -> list[str]:
        """Take back what the run did to types; one that still has records, or was changed since, is left."""
        async with self._database.reading() as connection:
            made = await types.of_runs(connection, workspace_id, list(runs))
        left: list[str] = []
        for type_id in dict.fromkeys(type_id for type_id, _ in made):
            versions = [version for each, version in made if each == type_id]
            try:
                kind = await self._types.get(workspace_id, type_id)
                if kind.version != versions[-1]:
                    left.append(kind.definition.name)
                elif versions[0] == 1:
                    await self._types.delete(workspace_id, kind.slug, by)
                else:
                    await self._types.restore(workspace_id, type_id, versions[0] - 1, by)
            except NotFound:
                continue
            except Conflict:
                left.append(type_id)
        return left

    async def _records(
        self, workspace_id: WorkspaceId, runs: Sequence[str], by: Principal
    ) -> tuple[int, list[str]]:
        count, left = 0, list[str]()
        async with self._database.transaction() as connection:
            by_entity: dict[str, list[EntityVersion]] = {}
            for version in await records.of_runs(connection, workspace_id, runs):
                by_entity.setdefault(version.entity_id, []).append(version)
            found = await records.many(connection, workspace_id, by_entity, also_deleted=True)
            for entity in found:
                mine = by_entity[entity.id]
                if entity.version != mine[-1].version:
                    left.append(entity.title)
                    continue
                before = mine[0].version - 1
                state = {"title": entity.title, "fields": entity.fields, "isDeleted": True}
                if before:
                    known = await records.versions(connection, workspace_id, entity.id)
                    state = next(one.state for one in known if one.version == before)
                if state != entity.state():
                    await self._entities.put_state(connection, entity, state, by)
                    count += 1
        return count, left


_NEEDED = (
    "entities.team.update",
    "entities.team.update",
    "documents.team.delete",
    "tasks.team.update",
    "entity_types.team.update",
)


def _runs(request: UndoRequest) -> list[str]:
    return sorted({call.run_id for call in request.calls})
