"""Going over every kind, or only counting."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from proofroom.kernel.clock import Clock

log = logging.getLogger(__name__)

Sweep = Callable[[datetime, bool], Awaitable[dict[str, int]]]
"""Removes what is older than a moment, or counts it in a dry run; returns how many of what."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Something that is forgotten after a number of days; None keeps it for good."""

    name: str
    meaning: str
    setting: str
    days: int | None
    sweep: Sweep


@dataclass(frozen=True, slots=True)
class Swept:
    """What was removed of a kind, or would be. `before` is None where it is kept for good."""

    kind: Kind
    before: datetime | None
    removed: dict[str, int]
    error: str | None = None


class Retention:
    """All kinds. One that fails does not keep the others from being swept."""

    def __init__(self, clock: Clock, kinds: Sequence[Kind]) -> None:
        self._clock, self._kinds = clock, tuple(kinds)

    async def sweep(self, *, is_dry_run: bool) -> list[Swept]:
        """Forget what is old, or only count it."""
        now = self._clock.now()
        return [await self._sweep(kind, now, is_dry_run=is_dry_run) for kind in self._kinds]

    async def _sweep(self, kind: Kind, now: datetime, *, is_dry_run: bool) -> Swept:
        if kind.days is None:
            return Swept(kind, None, {})
        before = now - timedelta(days=kind.days)
        try:
            return Swept(kind, before, await kind.sweep(before, is_dry_run))
        except Exception as error:
            log.exception("%s could not be swept", kind.name)
            return Swept(kind, before, {}, error=str(error) or type(error).__name__)
