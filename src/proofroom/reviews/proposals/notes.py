"""What is done with proposals, in the audit log."""

from dataclasses import replace
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.reviews.types import Proposal
from proofroom.store import Connection


async def note(
    connection: Connection,
    audit: Audit,
    principal: Principal,
    action: str,
    proposal: Proposal,
    before: Any,
    after: Any,
    data: dict[str, Any],
) -> None:
    """Write down what was done with a proposal, in the caller's transaction."""
    await audit.record(
        connection,
        principal,
        action,
        ("proposal", proposal.id, proposal.title),
        project_id=proposal.project_id,
        run_id=proposal.run_id,
        before=before,
        after=after,
        data=data,
    )


async def note_state(
    connection: Connection,
    audit: Audit,
    by: Principal,
    proposal: Proposal,
    before: Proposal | None,
    after: Proposal,
) -> None:
    """Write down who brought a proposal into a state."""
    told = {"branch": after.branch, "commit": after.commit, "hunks": after.hunks}
    one = replace(proposal, run_id=by.run_id) if by.run_id else proposal
    await note(connection, audit, by, f"proposal.{after.state}", one, before, after, told)
