"""Types of records in the database."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.entities.types import EntityType, TypeDef, TypeId
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.entities import entity_type_versions, entity_types


def _dump(definition: TypeDef) -> dict[str, Any]:
    return definition.model_dump(mode="json")


_TYPES = Mapped(entity_types, EntityType, definition=(_dump, TypeDef.model_validate))
_THERE = entity_types.c.deleted_at.is_(None)


async def add(connection: Connection, made: EntityType) -> bool:
    """Write a new type; False if its slug is taken."""
    return await _TYPES.insert_if_absent(connection, made, slug=made.slug)


async def add_version(connection: Connection, made: EntityType, by: str, run_id: RunId | None) -> None:
    """Keep what a type says at its version."""
    await connection.execute(
        entity_type_versions.insert().values(
            type_id=made.id,
            version=made.version,
            workspace_id=made.workspace_id,
            definition=_dump(made.definition),
            by=by[:200],
            run_id=run_id,
            created_at=made.updated_at,
        )
    )


async def change(connection: Connection, made: EntityType, expected: int) -> bool:
    """Write the next version, if the type is still at the expected one (compare and set)."""
    changed = {
        "slug": made.slug,
        "definition": _dump(made.definition),
        "version": made.version,
        "updated_at": made.updated_at,
    }
    same = {"workspace_id": made.workspace_id, "id": made.id, "version": expected}
    return await _TYPES.update(connection, changed, **same) == 1


async def mark_deleted(connection: Connection, workspace_id: WorkspaceId, type_id: str, at: datetime) -> None:
    """Delete a type; its slug becomes free."""
    freed = sa.func.substr(entity_types.c.slug, 1, 40) + "~" + type_id
    await _TYPES.update(connection, {"deleted_at": at, "slug": freed}, workspace_id=workspace_id, id=type_id)


async def get(connection: Connection, workspace_id: WorkspaceId, slug: str) -> EntityType:
    """Return a type by its slug or its id."""
    is_it = sa.or_(entity_types.c.slug == slug, entity_types.c.id == slug)
    missing = say("entities.no_type", slug=slug)
    return await _TYPES.get(connection, missing, is_it, _THERE, workspace_id=workspace_id)


async def list_all(connection: Connection, workspace_id: WorkspaceId) -> list[EntityType]:
    """Return the types of a workspace by slug."""
    return await _TYPES.list(connection, _THERE, workspace_id=workspace_id, order_by=entity_types.c.slug)


async def versions(connection: Connection, workspace_id: WorkspaceId, type_id: str) -> list[dict[str, Any]]:
    """Return every version of a type, newest first."""
    query = (
        sa.select(entity_type_versions)
        .where(entity_type_versions.c.workspace_id == workspace_id, entity_type_versions.c.type_id == type_id)
        .order_by(entity_type_versions.c.version.desc())
    )
    return [dict(row) for row in (await connection.execute(query)).mappings()]


async def of_runs(
    connection: Connection, workspace_id: WorkspaceId, run_ids: list[str]
) -> list[tuple[TypeId, int]]:
    """Return which types some runs changed, and to which versions."""
    query = (
        sa.select(entity_type_versions.c.type_id, entity_type_versions.c.version)
        .where(
            entity_type_versions.c.workspace_id == workspace_id, entity_type_versions.c.run_id.in_(run_ids)
        )
        .order_by(entity_type_versions.c.version)
    )
    return [(TypeId(row[0]), row[1]) for row in await connection.execute(query)]
