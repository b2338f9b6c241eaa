"""Reviewing proposals: decide change by change, comment, finish, reject, bring back."""

from dataclasses import replace
from typing import Any

from proofroom.access import Principal
from proofroom.kernel.errors import Conflict, InvalidInput, InvalidStatus, NotAllowed, NotFound
from proofroom.kernel.ids import ProjectId, ProposalId, new_id
from proofroom.kernel.strings import say
from proofroom.reviews.proposals import repo
from proofroom.reviews.proposals.build import carried
from proofroom.reviews.proposals.limits import check_areas
from proofroom.reviews.proposals.looking import ProposalViews
from proofroom.reviews.proposals.notes import note, note_state
from proofroom.reviews.proposals.reviewable import HearAccepted
from proofroom.reviews.types import (
    BranchPlace,
    Comment,
    Decided,
    DecidedHunks,
    HunkDecision,
    Proposal,
    ProposalState,
    ReviewView,
)
from proofroom.store import Connection


class Proposals(ProposalViews):
    """Everything about reviewing changes."""

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
        await note_state(connection, self._audit, by, proposal, before, replace(proposal, id=stored))
        return stored

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
        view = await self.view(proposal)
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
            await note(connection, self._audit, principal, "proposal.decide", proposal, before, after, data)

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
            await note(connection, self._audit, principal, "proposal.comment", proposal, None, comment, told)
        return comment

    async def finish(
        self, principal: Principal, proposal_id: ProposalId, expected: str | None = None
    ) -> Decided:
        """Merge what was accepted and close the proposal; undecided changes go on as a new one."""
        proposal = await self._open_for_deciding(principal, proposal_id)
        person_id = principal.require_human()
        async with self._database.reading() as connection:
            words = DecidedHunks.of(await repo.decisions(connection, proposal))
        held = await self.view(proposal)
        check_areas(principal, proposal, held)
        try:
            done = await self.kind_of(proposal).finish(proposal, principal, words, expected)
        except Conflict:
            await self._open_for_deciding(principal, proposal_id)  # says so where somebody else was faster
            raise
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
                rest = [hunk for hunk in held.hunks if hunk.id not in words.all]
                further = carried(proposal, done, rest, new_id(), now)
                await repo.record_carried(connection, proposal, further, {hunk.id for hunk in rest})
            if done.state in ("merged", "rejected"):
                await self._tell_accepted(connection, proposal, held, words)
            data = {"state": done.state, "commit": done.commit, "carriedTo": done.carried_to}
            after = replace(proposal, **values)
            await note(connection, self._audit, principal, "proposal.finish", proposal, proposal, after, data)
        return done

    def on_accepted(self, hear: HearAccepted) -> None:
        """Tell somebody, within the same transaction, what a person accepted and what still waits."""
        self._hearing.append(hear)

    async def _tell_accepted(
        self, connection: Connection, proposal: Proposal, held: ReviewView, words: DecidedHunks
    ) -> None:
        changes = [*held.hunks, *held.conflicts]
        taken = [hunk.target for hunk in changes if hunk.id in words.accepted]
        waiting = [hunk.target for hunk in changes if hunk.id not in words.all]
        for hear in self._hearing:
            await hear(connection, proposal, taken, waiting)

    async def reject(
        self, principal: Principal, proposal_id: ProposalId, expected: str | None = None
    ) -> None:
        """Reject the whole proposal; not where it has moved since the person saw it."""
        proposal = await self._open_for_deciding(principal, proposal_id)
        person_id = principal.require_human()
        held = await self.view(proposal)
        if expected is not None and held.sha != expected:
            raise Conflict(say("reviews.moved_meanwhile"))
        check_areas(principal, proposal, held)
        try:
            await self.kind_of(proposal).reject(proposal, principal)
        except Conflict:
            await self._open_for_deciding(principal, proposal_id)
            raise
        values = self._closing("rejected", person_id, None)
        async with self._database.transaction() as connection:
            await repo.keep_view(connection, proposal, held)
            await repo.change(connection, proposal.workspace_id, proposal.id, **values)
            for hear in self._hearing:
                await hear(connection, proposal, [], [])
            after, told = replace(proposal, **values), {"branch": proposal.branch}
            await note(connection, self._audit, principal, "proposal.reject", proposal, proposal, after, told)

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
            check_areas(principal, proposal, await self.view(waiting))
        except NotAllowed:  # what it holds is known only now
            await kind.reject(waiting, principal)
            raise
        async with self._database.transaction() as connection:
            await repo.change(connection, proposal.workspace_id, proposal.id, **values)
            told = {"branch": proposal.branch}
            await note(
                connection, self._audit, principal, "proposal.restore", proposal, proposal, waiting, told
            )
        return waiting

    async def close(
        self, proposal: Proposal, state: ProposalState, by: Principal, commit: str | None = None
    ) -> None:
        """Say that a proposal was decided."""
        values = self._closing(state, by.person_id, commit)
        async with self._database.transaction() as connection:
            await repo.change(connection, proposal.workspace_id, proposal.id, **values)
            await note_state(connection, self._audit, by, proposal, proposal, replace(proposal, **values))

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
                ("branch", branch, branch),
                project_id=project_id,
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

    async def _open_for_deciding(self, principal: Principal, proposal_id: ProposalId) -> Proposal:
        proposal = await self.get(principal, proposal_id)
        principal.require(self.kind_of(proposal).decides, proposal.project_id)
        if not proposal.is_open:
            raise InvalidStatus(say("reviews.proposal_decided", state=proposal.state))
        return proposal
