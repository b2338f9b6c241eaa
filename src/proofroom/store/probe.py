"""Questions about the database itself, for the doctor."""

from datetime import datetime

import sqlalchemy as sa

from proofroom.store.database import Database
from proofroom.store.secrets import Keyring
from proofroom.store.tables.access import projects
from proofroom.store.tables.media import asset_files
from proofroom.store.types import SEALED, UtcTime, metadata


async def database_time(database: Database) -> datetime:
    """Return what time the database thinks it is."""
    now = sa.func.now() if database.is_postgres else sa.func.strftime("%Y-%m-%d %H:%M:%f", "now")
    async with database.reading() as connection:
        found = (await connection.execute(sa.select(sa.type_coerce(now, UtcTime())))).scalar_one()
    assert found is not None
    return found


async def count_secrets(database: Database, keyring: Keyring | None) -> tuple[int, int]:
    """Return how many secrets are stored, and how many of them no key at hand can open."""
    total = closed = 0
    async with database.reading() as connection:
        for table in metadata.sorted_tables:
            for column in table.columns:
                if column.info.get(SEALED):
                    rows = await connection.execute(sa.select(column).where(column.is_not(None)))
                    for (sealed,) in rows:
                        total += 1
                        closed += keyring is None or not keyring.has(sealed.split(":")[1])
    return total, closed


async def project_names(database: Database) -> dict[str, str]:
    """Return what projects are called in addresses and commands, by id."""
    async with database.reading() as connection:
        rows = await connection.execute(sa.select(projects.c.id, projects.c.slug))
        return {str(row.id): row.slug for row in rows}


async def named_blobs(database: Database) -> dict[str, str]:
    """Return the blobs that some row names, each with the path of a file that it is."""
    async with database.reading() as connection:
        rows = await connection.execute(sa.select(asset_files.c.digest, asset_files.c.path))
        return {row.digest: row.path for row in rows}
