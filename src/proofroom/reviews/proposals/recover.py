"""Proposals that are open in the records and decided in truth: the studio stopped in between."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from proofroom.access.actors import find_actor
from proofroom.access.audit import Audit
from proofroom.kernel.ids import new_id
from proofroom.reviews.proposals import repo
from proofroom.reviews.proposals.build import carried
from proofroom.reviews.proposals.notes import note
from proofroom.reviews.proposals.reviewable import HearAccepted
from proofroom.reviews.types import Decided, Ended, Proposal
from proofroom.store import Connection


async def write_end(
    connection: Connection,
    audit: Audit,
    proposal: Proposal,
    ended: Ended,
    now: datetime,
    hearing: Sequence[HearAccepted],
) -> Proposal:
    """Write down how a proposal ended, who decided it as far as is known, and what goes on of it."""
    words = await repo.decisions(connection, proposal)
    person_id = await repo.last_decider(connection, proposal)
    values: dict[str, Any] = {
        "state": ended.state,
        "commit": ended.commit,
        "merged_onto": ended.merged_onto,
        "carried_to": ended.carried_to,
        "decided_by": person_id,
        "decided_at": now,
        "updated_at": now,
    }
    await repo.change(connection, proposal.workspace_id, proposal.id, **values)
    if ended.held is not None:
        await repo.keep_view(connection, proposal, ended.held)
    if ended.rest is not None:
        rest = ended.rest.hunks
        done = Decided("merged", 0, 0, len(rest), carried_to=ended.carried_to)
        further = carried(proposal, done, rest, new_id(), now)
        await repo.record_carried(connection, proposal, further, {hunk.id for hunk in rest})
    if ended.held is not None and any(word == "accepted" for word, _ in words.values()):
        waiting = [hunk.target for hunk in ended.rest.hunks] if ended.rest else []
        for hear in hearing:
            await hear(connection, proposal, [hunk.target for hunk in ended.held.hunks], waiting)
    after = replace(proposal, **values)
    told = {"found": True, "commit": ended.commit}
    by = await find_actor(connection, proposal.workspace_id, person_id)
    await note(connection, audit, by, f"proposal.{ended.state}", proposal, proposal, after, told)
    return after
