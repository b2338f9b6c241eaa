"""Approvals and rules in the database."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ApprovalId, RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.reviews.types import Approval, ApprovalRule, ApprovalStatus
from proofroom.store import Connection
from proofroom.store.tables.reviews import approval_rules, approvals
from proofroom.store.upsert import insert_if_absent


async def add_approval(connection: Connection, approval: Approval) -> None:
    """Write an approval; the same call asks only once."""
    await insert_if_absent(connection, approvals, asdict(approval))


async def get_approval(
    connection: Connection, workspace_id: WorkspaceId, approval_id: ApprovalId
) -> Approval:
    """Return an approval of the workspace."""
    query = sa.select(approvals).where(
        approvals.c.workspace_id == workspace_id, approvals.c.id == approval_id
    )
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        raise NotFound(say("reviews.no_approval"))
    return _approval(row)


async def approvals_of_step(
    connection: Connection, workspace_id: WorkspaceId, run_id: RunId, step: str
) -> list[Approval]:
    """Return every approval that one step of a run waits for, in the order of its calls."""
    query = (
        sa.select(approvals)
        .where(
            approvals.c.workspace_id == workspace_id, approvals.c.run_id == run_id, approvals.c.step == step
        )
        .order_by(approvals.c.tool_call_id)
    )
    return [_approval(row) for row in (await connection.execute(query)).mappings()]


async def list_approvals(
    connection: Connection,
    workspace_id: WorkspaceId,
    status: ApprovalStatus | None,
    run_id: RunId | None,
    limit: int,
) -> list[Approval]:
    """Return approvals, newest first; the calls of one step in the order they were made."""
    query = sa.select(approvals).where(approvals.c.workspace_id == workspace_id)
    if status is not None:
        query = query.where(approvals.c.status == status)
    if run_id is not None:
        query = query.where(approvals.c.run_id == run_id)
    newest = approvals.c.created_at.desc(), approvals.c.tool_call_id
    rows = await connection.execute(query.order_by(*newest).limit(limit))
    return [_approval(row) for row in rows.mappings()]


async def decide(
    connection: Connection, workspace_id: WorkspaceId, approval_id: ApprovalId, **values: Any
) -> bool:
    """Write a decision if nobody has decided yet (compare and set)."""
    done = await connection.execute(
        approvals.update()
        .where(
            approvals.c.workspace_id == workspace_id,
            approvals.c.id == approval_id,
            approvals.c.status == "pending",
        )
        .values(**values)
    )
    return done.rowcount == 1


async def claim(
    connection: Connection, workspace_id: WorkspaceId, approval_id: ApprovalId, at: datetime
) -> None:
    """Say that the approved call is being executed; the first time stays."""
    await connection.execute(
        approvals.update()
        .where(
            approvals.c.workspace_id == workspace_id,
            approvals.c.id == approval_id,
            approvals.c.executed_at.is_(None),
        )
        .values(executed_at=at)
    )


async def overdue(connection: Connection, now: datetime) -> list[Approval]:
    """Return pending approvals whose time is up, of all workspaces (the studio's own housekeeping)."""
    query = sa.select(approvals).where(approvals.c.status == "pending", approvals.c.expires_at <= now)
    return [_approval(row) for row in (await connection.execute(query)).mappings()]


async def cancel_pending(
    connection: Connection, workspace_id: WorkspaceId, run_id: RunId, at: datetime
) -> None:
    """Withdraw what a run still asked for, because the run has ended."""
    await connection.execute(
        approvals.update()
        .where(
            approvals.c.workspace_id == workspace_id,
            approvals.c.run_id == run_id,
            approvals.c.status == "pending",
        )
        .values(status="cancelled", decided_at=at)
    )


async def add_rule(connection: Connection, rule: ApprovalRule) -> None:
    """Write a rule."""
    await connection.execute(approval_rules.insert().values(**asdict(rule)))


async def list_rules(
    connection: Connection, workspace_id: WorkspaceId, now: datetime | None = None
) -> list[ApprovalRule]:
    """Return the rules of a workspace; with `now`, only those still in force."""
    query = sa.select(approval_rules).where(approval_rules.c.workspace_id == workspace_id)
    if now is not None:
        expires_at = approval_rules.c.expires_at
        query = query.where(sa.or_(expires_at.is_(None), expires_at > now))
    rows = await connection.execute(query.order_by(approval_rules.c.created_at))
    return [ApprovalRule(**row) for row in rows.mappings()]


async def remove_rule(connection: Connection, workspace_id: WorkspaceId, rule_id: str) -> None:
    """Delete a rule."""
    done = await connection.execute(
        approval_rules.delete().where(
            approval_rules.c.workspace_id == workspace_id, approval_rules.c.id == rule_id
        )
    )
    if done.rowcount == 0:
        raise NotFound(say("reviews.no_rule"))


def _approval(row: sa.RowMapping) -> Approval:
    return Approval(**row)
