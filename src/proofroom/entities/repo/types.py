"""Types of records in the database."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.entities.types import EntityType, TypeDef, TypeId
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.tables.entities import entity_type_versions, entity_types
from proofroom.store.upsert import insert_if_absent


async def add(connection: Connection, made: EntityType) -> bool:
    """Write a new type; False if its slug is taken."""
    return await insert_if_absent(
        connection,
        entity_types,
        {
            "id": made.id,
            "workspace_id": made.workspace_id,
            "slug": made.slug,
            "version": made.version,
            "definition": made.definition.model_dump(mode="json"),
            "created_at": made.created_at,
            "updated_at": made.updated_at,
        },
    )


async def add_version(connection: Connection, made: EntityType, by: str, run_id: RunId | None) -> None:
    """Keep what a type says at its version."""
    await connection.execute(
        entity_type_versions.insert().values(
            type_id=made.id,
            version=made.version,
            workspace_id=made.workspace_id,
            definition=made.definition.model_dump(mode="json"),
            by=by[:200],
            run_id=run_id,
            created_at=made.updated_at,
        )
    )


async def change(connection: Connection, made: EntityType, expected: int) -> bool:
    """Write the next version, if the type is still at the expected one (compare and set)."""
    done = await connection.execute(
        entity_types.update()
        .where(
            entity_types.c.workspace_id == made.workspace_id,
            entity_types.c.id == made.id,
            entity_types.c.version == expected,
        )
        .values(
            slug=made.slug,
            definition=made.definition.model_dump(mode="json"),
            version=made.version,
            updated_at=made.updated_at,
        )
    )
    return done.rowcount == 1


async def mark_deleted(connection: Connection, workspace_id: WorkspaceId, type_id: str, at: datetime) -> None:
    """Delete a type; its slug becomes free."""
    await connection.execute(
        entity_types.update()
        .where(entity_types.c.workspace_id == workspace_id, entity_types.c.id == type_id)
        .values(deleted_at=at, slug=sa.func.substr(entity_types.c.slug, 1, 40) + "~" + type_id)
    )


async def get(connection: Connection, workspace_id: WorkspaceId, slug: str) -> EntityType:
    """Return a type by its slug or its id."""
    query = sa.select(entity_types).where(
        entity_types.c.workspace_id == workspace_id,
        sa.or_(entity_types.c.slug == slug, entity_types.c.id == slug),
        entity_types.c.deleted_at.is_(None),
    )
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        raise NotFound(say("entities.no_type", slug=slug))
    return _type(row)


async def list_all(connection: Connection, workspace_id: WorkspaceId) -> list[EntityType]:
    """Return the types of a workspace by slug."""
    query = (
        sa.select(entity_types)
        .where(entity_types.c.workspace_id == workspace_id, entity_types.c.deleted_at.is_(None))
        .order_by(entity_types.c.slug)
    )
    return [_type(row) for row in (await connection.execute(query)).mappings()]


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


def _type(row: sa.RowMapping) -> EntityType:
    return EntityType(
        id=row["id"],
        workspace_id=row["workspace_id"],
        definition=TypeDef.model_validate(row["definition"]),
        version=row["version"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )
