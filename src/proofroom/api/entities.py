"""Records of the workspace: types, records with versions, relations, import and export."""

from datetime import datetime
from typing import Any, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from proofroom.access import Principal
from proofroom.access.actors import Doer
from proofroom.api.content import read_where
from proofroom.api.language import Told
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Count, Done, In, Out
from proofroom.entities import Entities, Entity, EntityType, EntityTypes, Imports, TypeDef
from proofroom.entities import Query as EntityQuery
from proofroom.entities.schema import SchemaChange
from proofroom.entities.types import EntityChange, NewEntity, NewRelation
from proofroom.kernel.ids import WorkspaceId
from proofroom.wiring import Studio

router = APIRouter(tags=["entities"])

READS, CREATES, CHANGES, DELETES = (
    f"entities.team.{verb}" for verb in ("read", "create", "update", "delete")
)
Limit = Query(20, ge=1, le=200)


class EntityTypeInfo(Out):
    """A type of records at its newest version."""

    id: str
    version: int
    count: int
    definition: TypeDef
    updated_at: datetime


class TypeChange(In):
    """What a type shall say; what is left out stays."""

    name: str | None = Field(None, min_length=1, max_length=120)
    plural: str | None = Field(None, max_length=120)
    description: str | None = Field(None, max_length=500)
    icon: str | None = Field(None, max_length=40)
    fields: list[dict[str, Any]] | None = None
    status_field: str | None = None
    default_agent_slug: str | None = None
    expected_version: Count | None = None


class FieldOperations(In):
    """Fields to add, rename, remove or retype."""

    operations: list[SchemaChange] = Field(min_length=1, max_length=40)
    expected_version: Count | None = None


class TypeVersionInfo(Out):
    """What a type said at one version."""

    version: int
    by: str
    run_id: str | None
    created_at: datetime
    definition: TypeDef


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


class EntityVersionInfo(Out):
    """What a record said at one version."""

    version: int
    by: str
    run_id: str | None
    created_at: datetime
    state: dict[str, Any]


class EntityRollback(In):
    """The version to go back to."""

    version: Count


class RelationInfo(Out):
    """One record's relation to another, and what says so."""

    id: str
    source_id: str
    target_id: str
    kind: str
    evidence: dict[str, Any]
    created_by: str
    created_at: datetime


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


class ImportBody(In):
    """A sheet: CSV or JSON as text. `mapping` names the field of each column; `title` is the record's."""

    text: str = Field(min_length=1)
    format: Literal["csv", "json"] | None = None
    mapping: dict[str, str] | None = None
    dry_run: bool = False
    updates: bool = True


class ImportProblem(Out):
    """A row that cannot be a record, and why."""

    row: int
    title: str
    problem: Told


class ImportInfo(Out):
    """What an import did, or would do: nothing is written in a dry run, or while a row has a problem."""

    mapping: dict[str, str]
    created: int
    updated: int
    unchanged: int
    related: int
    problems: list[ImportProblem]
    is_dry_run: bool
    ids: list[str]


def show_entity(entity: Entity, kinds: dict[str, EntityType], passage: str = "") -> EntityInfo:
    """Return a record as this door tells it."""
    kind = kinds.get(entity.type_id)
    values = {name: getattr(entity, name) for name in EntityInfo.model_fields if hasattr(entity, name)}
    return EntityInfo(**values, type_slug=kind.slug if kind else "", passage=passage)


async def kinds_of(studio: Studio, workspace_id: WorkspaceId) -> dict[str, EntityType]:
    """Return the types of a workspace by their ids."""
    return {one.id: one for one in await studio.get(EntityTypes).list(workspace_id)}


def _show_type(kind: EntityType, count: int = 0) -> EntityTypeInfo:
    return EntityTypeInfo(
        id=kind.id, version=kind.version, count=count, definition=kind.definition, updated_at=kind.updated_at
    )


# --- types


@router.get("/entity-types")
async def list_types(
    studio: StudioDep, principal: Principal = requires("entity_types.team.read")
) -> list[EntityTypeInfo]:
    """Return the types of records, each with how many there are."""
    types = studio.get(EntityTypes)
    counts = await types.counts(principal.workspace_id)
    return [_show_type(one, counts.get(one.id, 0)) for one in await types.list(principal.workspace_id)]


@router.post("/entity-types", status_code=201)
async def create_type(
    body: TypeDef, studio: StudioDep, principal: Principal = requires("entity_types.team.create")
) -> EntityTypeInfo:
    """Make a type of records."""
    value = body.model_dump()
    return _show_type(await studio.get(EntityTypes).create(principal.workspace_id, value, Doer(principal)))


@router.put("/entity-types/{slug}")
async def change_type(
    slug: str,
    body: TypeChange,
    studio: StudioDep,
    principal: Principal = requires("entity_types.team.update"),
) -> EntityTypeInfo:
    """Change a type; values of fields that go are lost."""
    changes = body.model_dump(exclude_unset=True, exclude={"expected_version"})
    made = await studio.get(EntityTypes).change(
        principal.workspace_id, slug, changes, Doer(principal), body.expected_version
    )
    return _show_type(made)


