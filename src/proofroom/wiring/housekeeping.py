"""What a running studio does now and then: close what expired, forget what is old.

Everything here is safe to repeat and to leave out for a while, so it needs no durable schedule.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

from proofroom.durable import Engine
from proofroom.kernel.clock import Clock
from proofroom.kernel.settings import Settings
from proofroom.wiring.rooms import Rooms

log = logging.getLogger(__name__)

EVERY_S = 60.0
ROUNDS_PER_CLEANING = 60
"""Expiry is looked at every minute, retention every hour."""


@asynccontextmanager
async def housekeeping(
    settings: Settings, clock: Clock, engine: Engine, rooms: Rooms
) -> AsyncGenerator[None]:
    """Keep house until the studio closes."""
    task = asyncio.create_task(_keep(settings, clock, engine, rooms))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _keep(settings: Settings, clock: Clock, engine: Engine, rooms: Rooms) -> None:
    round_no = 0
    while True:
        await asyncio.sleep(EVERY_S)
        round_no += 1
        try:
            await keep_once(settings, clock, engine, rooms, clean=round_no % ROUNDS_PER_CLEANING == 0)
        except Exception:
            log.exception("housekeeping failed; it is tried again in a minute")


async def keep_once(settings: Settings, clock: Clock, engine: Engine, rooms: Rooms, *, clean: bool) -> None:
    """Do one round."""
    await rooms.approvals.expire()
    await rooms.budgets.release_ended()
    await rooms.waiting.tidy()
    await rooms.access.seals.seal()
    if clean:
        await rooms.access.tidy()
        await engine.apply_retention(clock.now() - timedelta(days=settings.run_retention_days), dry_run=False)
