"""The port by which reviews reach what they review."""

from typing import Any, Protocol

from proofroom.access import Principal
from proofroom.reviews.types import Decided, Proposal, ReviewView


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

    async def finish(
        self,
        proposal: Proposal,
        by: Principal,
        accepted: frozenset[str],
        rejected: frozenset[str],
        choices: dict[str, dict[str, Any]],
        expected: str | None,
    ) -> Decided:
        """Merge what was accepted, take out what was rejected, carry on what is undecided."""
        ...

    async def reject(self, proposal: Proposal, by: Principal) -> None:
        """Throw the whole proposal away."""
        ...
