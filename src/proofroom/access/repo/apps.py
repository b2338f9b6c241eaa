"""Apps and what people let them do, in the database. Codes and tokens are there as digests only."""

from datetime import datetime

import sqlalchemy as sa

from proofroom.access.types import App, AppGrant
from proofroom.kernel.ids import ApiKeyId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.access import api_keys, app_grants, apps

APPS = Mapped(apps, App)
GRANTS = Mapped(app_grants, AppGrant)


async def insert_app(connection: Connection, app: App) -> None:
    """Add an app."""
    await APPS.insert(connection, app)


async def find_app(connection: Connection, app_id: str) -> App | None:
    """Return an app."""
    return await APPS.find(connection, id=app_id)


async def forget_apps(connection: Connection, before: datetime) -> None:
    """Remove apps that nobody let in."""
    used = sa.exists().where(app_grants.c.app_id == apps.c.id)
    await connection.execute(sa.delete(apps).where(apps.c.created_at < before, ~used))


async def insert_grant(connection: Connection, grant: AppGrant, code_hash: str) -> None:
    """Add what a person granted, with the digest of its code."""
    await GRANTS.insert(connection, grant, code_hash=code_hash)


async def find_by_code(connection: Connection, code_hash: str) -> AppGrant | None:
    """Return the grant of a code, used or not."""
    return await GRANTS.find(connection, code_hash=code_hash)


async def find_by_refresh(connection: Connection, refresh_hash: str) -> AppGrant | None:
    """Return the grant that a refresh token renews."""
    return await GRANTS.find(connection, refresh_hash=refresh_hash)


async def find_by_spent(connection: Connection, refresh_hash: str) -> AppGrant | None:
    """Return the grant of which a refresh token was used already."""
    return await GRANTS.find(connection, spent_hash=refresh_hash)


async def find_by_key(connection: Connection, key_id: ApiKeyId) -> AppGrant | None:
    """Return the grant behind a key."""
    return await GRANTS.find(connection, key_id=key_id)


async def take_code(connection: Connection, grant: AppGrant, key_id: ApiKeyId) -> bool:
    """Bind a grant to its key; False where somebody was there before."""
    return await GRANTS.update(connection, {"key_id": key_id}, id=grant.id, key_id=None) == 1


async def renew(
    connection: Connection, grant: AppGrant, refresh_hash: str, spent: str | None, until: datetime
) -> bool:
    """Put new tokens in the place of the spent one; False where somebody was there before."""
    fresh = {"refresh_hash": refresh_hash, "spent_hash": spent, "access_expires_at": until}
    return await GRANTS.update(connection, fresh, id=grant.id, refresh_hash=spent) == 1


async def renew_key(
    connection: Connection, workspace_id: WorkspaceId, key_id: ApiKeyId, key_hash: str, until: datetime
) -> None:
    """Give a key another secret and more time."""
    await connection.execute(
        sa.update(api_keys)
        .where(api_keys.c.workspace_id == workspace_id, api_keys.c.id == key_id)
        .values(key_hash=key_hash, expires_at=until)
    )
