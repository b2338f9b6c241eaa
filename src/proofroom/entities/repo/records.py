"""Records with their versions in the database."""

from collections.abc import Collection, Iterable, Sequence

import sqlalchemy as sa

from proofroom.entities.searching import filtered, searched, table_for
from proofroom.entities.types import Entity, EntityId, EntityType, EntityVersion
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.search import Ranking
from proofroom.search.repo import Lookup
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.entities import entities, entity_versions

_ENTITIES, _VERSIONS = Mapped(entities, Entity), Mapped(entity_versions, EntityVersion)
_THERE = entities.c.deleted_at.is_(None)
_CHANGED = ("title", "fields", "version", "updated_by", "updated_at", "is_outside", "deleted_at")
_NAMED = (entities.c.id, entities.c.type_id, entities.c.title)


async def add(connection: Connection, kind: EntityType, made: Entity, by: str, run_id: RunId | None) -> bool:
    """Write a new record with its first version; False if its id is taken."""
    if not await _ENTITIES.insert_if_absent(connection, made, name_key=made.name_key):
        return False
    await _keep(connection, kind, made, by, run_id)
    return True


async def change(
    connection: Connection,
    kind: EntityType,
    made: Entity,
    expected: int,
    by: str,
    run_id: RunId | None,
) -> bool:
    """Write the next version, if the record is still at the expected one (compare and set)."""
    row = _ENTITIES.values(made)
    changed = {"name_key": made.name_key, **{name: row[name] for name in _CHANGED}}
    same = {"workspace_id": made.workspace_id, "id": made.id, "version": expected}
    if await _ENTITIES.update(connection, changed, **same) != 1:
        return False
    await _keep(connection, kind, made, by, run_id)
    return True


async def mark_outside(
    connection: Connection, workspace_id: WorkspaceId, ids: Collection[str], *, is_outside: bool = True
) -> None:
    """Set or take away the mark of words from outside; what a record says stays the same version."""
    if ids:
        meant = entities.c.id.in_(sorted(ids))
        await _ENTITIES.update(connection, {"is_outside": is_outside}, meant, workspace_id=workspace_id)


async def _keep(
    connection: Connection, kind: EntityType, made: Entity, by: str, run_id: RunId | None
) -> None:
    version = EntityVersion(made.id, made.version, made.state(), by[:200], run_id, made.updated_at)
    await _VERSIONS.insert(connection, version, workspace_id=made.workspace_id)
    await index(connection, kind, made)


async def index(connection: Connection, kind: EntityType, made: Entity) -> None:
    """Put a record where it is searched, or take a deleted one out."""
    table = table_for([kind])
    if made.deleted_at is not None:
        await table.delete(connection, made.workspace_id, kind.id, made.id)
    else:
        await table.put(connection, made.workspace_id, kind.id, made.id, searched(kind, made), filtered(made))


async def index_many(connection: Connection, kind: EntityType, made: Sequence[Entity]) -> None:
    """Put records of one type where they are searched, by a few statements for all."""
    items = [(one.id, searched(kind, one), filtered(one)) for one in made if one.deleted_at is None]
    await table_for([kind]).put_many(connection, kind.workspace_id, kind.id, items)


async def get(connection: Connection, workspace_id: WorkspaceId, entity_id: str) -> Entity:
    """Return a record, or say that there is none."""
    found = await many(connection, workspace_id, [entity_id])
    if not found:
        raise NotFound(say("entities.none", id=entity_id))
    return found[0]


async def many(
    connection: Connection, workspace_id: WorkspaceId, ids: Iterable[str], *, also_deleted: bool = False
) -> list[Entity]:
    """Return records in the order of their ids; those of other workspaces are not there."""
    wanted = list(dict.fromkeys(ids))
    if not wanted:
        return []
    fits = (_in_workspace(workspace_id), entities.c.id.in_(wanted), *(() if also_deleted else (_THERE,)))
    by_id = {one.id: one for one in await _ENTITIES.list(connection, *fits)}
    return [by_id[EntityId(one)] for one in wanted if one in by_id]


async def find(
    connection: Connection, workspace_id: WorkspaceId, types: Sequence[EntityType], wanted: Lookup
) -> tuple[list[Entity], Ranking[str]]:
    """Return records of some types in the order of a look at their search rows."""
    ranking = await table_for(types).find(connection, workspace_id, [one.id for one in types], wanted)
    return await many(connection, workspace_id, [one.key for one in ranking.found]), ranking


