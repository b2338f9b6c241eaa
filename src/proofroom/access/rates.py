"""How often something may be asked.

A window slides: what counts is the current window's hits plus the share of the previous window that is still
in sight. The counters are in the database, so that all processes agree; a refused request is not counted.
"""

import math
from collections.abc import Awaitable, Callable, Sequence

from proofroom.access.principal import Principal
from proofroom.access.repo import rates as repo
from proofroom.access.tokens import digest
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import RateLimited
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

MINUTE = 60
HOUR = 3600
FREE_TIMES = 12
"""How much more often a model that costs nothing may be asked."""


@dataclass(frozen=True, slots=True)
class Limit:
    """So many hits in so many seconds."""

    hits: int
    window_s: int


@dataclass(frozen=True, slots=True)
class RateState:
    """Where somebody stands in the tightest of their windows: for the response's headers."""

    limit: int
    remaining: int
    reset_s: float
    retry_after_s: float = 0.0


Judged = Callable[[], Awaitable[RateState]]
"""Returns where somebody stands after a hit, or refuses it."""

SIGN_IN = (Limit(5, MINUTE), Limit(20, HOUR))
SIGN_IN_ADDRESS = (Limit(30, MINUTE), Limit(200, HOUR))


class Rates:
    """Counts hits and refuses those over a limit."""

    def __init__(self, database: Database, clock: Clock, settings: Settings) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings

    async def hit(self, subject: str, limits: Sequence[Limit], *, cost: int = 1) -> RateState:
        """Count a hit of a subject, or refuse with the time to wait."""
        async with self._database.transaction(quick=True) as connection:
            return await (await self._hit(connection, subject, limits, cost))()

    async def _hit(
        self, connection: Connection, subject: str, limits: Sequence[Limit], cost: int = 1
    ) -> Judged:
        moment = self._clock.now().timestamp()
        buckets = {limit.window_s: int(moment // limit.window_s) for limit in limits}
        counted = await repo.count(connection, _key(subject), buckets, cost)

        async def judged() -> RateState:
            found = {window_s: hits for window_s, *hits in await counted.now()}
            states = list[RateState]()
            for limit in limits:
                bucket, hits, before = found[limit.window_s]
                states.append(judge(limit, bucket, hits, before, moment, cost))
            waits = max(state.retry_after_s for state in states)
            if waits > 0:  # raised inside the transaction, so that the hit is taken back
                raise RateLimited(say("access.too_many", time=_words(waits)), retry_after_s=waits)
            return min(states, key=lambda state: (state.remaining, state.reset_s))

        return judged

    async def hit_agent(self, principal: Principal, *, is_free: bool = False) -> RateState:
        """Count a request to an agent by a person or a key; what costs nothing only keeps loops in check."""
        async with self._database.transaction(quick=True) as connection:
            return await (await self.hit_agent_in(connection, principal, is_free=is_free))()

    async def hit_agent_in(self, connection: Connection, principal: Principal, *, is_free: bool) -> Judged:
        """Count it in a transaction; what is returned is to be called in it, and refuses."""
        times, kind = (FREE_TIMES, "free") if is_free else (1, "agent")
        limits = (
            Limit(self._settings.agent_requests_per_minute * times, MINUTE),
            Limit(self._settings.agent_requests_per_hour * times, HOUR),
        )
        return await self._hit(connection, f"{kind}:{principal.workspace_id}:{principal.actor_id}", limits)

    async def hit_key(self, principal: Principal) -> RateState:
        """Count any request made with a key."""
        allowed = principal.requests_per_minute or self._settings.key_requests_per_minute
        return await self.hit(f"key:{principal.api_key_id}", (Limit(allowed, MINUTE),))

    async def hit_sign_in(self, email: str, address: str) -> None:
        """Count an attempt to sign in: for this address and person, and for this address."""
        await self.hit(f"sign-in:{email}:{address}", SIGN_IN)
        await self.hit(f"sign-in-from:{address}", SIGN_IN_ADDRESS)

    async def tidy(self) -> int:
        """Remove counters that no longer matter."""
        async with self._database.transaction() as connection:
            return await repo.delete_old(connection, self._clock.now())


def judge(limit: Limit, bucket: int, hits: int, before: int, moment: float, cost: int = 1) -> RateState:
    """Judge a window that already counts the hit: what is left, or how long to wait."""
    window_s = limit.window_s
    elapsed_s = min(max(moment - bucket * window_s, 0.0), float(window_s))
    used = hits + before * (1 - elapsed_s / window_s)
    reset_s = window_s - elapsed_s
    if used <= limit.hits:
        return RateState(limit.hits, math.floor(limit.hits - used), reset_s)
    return RateState(limit.hits, 0, reset_s, _wait(limit, hits - cost, before, elapsed_s, cost))


def _wait(limit: Limit, hits: int, before: int, elapsed_s: float, cost: int) -> float:
    window_s, room = limit.window_s, limit.hits - cost - hits
    if room >= 0:  # enough once more of the previous window is out of sight
        until_s = window_s * (1 - room / before)
        return max(until_s - elapsed_s, 0.001)
    share = max(0.0, 1 - max(limit.hits - cost, 0) / hits)
    return window_s - elapsed_s + window_s * share


def _key(subject: str) -> str:
    # Subjects may contain addresses of people; the table need not.
    kind, _, rest = subject.partition(":")
    return f"{kind}:{digest(rest)}"


def _words(seconds: float) -> str:
    return f"{math.ceil(seconds)} s" if seconds < 2 * MINUTE else f"{math.ceil(seconds / MINUTE)} min"
