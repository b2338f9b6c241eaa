"""Finding proposals by what they are about, what made them and what they take back; rights are not asked."""

from datetime import datetime
from typing import Any

from proofroom.kernel.clock import Clock
from proofroom.kernel.ids import ProjectId, RunId, WorkspaceId
from proofroom.reviews.proposals import repo
from proofroom.reviews.proposals.build import Origin
from proofroom.reviews.types import Proposal
from proofroom.store import Database


class ProposalLookups:
    """What rooms ask about proposals."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock

    async def of_branch(
        self, workspace_id: WorkspaceId, project_id: ProjectId, branch: str
    ) -> Proposal | None:
        """Return the proposal of a branch, if one was recorded."""
        async with self._database.reading() as connection:
            return await repo.find_branch(connection, workspace_id, project_id, branch)

    async def draft_of(self, proposal: Proposal) -> dict[str, Any]:
        """Return the configuration that a proposal would make."""
        async with self._database.reading() as connection:
            return await repo.draft_of(connection, proposal)

    async def keep_draft(self, proposal: Proposal, draft: dict[str, Any]) -> None:
        """Write down what a proposal would make from now on."""
        async with self._database.transaction() as connection:
            await repo.keep_draft(connection, proposal, draft)

    async def of_config(self, origin: Origin, kind: str, config_id: str) -> Proposal | None:
        """Return the proposal of a run about a configuration that still waits."""
        if origin.run_id is None:
            return None
        async with self._database.reading() as connection:
            return await repo.find_config(connection, origin.workspace_id, kind, config_id, origin.run_id)

    async def made_by_run(self, workspace_id: WorkspaceId, run_id: RunId) -> list[Proposal]:
        """Return the proposals that a run has made or gone on with."""
        async with self._database.reading() as connection:
            return await repo.find(connection, workspace_id, None, run_id, limit=50)

    def now(self) -> datetime:
        """Return the time that proposals are made at."""
        return self._clock.now()

    async def undo_of_run(self, workspace_id: WorkspaceId, run_id: RunId) -> Proposal | None:
        """Return what takes a run back already: not where that was taken back, or more was merged since."""
        async with self._database.reading() as connection:
            known = await repo.undos_of_run(connection, workspace_id, run_id)
            made = await repo.find(connection, workspace_id, None, run_id, limit=50) if known else []
        if not known or known[0].is_open:
            return known[0] if known else None
        since = known[0].created_at
        is_more = any(one.state == "merged" and one.decided_at and one.decided_at > since for one in made)
        return None if is_more else known[0]

    async def undo_of_merge(self, proposal: Proposal) -> Proposal | None:
        """Return what takes this merge back already, unless that was taken back itself."""
        async with self._database.reading() as connection:
            found = await repo.undone_by(connection, proposal)
        return next((each for each in found if each.undoes_id == proposal.id), None)

    async def waiting_of_run(self, workspace_id: WorkspaceId, run_id: RunId) -> Proposal | None:
        """Return the proposal in which changes of a run still wait."""
        found = await self.made_by_run(workspace_id, run_id)
        return next((proposal for proposal in found if proposal.is_open), None)

    async def rejected_of_run(self, workspace_id: WorkspaceId, run_id: RunId) -> frozenset[str]:
        """Return the changes of a run that were rejected while others of the same proposal were merged."""
        async with self._database.reading() as connection:
            made = await repo.find(connection, workspace_id, None, run_id, limit=50)
            said = [await repo.decisions(connection, one) for one in made if one.state == "merged"]
        return frozenset(
            hunk for words in said for hunk, (decision, _) in words.items() if decision == "rejected"
        )
