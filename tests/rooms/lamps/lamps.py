"""Lamps and their versions, and reviews of proposed settings."""

from dataclasses import replace
from typing import Any

from proofroom.access import Principal
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict
from proofroom.reviews import Decided, HunkView, Proposal, Proposals, ReviewView
from proofroom.reviews.types import About, ConfigPlace, DecidedHunks, HunkTarget, Reversal

KIND = "lamp"
Lamp = dict[str, Any]


class Lamps:
    """Every version of every lamp."""

    reads, decides = "agents.team.read", "agents.team.update"

    def __init__(self, proposals: Proposals, clock: Clock) -> None:
        self._proposals, self._clock = proposals, clock
        self.versions: dict[str, list[Lamp]] = {"desk": [{"colour": "white", "brightness": 5}]}

    def now(self, lamp: str) -> Lamp:
        return self.versions[lamp][-1]

    def _place(self, proposal: Proposal) -> ConfigPlace:
        place = proposal.place
        assert isinstance(place, ConfigPlace)
        return place

    async def state(self, proposal: Proposal) -> str:
        return str(len(self.versions[self._place(proposal).id]))

    async def view(self, proposal: Proposal) -> ReviewView:
        wanted = await self._proposals.draft_of(proposal)
        return ReviewView(await self.state(proposal), self.hunks(self._place(proposal).id, wanted), [], [])

    def hunks(self, lamp: str, wanted: Lamp) -> list[HunkView]:
        old = self.now(lamp)
        return [
            HunkView(
                id=f"{lamp}.{name}",
                target=HunkTarget("lamps", KIND, lamp, path=(name,)),
                title=lamp,
                op="change",
                old=old[name],
                new=value,
            )
            for name, value in wanted.items()
            if old[name] != value
        ]

    async def preview(self, proposal: Proposal, words: DecidedHunks) -> ReviewView:
        view = await self.view(proposal)
        return replace(view, hunks=[hunk for hunk in view.hunks if hunk.id in words.accepted])

    async def finish(
        self, proposal: Proposal, by: Principal, words: DecidedHunks, expected: str | None
    ) -> Decided:
        lamp = self._place(proposal).id
        if expected is not None and expected != await self.state(proposal):
            raise Conflict("The lamp was changed meanwhile.")
        hunks = (await self.view(proposal)).hunks
        taken = {hunk.path[0]: hunk.new for hunk in hunks if hunk.id in words.accepted}
        onto = len(self.versions[lamp])
        if taken:
            self.versions[lamp].append(self.now(lamp) | taken)
        state = "merged" if taken else "rejected"
        return Decided(state, len(taken), len(words.rejected), 0, str(onto + 1), merged_onto=str(onto))

    async def undo(self, proposal: Proposal, by: Principal) -> Reversal:
        lamp = self._place(proposal).id
        assert proposal.merged_onto is not None
        before, after = (self.versions[lamp][int(proposal.merged_onto) - at] for at in (1, 0))
        wanted = {name: before[name] for name in before if before[name] != after[name]}
        hunks = self.hunks(lamp, wanted)
        place = ConfigPlace(KIND, lamp, len(self.versions[lamp]))
        return Reversal("waiting", place, about=About(len(hunks), lamp, 1), draft=wanted)

    async def reject(self, proposal: Proposal, by: Principal) -> None:
        """Nothing was changed."""

    async def restore(self, proposal: Proposal, by: Principal) -> None:
        """Nothing was gone."""
