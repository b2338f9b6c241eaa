"""Briefs and their fields in the database."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.entities.brief import Brief, BriefField
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.entities import brief_fields, briefs, entities

_BRIEFS, _FIELDS = Mapped(briefs, Brief), Mapped(brief_fields, BriefField)


async def add(connection: Connection, brief: Brief, fields: list[BriefField]) -> bool:
    """Write a brief with its empty fields; False if it is there already."""
    if not await _BRIEFS.insert_if_absent(connection, brief):
        return False
    whose = {"brief_id": brief.id, "workspace_id": brief.workspace_id}
    await _FIELDS.insert_many(connection, fields, **whose)
    return True


async def get(connection: Connection, workspace_id: WorkspaceId, brief_id: str) -> Brief:
    """Return a brief, or say that there is none."""
    return await _BRIEFS.get(connection, say("entities.no_brief"), workspace_id=workspace_id, id=brief_id)


async def list_all(
    connection: Connection, workspace_id: WorkspaceId, entity_id: str | None, limit: int
) -> list[Brief]:
    """Return briefs, newest first: about a record, or all."""
    wanted = given(workspace_id=workspace_id, entity_id=entity_id)
    return await _BRIEFS.list(connection, order_by=briefs.c.id.desc(), limit=limit, **wanted)


async def being_written(connection: Connection, brief: Brief) -> Brief | None:
    """Return the brief of the same kind about the same record that is being written, if there is one.

    Whoever asks holds the record until the end of the transaction, so that two who ask at once make one.
    """
    held = sa.select(entities.c.id).where(entities.c.id == brief.entity_id)
    await connection.execute(held.with_for_update())
    return await _BRIEFS.find(connection, order_by=briefs.c.id, status="running", **_alike(brief))


async def fields_of(connection: Connection, workspace_id: WorkspaceId, brief_id: str) -> list[BriefField]:
    """Return the fields of a brief by layer."""
    order = (brief_fields.c.layer, brief_fields.c.key)
    return await _FIELDS.list(connection, workspace_id=workspace_id, brief_id=brief_id, order_by=order)


async def begin_field(connection: Connection, brief: Brief, key: str, run_id: RunId, at: datetime) -> None:
    """Note that a run has begun to write a field; the first one counts."""
    begun = {"started_at": at, "run_id": run_id}
    await _FIELDS.update(connection, begun, started_at=None, **_one(brief, key))


async def write_field(
    connection: Connection, brief: Brief, key: str, claims: list[dict[str, Any]], run_id: RunId, at: datetime
) -> None:
    """Write the claims of a field."""
    written = {"claims": claims, "run_id": run_id, "finished_at": at}
    await _FIELDS.update(connection, written, **_one(brief, key))


async def finish(
    connection: Connection, brief: Brief, status: str, headline: str, citations: list[str]
) -> None:
    """Write how a brief ended."""
    ended = {"status": status, "headline": headline, "citations": citations}
    await _BRIEFS.update(connection, ended, workspace_id=brief.workspace_id, id=brief.id)


async def set_acceptance(connection: Connection, brief: Brief) -> None:
    """Write who accepted a brief and when."""
    await _BRIEFS.change(connection, brief, ("accepted_by", "accepted_at"))


async def take_acceptance_back(connection: Connection, brief: Brief) -> None:
    """Let no brief of the same kind about the same record be the accepted one."""
    await _BRIEFS.update(connection, {"accepted_by": None, "accepted_at": None}, **_alike(brief))


def _alike(brief: Brief) -> dict[str, Any]:
    return {"workspace_id": brief.workspace_id, "entity_id": brief.entity_id, "kind": brief.kind}


def _one(brief: Brief, key: str) -> dict[str, Any]:
    return {"workspace_id": brief.workspace_id, "brief_id": brief.id, "key": key}
