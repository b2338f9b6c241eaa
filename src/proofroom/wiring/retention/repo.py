"""Counting and removing old rows that belong to no run: across all workspaces, by age alone."""

from datetime import datetime, timedelta

import sqlalchemy as sa

from proofroom.durable.types import ENDED
from proofroom.store import Connection
from proofroom.store.sweep import sweep
from proofroom.store.tables.budgets import budget_periods
from proofroom.store.tables.durable import runs
from proofroom.store.tables.runtime import conversations, messages
from proofroom.store.tables.telemetry import usage_records


async def usage(connection: Connection, before: datetime, is_dry_run: bool) -> dict[str, int]:
    """Sweep lines of the ledger."""
    old = usage_records.c.created_at < before
    return {"lines": await sweep(connection, usage_records, old, is_dry_run)}


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
    return {"periods": await sweep(connection, budget_periods, old, is_dry_run)}


async def deleted_conversations(connection: Connection, before: datetime, is_dry_run: bool) -> dict[str, int]:
    """Sweep conversations that people deleted, with their messages."""
    old = conversations.c.deleted_at < before
    ids = sa.select(conversations.c.id).where(old)
    said = await sweep(connection, messages, messages.c.conversation_id.in_(ids), is_dry_run)
    return {"conversations": await sweep(connection, conversations, old, is_dry_run), "messages": said}
