"""Entries that a person finds by words from anywhere."""

from urllib.parse import urlencode

from proofroom.access import Principal
from proofroom.content.brain import Brain, Hits, View, search
from proofroom.house import Destination, FindDestinations
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ProjectId


def find_entries(brain: Brain) -> FindDestinations:
    """Return what finds the entries of a project, as far as the person's limits go."""

    async def find(
        principal: Principal, project_id: ProjectId | None, query: str, limit: int
    ) -> list[Destination]:
        if project_id is None or not principal.can("content.read", project_id):
            return []
        limits = principal.limits_in(project_id)

        def look(view: View) -> Hits:
            return search(view, query, limit=limit, models=limits.models, locales=limits.locales)

        try:
            found = await brain.look(project_id, None, look)
        except NotFound:  # nothing was made in it yet
            return []
        return [
            Destination(
                room="content",
                kind=hit.row.model,
                id=hit.row.id,
                title=hit.row.label or hit.row.id,
                href="/content?"
                + urlencode({"model": hit.row.model, "entry": hit.row.id, "locale": hit.row.locale}),
                detail=hit.preview,
            )
            for hit in found.hits
        ]

    return find
