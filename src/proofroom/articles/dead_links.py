"""Whether the addresses of sources still answer: a few at a time, for a few seconds.

Only an answer that says so makes a link dead. Where nothing answers, nobody knows: it was not checked.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, Literal

from proofroom.kernel.errors import ProofroomError
from proofroom.net import Transport

LinkState = Literal["alive", "dead", "unchecked"]
MOST: Final = 30
AT_ONCE: Final = 4
SECONDS: Final = 5.0
ALL_SECONDS: Final = 20.0
BYTES: Final = 2_000_000
_GONE: Final = frozenset({404, 410})
_NO_HEAD: Final = frozenset({403, 405, 501})


async def check_links(transport: Transport, addresses: Sequence[str]) -> dict[str, LinkState]:
    """Return how each address stands."""
    wanted = [each for each in dict.fromkeys(addresses) if each.startswith(("http://", "https://"))]
    found: dict[str, LinkState] = dict.fromkeys(wanted, "unchecked")
    gate = asyncio.Semaphore(AT_ONCE)

    async def look(address: str) -> None:
        async with gate:
            found[address] = await _state(transport, address)

    try:
        async with asyncio.timeout(ALL_SECONDS), asyncio.TaskGroup() as group:
            for address in wanted[:MOST]:
                group.create_task(look(address))
    except TimeoutError:
        pass  # what was not reached in time stays unchecked
    return found


async def _state(transport: Transport, address: str) -> LinkState:
    try:
        status = await _status(transport, "HEAD", address)
        if status in _NO_HEAD:
            status = await _status(transport, "GET", address)
    except ProofroomError:
        return "unchecked"
    if status in _GONE:
        return "dead"
    return "alive" if status < 400 else "unchecked"


async def _status(transport: Transport, method: str, address: str) -> int:
    answer = await transport.request(method, address, tier="content", timeout_s=SECONDS, max_bytes=BYTES)
    return answer.status
