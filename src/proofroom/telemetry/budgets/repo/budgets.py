"""The budgets of a workspace."""

from typing import Any

import sqlalchemy as sa

from proofroom.kernel.ids import BudgetId, RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store.database import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.access import workspace_settings
from proofroom.store.tables.budgets import budgets
from proofroom.store.tables.durable import runs
from proofroom.telemetry.budgets.types import Budget, Spender

ZONE_SETTING = "timezone"
DEFAULT_ZONE = "UTC"
DEEPEST = 16
"""How far up a chain of delegations is looked; it is far shorter, and must not be a circle."""

_C = budgets.c
_BUDGETS = Mapped(budgets, Budget)
_ZONE = (
    sa.select(workspace_settings.c.value)
    .where(
        workspace_settings.c.workspace_id == sa.bindparam("b_workspace"),
        workspace_settings.c.scope == "workspace",
        workspace_settings.c.key == ZONE_SETTING,
    )
    .scalar_subquery()
)
_MATCHING = (
    sa.select(*_BUDGETS.columns, _ZONE.label("zone"))
    .where(
        _C.workspace_id == sa.bindparam("b_workspace"),
        sa.or_(
            _C.scope_kind.in_(("workspace", "run")),
            sa.and_(_C.scope_kind == "project", _C.scope_id == sa.bindparam("b_project")),
            sa.and_(_C.scope_kind == "agent", _C.scope_id == sa.bindparam("b_agent")),
            sa.and_(_C.scope_kind == "person", _C.scope_id == sa.bindparam("b_person")),
        ),
    )
    .order_by(_C.id)  # everybody takes them in this order, so that nobody waits in a circle
)


async def matching(connection: Connection, spender: Spender) -> tuple[list[Budget], str]:
    """Return the budgets a call has to fit into, in their fixed order, and the workspace's time zone."""
    values = {
        "b_workspace": spender.workspace_id,
        "b_project": spender.project_id or "",
        "b_agent": spender.agent,
        "b_person": spender.person_id or "",
    }
    rows = (await connection.execute(_MATCHING, values)).all()
    zone = rows[0].zone if rows and isinstance(rows[0].zone, str) else DEFAULT_ZONE
    return [_BUDGETS.read(row) for row in rows], zone


async def zone_of(connection: Connection, workspace_id: WorkspaceId) -> str:
    """Return the workspace's time zone."""
    found = await connection.scalar(sa.select(_ZONE), {"b_workspace": workspace_id})
    return found if isinstance(found, str) else DEFAULT_ZONE


async def list_all(connection: Connection, workspace_id: WorkspaceId) -> list[Budget]:
    """Return the budgets of a workspace, oldest first."""
    return await _BUDGETS.list(connection, workspace_id=workspace_id, order_by=_C.id)


async def get(connection: Connection, workspace_id: WorkspaceId, budget_id: BudgetId) -> Budget:
    """Return a budget of the workspace."""
    return await _BUDGETS.get(connection, say("budgets.none"), workspace_id=workspace_id, id=budget_id)


async def add(connection: Connection, budget: Budget) -> bool:
    """Write a new budget; tell whether its scope and period were free."""
    return await _BUDGETS.insert_if_absent(connection, budget)


async def change(
    connection: Connection, workspace_id: WorkspaceId, budget_id: BudgetId, values: dict[str, Any]
) -> None:
    """Set columns of a budget."""
    await _BUDGETS.update(connection, values, workspace_id=workspace_id, id=budget_id)


async def remove(connection: Connection, workspace_id: WorkspaceId, budget_id: BudgetId) -> None:
    """Delete a budget with its periods and holds."""
    await _BUDGETS.delete(connection, workspace_id=workspace_id, id=budget_id)


async def root_of(connection: Connection, spender: Spender) -> RunId:
    """Return the run that all delegation began with: a run's budget counts what it handed on."""
    root, parent = spender.run_id, spender.parent_id
    for _ in range(DEEPEST):
        if parent is None:
            break
        root = parent
        parent = await connection.scalar(
            sa.select(runs.c.parent_id).where(runs.c.id == root, runs.c.workspace_id == spender.workspace_id)
        )
    return root
