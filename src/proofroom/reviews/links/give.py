"""Giving links, following them, taking them back.

A link opens one thing and nothing else. Whoever follows it has the giver's own right to that thing, looked
up again on every visit: when the giver leaves or loses the right, the link ends with it. The token is a
secret of 256 random bits of which only the digest is kept; it is shown once, to the person who asked for it,
and no tool, prompt or event ever holds it.
"""

import re
from collections.abc import Awaitable, Callable
from datetime import timedelta

from proofroom.access import Principal
from proofroom.access.audit import Audit, Facts, Named
from proofroom.access.names import clean_name
from proofroom.access.tokens import digest, new_token
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, NotAllowed, NotFound, ProofroomError
from proofroom.kernel.ids import ApprovalId, PersonId, ProposalId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.reviews.approvals import Approvals
from proofroom.reviews.links import repo
from proofroom.reviews.links.types import LinkKind, LinkRight, ReviewLink
from proofroom.reviews.proposals.review import Proposals
from proofroom.reviews.types import Approval
from proofroom.store import Database

DEFAULT_DAYS, LONGEST_DAYS = 7, 30
SEE_APPROVALS = "sessions.team.approve"
_UNFIT_FOR_GIT = re.compile(r"[<>]")

FindGiver = Callable[[WorkspaceId, PersonId | None], Awaitable[Principal]]
"""Returns the giver as they stand now; None is the operator at the machine."""
FindLinkRight = Callable[[Principal, str], Awaitable[LinkRight]]
"""Returns what a guest may do with one thing that the principal may decide, or refuses."""


