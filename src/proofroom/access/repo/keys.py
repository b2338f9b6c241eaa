"""API keys in the database. A key is found by its digest; everything else goes through its workspace."""

from datetime import datetime

import sqlalchemy as sa

from proofroom.access.types import ApiKey, Restrictions
from proofroom.kernel.ids import ApiKeyId, PersonId, ProjectId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.tables.access import api_keys


async def insert(connection: Connection, workspace_id: WorkspaceId, key: ApiKey, key_hash: str) -> None:
    """Add a key."""
    await connection.execute(
        api_keys.insert().values(
            id=key.id,
            workspace_id=workspace_id,
            project_id=key.project_id,
            name=key.name,
            role=key.role,
            prefix=key.prefix,
            key_hash=key_hash,
            limits=key.limits.as_dict(),
            requests_per_minute=key.requests_per_minute,
            created_by=key.created_by,
            created_at=key.created_at,
            expires_at=key.expires_at,
        )
    )


async def find_live(connection: Connection, key_hash: str, at: datetime) -> ApiKey | None:
    """Return the key with a digest, unless it was revoked or has expired."""
    table = api_keys
    query = sa.select(table).where(
        table.c.key_hash == key_hash,
        table.c.revoked_at.is_(None),
        sa.or_(table.c.expires_at.is_(None), table.c.expires_at > at),
    )
    row = (await connection.execute(query)).mappings().one_or_none()
    return _key(row) if row else None


async def find(connection: Connection, workspace_id: WorkspaceId, key_id: ApiKeyId) -> ApiKey | None:
    """Return a key of a workspace, live or not."""
    query = sa.select(api_keys).where(api_keys.c.workspace_id == workspace_id, api_keys.c.id == key_id)
    row = (await connection.execute(query)).mappings().one_or_none()
    return _key(row) if row else None


async def list_all(connection: Connection, workspace_id: WorkspaceId) -> list[ApiKey]:
    """Return the keys of a workspace, newest first, revoked ones too."""
    rows = await connection.execute(
        sa.select(api_keys).where(api_keys.c.workspace_id == workspace_id).order_by(api_keys.c.id.desc())
    )
    return [_key(row) for row in rows.mappings()]


async def revoke(connection: Connection, workspace_id: WorkspaceId, key_id: ApiKeyId, at: datetime) -> bool:
    """Revoke a key; tell whether it was live."""
    table = api_keys
    statement = table.update().where(
        table.c.workspace_id == workspace_id, table.c.id == key_id, table.c.revoked_at.is_(None)
    )
    return (await connection.execute(statement.values(revoked_at=at))).rowcount == 1


async def touch(connection: Connection, workspace_id: WorkspaceId, key_id: ApiKeyId, at: datetime) -> None:
    """Remember that a key was used."""
    table = api_keys
    statement = table.update().where(table.c.workspace_id == workspace_id, table.c.id == key_id)
    await connection.execute(statement.values(used_at=at))


def _key(row: sa.RowMapping) -> ApiKey:
    return ApiKey(
        id=ApiKeyId(row["id"]),
        workspace_id=WorkspaceId(row["workspace_id"]),
        project_id=ProjectId(row["project_id"]) if row["project_id"] else None,
        name=row["name"],
        role=row["role"],
        prefix=row["prefix"],
        limits=Restrictions.from_dict(row["limits"]),
        requests_per_minute=row["requests_per_minute"],
        created_by=PersonId(row["created_by"]) if row["created_by"] else None,
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        revoked_at=row["revoked_at"],
        used_at=row["used_at"],
    )
