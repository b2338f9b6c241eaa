"""Taking things back: all that a run changed, in every room; and one merge.

Each room that changes something outside of proposals, and the one that keeps branches, registers how it takes
a run back. All are asked whether it is allowed before the first one acts; what cannot be taken back is named.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Literal, Protocol

from proofroom.access import Principal
from proofroom.durable import Engine, Run, RunFilter, Step
from proofroom.durable.types import MOVING
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, InvalidStatus, NotAllowed, NotFound
from proofroom.kernel.ids import ProposalId, new_id
from proofroom.kernel.strings import say
from proofroom.reviews.proposals.build import Origin, new_proposal
from proofroom.reviews.proposals.review import Proposals
from proofroom.reviews.types import Proposal, ProposalState, Reversal

_STATES: dict[str, ProposalState] = {"merged": "merged", "waiting": "open", "conflicts": "conflicts"}

_LOUDEST = ("conflicts", "waiting", "merged", "nothing")


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A run to take back, with all that it and those it started have called, in their order."""

    by: Principal
    run: Run
    calls: Sequence[Step]
    at: datetime
    rejected: frozenset[str] = frozenset()
    """Changes of its proposals that were rejected: there is nothing of them to take back."""


@dataclass(frozen=True, slots=True)
class RoomUndone:
    """What one room took back: at once, or as changes of its own, and what it had to leave, by name."""

    room: str
    count: int = 0
    left: tuple[str, ...] = ()
    kind: str = ""
    """The kind of proposal that its changes are."""
    reversals: tuple[Reversal, ...] = ()


class RunUndo(Protocol):
    """How a room takes a run back."""

    async def check(self, request: UndoRequest) -> bool:
        """Tell whether the run touched this room; refuse whoever may not take that back."""
        ...

    async def take_back(self, request: UndoRequest) -> RoomUndone:
        """Take back what the run changed here; not found if nothing is left of it."""
        ...


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What undoing did. `undone`: it was taken back before, by the proposal that is named."""

    state: Literal["nothing", "merged", "waiting", "conflicts", "undone"]
    proposal: Proposal | None = None
    rooms: tuple[RoomUndone, ...] = ()
    waits: Proposal | None = None
    """Changes of the run that nobody has decided yet; they are rejected, not undone."""


class Undo:
    """Takes back runs and merges."""

    def __init__(self, engine: Engine, proposals: Proposals, clock: Clock) -> None:
        self._engine, self._proposals, self._clock = engine, proposals, clock
        self._rooms: list[RunUndo] = []

    def add(self, room: RunUndo) -> None:
        """Take in how a room takes runs back."""
        self._rooms.append(room)

    async def run(self, by: Principal, run: Run) -> TakenBack:
        """Take back what a run changed and is merged or applied, no more and no less."""
        check_at_rest(run)
        known = await self._proposals.undo_of_run(run.workspace_id, run.id)
        waits = await self._proposals.waiting_of_run(run.workspace_id, run.id)
        if known is not None:
            return TakenBack("waiting" if known.is_open else "undone", known, waits=waits)
        rejected = await self._proposals.rejected_of_run(run.workspace_id, run.id)
        request = UndoRequest(by, run, await self._calls(run), self._clock.now(), rejected)
        _check_tools(request)
        touched = [room for room in self._rooms if await room.check(request)]
        if not touched:
            raise InvalidInput(say("runs.changed_nothing"))
        rooms, missing = list[RoomUndone](), None
        for room in touched:
            try:
                rooms.append(await room.take_back(request))
            except NotFound as error:
                missing = error
        if not rooms and waits is None and missing is not None:
            raise missing
        done = [(room.kind, reversal) for room in rooms for reversal in room.reversals]
        made = [await self._record(by, kind, one, run) for kind, one in done if one.place is not None]
        # What still asks for somebody says more than what is done.
        nothing = Reversal("nothing")
        loudest = min((reversal for _, reversal in done), key=_how_loud, default=nothing)
        return TakenBack(loudest.state, made[0] if made else None, tuple(rooms), waits)

    async def merge(self, by: Principal, proposal_id: ProposalId) -> TakenBack:
        """Take back what finishing a review brought; what was rejected or carried on is not touched."""
        proposal = await self._proposals.get(by, proposal_id)
        kind = self._proposals.kind_of(proposal)
        by.require(kind.decides, proposal.project_id)
        by.require_human()
        if proposal.state != "merged":
            raise InvalidStatus(say("reviews.not_merged", state=proposal.state))
        known = await self._proposals.undo_of_merge(proposal)
        if known is not None:
            return TakenBack("waiting" if known.is_open else "undone", known)
        reversal = await kind.undo(proposal, by)
        made = await self._record(by, proposal.kind, reversal, proposal) if reversal.place else None
        return TakenBack(reversal.state, made, (RoomUndone(proposal.kind, reversal.about.hunks),))

    async def _record(self, by: Principal, kind: str, reversal: Reversal, of: Run | Proposal) -> Proposal:
        assert reversal.place is not None
        undoes_run, undoes_id = (of.id, None) if isinstance(of, Run) else (None, of.id)
        made = new_proposal(
            new_id(),
            kind,
            reversal.place,
            Origin(of.workspace_id, by.name, by.person_id, None, of.conversation_id),
            title=f"Undo: {of.title}",
            about=reversal.about,
            at=self._clock.now(),
            state=_STATES[reversal.state],
            commit=reversal.commit,
            undoes_id=undoes_id,
            undoes_run=undoes_run,
        )
        made = replace(made, merged_onto=reversal.merged_onto)
        acting = by.in_run(of.id if isinstance(of, Run) else of.run_id)
        await self._proposals.record(made, acting, reversal.held, reversal.draft)
        return made

    async def _calls(self, run: Run) -> list[Step]:
        """Return the tool calls of a run, and of those it started, in their order."""
        family, waiting = [run], [run]
        while waiting:
            which = RunFilter(parent_id=waiting.pop().id)
            started = await self._engine.runs.list(run.workspace_id, which, limit=200)
            family += started
            waiting += started
        steps = [step for one in family for step in await self._engine.runs.steps(one.id, run.workspace_id)]
        steps.sort(key=lambda step: (step.started_at, step.run_id, step.number))
        return [step for step in steps if step.kind == "tool"]


def check_at_rest(run: Run) -> None:
    """Refuse to take back a run that is still at work: what it does next would stay."""
    if run.status in MOVING:
        raise InvalidStatus(say("reviews.still_at_work"))


def _how_loud(reversal: Reversal) -> int:
    return _LOUDEST.index(reversal.state)


def _check_tools(request: UndoRequest) -> None:
    """Refuse a key that is limited to some tools what others have done."""
    limits = request.by.limits_in(request.run.project_id)
    if limits.tools is None:
        return
    outside = sorted({call.name for call in request.calls} - limits.tools)
    if outside:
        raise NotAllowed(say("reviews.undo_outside_tools", tool=outside[0]))
