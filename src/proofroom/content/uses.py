"""Where entries show assets of the media library."""

from proofroom.content.brain import Brain, View, mentions
from proofroom.house import FindUses, Use
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ProjectId
from proofroom.repository import Repositories


def find_uses(repositories: Repositories, brain: Brain) -> FindUses:
    """Return what finds the entries that mention some paths."""

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
