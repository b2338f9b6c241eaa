"""Types of records: list, make, change by version, delete; sheets into records and out again."""

from datetime import datetime
from typing import Any, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from proofroom.access import Principal
from proofroom.api.language import Told
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Count, Done, In, Out, fields_of
from proofroom.entities import EntityType, EntityTypes, Imports, TypeDef
from proofroom.entities.checks import Checks
from proofroom.entities.schema import SchemaChange
from proofroom.entities.sheets import ImportReport

router = APIRouter(prefix="/entity-types", tags=["entities"])


class EntityTypeInfo(Out):
    """A type of records at its newest version."""

    id: str
    version: int
    count: int
    waiting: int
    """Fields of its records that wait for a person's yes."""
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


class ImportBody(In):
    """A sheet: CSV or JSON as text. `mapping` names the field of each column; `title` is the record's."""

    text: str = Field(min_length=1)
    format: Literal["csv", "json"] | None = None
    mapping: dict[str, str] | None = None
    dry_run: bool = False
    updates: bool = True
    is_ours: bool = False
    """Whether its words count as the workspace's own; else agents treat them as a stranger's."""


class ImportProblem(Out):
    """A row that cannot be a record, and why."""

    row: int
    title: str
    problem: Told


class ImportInfo(fields_of(ImportReport)):
    """What an import did, or would do: nothing is written in a dry run, or while a row has a problem."""

    problems: list[ImportProblem]


def _show_type(kind: EntityType, count: int = 0, waiting: int = 0) -> EntityTypeInfo:
    return EntityTypeInfo.of(kind, count=count, waiting=waiting)


@router.get("")
async def list_types(
    studio: StudioDep, principal: Principal = requires("entity_types.team.read")
) -> list[EntityTypeInfo]:
    """Return the types of records, each with how many there are and how many of their fields wait."""
    types = studio.get(EntityTypes)
    counts = await types.counts(principal.workspace_id)
    waiting = await studio.get(Checks).waiting_by_type(principal.workspace_id)
    return [
        _show_type(one, counts.get(one.id, 0), waiting.get(one.id, 0))
        for one in await types.list(principal.workspace_id)
    ]


@router.post("", status_code=201)
async def create_type(
    body: TypeDef, studio: StudioDep, principal: Principal = requires("entity_types.team.create")
) -> EntityTypeInfo:
    """Make a type of records."""
    value = body.model_dump()
    return _show_type(await studio.get(EntityTypes).create(principal.workspace_id, value, principal))


@router.put("/{slug}")
async def change_type(
    slug: str,
    body: TypeChange,
    studio: StudioDep,
    principal: Principal = requires("entity_types.team.update"),
) -> EntityTypeInfo:
    """Change a type; values of fields that go are lost."""
    changes = body.model_dump(exclude_unset=True, exclude={"expected_version"})
    made = await studio.get(EntityTypes).change(
        principal.workspace_id, slug, changes, principal, body.expected_version
    )
    return _show_type(made)


@router.post("/{slug}/fields")
async def change_fields(
    slug: str,
    body: FieldOperations,
    studio: StudioDep,
    principal: Principal = requires("entity_types.team.update"),
) -> EntityTypeInfo:
    """Add, rename, remove or retype fields; values move with their fields."""
    made = await studio.get(EntityTypes).change_fields(
        principal.workspace_id, slug, body.operations, principal, body.expected_version
    )
    return _show_type(made)


@router.delete("/{slug}")
async def delete_type(
    slug: str, studio: StudioDep, principal: Principal = requires("entity_types.team.delete")
) -> Done:
    """Delete a type that has no records."""
    await studio.get(EntityTypes).delete(principal.workspace_id, slug, principal)
    return Done()


@router.get("/{slug}/versions")
async def list_type_versions(
    slug: str, studio: StudioDep, principal: Principal = requires("entity_types.team.read")
) -> list[TypeVersionInfo]:
    """Return what a type said at every version, newest first."""
    found = await studio.get(EntityTypes).versions(principal.workspace_id, slug)
    return [TypeVersionInfo.model_validate(one) for one in found]


@router.post("/{slug}/import")
async def import_entities(
    slug: str, body: ImportBody, studio: StudioDep, principal: Principal = requires("entities.team.create")
) -> ImportInfo:
    """Make records of the rows of a sheet; with `dryRun` only tell what would happen."""
    principal.require("entities.team.update")
    report = await studio.get(Imports).take_in(
        principal.workspace_id,
        slug,
        body.text,
        principal,
        format=body.format,
        mapping=body.mapping,
        is_dry_run=body.dry_run,
        updates=body.updates,
        is_ours=body.is_ours,
    )
    return ImportInfo.model_validate(report)


@router.get("/{slug}/export", response_model=None, responses={200: {"content": {"text/csv": {}}}})
async def export_entities(
    slug: str,
    studio: StudioDep,
    format: Literal["csv", "json"] = "csv",
    ids: str = Query("", max_length=8_000, description="Only these records, by commas."),
    principal: Principal = requires("entities.team.read"),
) -> Response:
    """Return records of a type as CSV or JSON that can be imported again: all, or some."""
    chosen = [one for one in ids.split(",") if one]
    text = await studio.get(Imports).write(principal.workspace_id, slug, format, chosen)
    kind = "text/csv; charset=utf-8" if format == "csv" else "application/json"
    headers = {"Content-Disposition": f'attachment; filename="{slug}.{format}"'}
    return Response(text, media_type=kind, headers=headers)
