"""Records of the workspace: types, records with versions, relations, import and export."""

from datetime import datetime
from typing import Any

from fastapi import APIRouter, Query
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.content import read_where
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Count, Done, In, Out, fields_of
from proofroom.entities import Entities, Entity, EntityType, EntityTypes
from proofroom.entities import Query as EntityQuery
from proofroom.entities.checks import Checks
from proofroom.entities.types import (
    EntityChange,
    EntityVersion,
    Neighbourhood,
    NewEntity,
    NewRelation,
    Relation,
)
from proofroom.kernel.ids import WorkspaceId
from proofroom.wiring import Studio

router = APIRouter(tags=["entities"])

READS, CREATES, CHANGES, DELETES = (
    f"entities.team.{verb}" for verb in ("read", "create", "update", "delete")
)
Limit = Query(20, ge=1, le=200)


class EntityInfo(Out):
    """A record. `isOutside`: words of it came from outside, as in an import."""

    id: str
    type_slug: str
    title: str
    fields: dict[str, Any]
    version: int
    created_by: str
    updated_by: str
    is_outside: bool
    created_at: datetime
    updated_at: datetime
    passage: str = ""
    waiting: int = 0
    """Fields that wait for a person's yes, told in lists."""


class EntitiesPage(Out):
    """Records that fit; at least `total` where `isMore`."""

    entities: list[EntityInfo]
    total: int
    is_more: bool
    next: str | None


class EntityBody(In):
    """A record to make."""

    type_slug: str
    title: str = Field(min_length=1, max_length=500)
    fields: dict[str, Any] = Field(default_factory=dict[str, Any])


class EntityPatch(In):
    """What is to change of a record; fields are merged, null empties one."""

    title: str | None = Field(None, min_length=1, max_length=500)
    fields: dict[str, Any] = Field(default_factory=dict[str, Any])
    unset: list[str] = Field(default_factory=list[str])
    expected_version: Count | None = None


class AcceptEntities(In):
    """Records whose words are to count as the workspace's own."""

    ids: list[str] = Field(min_length=1, max_length=200)


class EntityVersionInfo(fields_of(EntityVersion, without=("entity_id",))):
    """What a record said at one version."""


class EntityRollback(In):
    """The version to go back to."""

    version: Count


class RelationInfo(fields_of(Relation, without=("workspace_id", "run_id"))):
    """One record's relation to another, and what says so."""


class RelationBody(In):
    """A relation to make."""

    source_id: str
    target_id: str
    kind: str = Field(min_length=1, max_length=80)
    evidence: dict[str, Any] = Field(default_factory=dict[str, Any])


class GraphInfo(Out):
    """Records around one, and how they hang together."""

    entities: list[EntityInfo]
    relations: list[RelationInfo]
    is_more: bool


def show_entity(
    entity: Entity, kinds: dict[str, EntityType], passage: str = "", waiting: int = 0
) -> EntityInfo:
    """Return a record as this door tells it."""
    kind = kinds.get(entity.type_id)
    values = {name: getattr(entity, name) for name in EntityInfo.model_fields if hasattr(entity, name)}
    return EntityInfo(**values, type_slug=kind.slug if kind else "", passage=passage, waiting=waiting)


async def kinds_of(studio: Studio, workspace_id: WorkspaceId) -> dict[str, EntityType]:
    """Return the types of a workspace by their ids."""
    return {one.id: one for one in await studio.get(EntityTypes).list(workspace_id)}


async def _show_graph(studio: Studio, principal: Principal, near: Neighbourhood) -> GraphInfo:
    kinds = await kinds_of(studio, principal.workspace_id)
    return GraphInfo(
        entities=[show_entity(one, kinds) for one in near.entities],
        relations=[RelationInfo.model_validate(one) for one in near.relations],
        is_more=near.is_more,
    )


# --- records


@router.get("/entities")
async def find_entities(
    studio: StudioDep,
    query: str = Query("", max_length=400),
    type: str = "",
    where: str | None = None,
    sort: str | None = None,
    limit: int = Limit,
    after: str | None = None,
    principal: Principal = requires(READS),
) -> EntitiesPage:
    """Return records by words and conditions: the best, the newest, or in the order of `sort` first."""
    wanted = EntityQuery(query, type, read_where(where), sort.split(",") if sort else (), limit, after)
    page = await studio.get(Entities).find(principal.workspace_id, wanted)
    kinds = await kinds_of(studio, principal.workspace_id)
    waiting = await studio.get(Checks).waiting_for(principal.workspace_id, page.entities)
    return EntitiesPage(
        entities=[
            show_entity(one, kinds, page.passages.get(one.id, ""), waiting.get(one.id, 0))
            for one in page.entities
        ],
        total=page.total,
        is_more=page.is_more,
        next=page.next,
    )


@router.post("/entities", status_code=201)
async def create_entity(
    body: EntityBody, studio: StudioDep, principal: Principal = requires(CREATES)
) -> EntityInfo:
    """Make a record."""
    new = NewEntity(body.type_slug, body.title, body.fields)
    [made] = await studio.get(Entities).create(principal.workspace_id, [new], principal)
    return show_entity(made, await kinds_of(studio, principal.workspace_id))


