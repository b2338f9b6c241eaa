"""How often strangers may ask, counted in memory: a read for everybody must not cost a write.

Where several processes share a database, each tells it of an address in bundles: what they let through
together is over the limit by at most one bundle per process, and somebody who reads a few pages costs no
write at all. With one process nothing is told.
"""

from collections import OrderedDict
from typing import Final

from proofroom.access.rates import Limit, Rates, judge
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import RateLimited
from proofroom.kernel.strings import say

MOST: Final = 20_000
"""Addresses remembered at a time; those not seen for longest are forgotten first."""
BUNDLES: Final = 20
"""In how many parts a process tells of a whole limit."""


@dataclass(slots=True)
class _Seen:
    """What one process knows of an address: its window, its hits, and which nobody was told of."""

    bucket: int
    hits: int = 0
    before: int = 0
    untold: int = 0
    barred_until: float = 0.0


class Crowd:
    """Counts the requests of each address in one sliding window."""

    def __init__(self, clock: Clock, limit: Limit, shared: Rates | None = None) -> None:
        self._clock, self._limit, self._shared = clock, limit, shared
        self._bundle = max(1, limit.hits // BUNDLES)
        self._seen: OrderedDict[str, _Seen] = OrderedDict()

    async def hit(self, address: str) -> None:
        """Count a request, or refuse it with the time to wait; a refused one is not counted."""
        moment = self._clock.now().timestamp()
        one = self._look(address, int(moment // self._limit.window_s))
        state = judge(self._limit, one.bucket, one.hits + 1, one.before, moment)
        wait_s = max(state.retry_after_s, one.barred_until - moment)
        if wait_s > 0:
            raise _refusal(wait_s)
        one.hits += 1
        one.untold += 1
        if self._shared is not None and one.untold >= self._bundle:
            await self._tell(self._shared, address, one, moment)

    async def _tell(self, shared: Rates, address: str, one: _Seen, moment: float) -> None:
        """Count a bundle for all processes; while that does not fit, this one lets nothing through either."""
        told, one.untold = one.untold, 0
        try:
            await shared.hit(f"crowd:{address}", (self._limit,), cost=told)
        except RateLimited as refused:
            one.barred_until = moment + refused.retry_after_s
            raise _refusal(refused.retry_after_s) from None

    def _look(self, address: str, bucket: int) -> _Seen:
        one = self._seen.setdefault(address, _Seen(bucket))
        self._seen.move_to_end(address)
        if len(self._seen) > MOST:
            self._seen.popitem(last=False)
        if one.bucket != bucket:
            one.before = one.hits if one.bucket == bucket - 1 else 0
            one.bucket, one.hits = bucket, 0
        return one


def _refusal(wait_s: float) -> RateLimited:
    return RateLimited(say("access.too_many_address"), retry_after_s=max(1.0, wait_s))
