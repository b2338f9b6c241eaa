"""Links for reviewers without an account: give one, take it back, and decide by it."""

from datetime import datetime

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from proofroom.access import Principal
from proofroom.api.approvals import ApprovalInfo, show_approval
from proofroom.api.proposals import (
    CommentInfo,
    Finish,
    FinishInfo,
    HunkWord,
    NewComment,
    ProposalDetail,
    show_review,
)
from proofroom.api.security import StudioDep, open_to_all, signed_in
from proofroom.api.shapes import Done, In, Out, answer_beside
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ApprovalId, ProposalId
from proofroom.kernel.strings import say
from proofroom.reviews import Decision, ReviewLink, Verdict
from proofroom.reviews.links import DEFAULT_DAYS, LONGEST_DAYS, FreshLink, Guest, LinkKind

router = APIRouter(tags=["links"])

OPEN = open_to_all("the token of the link is the credential")


class NewLink(In):
    """For whom a link is, in the giver's words, and how long it lives."""

    note: str = Field("", max_length=200)
    days: int = Field(DEFAULT_DAYS, ge=1, le=LONGEST_DAYS)


class LinkInfo(Out):
    """A link that can be used. What it leads to is shown where it was made."""

    id: str
    note: str
    given_by: str | None
    created_at: datetime
    expires_at: datetime
    opened_at: datetime | None


class FreshLinkInfo(Out):
    """A fresh link with its path: it is shown once."""

    link: LinkInfo
    path: str


class OpenLinkInfo(Out):
    """What somebody with a link sees: the one thing it leads to, who gave it, and until when.

    A kind that is neither a proposal nor an approval has an address of its own below the link's.
    """

    kind: LinkKind
    workspace_name: str
    giver: str
    note: str
    expires_at: datetime
    proposal: ProposalDetail | None
    approval: ApprovalInfo | None


class Named(In):
    """Who decides, in their own words: kept with the decision."""

    name: str = Field(min_length=1, max_length=40)


class GuestWord(Named, HunkWord):
    """A guest's decision about some changes."""


class GuestComment(Named, NewComment):
    """Something a guest says."""


class GuestFinish(Named, Finish):
    """The end of a guest's review."""


class GuestApproval(Named):
    """A guest's word on one call; its input stays as the agent asked for it."""

    decision: Decision
    reason: str = Field("", max_length=2_000)


@router.post("/proposals/{proposal_id}/links", status_code=201)
async def give_proposal_link(
    proposal_id: str, body: NewLink, studio: StudioDep, principal: Principal = signed_in()
) -> FreshLinkInfo:
    """Make a link by which somebody without an account can review one proposal."""
    return fresh_of(
        await studio.links.give(principal, "proposal", proposal_id, note=body.note, days=body.days)
    )


@router.get("/proposals/{proposal_id}/links")
async def list_proposal_links(
    proposal_id: str, studio: StudioDep, principal: Principal = signed_in()
) -> list[LinkInfo]:
    """Return the links to a proposal that can still be used."""
    return shown_of(await studio.links.list(principal, "proposal", proposal_id))


@router.post("/approvals/{approval_id}/links", status_code=201)
async def give_approval_link(
    approval_id: str, body: NewLink, studio: StudioDep, principal: Principal = signed_in()
) -> FreshLinkInfo:
    """Make a link by which somebody without an account can decide on one tool call."""
    return fresh_of(
        await studio.links.give(principal, "approval", approval_id, note=body.note, days=body.days)
    )


@router.get("/approvals/{approval_id}/links")
async def list_approval_links(
    approval_id: str, studio: StudioDep, principal: Principal = signed_in()
) -> list[LinkInfo]:
    """Return the links to a tool call that can still be used."""
    return shown_of(await studio.links.list(principal, "approval", approval_id))


@router.delete("/links/{link_id}")
async def revoke_link(link_id: str, studio: StudioDep, principal: Principal = signed_in()) -> Done:
    """Take a link back at once."""
    await studio.links.revoke(principal, link_id)
    return Done()


