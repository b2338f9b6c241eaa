"""What a running studio does now and then: close what expired, begin what is due, forget what is old.

Everything here is safe to repeat and to leave out for a while, so it needs no durable schedule.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from proofroom.house import House
from proofroom.wiring.retention import Retention

log = logging.getLogger(__name__)

EVERY_S = 60.0
ROUNDS_PER_CLEANING = 60
"""Expiry is looked at every minute, retention every hour."""


@asynccontextmanager
async def housekeeping(house: House, retention: Retention) -> AsyncGenerator[None]:
    """Keep house until the studio closes."""
    task = asyncio.create_task(_keep(house, retention))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _keep(house: House, retention: Retention) -> None:
    round_no = 0
    while True:
        await asyncio.sleep(EVERY_S)
        round_no += 1
        try:
            await keep_once(house, retention, clean=round_no % ROUNDS_PER_CLEANING == 0)
        except Exception:
            log.exception("housekeeping failed; it is tried again in a minute")


async def keep_once(house: House, retention: Retention, *, clean: bool) -> None:
    """Do one round."""
    await house.approvals.expire()
    await house.budgets.release_ended()
    await house.waiting.tidy()
    await house.access.seals.seal()
    for room in house.rooms:
        for look in room.clock:
            await look()
    if clean:
        await house.access.tidy()
        await retention.sweep(is_dry_run=False)
