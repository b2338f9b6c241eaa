"""Runs that a budget stopped, and what people decided about them."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import BudgetId, PersonId, RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store.database import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.budgets import budget_stops
from proofroom.telemetry.budgets.types import Stop, StopStatus

_C = budget_stops.c
_STOPS = Mapped(budget_stops, Stop)


async def add(connection: Connection, stop: Stop) -> None:
    """Write a stop; the same place of a run stops once."""
    await _STOPS.insert_if_absent(connection, stop)


async def get(connection: Connection, workspace_id: WorkspaceId, stop_id: str) -> Stop:
    """Return a stop of the workspace."""
    found = await _STOPS.find(connection, workspace_id=workspace_id, id=stop_id)
    if found is None:
        raise NotFound(say("budgets.no_stop"), suggestion=say("reviews.no_approval.next"))
    return found


async def status_at(
    connection: Connection, workspace_id: WorkspaceId, run_id: RunId, step: str
) -> StopStatus | None:
    """Return what was decided about the stop at this place of a run."""
    query = sa.select(_C.status).where(_C.workspace_id == workspace_id, _C.run_id == run_id, _C.step == step)
    return await connection.scalar(query)


async def is_waiting(connection: Connection, workspace_id: WorkspaceId, run_id: RunId) -> bool:
    """Tell whether a stop of a run is undecided."""
    return bool(await waiting_of(connection, workspace_id, run_id))


async def waiting_of(connection: Connection, workspace_id: WorkspaceId, run_id: RunId) -> list[Stop]:
    """Return the undecided stops of a run."""
    which = given(workspace_id=workspace_id, run_id=run_id, status="waiting")
    return await _STOPS.list(connection, order_by=_C.id, **which)


async def list_some(
    connection: Connection, workspace_id: WorkspaceId, status: StopStatus | None, limit: int
) -> list[Stop]:
    """Return stops, newest first."""
    wanted, newest = given(workspace_id=workspace_id, status=status), (_C.created_at.desc(), _C.id.desc())
    return await _STOPS.list(connection, order_by=newest, limit=limit, **wanted)


async def count_waiting(connection: Connection, workspace_id: WorkspaceId) -> dict[BudgetId, int]:
    """Return how many runs wait for each budget."""
    query = (
        sa.select(_C.budget_id, sa.func.count())
        .where(_C.workspace_id == workspace_id, _C.status == "waiting")
        .group_by(_C.budget_id)
    )
    return {BudgetId(row[0]): row[1] for row in await connection.execute(query)}


async def decide(
    connection: Connection,
    workspace_id: WorkspaceId,
    status: StopStatus,
    person_id: PersonId | None,
    at: datetime,
    *,
    stop_id: str | None = None,
    budget_id: BudgetId | None = None,
    run_id: RunId | None = None,
) -> Sequence[Stop]:
    """Decide what still waits: one stop, all of a budget, or all of a run; return what was decided now."""
    statement = budget_stops.update().where(_C.workspace_id == workspace_id, _C.status == "waiting")
    for column, value in ((_C.id, stop_id), (_C.budget_id, budget_id), (_C.run_id, run_id)):
        if value is not None:
            statement = statement.where(column == value)
    values = {"status": status, "decided_by": person_id, "decided_at": at}
    rows = await connection.execute(statement.values(**values).returning(*_STOPS.columns))
    return [_STOPS.read(row) for row in rows]
