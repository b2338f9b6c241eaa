"""The one builder of proposals for branches."""

from dataclasses import dataclass
from datetime import datetime

from proofroom.kernel.ids import ConversationId, PersonId, ProjectId, ProposalId, RunId, WorkspaceId
from proofroom.repository.repositories import Repositories
from proofroom.repository.reviewable import KIND
from proofroom.repository.shown import target_of
from proofroom.repository.types import TurnEnd
from proofroom.reviews import Proposal
from proofroom.reviews.types import ProposalState, count_things

_STATES: dict[str, ProposalState] = {"merged": "merged", "waiting": "open", "conflicts": "conflicts"}
_TITLE = 200
_NAME = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposer:
    """Who proposes something, when and why."""

    workspace_id: WorkspaceId
    project_id: ProjectId
    title: str
    agent: str
    at: datetime
    run_id: RunId | None = None
    conversation_id: ConversationId | None = None
    person_id: PersonId | None = None


async def propose(
    repositories: Repositories, end: TurnEnd, by: Proposer, proposal_id: str, *, is_named: bool = True
) -> Proposal:
    """Return the proposal for what became of a branch; `is_named` tells what its first change is about."""
    subject, subjects = "", 0
    if is_named and end.review is not None and end.review.hunks:
        shown = await repositories.show_first(by.project_id, end.review)
        subject, subjects = shown.title[:_TITLE], count_things(map(target_of, end.review.hunks))
    is_merged = end.state == "merged"
    return Proposal(
        id=ProposalId(proposal_id),
        workspace_id=by.workspace_id,
        project_id=by.project_id,
        kind=KIND,
        branch=end.branch or "",
        state=_STATES[end.state],
        title=by.title[:_TITLE],
        agent=by.agent[:_NAME],
        hunks=end.hunks,
        subject=subject,
        subjects=subjects,
        created_at=by.at,
        updated_at=by.at,
        conversation_id=by.conversation_id,
        run_id=by.run_id,
        person_id=by.person_id,
        commit=end.commit if is_merged else None,
        decided_by=by.person_id if is_merged else None,
        decided_at=by.at if is_merged else None,
    )
