"""Relations between records in the database."""

from collections.abc import Sequence

import sqlalchemy as sa

from proofroom.entities.types import Relation
from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.entities import entities, entity_relations

_RELATIONS = Mapped(entity_relations, Relation)


async def add(connection: Connection, made: Relation) -> bool:
    """Write a relation; False if it is there already."""
    return await _RELATIONS.insert_if_absent(connection, made)


async def remove(connection: Connection, workspace_id: WorkspaceId, ids: Sequence[str]) -> int:
    """Remove relations."""
    return await _RELATIONS.delete(connection, entity_relations.c.id.in_(ids), workspace_id=workspace_id)


async def around(
    connection: Connection,
    workspace_id: WorkspaceId,
    ids: Sequence[str],
    limit: int,
    kind: str = "",
) -> list[Relation]:
    """Return relations from and to some records, oldest first; each direction follows an index of its own."""
    found: dict[str, Relation] = {}
    # One record's relations lie in their order in its index. For several, SQLite would rather walk through
    # everybody's relations in this order, or the workspace's: no index may answer either then.
    is_one = len(ids) == 1
    order = entity_relations.c.id if is_one else sa.func.coalesce(entity_relations.c.id, "")
    here = (
        entity_relations.c.workspace_id if is_one else sa.func.coalesce(entity_relations.c.workspace_id, "")
    )
    for column, other in (
        (entity_relations.c.source_id, entity_relations.c.target_id),
        (entity_relations.c.target_id, entity_relations.c.source_id),
    ):
        query = (
            sa.select(*_RELATIONS.columns)
            .join(entities, entities.c.id == other)
            .where(
                column.in_(ids),
                here == workspace_id,
                entities.c.deleted_at.is_(None),
            )
            .order_by(order)
            .limit(limit)
        )
        if kind:
            query = query.where(entity_relations.c.kind == kind)
        for row in await connection.execute(query):
            found.setdefault(row.id, _RELATIONS.read(row))
    return list(found.values())[:limit]


async def get_many(connection: Connection, workspace_id: WorkspaceId, ids: Sequence[str]) -> list[Relation]:
    """Return relations by their ids."""
    return await _RELATIONS.list(connection, entity_relations.c.id.in_(ids), workspace_id=workspace_id)


async def kinds(connection: Connection, workspace_id: WorkspaceId) -> list[str]:
    """Return the kinds of relations that are used, by name."""
    query = (
        sa.select(entity_relations.c.kind)
        .where(entity_relations.c.workspace_id == workspace_id)
        .distinct()
        .order_by(entity_relations.c.kind)
    )
    return list((await connection.execute(query)).scalars())


async def of_runs(
    connection: Connection, workspace_id: WorkspaceId, run_ids: Sequence[str]
) -> list[Relation]:
    """Return the relations that some runs made."""
    made = entity_relations.c.run_id.in_(run_ids)
    return await _RELATIONS.list(connection, made, workspace_id=workspace_id)
