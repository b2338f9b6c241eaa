"""Briefs and their fields in the database."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.entities.brief import Brief, BriefField
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.tables.entities import brief_fields, briefs, entities
from proofroom.store.upsert import insert_if_absent

_COLUMNS = tuple(column.name for column in briefs.columns)


async def add(connection: Connection, brief: Brief, fields: list[BriefField]) -> bool:
    """Write a brief with its empty fields; False if it is there already."""
    if not await insert_if_absent(connection, briefs, {name: getattr(brief, name) for name in _COLUMNS}):
        return False
    whose = {"brief_id": brief.id, "workspace_id": brief.workspace_id}
    rows: list[dict[str, Any]] = [
        {**whose, "key": one.key, "layer": one.layer, "claims": []} for one in fields
    ]
    await connection.execute(brief_fields.insert(), rows)
    return True


async def get(connection: Connection, workspace_id: WorkspaceId, brief_id: str) -> Brief:
    """Return a brief, or say that there is none."""
    query = sa.select(briefs).where(briefs.c.workspace_id == workspace_id, briefs.c.id == brief_id)
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        raise NotFound(say("entities.no_brief"))
    return _brief(row)


async def list_all(
    connection: Connection, workspace_id: WorkspaceId, entity_id: str | None, limit: int
) -> list[Brief]:
    """Return briefs, newest first: about a record, or all."""
    query = sa.select(briefs).where(briefs.c.workspace_id == workspace_id)
    if entity_id is not None:
        query = query.where(briefs.c.entity_id == entity_id)
    found = await connection.execute(query.order_by(briefs.c.id.desc()).limit(limit))
    return [_brief(row) for row in found.mappings()]


async def being_written(connection: Connection, brief: Brief) -> Brief | None:
    """Return the brief of the same kind about the same record that is being written, if there is one.

    Whoever asks holds the record until the end of the transaction, so that two who ask at once make one.
    """
    held = sa.select(entities.c.id).where(entities.c.id == brief.entity_id)
    await connection.execute(held.with_for_update())
    query = sa.select(briefs).where(
        briefs.c.workspace_id == brief.workspace_id,
        briefs.c.entity_id == brief.entity_id,
        briefs.c.kind == brief.kind,
        briefs.c.status == "running",
    )
    row = (await connection.execute(query.order_by(briefs.c.id).limit(1))).mappings().first()
    return _brief(row) if row else None


async def fields_of(connection: Connection, workspace_id: WorkspaceId, brief_id: str) -> list[BriefField]:
    """Return the fields of a brief by layer."""
    query = (
        sa.select(brief_fields)
        .where(brief_fields.c.workspace_id == workspace_id, brief_fields.c.brief_id == brief_id)
        .order_by(brief_fields.c.layer, brief_fields.c.key)
    )
    names = BriefField.__dataclass_fields__
    return [
        BriefField(**{name: row[name] for name in names})
        for row in (await connection.execute(query)).mappings()
    ]


async def begin_field(connection: Connection, brief: Brief, key: str, run_id: RunId, at: datetime) -> None:
    """Note that a run has begun to write a field; the first one counts."""
    await connection.execute(
        brief_fields.update()
        .where(*_one(brief, key), brief_fields.c.started_at.is_(None))
        .values(started_at=at, run_id=run_id)
    )


async def write_field(
    connection: Connection, brief: Brief, key: str, claims: list[dict[str, Any]], run_id: RunId, at: datetime
) -> None:
    """Write the claims of a field."""
    await connection.execute(
        brief_fields.update().where(*_one(brief, key)).values(claims=claims, run_id=run_id, finished_at=at)
    )


async def finish(
    connection: Connection, brief: Brief, status: str, headline: str, citations: list[str]
) -> None:
    """Write how a brief ended."""
    await connection.execute(
        briefs.update()
        .where(briefs.c.workspace_id == brief.workspace_id, briefs.c.id == brief.id)
        .values(status=status, headline=headline, citations=citations)
    )


async def set_acceptance(connection: Connection, brief: Brief) -> None:
    """Write who accepted a brief and when."""
    await connection.execute(
        briefs.update()
        .where(briefs.c.workspace_id == brief.workspace_id, briefs.c.id == brief.id)
        .values(accepted_by=brief.accepted_by, accepted_at=brief.accepted_at)
    )


async def take_acceptance_back(connection: Connection, brief: Brief) -> None:
    """Let no brief of the same kind about the same record be the accepted one."""
    await connection.execute(
        briefs.update()
        .where(
            briefs.c.workspace_id == brief.workspace_id,
            briefs.c.entity_id == brief.entity_id,
            briefs.c.kind == brief.kind,
        )
        .values(accepted_by=None, accepted_at=None)
    )


def _one(brief: Brief, key: str) -> list[Any]:
    return [
        brief_fields.c.workspace_id == brief.workspace_id,
        brief_fields.c.brief_id == brief.id,
        brief_fields.c.key == key,
    ]


def _brief(row: sa.RowMapping) -> Brief:
    values: dict[str, Any] = {name: row[name] for name in _COLUMNS}
    return Brief(**values)
