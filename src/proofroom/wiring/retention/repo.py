"""Counting and removing old rows that belong to no run: across all workspaces, by age alone."""

from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from proofroom.durable.types import ENDED
from proofroom.store import Connection
from proofroom.store.tables.budgets import budget_periods
from proofroom.store.tables.durable import runs
from proofroom.store.tables.media import asset_files, assets
from proofroom.store.tables.runtime import conversations, messages
from proofroom.store.tables.telemetry import usage_records


async def usage(connection: Connection, before: datetime, is_dry_run: bool) -> dict[str, int]:
    """Sweep lines of the ledger."""
    old = usage_records.c.created_at < before
    return {"lines": await _sweep(connection, usage_records, old, is_dry_run)}


async def budget_counts(connection: Connection, before: datetime, is_dry_run: bool) -> dict[str, int]:
    """Sweep what budgets counted for runs, days and months that are over; the ledger has it still."""
    counts = budget_periods.c
    ended = sa.select(runs.c.id).where(runs.c.ended_at < before, runs.c.status.in_(tuple(ENDED)))
    day = before - timedelta(days=1)  # the workspace's calendar may be that far behind
    past = sa.or_(
        counts.period_key.in_(ended),
        sa.and_(
            sa.func.length(counts.period_key) == len("2026-11-15"), counts.period_key < f"{day:%Y-%m-%d}"
        ),
        sa.and_(sa.func.length(counts.period_key) == len("2026-11"), counts.period_key < f"{day:%Y-%m}"),
    )
    # What is held back belongs to a step in progress.
    old = sa.and_(counts.reserved_micros == 0, past)
    return {"periods": await _sweep(connection, budget_periods, old, is_dry_run)}


async def deleted_conversations(connection: Connection, before: datetime, is_dry_run: bool) -> dict[str, int]:
    """Sweep conversations that people deleted, with their messages."""
    old = conversations.c.deleted_at < before
    ids = sa.select(conversations.c.id).where(old)
    said = await _sweep(connection, messages, messages.c.conversation_id.in_(ids), is_dry_run)
    return {"conversations": await _sweep(connection, conversations, old, is_dry_run), "messages": said}


async def deleted_assets(connection: Connection, before: datetime, is_dry_run: bool) -> dict[str, int]:
    """Sweep assets that people deleted; their files go with the blobs that nothing has any more."""
    return {"assets": await _sweep(connection, assets, assets.c.deleted_at < before, is_dry_run)}


async def blobs_in_use(connection: Connection) -> set[str]:
    """Return the digests of all files that an asset consists of."""
    return set((await connection.execute(sa.select(asset_files.c.digest).distinct())).scalars())


async def _sweep(
    connection: Connection, table: sa.Table, old: sa.ColumnElement[Any], is_dry_run: bool
) -> int:
    if is_dry_run:
        return await connection.scalar(sa.select(sa.func.count()).select_from(table).where(old)) or 0
    return (await connection.execute(sa.delete(table).where(old))).rowcount
