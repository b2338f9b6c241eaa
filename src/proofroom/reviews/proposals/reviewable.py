"""The port by which reviews reach what they review."""

from collections.abc import Awaitable, Callable
from typing import Protocol, runtime_checkable

from proofroom.access import Principal
from proofroom.reviews.types import Decided, DecidedHunks, Ended, HunkTarget, Proposal, Reversal, ReviewView
from proofroom.store import Connection

HearAccepted = Callable[[Connection, Proposal, list[HunkTarget], list[HunkTarget]], Awaitable[None]]
"""Is told what a person accepted of a proposal, and what of it still waits."""


@runtime_checkable
class Recoverable(Protocol):
    """A kind of changes whose fate can be found out where the record of it was lost."""

    async def ended(self, proposal: Proposal) -> Ended | None:
        """Return how a proposal ended that is still open in the records; None if it waits."""
        ...


class Reviewable(Protocol):
    """A kind of changes that can be reviewed: those on a branch, those of a configuration."""

    @property
    def reads(self) -> str:
        """Name the permission that shows such a proposal."""
        ...

    @property
    def decides(self) -> str:
        """Name the permission that decides about such a proposal."""
        ...

    async def state(self, proposal: Proposal) -> str:
        """Name what the changes are made from and to, cheaply: the same name shows the same changes."""
        ...

    async def view(self, proposal: Proposal) -> ReviewView:
        """Return the changes a proposal holds now."""
        ...

    async def preview(self, proposal: Proposal, words: DecidedHunks) -> ReviewView:
        """Return what finishing would merge, what would stand in its way, and what its result would break."""
        ...

    async def finish(
        self, proposal: Proposal, by: Principal, words: DecidedHunks, expected: str | None
    ) -> Decided:
        """Merge what was accepted, take out what was rejected, carry on what is undecided."""
        ...

    async def undo(self, proposal: Proposal, by: Principal) -> Reversal:
        """Take back what was merged: at once where that is allowed, else as changes that wait."""
        ...

    async def reject(self, proposal: Proposal, by: Principal) -> None:
        """Throw the whole proposal away."""
        ...

    async def restore(self, proposal: Proposal, by: Principal) -> None:
        """Bring back what a rejected proposal held; `Conflict` where that cannot be any more."""
        ...
