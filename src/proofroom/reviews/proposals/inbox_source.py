"""Proposals as lines of the inbox."""

from proofroom.access import Principal
from proofroom.kernel.nouns import count
from proofroom.reviews.inbox import Source
from proofroom.reviews.proposals.review import Proposals
from proofroom.reviews.types import InboxItem, Proposal


def proposal_source(proposals: Proposals) -> Source:
    """Return the inbox source for proposals."""

    async def items(principal: Principal) -> list[InboxItem]:
        return [_item(proposal) for proposal in await proposals.find(principal)]

    return items


def _item(proposal: Proposal) -> InboxItem:
    return InboxItem(
        kind="proposal",
        id=proposal.id,
        title=f"{proposal.agent} proposes {count(proposal.hunks, 'change')}{_target(proposal)}",
        state=proposal.state,
        is_waiting=proposal.is_open,
        is_high_risk=False,
        project_id=proposal.project_id,
        run_id=proposal.run_id,
        asked_by=proposal.agent,
        for_person_id=proposal.person_id,
        created_at=proposal.updated_at,
        decided_at=proposal.decided_at,
        about=proposal.subject or proposal.title,
        more=proposal.subjects - 1 if proposal.subject else None,
        count=proposal.hunks,
    )


def _target(proposal: Proposal) -> str:
    if not proposal.subject:
        return f": {proposal.title}"
    more = f" and {proposal.subjects - 1} more" if proposal.subjects > 1 else ""
    return f" to “{proposal.subject}”{more}"
