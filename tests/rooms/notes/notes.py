"""Notes of projects: read on a branch, found by words."""

from typing import Any

from proofroom.access import Principal
from proofroom.house import Destination
from proofroom.kernel.ids import ProjectId
from proofroom.repository import Repositories
from proofroom.repository.repositories import AnyTree
from tests.rooms.notes.format import FOLDER, ROOM
from tests.rooms.notes.plan import read_notes

READS, WRITES = "content.read", "content.write"
NOTEBOOK = "desk"


class Notes:
    """What doors reach."""

    def __init__(self, repositories: Repositories) -> None:
        self._repositories = repositories

    async def all(self, project_id: ProjectId, notebook: str) -> dict[str, Any]:
        """Return the notes of a notebook by id."""
        return await self._repositories.read(project_id, None, lambda tree: read_notes(tree, notebook))

    async def find(
        self, principal: Principal, project_id: ProjectId | None, query: str, limit: int
    ) -> list[Destination]:
        """Return the notes that have some words in their heading."""
        if project_id is None or not principal.can(READS, project_id):
            return []

        def look(tree: AnyTree) -> list[Destination]:
            notebooks = [path.removeprefix(FOLDER).removesuffix(".json") for path in tree.list(FOLDER)]
            return [
                Destination(ROOM, "note", key, note["heading"], f"/notes?notebook={book}&note={key}")
                for book in notebooks
                for key, note in read_notes(tree, book).items()
                if query.lower() in note.get("heading", "").lower()
            ]

        return (await self._repositories.read(project_id, None, look))[:limit]
