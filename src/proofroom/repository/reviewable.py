"""Branches as something that can be reviewed: the port that `reviews` reaches them by."""

import asyncio
from dataclasses import replace

from proofroom.access import Principal
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.strings import Text, say
from proofroom.repository.git.branch import is_kept, tip
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.repository.merge.land import discard, should_auto_merge
from proofroom.repository.merge.notes import find_branch, find_note
from proofroom.repository.merge.review import Decisions, open_review, review_of
from proofroom.repository.merge.types import Choice
from proofroom.repository.merge.undo import Undone
from proofroom.repository.repositories import Repositories
from proofroom.repository.shown import show_review
from proofroom.repository.types import Job
from proofroom.reviews import Decided, Proposal, ReviewView
from proofroom.reviews.proposals.limits import outside_limits
from proofroom.reviews.types import About, BranchPlace, DecidedHunks, Ended, Finding, Reversal

KIND = "content"
"""The kind of all proposals on branches; the word is as old as the rows that have it."""
MEANWHILE = "reviews.decided_meanwhile"


class BranchReviewable:
    """Reviews of branches."""

    reads, decides = "content.read", "content.review"

    def __init__(self, repositories: Repositories, clock: Clock) -> None:
        self._repositories, self._clock = repositories, clock

    async def view(self, proposal: Proposal) -> ReviewView:
        """Return the changes a branch holds now, with checks of its result."""
        place = proposal.on_branch
        gone = await self._why_gone(proposal)
        if gone is not None:
            return _nothing(gone)
        try:
            review = await self._repositories.review(place.project_id, place.branch)
        except Conflict as error:  # somebody put another history there: it can still be closed
            return _nothing(error.message)
        shown = await self._repositories.show(place.project_id, review)
        found = [
            finding
            for check in self._repositories.checks
            for finding in await check(proposal.workspace_id, place.project_id, shown.hunks)
        ]
        return replace(shown, findings=[*shown.findings, *found]) if found else shown

    async def state(self, proposal: Proposal) -> str:
        """Name the branch as it is, and the content that it would be merged into."""
        place = proposal.on_branch
        gone = await self._why_gone(proposal)
        if gone is not None:
            return gone.key
        return await self._repositories.tips(place.project_id, place.branch)

    async def preview(self, proposal: Proposal, words: DecidedHunks) -> ReviewView:
        """Return the accepted changes, the conflicts nobody has answered, and what the result would break."""
        place = proposal.on_branch
        if await self._why_gone(proposal) is not None:
            return await self.view(proposal)
        decided = _decisions(words)
        try:
            review = await self._repositories.preview_finish(place.project_id, place.branch, decided)
        except Conflict as error:
            return _nothing(error.message)
        return await self._repositories.show(place.project_id, review)

    async def finish(
        self, proposal: Proposal, by: Principal, words: DecidedHunks, expected: str | None
    ) -> Decided:
        """Merge what was accepted, take out what was rejected, carry on what is undecided."""
        place = proposal.on_branch
        gone = await self._why_gone(proposal)
        if gone is not None:
            raise Conflict(gone)
        job = self._job(place.project_id, place.branch, by)
        done = await self._repositories.finish(job, place.branch, _decisions(words), expected)
        state = "open" if done.status == "waiting" else done.status
        return Decided(
            state=state,
            accepted=len(done.accepted),
            rejected=len(done.rejected),
            undecided=len(done.undecided),
            commit=done.landing.commit if done.landing else None,
            merged_onto=done.landing.onto if done.landing else None,
            carried_to=done.carried,
        )

    async def reject(self, proposal: Proposal, by: Principal) -> None:
        """Throw the branch away; it can be brought back for a while."""
        gone = await self._why_gone(proposal)
        if gone is not None:
            if gone.key == MEANWHILE:
                raise Conflict(gone)
            return
        await self._repositories.reject(proposal.on_branch.project_id, proposal.on_branch.branch)

    async def restore(self, proposal: Proposal, by: Principal) -> None:
        """Bring the branch back as it was."""
        await self._repositories.restore(proposal.on_branch.project_id, proposal.on_branch.branch)

    async def undo(self, proposal: Proposal, by: Principal) -> Reversal:
        """Take a merge back on a branch of its own, merged at once where that is allowed."""
        project_id = proposal.on_branch.project_id
        job = Job(project_id, identity_of(by), self._clock.now(), f"undo/{proposal.id}", source="undo")
        if proposal.merged_onto and proposal.commit:
            undone = await self._repositories.undo_merge(job, proposal.merged_onto, proposal.commit)
        elif proposal.run_id:
            undone = await self._repositories.undo_run(job, proposal.run_id)
        else:
            return Reversal("nothing")
        return await land_undo(self._repositories, job, undone, by)

    async def ended(self, proposal: Proposal) -> Ended | None:
        """Return how a proposal ended that is still open in the records, as after a kill in the middle."""
        place = proposal.on_branch
        return await asyncio.to_thread(self._ended, place.project_id, place.branch)

    def _ended(self, project_id: ProjectId, branch: str) -> Ended | None:
        repositories = self._repositories
        if not repositories.path(project_id).exists():
            return None
        repo = repositories.repo(project_id)
        found = find_branch(repo, branch)
        if found.state == "rejected":
            return Ended("rejected")
        if found.state != "merged" or found.note is None:
            return None
        note, target = found.note, repositories.target(repo)
        discard(repo, branch, note.tip)
        held = show_review(repo, repositories.formats, review_of(repo, note, target))
        rest = None
        if note.carried is not None and tip(repo, note.carried) is not None:
            rest = show_review(repo, repositories.formats, open_review(repo, note.carried, target))
        return Ended("merged", held, note.commit, note.onto, note.carried if rest else None, rest)

    async def _why_gone(self, proposal: Proposal) -> Text | None:
        """Return why the branch is not there: somebody decides at this moment, or deleted it by hand."""

        def look() -> Text | None:
            repo = self._repositories.repo(proposal.on_branch.project_id)
            branch = proposal.on_branch.branch
            if tip(repo, branch) is not None:
                return None
            is_decided = find_note(repo, branch) is not None or is_kept(repo, branch)
            return say(MEANWHILE if is_decided else "reviews.branch_gone")

        return await asyncio.to_thread(look)

    def _job(self, project_id: ProjectId, branch: str, by: Principal) -> Job:
        identity = identity_of(by)
        provenance = Provenance(approved_by=f"{identity.name} <{identity.email}>")
        return Job(project_id, identity, self._clock.now(), branch, provenance, source="review")


