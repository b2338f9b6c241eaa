"""Undoing a whole turn: one step back, merged at once where that is allowed, else a proposal of its own."""

from datetime import datetime

from proofroom.access import Principal
from proofroom.access.actors import Doer
from proofroom.content.desk import Job, Repositories, TurnEnd
from proofroom.content.merge.land import should_auto_merge
from proofroom.content.subject import KIND, identity_of
from proofroom.durable import Run
from proofroom.kernel.ids import ProposalId, new_id
from proofroom.repository.git.commit import Provenance
from proofroom.reviews import Proposal, Proposals
from proofroom.reviews.types import ProposalState


async def take_back(
    repositories: Repositories, proposals: Proposals, principal: Principal, run: Run, now: datetime
) -> TurnEnd:
    """Take a run's changes back, on its waiting branch or on the merged content."""
    assert run.project_id is not None
    branch_key = f"chat/{run.conversation_id}" if run.conversation_id else f"run/{run.id}"
    job = Job(
        run.project_id, identity_of(principal), now, branch_key, Provenance(agent=run.agent), source="undo"
    )
    undone = await repositories.undo(job, run.id)
    if undone.branch is None:
        return TurnEnd("nothing")
    if undone.branch.startswith(f"cr/{branch_key}/"):
        return TurnEnd("waiting", undone.branch, undone.commit)
    _, workflow, _ = await repositories.phase(run.project_id)
    review = await repositories.review(job, undone.branch)
    state: ProposalState = "open"
    if not undone.conflicts and should_auto_merge(workflow, principal.workspace_role or "owner"):
        landing = await repositories.merge(job, undone.branch)
        state = "conflicts" if landing.status == "conflicts" else "merged"
    proposal = _proposal(principal, run, undone.branch, state, len(review.hunks), now)
    await proposals.record(proposal, Doer(principal, run.id))
    return TurnEnd(
        "merged" if state == "merged" else "waiting", undone.branch, undone.commit, len(review.hunks)
    )


def _proposal(
    principal: Principal, run: Run, branch: str, state: ProposalState, hunks: int, now: datetime
) -> Proposal:
    assert run.project_id is not None
    is_merged = state == "merged"
    return Proposal(
        id=ProposalId(new_id()),
        workspace_id=run.workspace_id,
        project_id=run.project_id,
        kind=KIND,
        branch=branch,
        state=state,
        title=f"Undo: {run.title}"[:200],
        agent=principal.name,
        hunks=hunks,
        created_at=now,
        updated_at=now,
        conversation_id=run.conversation_id,
        run_id=run.id,
        person_id=principal.person_id,
        decided_by=principal.person_id if is_merged else None,
        decided_at=now if is_merged else None,
    )