@router.get("/entities/{entity_id}")
async def read_entity(
    entity_id: str, studio: StudioDep, principal: Principal = requires(READS)
) -> EntityInfo:
    """Return a record."""
    found = await studio.get(Entities).get(principal.workspace_id, entity_id)
    return show_entity(found, await kinds_of(studio, principal.workspace_id))


@router.put("/entities/{entity_id}")
async def change_entity(
    entity_id: str, body: EntityPatch, studio: StudioDep, principal: Principal = requires(CHANGES)
) -> EntityInfo:
    """Change a record; every change is a version."""
    change = EntityChange(entity_id, body.title, body.fields, body.unset, body.expected_version)
    [after] = await studio.get(Entities).change(principal.workspace_id, [change], principal)
    return show_entity(after, await kinds_of(studio, principal.workspace_id))


@router.post("/entities/accept")
async def accept_entities(
    body: AcceptEntities, studio: StudioDep, principal: Principal = requires(CHANGES)
) -> list[EntityInfo]:
    """Accept the words of records as the workspace's own. Only a person can."""
    found = await studio.get(Entities).accept(principal.workspace_id, body.ids, principal)
    kinds = await kinds_of(studio, principal.workspace_id)
    return [show_entity(one, kinds) for one in found]


@router.delete("/entities/{entity_id}")
async def delete_entity(entity_id: str, studio: StudioDep, principal: Principal = requires(DELETES)) -> Done:
    """Delete a record; it can be brought back."""
    await studio.get(Entities).delete(principal.workspace_id, entity_id, principal)
    return Done()


@router.post("/entities/{entity_id}/restore")
async def restore_entity(
    entity_id: str, studio: StudioDep, principal: Principal = requires(DELETES)
) -> EntityInfo:
    """Bring a deleted record back."""
    found = await studio.get(Entities).restore(principal.workspace_id, entity_id, principal)
    return show_entity(found, await kinds_of(studio, principal.workspace_id))


@router.get("/entities/{entity_id}/versions")
async def list_entity_versions(
    entity_id: str, studio: StudioDep, principal: Principal = requires(READS)
) -> list[EntityVersionInfo]:
    """Return what a record said at every version, newest first."""
    found = await studio.get(Entities).versions(principal.workspace_id, entity_id)
    return [EntityVersionInfo.model_validate(one) for one in found]


@router.post("/entities/{entity_id}/rollback")
async def roll_back_entity(
    entity_id: str, body: EntityRollback, studio: StudioDep, principal: Principal = requires(CHANGES)
) -> EntityInfo:
    """Make an old version the newest."""
    after = await studio.get(Entities).roll_back(principal.workspace_id, entity_id, body.version, principal)
    return show_entity(after, await kinds_of(studio, principal.workspace_id))


@router.get("/entities/{entity_id}/graph")
async def read_graph(
    entity_id: str,
    studio: StudioDep,
    depth: int = Query(1, ge=1, le=3),
    limit: int = Query(100, ge=1, le=600),
    kind: str = "",
    principal: Principal = requires(READS),
) -> GraphInfo:
    """Return the records around one, and how they hang together."""
    near = await studio.get(Entities).around(
        principal.workspace_id, entity_id, depth=depth, limit=limit, kind=kind
    )
    return await _show_graph(studio, principal, near)


@router.get("/entity-graph")
async def read_graph_of(
    studio: StudioDep,
    query: str = Query("", max_length=400),
    type: str = "",
    where: str | None = None,
    sort: str | None = None,
    limit: int = Query(12, ge=1, le=60),
    depth: int = Query(1, ge=1, le=2),
    principal: Principal = requires(READS),
) -> GraphInfo:
    """Return the first records that fit, those around them, and how they all hang together."""
    wanted = EntityQuery(query, type, read_where(where), sort.split(",") if sort else (), limit)
    page = await studio.get(Entities).find(principal.workspace_id, wanted)
    near = await studio.get(Entities).around_all(
        principal.workspace_id, [one.id for one in page.entities], depth=depth, limit=600
    )
    return await _show_graph(studio, principal, near)


@router.get("/entities/{entity_id}/way")
async def find_way(
    entity_id: str, to: str, studio: StudioDep, principal: Principal = requires(READS)
) -> GraphInfo:
    """Return the shortest way from a record to another, in its order; empty if there is none."""
    found = await studio.get(Entities).way(principal.workspace_id, entity_id, to)
    return await _show_graph(studio, principal, found)


@router.post("/relations", status_code=201)
async def create_relation(
    body: RelationBody, studio: StudioDep, principal: Principal = requires(CHANGES)
) -> list[RelationInfo]:
    """Relate two records; empty if they are related so already."""
    new = NewRelation(body.source_id, body.target_id, body.kind, body.evidence)
    made = await studio.get(Entities).relate(principal.workspace_id, [new], principal)
    return [RelationInfo.model_validate(one) for one in made]


@router.delete("/relations/{relation_id}")
async def delete_relation(
    relation_id: str, studio: StudioDep, principal: Principal = requires(CHANGES)
) -> Done:
    """Remove a relation."""
    await studio.get(Entities).unrelate(principal.workspace_id, relation_id, principal)
    return Done()


@router.get("/relations/kinds")
async def list_relation_kinds(studio: StudioDep, principal: Principal = requires(READS)) -> list[str]:
    """Return the kinds of relations that are used."""
    return await studio.get(Entities).relation_kinds(principal.workspace_id)
