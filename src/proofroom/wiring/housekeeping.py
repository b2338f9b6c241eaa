"""What a running studio does now and then: close what expired, begin what is due, forget what is old.

Everything here is safe to repeat and to leave out for a while, so it needs no durable schedule.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from proofroom.house import House
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.ids import ProjectId
from proofroom.repository.hand_made import take_in_hand_made
from proofroom.wiring.memory import give_memory_back
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
    await look_after_repositories(house)
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
    await look_after_repositories(house)
    await asyncio.to_thread(give_memory_back)
    if clean:
        await house.access.tidy()
        await retention.sweep(is_dry_run=False)


async def look_after_repositories(house: House) -> None:
    """Write down what a stop of the studio left unsaid, and take in what was committed by hand."""
    try:
        await house.proposals.recover_all()
        for workspace in await house.access.workspaces.list_all():
            for project in await house.access.projects.list_all(workspace.id):
                await _take_in(house, project.id)
    except Exception:
        log.exception("repositories could not be looked after; it is tried again in a minute")


async def _take_in(house: House, project_id: ProjectId) -> None:
    try:
        found = await take_in_hand_made(house.repositories, project_id, house.clock.now())
    except ProofroomError as error:
        log.warning("the repository of project %s could not be looked at: %s", project_id, error)
        return
    if found is not None and found.conflicts:
        log.warning("%s of project %s has commits that conflict with its content", found.base, project_id)
