"""How often strangers may ask, counted in memory: a read for everybody must not cost a write.

Each process counts for itself, so several processes together let through that many times more. Where a
count must hold over all processes, `rates` keeps it in the database.
"""

from collections import OrderedDict
from typing import Final

from proofroom.access.rates import Limit, judge
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import RateLimited
from proofroom.kernel.strings import say

MOST: Final = 20_000
"""Addresses remembered at a time; those not seen for longest are forgotten first."""


class Crowd:
    """Counts the requests of each address in one sliding window."""

    def __init__(self, clock: Clock, limit: Limit) -> None:
        self._clock, self._limit = clock, limit
        self._seen: OrderedDict[str, tuple[int, int, int]] = OrderedDict()

    def hit(self, address: str) -> None:
        """Count a request, or refuse it with the time to wait; a refused one is not counted."""
        moment = self._clock.now().timestamp()
        bucket = int(moment // self._limit.window_s)
        last, hits, before = self._seen.get(address, (bucket, 0, 0))
        if last != bucket:
            hits, before = 0, hits if last == bucket - 1 else 0
        state = judge(self._limit, bucket, hits + 1, before, moment)
        if state.retry_after_s > 0:
            raise RateLimited(say("access.too_many_address"), retry_after_s=max(1.0, state.retry_after_s))
        self._seen[address] = bucket, hits + 1, before
        self._seen.move_to_end(address)
        if len(self._seen) > MOST:
            self._seen.popitem(last=False)
