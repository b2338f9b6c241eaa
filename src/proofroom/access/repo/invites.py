"""Invites in the database."""

from dataclasses import replace
from datetime import datetime

import sqlalchemy as sa

from proofroom.access.types import Invite
from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.access import invites

INVITES = Mapped(invites, Invite)


async def insert(connection: Connection, workspace_id: WorkspaceId, invite: Invite, token_hash: str) -> None:
    """Add an invite."""
    await INVITES.insert(connection, replace(invite, workspace_id=workspace_id), token_hash=token_hash)


async def find_open(connection: Connection, token_hash: str, at: datetime) -> Invite | None:
    """Return the invite behind a link if it can still be accepted."""
    return await INVITES.find(connection, *_open(at), token_hash=token_hash)


async def accept(connection: Connection, token_hash: str, at: datetime) -> bool:
    """Use an invite up; tell whether it was open."""
    return await INVITES.update(connection, {"accepted_at": at}, *_open(at), token_hash=token_hash) == 1


async def list_open(connection: Connection, workspace_id: WorkspaceId, at: datetime) -> list[Invite]:
    """Return the open invites of a workspace, newest first."""
    order = invites.c.id.desc()
    return await INVITES.list(connection, *_open(at), workspace_id=workspace_id, order_by=order)


async def revoke(
    connection: Connection,
    workspace_id: WorkspaceId,
    at: datetime,
    *,
    invite_id: str | None = None,
    email: str | None = None,
) -> int:
    """Close the open invites with this id or email address; return how many there were."""
    which = {"id": invite_id} if email is None else {"email": email}
    return await INVITES.update(
        connection, {"revoked_at": at}, *_open(at), workspace_id=workspace_id, **which
    )


def _open(at: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    return invites.c.expires_at > at, invites.c.accepted_at.is_(None), invites.c.revoked_at.is_(None)
