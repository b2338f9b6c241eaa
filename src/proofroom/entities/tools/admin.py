"""The groups `admin`, `views` and `responses`: types, saved views, and values for fields."""

from dataclasses import replace
from typing import Any, Literal

from pydantic import Field

from proofroom.access.actors import doer_of
from proofroom.entities.definitions import EntityTypes
from proofroom.entities.response import SavedView
from proofroom.entities.responses import Responses
from proofroom.entities.schema import SchemaChange
from proofroom.entities.tools.shapes import CHANGED, Given, told_type
from proofroom.entities.views import Views
from proofroom.kernel.errors import InvalidInput, NotAllowed
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec


class FieldConfigInput(Given):
    """Input of `updateFieldConfig`."""

    type_slug: str
    field_key: str
    patch: dict[str, Any] = Field(description="label, description, instructions, required, review, options.")


class TypeSchemaInput(Given):
    """Input of `updateEntityTypeSchema`."""

    type_slug: str
    operations: list[SchemaChange] = Field(min_length=1, max_length=40)
    expected_version: int


class DeleteTypeInput(Given):
    """Input of `deleteEntityType`."""

    type_slug: str
    confirm_slug: str = Field(description="The slug once more.")


class ManageViewInput(Given):
    """Input of `manageView`."""

    action: Literal["create", "update", "delete"]
    slug: str
    name: str | None = None
    kind: Literal["table", "board", "list", "dashboard", "graph"] | None = None
    config: dict[str, Any] | None = Field(None, description="type, where, sort, columns, group.")
    expected_version: int | None = None


class GetViewInput(Given):
    """Input of `getView`."""

    slug: str


class ListViewsInput(Given):
    """Input of `listViews`."""


class CitationInput(Given):
    """What says so: a record, a document or an address."""

    entity_id: str | None = None
    document_id: str | None = None
    url: str | None = None
    quote: str | None = Field(None, max_length=1_000)


class SubmitResponseInput(Given):
    """Input of `submitResponse`."""

    entity_id: str
    field_key: str
    value: Any
    citations: list[CitationInput] = Field(default_factory=list[CitationInput], max_length=20)
    confidence: float | None = Field(None, ge=0, le=1)


def told_view(view: SavedView) -> dict[str, Any]:
    """Return a view as tools tell it."""
    return {
        "slug": view.slug,
        "name": view.name,
        "kind": view.kind,
        "config": view.config,
        "version": view.version,
    }


def admin_tools(types: EntityTypes) -> list[ToolSpec]:
    """Return the tools that change types."""

    async def change_field(where: ToolContext, given: FieldConfigInput) -> ToolOutput:
        kind = await types.get(where.workspace_id, given.type_slug)
        field = kind.definition.field(given.field_key)
        if field is None or {"key", "type"} & set(given.patch):
            raise InvalidInput(say("entities.no_field", field=given.field_key, type=kind.definition.name))
        changed = field.model_dump(by_alias=True) | given.patch
        fields = [
            changed if one.key == field.key else one.model_dump(by_alias=True)
            for one in kind.definition.fields
        ]
        after = await types.change(where.workspace_id, kind.slug, {"fields": fields}, doer_of(where))
        return _done(told_type(after), say("did.entities.type_changed", name=after.definition.name))

    async def change_schema(where: ToolContext, given: TypeSchemaInput) -> ToolOutput:
        after = await types.change_fields(
            where.workspace_id, given.type_slug, given.operations, doer_of(where), given.expected_version
        )
        return _done(told_type(after), say("did.entities.type_changed", name=after.definition.name))

    async def delete(where: ToolContext, given: DeleteTypeInput) -> ToolOutput:
        if given.confirm_slug != given.type_slug:
            raise InvalidInput(say("entities.confirm"))
        await types.delete(where.workspace_id, given.type_slug, doer_of(where))
        return _done({"typeSlug": given.type_slug}, say("did.entities.type_gone", name=given.type_slug))

    async def weigh(spec: ToolSpec, _workspace_id: WorkspaceId, given: dict[str, Any]) -> ToolSpec:
        operations: list[Any] = given.get("operations") or []
        if any(SchemaChange.model_validate(one).loses_data for one in operations):
            return spec
        return replace(spec, policy="auto", weigh=None)

    changes = "entity_types.team.update"
    return [
        ToolSpec(
            "updateFieldConfig",
            "Change what a field is called, how it is filled in and whether a person reviews it.",
            FieldConfigInput,
            change_field,
            "admin",
            "write",
            changes,
            policy="always_ask",
            relaxable=True,
            default_affects=CHANGED,
        ),
        ToolSpec(
            "updateEntityTypeSchema",
            "Add, rename, remove or retype fields of a type. Asks where values may be lost.",
            TypeSchemaInput,
            change_schema,
            "admin",
            "write",
            changes,
            policy="always_ask",
            default_affects=CHANGED,
            weigh=weigh,
        ),
        ToolSpec(
            "deleteEntityType",
            "Delete a type that has no records.",
            DeleteTypeInput,
            delete,
            "admin",
            "write",
            "entity_types.team.delete",
            policy="always_ask",
            destructive=True,
            default_affects=CHANGED,
        ),
    ]


