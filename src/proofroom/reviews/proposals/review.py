"""Reviewing proposals: look, decide change by change, comment, finish, reject, bring back."""

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, InvalidInput, InvalidStatus, NotAllowed, NotFound
from proofroom.kernel.ids import ProjectId, ProposalId, RunId, new_id
from proofroom.kernel.strings import say
from proofroom.reviews.proposals import repo
from proofroom.reviews.proposals.build import carried
from proofroom.reviews.proposals.limits import check_areas
from proofroom.reviews.proposals.lookups import ProposalLookups
from proofroom.reviews.proposals.recover import write_end
from proofroom.reviews.proposals.reviewable import HearAccepted, Recoverable, Reviewable
from proofroom.reviews.types import (
    BranchPlace,
    Comment,
    Decided,
    HunkDecision,
    Proposal,
    ProposalState,
    ReviewView,
)
from proofroom.store import Connection, Database

VIEWS_KEPT = 32


@dataclass(frozen=True, slots=True)
class OpenReview:
    """A proposal with its changes, what was decided so far, and what people said."""

    proposal: Proposal
    view: ReviewView | None
    """Once the proposal is decided: what it held then, or None where that was not written down."""
    decisions: dict[str, HunkDecision]
    choices: dict[str, dict[str, Any]]
    """How conflicts were answered."""
    comments: list[Comment]
    can_decide: bool
    """Whether it waits, and who looks at it may decide."""
    made_by: dict[str, RunId]
    """Which run made each change: several turns go on in one proposal."""
    undone_by: list[Proposal]
    """What takes it back, the newest first, and was not rejected."""


