"""Approvals and rules in the database."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ApprovalId, RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.reviews.types import Approval, ApprovalRule, ApprovalStatus
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.reviews import approval_rules, approvals

APPROVALS = Mapped(approvals, Approval)
RULES = Mapped(approval_rules, ApprovalRule)


async def add_approval(connection: Connection, approval: Approval) -> None:
    """Write an approval; the same call asks only once."""
    await APPROVALS.insert_if_absent(connection, approval)


async def get_approval(
    connection: Connection, workspace_id: WorkspaceId, approval_id: ApprovalId
) -> Approval:
    """Return an approval of the workspace."""
    missing = say("reviews.no_approval")
    return await APPROVALS.get(connection, missing, workspace_id=workspace_id, id=approval_id)


async def approvals_of_step(
    connection: Connection, workspace_id: WorkspaceId, run_id: RunId, step: str
) -> list[Approval]:
    """Return every approval that one step of a run waits for, in the order of its calls."""
    wanted = given(workspace_id=workspace_id, run_id=run_id, step=step)
    return await APPROVALS.list(connection, order_by=approvals.c.tool_call_id, **wanted)


async def list_approvals(
    connection: Connection,
    workspace_id: WorkspaceId,
    status: ApprovalStatus | None,
    run_id: RunId | None,
    limit: int,
) -> list[Approval]:
    """Return approvals, newest first; the calls of one step in the order they were made."""
    newest = approvals.c.created_at.desc(), approvals.c.tool_call_id
    wanted = given(workspace_id=workspace_id, status=status, run_id=run_id)
    return await APPROVALS.list(connection, order_by=newest, limit=limit, **wanted)


async def decide(
    connection: Connection, workspace_id: WorkspaceId, approval_id: ApprovalId, **values: Any
) -> bool:
    """Write a decision if nobody has decided yet (compare and set)."""
    one = {"workspace_id": workspace_id, "id": approval_id, "status": "pending"}
    return await APPROVALS.update(connection, values, **one) == 1


async def claim(
    connection: Connection, workspace_id: WorkspaceId, approval_id: ApprovalId, at: datetime
) -> None:
    """Say that the approved call is being executed; the first time stays."""
    one = {"workspace_id": workspace_id, "id": approval_id, "executed_at": None}
    await APPROVALS.update(connection, {"executed_at": at}, **one)


async def overdue(connection: Connection, now: datetime) -> list[Approval]:
    """Return pending approvals whose time is up, of all workspaces (the studio's own housekeeping)."""
    return await APPROVALS.list(connection, approvals.c.expires_at <= now, status="pending")


async def cancel_pending(
    connection: Connection, workspace_id: WorkspaceId, run_id: RunId, at: datetime
) -> None:
    """Withdraw what a run still asked for, because the run has ended."""
    pending = {"workspace_id": workspace_id, "run_id": run_id, "status": "pending"}
    await APPROVALS.update(connection, {"status": "cancelled", "decided_at": at}, **pending)


async def add_rule(connection: Connection, rule: ApprovalRule) -> None:
    """Write a rule."""
    await RULES.insert(connection, rule)


async def list_rules(
    connection: Connection, workspace_id: WorkspaceId, now: datetime | None = None
) -> list[ApprovalRule]:
    """Return the rules of a workspace; with `now`, only those still in force."""
    expires_at, order = approval_rules.c.expires_at, approval_rules.c.created_at
    in_force = () if now is None else (sa.or_(expires_at.is_(None), expires_at > now),)
    return await RULES.list(connection, *in_force, workspace_id=workspace_id, order_by=order)


async def remove_rule(connection: Connection, workspace_id: WorkspaceId, rule_id: str) -> None:
    """Delete a rule."""
    if not await RULES.delete(connection, workspace_id=workspace_id, id=rule_id):
        raise NotFound(say("reviews.no_rule"))