async def of_type(
    connection: Connection, workspace_id: WorkspaceId, type_id: str, after: str = "", limit: int = 500
) -> list[Entity]:
    """Return records of a type by id, a page at a time."""
    which = given(workspace_id=workspace_id, type_id=type_id)
    return await _ENTITIES.list(
        connection, entities.c.id > after, _THERE, order_by=entities.c.id, limit=limit, **which
    )


async def counts(connection: Connection, workspace_id: WorkspaceId) -> dict[str, int]:
    """Return how many records each type has."""
    query = (
        sa.select(entities.c.type_id, sa.func.count())
        .where(entities.c.workspace_id == workspace_id, entities.c.deleted_at.is_(None))
        .group_by(entities.c.type_id)
    )
    return {row[0]: row[1] for row in await connection.execute(query)}


async def by_titles(
    connection: Connection, workspace_id: WorkspaceId, type_id: str, titles: Sequence[str]
) -> dict[str, Entity]:
    """Return records of a type by their titles, in small letters."""
    found: dict[str, Entity] = {}
    for start in range(0, len(titles), 500):
        some = titles[start : start + 500]
        small = sa.func.lower(entities.c.title).in_([title.casefold() for title in some])
        which = given(workspace_id=workspace_id, type_id=type_id)
        is_one = sa.or_(entities.c.title.in_(some), small)
        newest = entities.c.id.desc()
        for one in await _ENTITIES.list(connection, _THERE, is_one, order_by=newest, **which):
            found[one.title.casefold()] = one
    return found


async def same_names(
    connection: Connection, workspace_id: WorkspaceId, limit: int
) -> list[tuple[str, str, str]]:
    """Return ids, types and titles of records whose names have the same key as another of their type."""
    here = (entities.c.workspace_id == workspace_id, entities.c.deleted_at.is_(None))
    twice = (
        sa.select(entities.c.type_id, entities.c.name_key)
        .where(*here)
        # Also by what is nothing for all: else PostgreSQL sorts every record in spite of the index.
        .group_by(entities.c.deleted_at, entities.c.type_id, entities.c.name_key)
        .having(sa.func.count() > 1)
        .limit(limit)
    )
    # Asked in two: in one, SQLite would read every record beside the few names that it found.
    names: dict[str, list[str]] = {}
    for type_id, key in await connection.execute(twice):
        names.setdefault(type_id, []).append(key)
    found: list[tuple[str, str, str]] = []
    for type_id, keys in names.items():
        is_same = (entities.c.type_id == type_id, entities.c.name_key.in_(keys))
        query = sa.select(*_NAMED).where(*here, *is_same).limit(limit * 4)
        found += [(row[0], row[1], row[2]) for row in await connection.execute(query)]
    return found


async def newest_titles(
    connection: Connection, workspace_id: WorkspaceId, limit: int
) -> list[tuple[str, str, str]]:
    """Return ids, types and titles of the newest records."""
    query = (
        sa.select(*_NAMED)
        .where(entities.c.workspace_id == workspace_id, entities.c.deleted_at.is_(None))
        .order_by(entities.c.id.desc())
        .limit(limit)
    )
    return [(row[0], row[1], row[2]) for row in await connection.execute(query)]


async def versions(connection: Connection, workspace_id: WorkspaceId, entity_id: str) -> list[EntityVersion]:
    """Return every version of a record, newest first."""
    newest = entity_versions.c.version.desc()
    return await _VERSIONS.list(connection, order_by=newest, workspace_id=workspace_id, entity_id=entity_id)


async def of_runs(
    connection: Connection, workspace_id: WorkspaceId, run_ids: Sequence[str]
) -> list[EntityVersion]:
    """Return the versions that some runs made, oldest first."""
    theirs = entity_versions.c.run_id.in_(run_ids)
    order = (entity_versions.c.entity_id, entity_versions.c.version)
    return await _VERSIONS.list(connection, theirs, order_by=order, workspace_id=workspace_id)


def _in_workspace(workspace_id: WorkspaceId) -> sa.ColumnElement[bool]:
    """Return it in a form that no index answers: SQLite would read a whole workspace for some ids."""
    return sa.func.coalesce(entities.c.workspace_id, "") == workspace_id