@router.get("/links/{token}", dependencies=[OPEN], response_model=OpenLinkInfo)
async def follow_link(token: str, studio: StudioDep) -> Response:
    """Return the one thing a link leads to."""
    guest = await studio.links.follow(token)
    link, workspace = guest.link, await studio.access.workspaces.get(guest.link.workspace_id)
    review, approval = None, None
    if link.subject_kind == "proposal":
        review = await studio.proposals.open(guest.principal, ProposalId(link.subject_id))
    elif link.subject_kind == "approval":
        found = await studio.approvals.get(guest.principal, ApprovalId(link.subject_id))
        approval = show_approval(found)
    return await answer_beside(
        lambda: OpenLinkInfo(
            kind=link.subject_kind,
            workspace_name=workspace.name,
            giver=guest.giver,
            note=link.note,
            expires_at=link.expires_at,
            proposal=show_review(review) if review else None,
            approval=approval,
        )
    )


async def _reviewer(token: str, body: Named, studio: StudioDep) -> tuple[Guest, ProposalId]:
    guest = await guest_of(studio, token, body.name, "proposal")
    return guest, ProposalId(guest.link.subject_id)


@router.post("/links/{token}/decisions", dependencies=[OPEN])
async def decide_by_link(token: str, body: GuestWord, studio: StudioDep) -> Done:
    """Accept or reject changes of the proposal; nothing is merged before the review is finished."""
    guest, proposal_id = await _reviewer(token, body, studio)
    choice = body.choice.model_dump() if body.choice else None
    await studio.proposals.decide(guest.principal, proposal_id, body.hunks, body.decision, choice)
    await studio.links.record(guest, "decide", hunks=len(body.hunks), decision=body.decision)
    return Done()


@router.post("/links/{token}/comments", status_code=201, dependencies=[OPEN])
async def comment_by_link(token: str, body: GuestComment, studio: StudioDep) -> CommentInfo:
    """Comment on the proposal or on one of its changes."""
    guest, proposal_id = await _reviewer(token, body, studio)
    said = await studio.proposals.comment(guest.principal, proposal_id, body.text, body.hunk_id)
    await studio.links.record(guest, "comment")
    return CommentInfo.model_validate(said)


@router.post("/links/{token}/finish", dependencies=[OPEN])
async def finish_by_link(token: str, body: GuestFinish, studio: StudioDep) -> FinishInfo:
    """Merge what was accepted, take out what was rejected, carry on what is undecided."""
    guest, proposal_id = await _reviewer(token, body, studio)
    done = await studio.proposals.finish(guest.principal, proposal_id, body.sha)
    await studio.links.record(
        guest, "finish", state=done.state, accepted=done.accepted, rejected=done.rejected
    )
    return FinishInfo.model_validate(done)


@router.post("/links/{token}/reject", dependencies=[OPEN])
async def reject_by_link(token: str, body: Named, studio: StudioDep) -> Done:
    """Reject the whole proposal."""
    guest, proposal_id = await _reviewer(token, body, studio)
    await studio.proposals.reject(guest.principal, proposal_id)
    await studio.links.record(guest, "reject")
    return Done()


@router.post("/links/{token}/tool-approval", dependencies=[OPEN])
async def approve_by_link(token: str, body: GuestApproval, studio: StudioDep) -> ApprovalInfo:
    """Approve or deny the one call; the run goes on when all calls of its step are decided."""
    guest = await guest_of(studio, token, body.name, "approval")
    reason = f"{guest.principal.name}: {body.reason}" if body.reason else guest.principal.name
    verdict = Verdict(body.decision, reason)
    decided = await studio.approvals.decide(guest.principal, ApprovalId(guest.link.subject_id), verdict)
    await studio.links.record(guest, "decide", decision=body.decision)
    return show_approval(decided)


async def guest_of(studio: StudioDep, token: str, name: str, kind: LinkKind) -> Guest:
    """Return who came by a link to this kind of thing."""
    guest = await studio.links.follow(token, name)
    if guest.link.subject_kind != kind:
        raise NotFound(say("links.leads_nowhere", kind=kind))
    return guest


def fresh_of(made: FreshLink) -> FreshLinkInfo:
    """Return a fresh link with its path."""
    return FreshLinkInfo(link=LinkInfo.model_validate(made.link), path=f"/link/{made.token}")


def shown_of(links: list[ReviewLink]) -> list[LinkInfo]:
    """Return links without their tokens."""
    return [LinkInfo.model_validate(link) for link in links]
