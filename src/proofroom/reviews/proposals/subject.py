"""The port by which reviews reach what they review."""

from typing import Any, Protocol

from proofroom.access import Principal
from proofroom.reviews.types import Decided, Proposal, ReviewView


class Subject(Protocol):
    """A room whose changes can be reviewed: content now, pages and configurations later."""

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
