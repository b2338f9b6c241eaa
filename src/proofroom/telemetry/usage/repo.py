"""Sums of the ledger, made by the database. Every query is bounded by the workspace and a time."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from proofroom.kernel.calendar import CalendarSpan
from proofroom.kernel.ids import ConversationId, RunId, WorkspaceId
from proofroom.store.database import Connection
from proofroom.store.tables.telemetry import usage_records
from proofroom.store.types import UtcTime
from proofroom.telemetry.types import UsageRecord
from proofroom.telemetry.usage.types import Dimension, Seen, Sum

_C = usage_records.c
_NOTHING = sa.literal("")
_KEYS: dict[Dimension, sa.ColumnElement[str]] = {
    "person": sa.func.coalesce(_C.person_id, _NOTHING),
    "agent": _C.agent,
    "model": _C.provider + "/" + _C.model,
    "project": sa.func.coalesce(_C.project_id, _NOTHING),
    "scope": _C.scope,
    "source": _C.source,
    "kind": _C.kind,
}
PAGE = 500


def _count(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.coalesce(sa.func.sum(sa.case((condition, 1), else_=0)), 0)


def _total(column: sa.ColumnElement[Any]) -> sa.ColumnElement[int]:
    return sa.func.coalesce(sa.func.sum(column), 0)


_FIGURES = (
    sa.func.count(_C.id).label("calls"),
    _count(_C.status != "ok").label("failed"),
    _total(_C.input_tokens).label("input_tokens"),
    _total(_C.cache_read_tokens).label("cache_read_tokens"),
    _total(_C.cache_write_tokens).label("cache_write_tokens"),
    _total(_C.output_tokens).label("output_tokens"),
    _total(_C.reasoning_tokens).label("reasoning_tokens"),
    _total(_C.cost_micros).label("cost_micros"),
    _count(_C.cost_micros.is_(None)).label("unpriced"),
    _count(_C.is_estimate).label("estimated"),
    _total(_C.duration_ms).label("duration_ms"),
)
_LINE = [_C[name] for name in UsageRecord.__dataclass_fields__]


def _within(seen: Seen) -> list[sa.ColumnElement[bool]]:
    found = [_C.workspace_id == seen.workspace_id, _C.created_at >= seen.since, _C.created_at < seen.until]
    names = ("person_id", "project_id", "conversation_id", "agent", "provider", "model", "kind", "source")
    return found + [_C[name] == value for name in names if (value := getattr(seen, name)) is not None]


async def sums(
    connection: Connection, seen: Seen, by: Sequence[Dimension]
) -> list[tuple[tuple[str, ...], Sum]]:
    """Return one sum per combination of dimensions, from one pass over the range."""
    keys = [_KEYS[name] for name in by]
    query = sa.select(*keys, *_FIGURES).where(*_within(seen)).group_by(*keys)
    rows = await connection.execute(query)
    return [(tuple(row[: len(keys)]), _sum(row[len(keys) :])) for row in rows]


async def sums_by_day(
    connection: Connection, seen: Seen, days: Sequence[CalendarSpan], by: Dimension
) -> list[tuple[str, Sum]]:
    """Return one sum per day and key. The days bring their own beginnings, so no database does zones."""
    if not days:
        return []
    columns = (sa.column("day", sa.String), sa.column("since", UtcTime()), sa.column("until", UtcTime()))
    calendar = (
        sa.values(*columns, name="calendar")
        .data([(day.name, day.since, day.until) for day in days])
        .cte("calendar")
    )
    key = _KEYS[by].label("key")
    query = (
        sa.select(calendar.c.day, key, *_FIGURES)
        .join_from(
            calendar,
            usage_records,
            sa.and_(_C.created_at >= calendar.c.since, _C.created_at < calendar.c.until),
        )
        .where(*_within(seen))
        .group_by(calendar.c.day, key)
        .order_by(calendar.c.day)
    )
    rows = await connection.execute(query)
    return [(row.day, _sum(row[2:], row.key)) for row in rows]


async def sums_of_runs(
    connection: Connection, workspace_id: WorkspaceId, run_ids: Sequence[RunId]
) -> dict[RunId, Sum]:
    """Return what each of these runs used."""
    return await _sums_of(connection, workspace_id, _C.run_id, run_ids)


async def sums_of_steps(
    connection: Connection, workspace_id: WorkspaceId, run_ids: Sequence[RunId]
) -> dict[str, Sum]:
    """Return what the steps of these runs used, those of the same name together."""
    query = (
        sa.select(_C.step, *_FIGURES)
        .where(_C.workspace_id == workspace_id, _C.run_id.in_(run_ids))
        .group_by(_C.step)
    )
    return {row[0]: _sum(row[1:], row[0]) for row in await connection.execute(query)}


async def sums_of_conversations(
    connection: Connection, workspace_id: WorkspaceId, conversation_ids: Sequence[ConversationId]
) -> dict[ConversationId, Sum]:
    """Return what each of these conversations used."""
    return await _sums_of(connection, workspace_id, _C.conversation_id, conversation_ids)


async def count_conversations(
    connection: Connection, seen: Seen, by: Dimension | None, days: Sequence[CalendarSpan] = ()
) -> dict[str, int]:
    """Return how many conversations there were, by key or by day; all of them under the empty key."""
    chats = sa.func.count(sa.distinct(_C.conversation_id))
    if days:
        found: dict[str, int] = {}
        for day in days:
            span = (_C.created_at >= day.since, _C.created_at < day.until)
            found[day.name] = await connection.scalar(sa.select(chats).where(*_within(seen), *span)) or 0
        return found
    key = _KEYS[by] if by else _NOTHING
    query = sa.select(key, chats).where(*_within(seen))
    rows = await connection.execute(query.group_by(key) if by else query)
    return {row[0]: row[1] for row in rows}


async def lines_after(connection: Connection, seen: Seen, last: UsageRecord | None) -> list[UsageRecord]:
    """Return the next page of a time's lines, oldest first."""
    query = sa.select(*_LINE).where(*_within(seen)).order_by(_C.created_at, _C.id).limit(PAGE)
    if last is not None:
        later = sa.and_(_C.created_at == last.created_at, _C.id > last.id)
        query = query.where(sa.or_(_C.created_at > last.created_at, later))
    return [UsageRecord(*row) for row in await connection.execute(query)]


async def _sums_of(
    connection: Connection, workspace_id: WorkspaceId, column: sa.Column[Any], ids: Sequence[Any]
) -> dict[Any, Sum]:
    if not ids:
        return {}
    query = (
        sa.select(column, *_FIGURES).where(_C.workspace_id == workspace_id, column.in_(ids)).group_by(column)
    )
    return {row[0]: _sum(row[1:], row[0]) for row in await connection.execute(query)}


def _sum(figures: Sequence[Any], key: str = "") -> Sum:
    return Sum(key, *(int(figure) for figure in figures))
