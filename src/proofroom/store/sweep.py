"""Counting and removing rows by age, as retention does: across all workspaces."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.store.database import Connection, Database

SweepRows = Callable[[Connection, datetime, bool], Awaitable[dict[str, int]]]
"""Removes rows older than a moment, or counts them in a dry run; returns how many of what."""


async def sweep(connection: Connection, table: sa.Table, old: sa.ColumnElement[Any], is_dry_run: bool) -> int:
    """Remove the rows that are old, or only count them."""
    if is_dry_run:
        return await connection.scalar(sa.select(sa.func.count()).select_from(table).where(old)) or 0
    return (await connection.execute(sa.delete(table).where(old))).rowcount


def sweeping(database: Database, rows: SweepRows) -> Callable[[datetime, bool], Awaitable[dict[str, int]]]:
    """Return a sweep of rows in a transaction of its own."""

    async def go(before: datetime, is_dry_run: bool) -> dict[str, int]:
        async with database.transaction() as connection:
            return await rows(connection, before, is_dry_run)

    return go