class Proposals(ProposalLookups):
    """Everything about reviewing changes."""

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock)
        self._audit = Audit(database, clock)
        self._kinds: dict[str, Reviewable] = {}
        self._hearing: list[HearAccepted] = []
        self._views: OrderedDict[tuple[ProposalId, str], ReviewView] = OrderedDict()

    def add_kind(self, kind: str, reviewable: Reviewable) -> None:
        """Take in a kind of changes that can be reviewed."""
        self._kinds[kind] = reviewable

    async def find(
        self,
        principal: Principal,
        project_id: ProjectId | None = None,
        run_id: RunId | None = None,
        limit: int = 100,
    ) -> list[Proposal]:
        """Return the proposals that the principal may see, the newest change first."""
        async with self._database.reading() as connection:
            found = await repo.find(connection, principal.workspace_id, project_id, run_id, limit)
        return [proposal for proposal in found if self._shows(principal, proposal)]

    async def record(
        self,
        proposal: Proposal,
        by: Principal,
        held: ReviewView | None = None,
        draft: dict[str, Any] | None = None,
    ) -> ProposalId:
        """Write a proposal, or its new state, and return its id.

        `held` is what it held, where its branch is gone; `draft` the configuration that it would make.
        """
        async with self._database.transaction() as connection:
            stored = replace(proposal, id=await self.put(connection, proposal, by))
            if held is not None:
                await repo.keep_view(connection, stored, held)
            if draft is not None:
                await repo.keep_draft(connection, stored, draft)
        return stored.id

    async def put(self, connection: Connection, proposal: Proposal, by: Principal) -> ProposalId:
        """Write a proposal in a transaction of the caller's, and who brought it there; return its id."""
        before, place = None, proposal.place
        if isinstance(place, BranchPlace):
            before = await repo.find_branch(connection, proposal.workspace_id, place.project_id, place.branch)
        stored = await repo.record(connection, proposal)
        await self._note_state(connection, proposal, by, before, replace(proposal, id=stored))
        return stored

    async def get(self, principal: Principal, proposal_id: ProposalId) -> Proposal:
        """Return a proposal that the principal may see."""
        async with self._database.reading() as connection:
            proposal = await repo.get(connection, principal.workspace_id, proposal_id)
        if not self._shows(principal, proposal):
            raise NotFound(say("reviews.no_proposal"))
        return await self.recover(proposal)

    async def recover(self, proposal: Proposal) -> Proposal:
        """Return a proposal as it really stands, where the studio stopped before that was written down."""
        kind = self._kinds.get(proposal.kind)
        if not proposal.is_open or not isinstance(kind, Recoverable):
            return proposal
        ended = await kind.ended(proposal)
        if ended is None:
            return proposal
        async with self._database.transaction() as connection:
            now = await repo.get(connection, proposal.workspace_id, proposal.id)
            if not now.is_open:  # whoever decided it was still at it
                return now
            return await write_end(connection, self._audit, now, ended, self._clock.now(), self._hearing)

    async def recover_all(self) -> None:
        """Look after all proposals that are open in the records, in every workspace."""
        async with self._database.reading() as connection:
            found = await repo.find_open(connection)
        for proposal in found:
            await self.recover(proposal)

    async def open(self, principal: Principal, proposal_id: ProposalId) -> OpenReview:
        """Return a proposal with its changes, decisions and comments."""
        proposal = await self.get(principal, proposal_id)
        async with self._database.reading() as connection:
            decided = await repo.decisions(connection, proposal)
            said = await repo.comments(connection, proposal)
            made_by = await repo.turns(connection, proposal)
            undone_by = await repo.undone_by(connection, proposal)
            view = None if proposal.is_open else await repo.kept_view(connection, proposal)
        if proposal.is_open:
            view = await self._view(proposal)
        check_areas(principal, proposal, view)
        words: dict[str, HunkDecision] = {key: word for key, (word, _) in decided.items()}
        choices = {key: choice for key, (_, choice) in decided.items() if choice is not None}
        can_decide = proposal.is_open and principal.can(self.kind_of(proposal).decides, proposal.project_id)
        return OpenReview(proposal, view, words, choices, said, can_decide, made_by, undone_by)

    async def decide(
        self,
        principal: Principal,
        proposal_id: ProposalId,
        hunk_ids: list[str],
        decision: HunkDecision | None,
        choice: dict[str, Any] | None = None,
    ) -> None:
        """Accept or reject changes, or take the word back with None. Nothing is merged before `finish`."""
        proposal = await self._open_for_deciding(principal, proposal_id)
        person_id = principal.require_human()
        view = await self._view(proposal)
        check_areas(principal, proposal, view)
        known = {hunk.id for hunk in (*view.hunks, *view.conflicts)}
        unknown = [hunk for hunk in hunk_ids if hunk not in known]
        if unknown:
            raise NotFound(say("reviews.hunk_gone", hunk=unknown[0]))
        async with self._database.transaction() as connection:
            before = await repo.decisions(connection, proposal)
            for hunk_id in hunk_ids:
                if decision is None:
                    await repo.take_back(connection, proposal, hunk_id)
                else:
                    await repo.decide(
                        connection, proposal, hunk_id, decision, choice, person_id, self._clock.now()
                    )
            data = {"decision": decision or "taken back", "hunks": hunk_ids[:50], "count": len(hunk_ids)}
            after = await repo.decisions(connection, proposal)
            await self._note(connection, principal, "proposal.decide", proposal, before, after, data)

    async def comment(
        self, principal: Principal, proposal_id: ProposalId, text: str, hunk_id: str | None = None
    ) -> Comment:
        """Say something about a proposal or one of its changes."""
        proposal = await self.get(principal, proposal_id)
        if not text.strip():
            raise InvalidInput(say("reviews.comment_empty"))
        comment = Comment(
            id=new_id(),
            proposal_id=proposal.id,
            hunk_id=hunk_id,
            person_id=principal.require_human(),
            author=principal.name,
            text=text.strip(),
            created_at=self._clock.now(),
        )
        async with self._database.transaction() as connection:
            await repo.add_comment(connection, proposal.workspace_id, comment)
            told = {"hunk": hunk_id}
            await self._note(connection, principal, "proposal.comment", proposal, None, comment, told)
        return comment

    async def finish(
        self, principal: Principal, proposal_id: ProposalId, expected: str | None = None
    ) -> Decided:
        """Merge what was accepted and close the proposal; undecided changes go on as a new one."""
        proposal = await self._open_for_deciding(principal, proposal_id)
        person_id = principal.require_human()
        async with self._database.reading() as connection:
            words = await repo.decisions(connection, proposal)
        held = await self._view(proposal)
        check_areas(principal, proposal, held)
        done = await self.kind_of(proposal).finish(
            proposal,
            principal,
            frozenset(key for key, (word, _) in words.items() if word == "accepted"),
            frozenset(key for key, (word, _) in words.items() if word == "rejected"),
            {key: choice for key, (_, choice) in words.items() if choice is not None},
            expected,
        )
        accepted = {key for key, (word, _) in words.items() if word == "accepted"}
        now = self._clock.now()
        values: dict[str, Any] = {"state": done.state, "updated_at": now, "carried_to": done.carried_to}
        if done.state in ("merged", "rejected"):
            values |= {"decided_by": person_id, "decided_at": now, "commit": done.commit}
            values["merged_onto"] = done.merged_onto
        async with self._database.transaction() as connection:
            await repo.change(connection, proposal.workspace_id, proposal.id, **values)
            if done.state in ("merged", "rejected"):
                await repo.keep_view(connection, proposal, held)
            if done.carried_to is not None:
                rest = [hunk for hunk in held.hunks if hunk.id not in words]
                await repo.record(connection, carried(proposal, done, rest, new_id(), now))
            if done.state == "merged":
                await self._tell_accepted(connection, proposal, held, accepted, words.keys())
            data = {"state": done.state, "commit": done.commit, "carriedTo": done.carried_to}
            after = replace(proposal, **values)
            await self._note(connection, principal, "proposal.finish", proposal, proposal, after, data)
        return done

    def on_accepted(self, hear: HearAccepted) -> None:
        """Tell somebody, within the same transaction, what a person accepted and what still waits."""
        self._hearing.append(hear)

    async def _tell_accepted(
        self,
        connection: Connection,
        proposal: Proposal,
        held: ReviewView,
        accepted: Collection[str],
        decided: Collection[str],
    ) -> None:
        changes = [*held.hunks, *held.conflicts]
        taken = [hunk.target for hunk in changes if hunk.id in accepted]
        waiting = [hunk.target for hunk in changes if hunk.id not in decided]
        for hear in self._hearing:
            await hear(connection, proposal, taken, waiting)

    async def reject(self, principal: Principal, proposal_id: ProposalId) -> None:
        """Reject the whole proposal."""
        proposal = await self._open_for_deciding(principal, proposal_id)
        person_id = principal.require_human()
        held = await self._view(proposal)
        check_areas(principal, proposal, held)
        await self.kind_of(proposal).reject(proposal, principal)
        values = self._closing("rejected", person_id, None)
        async with self._database.transaction() as connection:
            await repo.keep_view(connection, proposal, held)
            await repo.change(connection, proposal.workspace_id, proposal.id, **values)
            after, told = replace(proposal, **values), {"branch": proposal.branch}
            await self._note(connection, principal, "proposal.reject", proposal, proposal, after, told)

    async def restore(self, principal: Principal, proposal_id: ProposalId) -> Proposal:
        """Bring a rejected proposal back, so that it waits again."""
        proposal = await self.get(principal, proposal_id)
        kind = self.kind_of(proposal)
        principal.require(kind.decides, proposal.project_id)
        principal.require_human()
        if proposal.state != "rejected":
            raise Conflict(say("reviews.not_rejected"))
        await kind.restore(proposal, principal)
        values = {"state": "open", "decided_by": None, "decided_at": None, "updated_at": self._clock.now()}
        waiting = replace(proposal, **values)
        try:
            check_areas(principal, proposal, await self._view(waiting))
        except NotAllowed:  # what it holds is known only now
            await kind.reject(waiting, principal)
            raise
        async with self._database.transaction() as connection:
            await repo.change(connection, proposal.workspace_id, proposal.id, **values)
            told = {"branch": proposal.branch}
            await self._note(connection, principal, "proposal.restore", proposal, proposal, waiting, told)
        return waiting

    async def close(
        self, proposal: Proposal, state: ProposalState, by: Principal, commit: str | None = None
    ) -> None:
        """Say that a proposal was decided."""
        values = self._closing(state, by.person_id, commit)
        async with self._database.transaction() as connection:
            await repo.change(connection, proposal.workspace_id, proposal.id, **values)
            await self._note_state(connection, proposal, by, proposal, replace(proposal, **values))

    async def note_branch(
        self,
        project_id: ProjectId,
        branch: str,
        state: ProposalState,
        by: Principal,
        commit: str | None = None,
    ) -> None:
        """Write down a decision on a branch that was no proposal, such as one pushed by another client."""
        async with self._database.transaction() as connection:
            await self._audit.record(
                connection,
                by,
                f"branch.{state}",
                target_kind="branch",
                target_id=branch,
                target_name=branch,
                project_id=project_id,
                run_id=by.run_id,
                before={"branch": branch, "state": "open"},
                after={"branch": branch, "state": state, "commit": commit},
            )

    def _closing(self, state: str, person_id: str | None, commit: str | None) -> dict[str, Any]:
        now = self._clock.now()
        return {
            "state": state,
            "decided_by": person_id,
            "decided_at": now,
            "updated_at": now,
            "commit": commit,
        }

    async def _note_state(
        self,
        connection: Connection,
        proposal: Proposal,
        by: Principal,
        before: Proposal | None,
        after: Proposal,
    ) -> None:
        told = {"branch": after.branch, "commit": after.commit, "hunks": after.hunks}
        one = replace(proposal, run_id=by.run_id) if by.run_id else proposal
        await self._note(connection, by, f"proposal.{after.state}", one, before, after, told)

    async def _note(
        self,
        connection: Connection,
        principal: Principal,
        action: str,
        proposal: Proposal,
        before: Any,
        after: Any,
        data: dict[str, Any],
    ) -> None:
        """Write a decision to the audit log, in its own transaction."""
        await self._audit.record(
            connection,
            principal,
            action,
            target_kind="proposal",
            target_id=proposal.id,
            target_name=proposal.title,
            project_id=proposal.project_id,
            run_id=proposal.run_id,
            before=before,
            after=after,
            data=data,
        )

    async def _view(self, proposal: Proposal) -> ReviewView:
        """Return what a proposal holds; comparing and checking again only once something has moved."""
        kind = self.kind_of(proposal)
        key = (proposal.id, await kind.state(proposal))
        view = self._views.get(key)
        if view is None:
            view = self._views[key] = await kind.view(proposal)
            while len(self._views) > VIEWS_KEPT:
                self._views.popitem(last=False)
        return view

    def kind_of(self, proposal: Proposal) -> Reviewable:
        """Return what knows how such a proposal is shown, decided and taken back."""
        return self._kinds[proposal.kind]

    def _shows(self, principal: Principal, proposal: Proposal) -> bool:
        kind = self._kinds.get(proposal.kind)
        return kind is not None and principal.can(kind.reads, proposal.project_id)

    async def _open_for_deciding(self, principal: Principal, proposal_id: ProposalId) -> Proposal:
        proposal = await self.get(principal, proposal_id)
        principal.require(self.kind_of(proposal).decides, proposal.project_id)
        if not proposal.is_open:
            raise InvalidStatus(say("reviews.proposal_decided", state=proposal.state))
        return proposal
