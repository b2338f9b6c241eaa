"""When to try again, and how long to wait first.

The decision is pure; `attempt` only sleeps and repeats. Retries belong to calls that have shown nothing yet:
once a piece of an answer was passed on, the caller's verdict must be to give up.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

from proofroom.kernel.data import dataclass

T = TypeVar("T")

Draw = Callable[[], float]
"""Returns a random number from 0 up to, not including, 1."""

MAX_HINT_S = 60.0


@dataclass(frozen=True, slots=True)
class Backoff:
    """How waits grow: `first_s` doubles with every retry up to `ceiling_s`.

    The jitter adds up to `spread_s` seconds before the ceiling applies, and afterwards takes away up to the
    share `shrink` of the wait.
    """

    retries: int
    first_s: float
    ceiling_s: float
    spread_s: float = 0.0
    shrink: float = 0.0


STUDIO = Backoff(retries=3, first_s=1.0, ceiling_s=10.0, spread_s=1.0)
"""For our own tools and outside systems."""

PROVIDER = Backoff(retries=2, first_s=0.5, ceiling_s=8.0, shrink=0.25)
"""For model, image and search providers."""


@dataclass(frozen=True, slots=True)
class Again:
    """The verdict that a failure is worth another try; `hint_s` is the wait the other side asks for."""

    hint_s: float | None = None


Judge = Callable[[Exception], Again | None]
"""Says whether an error is worth another try. None: it is not."""


def next_delay(backoff: Backoff, retry: int, *, draw: float, hint_s: float | None = None) -> float | None:
    """Return the seconds before retry number `retry` (from 0), or None to give up.

    What the other side asks for is obeyed up to a minute; beyond that a person should decide, not a loop.
    """
    if retry >= backoff.retries:
        return None
    if hint_s is not None:
        return hint_s if hint_s <= MAX_HINT_S else None
    delay = min(backoff.first_s * 2**retry + backoff.spread_s * draw, backoff.ceiling_s)
    return delay * (1 - backoff.shrink * draw)


def wait_hint(headers: Mapping[str, str], *, now: datetime) -> float | None:
    """Return how long the other side asks us to wait: milliseconds, seconds or an HTTP date."""
    exact_ms = _number(headers.get("retry-after-ms"))
    if exact_ms is not None:
        return exact_ms / 1000
    text = headers.get("retry-after")
    seconds = _number(text)
    if seconds is not None or text is None:
        return seconds
    try:
        at = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, (at.replace(tzinfo=at.tzinfo or UTC) - now).total_seconds())


async def attempt(
    call: Callable[[], Awaitable[T]],
    *,
    backoff: Backoff,
    judge: Judge,
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    draw: Draw = random.random,
) -> T:
    """Call until it succeeds, the judge gives up or the retries are used; the last error is raised."""
    retry = 0
    while True:
        try:
            return await call()
        except Exception as error:
            verdict = judge(error)
            if verdict is None:
                raise
            delay = next_delay(backoff, retry, draw=draw(), hint_s=verdict.hint_s)
            if delay is None:
                raise
        retry += 1
        await sleep(delay)


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None