def _nothing(why: str) -> ReviewView:
    return ReviewView("", [], [], [Finding("error", why)])


def _decisions(words: DecidedHunks) -> Decisions:
    answers = {key: Choice(one["take"], one.get("value")) for key, one in words.choices.items()}
    return Decisions(words.accepted - set(answers), words.rejected - set(answers), answers or None)


async def land_undo(repositories: Repositories, job: Job, undone: Undone, by: Principal) -> Reversal:
    """Merge what takes something back if its author may merge by themselves, else let it wait for people."""
    if undone.branch is None:
        return Reversal("nothing")
    place = BranchPlace(job.project_id, undone.branch)
    review = await repositories.review(job.project_id, undone.branch)
    held = await repositories.show(job.project_id, review)
    outside = outside_limits(by, job.project_id, held)
    if outside is not None:
        await repositories.reject(job.project_id, undone.branch)
        raise outside
    # What an undo is about is said by its title.
    about = About(len(review.hunks))
    if review.conflicts:
        return Reversal("conflicts", place, undone.commit, about=about)
    workflow = await repositories.workflow(job.project_id)
    # Before there are people the studio works for whoever owns the data folder; a key has no such role.
    role = "owner" if by.kind == "studio" else by.workspace_role
    if not should_auto_merge(workflow, role):
        return Reversal("waiting", place, undone.commit, about=about)
    landing = await repositories.merge(job, undone.branch)
    if landing.status == "conflicts":
        return Reversal("conflicts", place, undone.commit, about=about)
    return Reversal("merged", place, landing.commit, landing.onto, about, held)


def identity_of(principal: Principal) -> Identity:
    """Return whom commits of this principal name."""
    return Identity(principal.name or "Proofroom", principal.email or "studio@localhost")
