"""Undoing a whole turn: one step back, merged at once where that is allowed, else a proposal of its own."""

from datetime import datetime

from proofroom.access import Principal
from proofroom.access.actors import Doer
from proofroom.durable import Run
from proofroom.kernel.ids import new_id
from proofroom.repository.git.commit import Provenance
from proofroom.repository.merge.land import should_auto_merge
from proofroom.repository.proposing import propose
from proofroom.repository.repositories import Repositories
from proofroom.repository.reviewable import identity_of
from proofroom.repository.types import Job, TurnEnd
from proofroom.reviews import Origin, Proposals


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
    workflow = await repositories.workflow(run.project_id)
    review = await repositories.review(run.project_id, undone.branch)
    end = TurnEnd("waiting", undone.branch, undone.commit, len(review.hunks), review)
    # Who has no role in the workspace, such as a key, is nobody's owner.
    if not undone.conflicts and should_auto_merge(workflow, principal.workspace_role):
        landing = await repositories.merge(job, undone.branch)
        state = "conflicts" if landing.status == "conflicts" else "merged"
        end = TurnEnd(state, undone.branch, landing.commit, len(review.hunks), review)
    origin = Origin(run.workspace_id, principal.name, principal.person_id, run.id, run.conversation_id)
    proposal = propose(
        end,
        run.project_id,
        origin,
        proposal_id=new_id(),
        title=f"Undo: {run.title}",
        at=now,
        undoes_run=run.id,
    )
    await proposals.record(proposal, Doer(principal, run.id))
    return end