def view_tools(views: Views) -> list[ToolSpec]:
    """Return the tools on saved views."""

    async def list_all(where: ToolContext, _given: ListViewsInput) -> ToolOutput:
        found = [told_view(one) for one in await views.list(where.workspace_id)]
        return ToolOutput(ok=True, data=found, summary=say("did.entities.views", count=len(found)))

    async def get(where: ToolContext, given: GetViewInput) -> ToolOutput:
        view = await views.get(where.workspace_id, given.slug)
        return ToolOutput(ok=True, data=told_view(view), summary=say("did.looked_at", thing=view.name))

    async def manage(where: ToolContext, given: ManageViewInput) -> ToolOutput:
        by = doer_of(where)
        needed = f"views.team.{given.action}"
        if needed not in where.permissions:
            raise NotAllowed(say("access.may_not"), permission=needed)
        if given.action == "delete":
            await views.delete(where.workspace_id, given.slug, by)
            return _done({"slug": given.slug}, say("did.entities.view_gone", name=given.slug))
        if given.action == "create":
            view = await views.create(
                where.workspace_id,
                given.name or given.slug,
                given.kind or "table",
                given.config or {},
                by,
                given.slug,
                where.new_id(),
            )
        else:
            view = await views.change(
                where.workspace_id,
                given.slug,
                by,
                name=given.name,
                kind=given.kind,
                config=given.config,
                expected=given.expected_version,
            )
        return _done(told_view(view), say("did.entities.view_saved", name=view.name))

    async def weigh(spec: ToolSpec, _workspace_id: WorkspaceId, given: dict[str, Any]) -> ToolSpec:
        if given.get("action") == "delete":
            return replace(spec, policy="always_ask", destructive=True, weigh=None)
        return spec

    return [
        ToolSpec(
            "listViews", "List the saved views.", ListViewsInput, list_all, "views", "read", "views.team.read"
        ),
        ToolSpec("getView", "Read a saved view.", GetViewInput, get, "views", "read", "views.team.read"),
        ToolSpec(
            "manageView",
            "Save, change or delete a view of records: table, board, list, dashboard or graph.",
            ManageViewInput,
            manage,
            "views",
            "write",
            "views.team.update",
            default_affects=CHANGED,
            weigh=weigh,
        ),
    ]


def response_tools(responses: Responses) -> list[ToolSpec]:
    """Return `submitResponse`."""

    async def submit(where: ToolContext, given: SubmitResponseInput) -> ToolOutput:
        citations = [one.model_dump(by_alias=True, exclude_none=True) for one in given.citations]
        made = await responses.submit(
            where.workspace_id,
            given.entity_id,
            given.field_key,
            given.value,
            citations,
            doer_of(where),
            response_id=where.new_id(),
            agent=where.agent,
            confidence=given.confidence,
            may_promote="entities.team.update" in where.permissions,
            is_outside=bool(where.outside),
        )
        return _done(made.told(), say("did.entities.response", field=made.field_key, status=made.status))

    return [
        ToolSpec(
            "submitResponse",
            "Give a value for a record's field with what says so; a person reviews it where the type asks.",
            SubmitResponseInput,
            submit,
            "entity",
            "write",
            "responses.team.create",
            default_affects=CHANGED,
        )
    ]


def _done(data: Any, summary: str) -> ToolOutput:
    return ToolOutput(ok=True, data=data, affected=CHANGED, summary=summary)
