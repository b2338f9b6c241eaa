"""Branches as something that can be reviewed: the port that `reviews` reaches them by."""

from typing import Any

from proofroom.access import Principal
from proofroom.kernel.clock import Clock
from proofroom.kernel.ids import ProjectId
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.repository.merge.review import Decisions
from proofroom.repository.merge.types import Choice
from proofroom.repository.repositories import Repositories
from proofroom.repository.types import Job
from proofroom.reviews import Decided, Proposal, ReviewView

KIND = "content"
"""The kind of all proposals on branches; the word is as old as the rows that have it."""


class BranchReviewable:
    """Reviews of branches."""

    reads, decides = "content.read", "content.review"

    def __init__(self, repositories: Repositories, clock: Clock) -> None:
        self._repositories, self._clock = repositories, clock

    async def view(self, proposal: Proposal) -> ReviewView:
        """Return the changes a branch holds now, with checks of its result."""
        place = proposal.on_branch
        review = await self._repositories.review(place.project_id, place.branch)
        return await self._repositories.show(place.project_id, review)

    async def state(self, proposal: Proposal) -> str:
        """Name the branch as it is, and the content that it would be merged into."""
        place = proposal.on_branch
        return await self._repositories.tips(place.project_id, place.branch)

    async def finish(
        self,
        proposal: Proposal,
        by: Principal,
        accepted: frozenset[str],
        rejected: frozenset[str],
        choices: dict[str, dict[str, Any]],
        expected: str | None,
    ) -> Decided:
        """Merge what was accepted, take out what was rejected, carry on what is undecided."""
        place = proposal.on_branch
        answers = {key: Choice(choice["take"], choice.get("value")) for key, choice in choices.items()}
        done = await self._repositories.finish(
            self._job(place.project_id, place.branch, by),
            place.branch,
            Decisions(accepted - set(answers), rejected - set(answers), answers or None),
            expected,
        )
        state = "open" if done.status == "waiting" else done.status
        return Decided(
            state=state,
            accepted=len(done.accepted),
            rejected=len(done.rejected),
            undecided=len(done.undecided),
            commit=done.landing.commit if done.landing else None,
            carried_to=done.carried,
        )

    async def reject(self, proposal: Proposal, by: Principal) -> None:
        """Throw the branch away; it can be brought back for a while."""
        await self._repositories.reject(proposal.on_branch.project_id, proposal.on_branch.branch)

    def _job(self, project_id: ProjectId, branch: str, by: Principal) -> Job:
        identity = identity_of(by)
        provenance = Provenance(approved_by=f"{identity.name} <{identity.email}>")
        return Job(project_id, identity, self._clock.now(), branch, provenance, source="review")


def identity_of(principal: Principal) -> Identity:
    """Return whom commits of this principal name."""
    return Identity(principal.name or "Proofroom", principal.email or "studio@localhost")
