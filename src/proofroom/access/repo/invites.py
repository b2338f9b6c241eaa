"""Invites in the database."""

from datetime import datetime

import sqlalchemy as sa

from proofroom.access.types import Invite
from proofroom.kernel.ids import PersonId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.tables.access import invites


async def insert(connection: Connection, workspace_id: WorkspaceId, invite: Invite, token_hash: str) -> None:
    """Add an invite."""
    await connection.execute(
        invites.insert().values(
            id=invite.id,
            workspace_id=workspace_id,
            email=invite.email,
            role=invite.role,
            project_roles=dict(invite.project_roles),
            token_hash=token_hash,
            invited_by=invite.invited_by,
            created_at=invite.created_at,
            expires_at=invite.expires_at,
        )
    )


async def find_open(connection: Connection, token_hash: str, at: datetime) -> Invite | None:
    """Return the invite behind a link if it can still be accepted."""
    query = sa.select(invites).where(invites.c.token_hash == token_hash, *_open(at))
    row = (await connection.execute(query)).mappings().one_or_none()
    return _invite(row) if row else None


async def accept(connection: Connection, token_hash: str, at: datetime) -> bool:
    """Use an invite up; tell whether it was open."""
    statement = invites.update().where(invites.c.token_hash == token_hash, *_open(at))
    return (await connection.execute(statement.values(accepted_at=at))).rowcount == 1


async def list_open(connection: Connection, workspace_id: WorkspaceId, at: datetime) -> list[Invite]:
    """Return the open invites of a workspace, newest first."""
    query = sa.select(invites).where(invites.c.workspace_id == workspace_id, *_open(at))
    rows = await connection.execute(query.order_by(invites.c.id.desc()))
    return [_invite(row) for row in rows.mappings()]


async def revoke(
    connection: Connection,
    workspace_id: WorkspaceId,
    at: datetime,
    *,
    invite_id: str | None = None,
    email: str | None = None,
) -> int:
    """Close the open invites with this id or email address; return how many there were."""
    statement = invites.update().where(invites.c.workspace_id == workspace_id, *_open(at))
    statement = statement.where(invites.c.id == invite_id if email is None else invites.c.email == email)
    return (await connection.execute(statement.values(revoked_at=at))).rowcount


def _open(at: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    return invites.c.expires_at > at, invites.c.accepted_at.is_(None), invites.c.revoked_at.is_(None)


def _invite(row: sa.RowMapping) -> Invite:
    return Invite(
        id=row["id"],
        workspace_id=WorkspaceId(row["workspace_id"]),
        email=row["email"],
        role=row["role"],
        project_roles=row["project_roles"],
        invited_by=PersonId(row["invited_by"]) if row["invited_by"] else None,
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        accepted_at=row["accepted_at"],
        revoked_at=row["revoked_at"],
    )
