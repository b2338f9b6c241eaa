"""Looking at proposals: which there are, what they hold now, and what finishing would bring."""

from collections import OrderedDict
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.access.types import NO_LIMITS
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound, ProofroomError
from proofroom.kernel.ids import ProjectId, ProposalId, RunId
from proofroom.kernel.strings import say
from proofroom.reviews.proposals import repo
from proofroom.reviews.proposals.limits import check_areas, outside_limits
from proofroom.reviews.proposals.lookups import ProposalLookups
from proofroom.reviews.proposals.recover import write_end
from proofroom.reviews.proposals.reviewable import HearAccepted, Recoverable, Reviewable
from proofroom.reviews.types import Comment, DecidedHunks, HunkDecision, Proposal, ReviewView
from proofroom.store import Database

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
    """What takes it back now, or one of its turns, the newest first."""


class ProposalViews(ProposalLookups):
    """Proposals as one may see them."""

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
        shown = [proposal for proposal in found if self._shows(principal, proposal)]
        return [proposal for proposal in shown if await self._is_inside(principal, proposal)]

    async def get(self, principal: Principal, proposal_id: ProposalId) -> Proposal:
        """Return a proposal that the principal may see."""
        async with self._database.reading() as connection:
            proposal = await repo.get(connection, principal.workspace_id, proposal_id)
        if not self._shows(principal, proposal) or not await self._is_inside(principal, proposal):
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
            view = await self.view(proposal)
        check_areas(principal, proposal, view)
        words: dict[str, HunkDecision] = {key: word for key, (word, _) in decided.items()}
        choices = {key: choice for key, (_, choice) in decided.items() if choice is not None}
        can_decide = proposal.is_open and principal.can(self.kind_of(proposal).decides, proposal.project_id)
        return OpenReview(proposal, view, words, choices, said, can_decide, made_by, undone_by)

    async def preview(self, principal: Principal, proposal_id: ProposalId) -> ReviewView:
        """Return what finishing would merge as things are decided now: its changes, conflicts and checks."""
        proposal = await self.get(principal, proposal_id)
        async with self._database.reading() as connection:
            words = DecidedHunks.of(await repo.decisions(connection, proposal))
            kept = None if proposal.is_open else await repo.kept_view(connection, proposal)
        found = kept or await self.kind_of(proposal).preview(proposal, words)
        check_areas(principal, proposal, found)
        return found

    async def view(self, proposal: Proposal) -> ReviewView:
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

    async def _is_inside(self, principal: Principal, proposal: Proposal) -> bool:
        """Tell whether a proposal keeps within somebody's limits: even its title tells what it is about."""
        if principal.limits_in(proposal.project_id) == NO_LIMITS:
            return True
        try:
            if proposal.is_open:
                view = await self.view(proposal)
            else:
                async with self._database.reading() as connection:
                    view = await repo.kept_view(connection, proposal)
        except ProofroomError:  # a branch that is gone tells nobody what it held
            return False
        return view is not None and outside_limits(principal, proposal.project_id, view) is None
