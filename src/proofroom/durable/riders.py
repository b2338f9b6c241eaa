"""Steps that are written with the transaction that comes next in their run.

A step whose body has no effect but its result may be executed again as often as a crash likes. What counts is
that nothing that was built on its result is kept without it: so its record rides with the transaction that
opens the next step, or closes one, or ends the run, whichever comes first.

The same way a step is closed that was opened, if nothing but such steps or the run's end comes next: the
model has answered and names tools that only look around, or none. Nothing of them is shown before it is
closed, and it does not wait long: what it costs to do it again is more than time.
"""

import asyncio
from collections.abc import Coroutine
from datetime import datetime
from typing import Any

import orjson

from proofroom.durable.step import StepContext
from proofroom.durable.steps import repo as record
from proofroom.durable.types import StepKind
from proofroom.kernel.data import dataclass
from proofroom.store.database import Connection

QUIET_S = 0.25
"""How long the body of such a step may take before it is opened as any other, for people to see it work."""
SOON_S = 0.005
"""How long an open step that has ended waits for another transaction before it is closed by itself."""


@dataclass(frozen=True, slots=True)
class Rider:
    """A step that has finished and is not written yet."""

    context: StepContext
    input: Any
    result: str
    ended_at: datetime
    is_open: bool = False
    """It has a row that says that it goes on, and is closed."""


class Riders:
    """The steps of one run that wait to be written. Whoever writes them holds the log's lock."""

    def __init__(self) -> None:
        self._waiting: list[Rider] = []

    def add(self, rider: Rider) -> None:
        """Let a step wait for the next transaction."""
        self._waiting.append(rider)

    @property
    def are_open(self) -> bool:
        """Tell whether a step waits to be closed."""
        return any(rider.is_open for rider in self._waiting)

    def forget(self) -> list[Rider]:
        """Let nobody wait any more, as they could not be written; return those that have to be closed."""
        left, self._waiting = self._waiting, []
        return [rider for rider in left if rider.is_open]

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
    return step_row(
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


def step_row(
    lease: record.Lease,
    *,
    key: str,
    number: int,
    kind: StepKind,
    name: str,
    input: str | None,
    at: datetime,
    result: str | None = None,
    ended_at: datetime | None = None,
) -> dict[str, Any]:
    """Return the row of a step's first attempt: as it begins, or as it has finished."""
    return {
        "run_id": lease.run_id,
        "key": key,
        "workspace_id": lease.workspace_id,
        "number": number,
        "kind": kind,
        "name": name,
        "status": "running" if ended_at is None else "finished",
        "attempt": 1,
        "workflow_id": lease.workflow_id,
        "input": input,
        "started_at": at,
        "result": result,
        "ended_at": ended_at,
    }


async def close(connection: Connection, lease: record.Lease, riders: list[Rider]) -> None:
    """Close the steps that are open, and do what all wanted done with their record."""
    for rider in riders:
        if rider.is_open:
            key, result = rider.context.key, rider.result
            await record.close_step(connection, lease, key, result, None, rider.ended_at)
        for action in rider.context.closings:
            await action(connection)


def changes_of(riders: list[Rider]) -> dict[str, Any]:
    """Return what the steps change of their run."""
    found: dict[str, Any] = {}
    for rider in riders:
        found |= rider.context.changes
    return found
