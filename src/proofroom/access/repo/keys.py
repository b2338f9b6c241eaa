"""API keys in the database. A key is found by its digest; everything else goes through its workspace."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

import sqlalchemy as sa

from proofroom.access.types import ApiKey, Restrictions
from proofroom.kernel.ids import ApiKeyId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.access import api_keys

KEYS = Mapped(api_keys, ApiKey, limits=(Restrictions.as_dict, Restrictions.from_dict))


async def insert(connection: Connection, workspace_id: WorkspaceId, key: ApiKey, key_hash: str) -> None:
    """Add a key."""
    await KEYS.insert(connection, replace(key, workspace_id=workspace_id), key_hash=key_hash)


async def find_live(connection: Connection, key_hash: str, at: datetime) -> ApiKey | None:
    """Return the key with a digest, unless it was revoked or has expired."""
    lasts = sa.or_(api_keys.c.expires_at.is_(None), api_keys.c.expires_at > at)
    return await KEYS.find(connection, lasts, key_hash=key_hash, revoked_at=None)


async def find(connection: Connection, workspace_id: WorkspaceId, key_id: ApiKeyId) -> ApiKey | None:
    """Return a key of a workspace, live or not."""
    return await KEYS.find(connection, workspace_id=workspace_id, id=key_id)


async def list_all(connection: Connection, workspace_id: WorkspaceId) -> list[ApiKey]:
    """Return the keys of a workspace, newest first, revoked ones too."""
    return await KEYS.list(connection, workspace_id=workspace_id, order_by=api_keys.c.id.desc())


async def names(
    connection: Connection, workspace_id: WorkspaceId, key_ids: Iterable[ApiKeyId]
) -> dict[ApiKeyId, str]:
    """Return what keys are called, revoked ones too."""
    is_wanted = sa.and_(api_keys.c.workspace_id == workspace_id, api_keys.c.id.in_(list(key_ids)))
    query = sa.select(api_keys.c.id, api_keys.c.name).where(is_wanted)
    return {ApiKeyId(row.id): row.name for row in await connection.execute(query)}


async def revoke(connection: Connection, workspace_id: WorkspaceId, key_id: ApiKeyId, at: datetime) -> bool:
    """Revoke a key; tell whether it was live."""
    revoked = {"revoked_at": at}
    return await KEYS.update(connection, revoked, workspace_id=workspace_id, id=key_id, revoked_at=None) == 1


async def touch(connection: Connection, workspace_id: WorkspaceId, key_id: ApiKeyId, at: datetime) -> None:
    """Remember that a key was used."""
    await KEYS.update(connection, {"used_at": at}, workspace_id=workspace_id, id=key_id)
