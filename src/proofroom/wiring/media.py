"""The media library with what it asks of the content room."""

from proofroom.access.audit import Audit
from proofroom.content.brain import Brain, View, mentions
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.settings import Settings
from proofroom.media import FindUses, Library, Use
from proofroom.net import Transport
from proofroom.repository import Repositories
from proofroom.store import Database
from proofroom.store.blobs import open_blobs

MEGABYTE = 1024 * 1024


def build_library(
    settings: Settings,
    database: Database,
    transport: Transport,
    repositories: Repositories,
    brain: Brain,
    audit: Audit,
) -> Library:
    """Return the library of all projects."""
    return Library(
        *(database, open_blobs(settings), transport, _find_uses(repositories, brain), audit),
        quota_bytes=settings.media_quota_mb * MEGABYTE,
        max_bytes=settings.media_file_mb * MEGABYTE,
    )


def _find_uses(repositories: Repositories, brain: Brain) -> FindUses:
    async def find(project_id: ProjectId, paths: frozenset[str], on_branches: bool) -> list[Use]:
        def look(view: View) -> list[Use]:
            return [
                Use(row.model, row.id, field, row.locale, row.label, view.ref)
                for row, field in mentions(view, paths)
            ]

        found = await brain.look(project_id, None, look)
        for branch in await repositories.branches(project_id) if on_branches else ():
            try:
                found += await brain.look(project_id, branch.name, look)
            except NotFound:
                continue  # merged or rejected meanwhile
        return found

    return find
