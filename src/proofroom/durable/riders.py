"""Steps that are written with the transaction that comes next in their run.

A step whose body has no effect but its result may be executed again as often as a crash likes. What counts is
that nothing that was built on its result is kept without it: so its record rides with the transaction that
opens the next step, or closes one, or ends the run, whichever comes first.
"""

import asyncio
from collections.abc import Coroutine
from datetime import datetime
from typing import Any

import orjson

from proofroom.durable.step import StepContext
from proofroom.durable.steps import repo as record
from proofroom.kernel.data import dataclass
from proofroom.store.database import Connection

QUIET_S = 0.25
"""How long the body of such a step may take before it is opened as any other, for people to see it work."""


@dataclass(frozen=True, slots=True)
class Rider:
    """A step that has finished and is not written yet."""

    context: StepContext
    input: Any
    result: str
    ended_at: datetime


class Riders:
    """The steps of one run that wait to be written. Whoever writes them holds the log's lock."""

    def __init__(self) -> None:
        self._waiting: list[Rider] = []

    def add(self, rider: Rider) -> None:
        """Let a step wait for the next transaction."""
        self._waiting.append(rider)

    def forget(self) -> None:
        """Let nobody wait any more: what they were built on was not kept."""
        self._waiting.clear()

    def outcome(self, key: str) -> tuple[Any, None] | None:
        """Return the result of a step that waits, as the store would."""
        return next(
            ((orjson.loads(each.result), None) for each in self._waiting if each.context.key == key), None
        )

    def now(self) -> list[Rider]:
        """Return who waits; they wait on until they are told to be done."""
        return list(self._waiting)

    def done(self, riders: list[Rider]) -> None:
        """Note that the first of those who wait are written."""
        del self._waiting[: len(riders)]


async def begin_pure(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Begin a body that nothing has to be written for, and give it the time to end at once."""
    begun = asyncio.get_running_loop().create_task(work)
    try:
        await asyncio.wait({begun}, timeout=QUIET_S)
    except asyncio.CancelledError:
        begun.cancel()
        raise
    return begun


def row_of(rider: Rider, lease: record.Lease, number: int) -> dict[str, Any]:
    """Return the row of a step that begins and ends with the transaction."""
    context = rider.context
    return record.step_row(
        lease,
        key=context.key,
        number=number,
        kind=context.kind,
        name=context.name,
        input=record.dump(rider.input),
        at=context.started_at,
        result=rider.result,
        ended_at=rider.ended_at,
    )


async def close(connection: Connection, riders: list[Rider]) -> None:
    """Do what the steps wanted done with their record."""
    for rider in riders:
        for action in rider.context.closings:
            await action(connection)


def changes_of(riders: list[Rider]) -> dict[str, Any]:
    """Return what the steps change of their run."""
    found: dict[str, Any] = {}
    for rider in riders:
        found |= rider.context.changes
    return found
