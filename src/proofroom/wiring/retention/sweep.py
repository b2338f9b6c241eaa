"""Going over every kind, or only counting."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from proofroom.house import RetentionRule
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.settings import Settings

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Swept:
    """What was removed of a kind, or would be. `days` and `before` are None where it is kept for good."""

    rule: RetentionRule
    days: int | None
    before: datetime | None
    removed: dict[str, int]
    error: str | None = None


class Retention:
    """All kinds. One that fails does not keep the others from being swept."""

    def __init__(self, settings: Settings, clock: Clock, rules: Sequence[RetentionRule]) -> None:
        self._settings, self._clock, self._rules = settings, clock, tuple(rules)

    async def sweep(self, *, is_dry_run: bool) -> list[Swept]:
        """Forget what is old, or only count it."""
        now = self._clock.now()
        return [await self._sweep(rule, now, is_dry_run=is_dry_run) for rule in self._rules]

    async def _sweep(self, rule: RetentionRule, now: datetime, *, is_dry_run: bool) -> Swept:
        days: int | None = getattr(self._settings, rule.setting)
        if days is None:
            return Swept(rule, None, None, {})
        before = now - timedelta(days=days)
        try:
            return Swept(rule, days, before, await rule.sweep(before, is_dry_run))
        except Exception as error:
            log.exception("%s could not be swept", rule.name)
            return Swept(rule, days, before, {}, error=str(error) or type(error).__name__)
