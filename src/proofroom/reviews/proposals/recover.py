"""Proposals that are open in the records and decided in truth: the studio stopped in between."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from proofroom.access.actors import studio_actor
from proofroom.access.audit import Audit
from proofroom.kernel.ids import new_id
from proofroom.reviews.proposals import repo
from proofroom.reviews.proposals.build import carried
from proofroom.reviews.proposals.notes import note
from proofroom.reviews.types import Decided, Ended, Proposal
from proofroom.store import Connection


async def write_end(
    connection: Connection, audit: Audit, proposal: Proposal, ended: Ended, now: datetime
) -> Proposal:
    """Write down how a proposal ended, and what goes on of it; nobody knows who decided it."""
    values: dict[str, Any] = {
        "state": ended.state,
        "commit": ended.commit,
        "merged_onto": ended.merged_onto,
        "carried_to": ended.carried_to,
        "decided_at": now,
        "updated_at": now,
    }
    await repo.change(connection, proposal.workspace_id, proposal.id, **values)
    if ended.held is not None:
        await repo.keep_view(connection, proposal, ended.held)
    if ended.rest is not None:
        rest = ended.rest.hunks
        done = Decided("merged", 0, 0, len(rest), carried_to=ended.carried_to)
        await repo.record(connection, carried(proposal, done, rest, new_id(), now))
    after = replace(proposal, **values)
    told = {"found": True, "commit": ended.commit}
    by = studio_actor(proposal.workspace_id)
    await note(connection, audit, by, f"proposal.{ended.state}", proposal, proposal, after, told)
    return after
