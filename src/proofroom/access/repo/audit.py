"""The audit log in the database. Entries are added and read, never changed."""

from datetime import datetime

import sqlalchemy as sa

from proofroom.access.types import AuditEntry, AuditFilter
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.prepared import Prepared
from proofroom.store.tables.access import audit_log, people

_FIELDS = tuple(AuditEntry.__dataclass_fields__)
_NAME = (
    sa.select(sa.func.coalesce(sa.func.nullif(people.c.name, ""), people.c.email))
    .where(people.c.id == sa.bindparam("b_actor", type_=sa.String))
    .scalar_subquery()
)
# Every turn writes two entries.
_INSERT = Prepared(sa.insert(audit_log), (*_FIELDS, "workspace_id"))
_INSERT_NAMED = Prepared(
    sa.insert(audit_log).values(actor_name=sa.func.coalesce(_NAME, "")),
    (*(name for name in _FIELDS if name != "actor_name"), "workspace_id"),
)


async def insert(connection: Connection, workspace_id: WorkspaceId, entry: AuditEntry) -> None:
    """Add an entry."""
    values = {name: getattr(entry, name) for name in _FIELDS}
    if entry.actor_kind == "person" and not entry.actor_name:  # the store knows what they are called
        del values["actor_name"]
        named = {**values, "workspace_id": workspace_id, "b_actor": entry.actor_id}
        await _INSERT_NAMED.execute(connection, named)
        return
    await _INSERT.execute(connection, {**values, "workspace_id": workspace_id})


async def list_page(
    connection: Connection,
    workspace_id: WorkspaceId,
    wanted: AuditFilter,
    *,
    before: tuple[datetime, str] | None,
    limit: int,
) -> list[AuditEntry]:
    """Return entries newest first, older than the given place."""
    table = audit_log
    query = sa.select(table).where(table.c.workspace_id == workspace_id, *_conditions(wanted))
    if before is not None:
        at, entry_id = before
        query = query.where(
            sa.or_(table.c.at < at, sa.and_(table.c.at == at, table.c.id < entry_id)),
        )
    rows = await connection.execute(query.order_by(table.c.at.desc(), table.c.id.desc()).limit(limit))
    return [entry_of(row) for row in rows.mappings()]


def _conditions(wanted: AuditFilter) -> list[sa.ColumnElement[bool]]:
    table = audit_log
    same = {
        table.c.actor_id: wanted.actor_id,
        table.c.target_kind: wanted.target_kind,
        table.c.target_id: wanted.target_id,
        table.c.project_id: wanted.project_id,
        table.c.run_id: wanted.run_id,
    }
    found = [column == value for column, value in same.items() if value is not None]
    if wanted.action is not None:
        begins = wanted.action.endswith(".")
        found.append(
            table.c.action.startswith(wanted.action, autoescape=True)
            if begins
            else table.c.action == wanted.action
        )
    if wanted.since is not None:
        found.append(table.c.at >= wanted.since)
    if wanted.until is not None:
        found.append(table.c.at < wanted.until)
    return found


def entry_of(row: sa.RowMapping) -> AuditEntry:
    """Return the row as an entry."""
    values = {name: row[name] for name in _FIELDS}
    values["workspace_id"] = WorkspaceId(row["workspace_id"])
    values["project_id"] = ProjectId(row["project_id"]) if row["project_id"] else None
    return AuditEntry(**values)
