"""Taking a run's changes to branches back: those that are merged, on a branch of their own."""

from proofroom.repository.git.commit import Provenance
from proofroom.repository.repositories import Repositories
from proofroom.repository.reviewable import KIND, identity_of, land_undo
from proofroom.repository.types import Job
from proofroom.reviews.undo import RoomUndone, UndoRequest


class BranchUndo:
    """What branches take back of a run."""

    def __init__(self, repositories: Repositories) -> None:
        self._repositories = repositories

    async def check(self, request: UndoRequest) -> bool:
        """Tell whether the run worked in a project; refuse whoever may not write there."""
        if request.run.project_id is None:
            return False
        request.by.require("content.write", request.run.project_id)
        return True

    async def take_back(self, request: UndoRequest) -> RoomUndone:
        """Take back what is merged; what still waits on a branch is rejected there, not undone."""
        run, by = request.run, request.by
        assert run.project_id is not None
        job = Job(
            run.project_id,
            identity_of(by),
            request.at,
            f"undo/{run.id}",
            Provenance(agent=run.agent),
            source="undo",
        )
        undone = await self._repositories.undo_run(job, run.id, request.rejected)
        reversal = await land_undo(self._repositories, job, undone, by)
        return RoomUndone("content", reversal.about.hunks, kind=KIND, reversals=(reversal,))