@router.post("/entity-types/{slug}/fields")
async def change_fields(
    slug: str,
    body: FieldOperations,
    studio: StudioDep,
    principal: Principal = requires("entity_types.team.update"),
) -> EntityTypeInfo:
    """Add, rename, remove or retype fields; values move with their fields."""
    made = await studio.get(EntityTypes).change_fields(
        principal.workspace_id, slug, body.operations, Doer(principal), body.expected_version
    )
    return _show_type(made)


@router.delete("/entity-types/{slug}")
async def delete_type(
    slug: str, studio: StudioDep, principal: Principal = requires("entity_types.team.delete")
) -> Done:
    """Delete a type that has no records."""
    await studio.get(EntityTypes).delete(principal.workspace_id, slug, Doer(principal))
    return Done()


@router.get("/entity-types/{slug}/versions")
async def list_type_versions(
    slug: str, studio: StudioDep, principal: Principal = requires("entity_types.team.read")
) -> list[TypeVersionInfo]:
    """Return what a type said at every version, newest first."""
    found = await studio.get(EntityTypes).versions(principal.workspace_id, slug)
    return [TypeVersionInfo.model_validate(one) for one in found]


@router.post("/entity-types/{slug}/import")
async def import_entities(
    slug: str, body: ImportBody, studio: StudioDep, principal: Principal = requires(CREATES)
) -> ImportInfo:
    """Make records of the rows of a sheet; with `dryRun` only tell what would happen."""
    principal.require(CHANGES)
    report = await studio.get(Imports).take_in(
        principal.workspace_id,
        slug,
        body.text,
        Doer(principal),
        format=body.format,
        mapping=body.mapping,
        is_dry_run=body.dry_run,
        updates=body.updates,
    )
    return ImportInfo.model_validate(report)


@router.get(
    "/entity-types/{slug}/export", response_model=None, responses={200: {"content": {"text/csv": {}}}}
)
async def export_entities(
    slug: str,
    studio: StudioDep,
    format: Literal["csv", "json"] = "csv",
    principal: Principal = requires(READS),
) -> Response:
    """Return all records of a type as CSV or JSON that can be imported again."""
    text = await studio.get(Imports).write(principal.workspace_id, slug, format)
    kind = "text/csv; charset=utf-8" if format == "csv" else "application/json"
    headers = {"Content-Disposition": f'attachment; filename="{slug}.{format}"'}
    return Response(text, media_type=kind, headers=headers)


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
    return EntitiesPage(
        entities=[show_entity(one, kinds, page.passages.get(one.id, "")) for one in page.entities],
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
    [made] = await studio.get(Entities).create(principal.workspace_id, [new], Doer(principal))
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
    [after] = await studio.get(Entities).change(principal.workspace_id, [change], Doer(principal))
    return show_entity(after, await kinds_of(studio, principal.workspace_id))


@router.delete("/entities/{entity_id}")
async def delete_entity(entity_id: str, studio: StudioDep, principal: Principal = requires(DELETES)) -> Done:
    """Delete a record; it can be brought back."""
    await studio.get(Entities).delete(principal.workspace_id, entity_id, Doer(principal))
    return Done()


@router.post("/entities/{entity_id}/restore")
async def restore_entity(
    entity_id: str, studio: StudioDep, principal: Principal = requires(DELETES)
) -> EntityInfo:
    """Bring a deleted record back."""
    found = await studio.get(Entities).restore(principal.workspace_id, entity_id, Doer(principal))
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
    after = await studio.get(Entities).roll_back(
        principal.workspace_id, entity_id, body.version, Doer(principal)
    )
    return show_entity(after, await kinds_of(studio, principal.workspace_id))


@router.get("/entities/{entity_id}/graph")
async def read_graph(
    entity_id: str,
    studio: StudioDep,
    depth: int = Query(1, ge=1, le=3),
    limit: int = Query(100, ge=1, le=300),
    kind: str = "",
    principal: Principal = requires(READS),
) -> GraphInfo:
    """Return the records around one, and how they hang together."""
    near = await studio.get(Entities).around(
        principal.workspace_id, entity_id, depth=depth, limit=limit, kind=kind
    )
    kinds = await kinds_of(studio, principal.workspace_id)
    return GraphInfo(
        entities=[show_entity(one, kinds) for one in near.entities],
        relations=[RelationInfo.model_validate(one) for one in near.relations],
        is_more=near.is_more,
    )


@router.post("/relations", status_code=201)
async def create_relation(
    body: RelationBody, studio: StudioDep, principal: Principal = requires(CHANGES)
) -> list[RelationInfo]:
    """Relate two records; empty if they are related so already."""
    new = NewRelation(body.source_id, body.target_id, body.kind, body.evidence)
    made = await studio.get(Entities).relate(principal.workspace_id, [new], Doer(principal))
    return [RelationInfo.model_validate(one) for one in made]


@router.delete("/relations/{relation_id}")
async def delete_relation(
    relation_id: str, studio: StudioDep, principal: Principal = requires(CHANGES)
) -> Done:
    """Remove a relation."""
    await studio.get(Entities).unrelate(principal.workspace_id, relation_id, Doer(principal))
    return Done()


@router.get("/relations/kinds")
async def list_relation_kinds(studio: StudioDep, principal: Principal = requires(READS)) -> list[str]:
    """Return the kinds of relations that are used."""
    return await studio.get(Entities).relation_kinds(principal.workspace_id)
