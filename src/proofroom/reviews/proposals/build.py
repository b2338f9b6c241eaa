"""Making a proposal's record: the same way for every room that proposes something."""

from datetime import datetime

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ConversationId, PersonId, ProposalId, RunId, WorkspaceId
from proofroom.reviews.types import (
    About,
    BranchPlace,
    ConfigPlace,
    Decided,
    HunkView,
    Proposal,
    ProposalState,
    count_things,
)


@dataclass(frozen=True, slots=True)
class Origin:
    """Whose changes a proposal holds, and what they were made in."""

    workspace_id: WorkspaceId
    agent: str
    """What the one who proposes is called."""
    person_id: PersonId | None = None
    run_id: RunId | None = None
    conversation_id: ConversationId | None = None


def new_proposal(
    proposal_id: str,
    kind: str,
    place: BranchPlace | ConfigPlace,
    origin: Origin,
    *,
    title: str,
    about: About,
    at: datetime,
    state: ProposalState = "open",
    commit: str | None = None,
    undoes_id: ProposalId | None = None,
    undoes_run: RunId | None = None,
) -> Proposal:
    """Return the record of changes that wait, or that were merged as they were made."""
    is_merged = state == "merged"
    on_branch = isinstance(place, BranchPlace)
    return Proposal(
        id=ProposalId(proposal_id),
        workspace_id=origin.workspace_id,
        project_id=place.project_id if on_branch else None,
        kind=kind,
        branch=place.branch if on_branch else None,
        state=state,
        title=title[:200],
        agent=origin.agent[:80],
        hunks=about.hunks,
        created_at=at,
        updated_at=at,
        subject=about.subject[:200],
        subjects=about.subjects,
        conversation_id=origin.conversation_id,
        run_id=origin.run_id,
        person_id=origin.person_id,
        commit=commit if is_merged else None,
        decided_by=origin.person_id if is_merged else None,
        decided_at=at if is_merged else None,
        config_kind=None if on_branch else place.kind,
        config_id=None if on_branch else place.id,
        base_version=None if on_branch else place.base_version,
        undoes_id=undoes_id,
        undoes_run=undoes_run,
    )


def origin_of(proposal: Proposal) -> Origin:
    """Return whose changes a proposal holds."""
    return Origin(
        proposal.workspace_id,
        proposal.agent,
        proposal.person_id,
        proposal.run_id,
        proposal.conversation_id,
    )


def carried(
    proposal: Proposal, done: Decided, rest: list[HunkView], proposal_id: str, at: datetime
) -> Proposal:
    """Return the proposal that goes on with what was left undecided in another."""
    first = rest[0].title if rest else proposal.subject
    return new_proposal(
        proposal_id,
        proposal.kind,
        BranchPlace(proposal.on_branch.project_id, done.carried_to or ""),
        origin_of(proposal),
        title=proposal.title,
        about=About(done.undecided, first, count_things(hunk.target for hunk in rest)),
        at=at,
    )