@dataclass(frozen=True, slots=True)
class FreshLink:
    """A link that was just made. The token is shown once."""

    link: ReviewLink
    token: str


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who came by a link: what it opens, who gave it, and as whom they act."""

    link: ReviewLink
    principal: Principal
    giver: str


class Links:
    """The review links of every workspace."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        audit: Audit,
        proposals: Proposals,
        approvals: Approvals,
        find_giver: FindGiver,
    ) -> None:
        self._database, self._clock, self._audit = database, clock, audit
        self._proposals, self._approvals = proposals, approvals
        self._find_giver = find_giver
        self._rights: dict[LinkKind, FindLinkRight] = {
            "proposal": self._proposal_right,
            "approval": self._approval_right,
        }

    def add(self, kind: LinkKind, find_right: FindLinkRight) -> None:
        """Let links lead to another kind of thing; called while the studio is assembled."""
        self._rights[kind] = find_right

    async def give(
        self,
        principal: Principal,
        kind: LinkKind,
        subject_id: str,
        *,
        note: str = "",
        days: int = DEFAULT_DAYS,
    ) -> FreshLink:
        """Make a link to one thing that the giver may decide themselves; keys and agents give none."""
        given_by = principal.require_human()
        if principal.kind == "link":
            raise NotAllowed(say("links.not_handed_on"))
        if not 1 <= days <= LONGEST_DAYS:
            raise InvalidInput(say("links.days", most=LONGEST_DAYS), field="days")
        right = await self._right(principal, kind, subject_id)
        now, token = self._clock.now(), new_token()
        until = now + timedelta(days=days)
        link = ReviewLink(
            id=new_id(),
            workspace_id=principal.workspace_id,
            project_id=right.project_id,
            subject_kind=kind,
            subject_id=subject_id,
            note=note.strip()[:200],
            given_by=given_by,
            created_at=now,
            expires_at=min(until, right.ends_at) if right.ends_at else until,
        )
        async with self._database.transaction() as connection:
            await repo.insert(connection, link, digest(token))
            await self._audit.record(
                connection, principal, "link.given", _named(link), after=link, **_told(link)
            )
        return FreshLink(link, token)

    async def list(self, principal: Principal, kind: LinkKind, subject_id: str) -> list[ReviewLink]:
        """Return the links to one thing that can still be used."""
        await self._right(principal, kind, subject_id)
        async with self._database.reading() as connection:
            return await repo.list_open(connection, principal.workspace_id, subject_id, self._clock.now())

    async def revoke(self, principal: Principal, link_id: str) -> None:
        """End a link at once: whoever gave it may, and whoever may decide the same thing."""
        principal.require_human()
        async with self._database.reading() as connection:
            link = await repo.find(connection, principal.workspace_id, link_id)
        if link is None:
            raise NotFound(say("links.none"))
        if principal.person_id is None or link.given_by != principal.person_id:
            await self._right(principal, link.subject_kind, link.subject_id)
        async with self._database.transaction() as connection:
            if await repo.revoke(connection, principal.workspace_id, link_id, self._clock.now()):
                await self._audit.record(
                    connection, principal, "link.revoked", _named(link), before=link, **_told(link)
                )

    async def follow(self, token: str, name: str = "") -> Guest:
        """Return who somebody with a link is now, or say that the link leads nowhere any more."""
        async with self._database.reading() as connection:
            link = await repo.find_open(connection, digest(token), self._clock.now())
        if link is None:
            raise _closed()
        try:
            giver = await self._find_giver(link.workspace_id, link.given_by)
            right = await self._right(giver, link.subject_kind, link.subject_id)
        except ProofroomError:
            raise _closed() from None
        if link.opened_at is None:
            async with self._database.transaction() as connection:
                await repo.touch(connection, link, self._clock.now())
        called = clean_name(_UNFIT_FOR_GIT.sub("", name))[:40] if name else "Guest"
        guest = Principal(
            kind="link",
            workspace_id=link.workspace_id,
            name=f"{called} (link from {giver.name[:26]})",
            permissions=right.permissions,
            link_id=link.id,
            only_project=link.project_id,
            limits=giver.limits_in(link.project_id),
        )
        return Guest(link, guest, giver.name)

    async def record(self, guest: Guest, action: str, **data: object) -> None:
        """Write into the audit log who let a guest in; what they changed is an entry of its own."""
        link = guest.link
        await self._audit.note(
            guest.principal,
            f"{link.subject_kind}.{action}",
            (link.subject_kind, link.subject_id),
            project_id=link.project_id,
            data={"link": link.id, "givenBy": link.given_by or "studio", "giver": guest.giver, **data},
        )

    async def _right(self, principal: Principal, kind: LinkKind, subject_id: str) -> LinkRight:
        """Return the project, the rights a guest gets and the natural end, if the principal may decide it."""
        find = self._rights.get(kind)
        if find is None:
            raise NotFound(say("links.none"))
        return await find(principal, subject_id)

    async def _proposal_right(self, principal: Principal, subject_id: str) -> LinkRight:
        proposal = await self._proposals.get(principal, ProposalId(subject_id))
        kind = self._proposals.kind_of(proposal)
        principal.require(kind.decides, proposal.project_id)
        return LinkRight(proposal.project_id, frozenset({kind.reads, kind.decides}))

    async def _approval_right(self, principal: Principal, subject_id: str) -> LinkRight:
        approval = await self._approvals.get(principal, ApprovalId(subject_id))
        return LinkRight(approval.project_id, _rights_to(principal, approval), approval.expires_at)

    async def use_up(self, guest: Guest) -> None:
        """End a link that was good for one decision."""
        async with self._database.transaction() as connection:
            await repo.revoke(connection, guest.link.workspace_id, guest.link.id, self._clock.now())


def _named(link: ReviewLink) -> Named:
    return link.subject_kind, link.subject_id


def _told(link: ReviewLink) -> Facts:
    data = {"link": link.id, "note": link.note, "expiresAt": link.expires_at.isoformat()}
    return {"project_id": link.project_id, "data": data}


def _rights_to(principal: Principal, approval: Approval) -> frozenset[str]:
    needed = {SEE_APPROVALS}
    if approval.permission is not None:
        principal.require(approval.permission, approval.project_id)
        needed.add(approval.permission)
    if approval.needs_second_person:
        # A link does not prove that its holder is somebody else than the person it acts for.
        raise NotAllowed(say("links.second_person"))
    return frozenset(needed)


def _closed() -> NotFound:
    return NotFound(say("links.over"))
