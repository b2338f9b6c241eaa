"""Undoing a whole turn: one step back, merged at once where that is allowed, else a proposal of its own."""

from datetime import datetime

from proofroom.access import Principal
from proofroom.access.actors import Doer
from proofroom.content.desk import Job, Repositories, TurnEnd
from proofroom.content.merge.land import should_auto_merge
from proofroom.content.subject import KIND, identity_of
from proofroom.durable import Run
from proofroom.kernel.ids import new_id
from proofroom.repository.git.commit import Provenance
from proofroom.reviews import About, BranchPlace, Origin, Proposal, Proposals, new_proposal
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
    return new_proposal(
        new_id(),
        KIND,
        BranchPlace(run.project_id, branch),
        Origin(run.workspace_id, principal.name, principal.person_id, run.id, run.conversation_id),
        title=f"Undo: {run.title}",
        about=About(hunks),
        at=now,
        state=state,
        undoes_run=run.id,
    )
