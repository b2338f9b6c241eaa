"""What a push over HTTP may move, and what comes of it: taken in as a commit by hand, or a proposal."""

import asyncio
from collections.abc import Sequence

from proofroom.access import Principal, Project
from proofroom.access.audit import Audit
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput, ProofroomError
from proofroom.kernel.ids import new_id
from proofroom.kernel.strings import Text, say
from proofroom.repository.git.branch import CONTENT_BRANCH, PREFIX, delete_branch, move, tip
from proofroom.repository.git.commit import tree_of
from proofroom.repository.git.open import Repo, default_branch
from proofroom.repository.git.pack import SUBMODULE
from proofroom.repository.git.serve import RefUpdate
from proofroom.repository.git.tree import Change, changes
from proofroom.repository.hand_made import take_in_hand_made
from proofroom.repository.proposing import about_turn, propose
from proofroom.repository.repositories import Repositories
from proofroom.repository.types import TurnEnd
from proofroom.reviews import Origin
from proofroom.reviews.proposals import Proposals

OWN = tuple(f"{PREFIX}{scope}/" for scope in ("chat", "run", "undo"))
"""Branches that conversations and runs write on."""
MAX_FILE = 20_000_000
"""Bytes that one file of a push may have."""
MAX_FILES = 20_000
"""Files that one push may change."""


class Pushes:
    """Decides about pushes, and takes in what they brought."""

    def __init__(self, repositories: Repositories, proposals: Proposals, audit: Audit, clock: Clock) -> None:
        self._repositories, self._proposals = repositories, proposals
        self._audit, self._clock = audit, clock

    async def refusals(
        self, principal: Principal, project: Project, updates: Sequence[RefUpdate]
    ) -> dict[str, str]:
        """Return why references may not be moved, by reference; empty where all may."""
        base = await asyncio.to_thread(lambda: default_branch(self._repositories.repo(project.id)))
        workflow = await self._repositories.workflow(project.id)
        found: dict[str, str] = {}
        for update in updates:
            reason = self._refusal(principal, project, update, base, workflow)
            if reason is None and update.branch != base:
                known = await self._proposals.of_branch(project.workspace_id, project.id, update.branch or "")
                if known is not None and (known.run_id is not None or not known.is_open):
                    reason = say("git.push.own_branch", prefix=PREFIX)
            if reason is not None:
                found[update.ref] = str(reason)
        return found

    async def take_in(
        self, principal: Principal, project: Project, updates: Sequence[RefUpdate]
    ) -> list[str]:
        """Take in what a push has moved; return what to tell who pushed."""
        words = list[str]()
        moved = await asyncio.to_thread(self._moved, project, updates)
        base = await asyncio.to_thread(lambda: default_branch(self._repositories.repo(project.id)))
        for update in moved:
            branch = update.branch or ""
            try:
                await asyncio.to_thread(self._check_sizes, project, update)
                said = (
                    await self._take_in_base(project, base)
                    if branch == base
                    else await self._propose(principal, project, branch)
                )
            except ProofroomError as error:
                said = error.message
            words.append(f"Proofroom: {said}")
        if moved:
            await self._audit.record_outside(
                principal,
                "repository.push",
                ("project", project.id, project.name),
                project_id=project.id,
                before={update.ref: update.old for update in moved},
                after={update.ref: update.new for update in moved},
            )
        return words

    def _refusal(
        self, principal: Principal, project: Project, update: RefUpdate, base: str, workflow: str
    ) -> Text | None:
        branch = update.branch
        if update.is_deletion:
            return say("git.push.deletes")
        if branch is None:
            return say("git.push.only_branches")
        if branch == CONTENT_BRANCH:
            return say("git.push.content_branch", base=base)
        if branch == base:
            if workflow != "auto-merge":
                return say("git.push.needs_review", base=base, prefix=PREFIX)
            may = principal.can("content.write", project.id) and principal.can("content.model", project.id)
            return None if may else say("git.push.not_allowed", base=base, prefix=PREFIX)
        if not branch.startswith(PREFIX):
            return say("git.push.branch_name", prefix=PREFIX)
        if branch.startswith(OWN):
            return say("git.push.own_branch", prefix=PREFIX)
        return None

    def _check_sizes(self, project: Project, update: RefUpdate) -> None:
        """Put a branch back that brought what nobody could review: everything here is read into memory."""
        repo = self._repositories.repo(project.id)
        old = update.old if update.old.strip("0") else tip(repo, CONTENT_BRANCH)
        try:
            changed = changes(repo, tree_of(repo, old) if old else None, tree_of(repo, update.new))
        except RecursionError:
            changed, reason = [], say("git.pushed.too_deep")
        else:
            large = next((one for one in changed if _size(repo, one) > MAX_FILE), None)
            if large is None and len(changed) <= MAX_FILES:
                return
            reason = (
                say("git.pushed.too_many", count=len(changed), limit=MAX_FILES)
                if large is None
                else say("git.pushed.too_large", path=large.path[:200], limit=MAX_FILE // 1_000_000)
            )
        branch = update.branch or ""
        if update.old.strip("0"):
            move(repo, branch, expected=update.new, to=update.old)
        else:
            delete_branch(repo, branch, expected=update.new)
        raise InvalidInput(reason)

    def _moved(self, project: Project, updates: Sequence[RefUpdate]) -> list[RefUpdate]:
        repo = self._repositories.repo(project.id)
        return [update for update in updates if tip(repo, update.branch or "") == update.new]

    async def _take_in_base(self, project: Project, base: str) -> Text:
        found = await take_in_hand_made(self._repositories, project.id, self._clock.now())
        if found is not None and found.conflicts:
            return say("git.pushed.conflicts", base=base, count=found.conflicts)
        return say("git.pushed.taken_in", base=base)

    async def _propose(self, principal: Principal, project: Project, branch: str) -> Text:
        review = await self._repositories.review(project.id, branch)
        if not review.hunks:
            return say("git.pushed.nothing", branch=branch)
        end = TurnEnd("waiting", branch, review.sha, len(review.hunks), review)
        proposal = propose(
            end,
            project.id,
            Origin(project.workspace_id, principal.name or branch, principal.person_id),
            proposal_id=new_id(),
            title=branch.removeprefix(PREFIX),
            at=self._clock.now(),
            about=await about_turn(self._repositories, project.id, end),
        )
        await self._proposals.record(proposal, principal)
        return say("git.pushed.proposal", branch=branch, count=len(review.hunks))


def _size(repo: Repo, change: Change) -> int:
    """Return how large a file is now, without reading it."""
    if change.new is None or change.new.mode == SUBMODULE:
        return 0
    return repo.git.odb.read_header(change.new.sha)[1]
