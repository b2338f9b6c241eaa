"""Waiting for what another task does: by what can be seen of it, never by a while that should be enough.

On a busy machine no short while is enough, so the limit lies far beyond anything healthy; a test that waits
in vain says what it waited for.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import TypeVar, overload

LIMIT_S = 120.0
"""Below the time a whole test may take, so that the message here is the one that is read."""

MOST_PAUSE_S = 0.1
"""The pauses grow up to this one, so that looking takes little from what is waited for."""

T = TypeVar("T")


@overload
async def until(look: Callable[[], Awaitable[T | None]], limit_s: float = LIMIT_S) -> T: ...
@overload
async def until(look: Callable[[], T | None], limit_s: float = LIMIT_S) -> T: ...
async def until(look: Callable[[], object], limit_s: float = LIMIT_S) -> object:
    """Look again and again until there is something true, and return it."""
    found: object = None
    pause_s = 0.01
    try:
        async with asyncio.timeout(limit_s):
            while True:
                found = look()
                if inspect.isawaitable(found):
                    found = await found
                if found:
                    return found
                await asyncio.sleep(pause_s)
                pause_s = min(MOST_PAUSE_S, pause_s * 1.2)
    except TimeoutError:
        place = inspect.getsource(look).strip()
        raise AssertionError(f"waited {limit_s:.0f} s in vain, last seen {found!r}, for: {place}") from None
