"""The proposal for what became of a branch."""

from datetime import datetime

from proofroom.kernel.ids import ProjectId, RunId
from proofroom.repository.repositories import Repositories
from proofroom.repository.reviewable import KIND
from proofroom.repository.shown import target_of
from proofroom.repository.types import TurnEnd
from proofroom.reviews import About, BranchPlace, Origin, Proposal, new_proposal
from proofroom.reviews.types import ProposalState, count_things

_STATES: dict[str, ProposalState] = {"merged": "merged", "waiting": "open", "conflicts": "conflicts"}


def propose(
    end: TurnEnd,
    project_id: ProjectId,
    origin: Origin,
    *,
    proposal_id: str,
    title: str,
    at: datetime,
    about: About | None = None,
    undoes_run: RunId | None = None,
) -> Proposal:
    """Return the proposal for what became of a branch."""
    return new_proposal(
        proposal_id,
        KIND,
        BranchPlace(project_id, end.branch or ""),
        origin,
        title=title,
        about=about or About(end.hunks),
        at=at,
        state=_STATES[end.state],
        commit=end.commit,
        undoes_run=undoes_run,
    )


async def about_turn(repositories: Repositories, project_id: ProjectId, end: TurnEnd) -> About:
    """Return what the first change is about, and how many things all of them are about."""
    if end.review is None or not end.review.hunks:
        return About(end.hunks)
    trees = (end.review.new, end.review.old)
    (first,) = await repositories.show_hunks(project_id, trees, end.review.hunks[:1])
    return About(end.hunks, first.title, count_things(map(target_of, end.review.hunks)))
