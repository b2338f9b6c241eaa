"""The groups `admin`, `views` and `responses`: types, saved views, and values for fields."""

from dataclasses import replace
from typing import Any, Literal

from pydantic import Field

from proofroom.access.actors import principal_of
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
    ord: int | None = Field(None, ge=0, description="The piece of the document, as searchDocuments says.")
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


class TypeTools:
    """The tools that change types, in the group `admin`."""

    def __init__(self, types: EntityTypes) -> None:
        self._types = types

    def specs(self) -> list[ToolSpec]:
        """Return the tools."""
        changes = "entity_types.team.update"
        return [
            ToolSpec(
                "updateFieldConfig",
                "Change what a field is called, how it is filled in and whether a person reviews it.",
                FieldConfigInput,
                self._change_field,
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
                self._change_schema,
                "admin",
                "write",
                changes,
                policy="always_ask",
                default_affects=CHANGED,
                weigh=_asks_if_values_go,
            ),
            ToolSpec(
                "deleteEntityType",
                "Delete a type that has no records.",
                DeleteTypeInput,
                self._delete,
                "admin",
                "write",
                "entity_types.team.delete",
                policy="always_ask",
                destructive=True,
                default_affects=CHANGED,
            ),
        ]

    async def _change_field(self, where: ToolContext, given: FieldConfigInput) -> ToolOutput:
        kind = await self._types.get(where.workspace_id, given.type_slug)
        field = kind.definition.field(given.field_key)
        if field is None or {"key", "type"} & set(given.patch):
            raise InvalidInput(say("entities.no_field", field=given.field_key, type=kind.definition.name))
        changed = field.model_dump(by_alias=True) | given.patch
        fields = [
            changed if one.key == field.key else one.model_dump(by_alias=True)
            for one in kind.definition.fields
        ]
        after = await self._types.change(
            where.workspace_id, kind.slug, {"fields": fields}, principal_of(where)
        )
        return _done(told_type(after), say("did.entities.type_changed", name=after.definition.name))

    async def _change_schema(self, where: ToolContext, given: TypeSchemaInput) -> ToolOutput:
        after = await self._types.change_fields(
            where.workspace_id, given.type_slug, given.operations, principal_of(where), given.expected_version
        )
        return _done(told_type(after), say("did.entities.type_changed", name=after.definition.name))

    async def _delete(self, where: ToolContext, given: DeleteTypeInput) -> ToolOutput:
        if given.confirm_slug != given.type_slug:
            raise InvalidInput(say("entities.confirm"))
        await self._types.delete(where.workspace_id, given.type_slug, principal_of(where))
        return _done({"typeSlug": given.type_slug}, say("did.entities.type_gone", name=given.type_slug))


async def _asks_if_values_go(spec: ToolSpec, _workspace_id: WorkspaceId, given: dict[str, Any]) -> ToolSpec:
    operations: list[Any] = given.get("operations") or []
    if any(SchemaChange.model_validate(one).loses_data for one in operations):
        return spec
    return replace(spec, policy="auto", weigh=None)


async def _asks_if_deleted(spec: ToolSpec, _workspace_id: WorkspaceId, given: dict[str, Any]) -> ToolSpec:
    if given.get("action") == "delete":
        return replace(spec, policy="always_ask", destructive=True, weigh=None)
    return spec


class ViewTools:
    """The tools on saved views."""

    def __init__(self, views: Views) -> None:
        self._views = views

    def specs(self) -> list[ToolSpec]:
        """Return the tools."""
        reads, saving = "views.team.read", "Save, change or delete a view of records."
        return [
            ToolSpec(
                "listViews", "List the saved views.", ListViewsInput, self._list, "views", "read", reads
            ),
            ToolSpec("getView", "Read a saved view.", GetViewInput, self._get, "views", "read", reads),
            ToolSpec(
                "manageView",
                saving,
                ManageViewInput,
                self._manage,
                "views",
                "write",
                "views.team.update",
                default_affects=CHANGED,
                keeps_words=True,
                weigh=_asks_if_deleted,
            ),
        ]

    async def _list(self, where: ToolContext, _given: ListViewsInput) -> ToolOutput:
        found = [told_view(one) for one in await self._views.list(where.workspace_id)]
        return ToolOutput(ok=True, data=found, summary=say("did.entities.views", count=len(found)))

    async def _get(self, where: ToolContext, given: GetViewInput) -> ToolOutput:
        view = await self._views.get(where.workspace_id, given.slug)
        return ToolOutput(ok=True, data=told_view(view), summary=say("did.looked_at", thing=view.name))

    async def _manage(self, where: ToolContext, given: ManageViewInput) -> ToolOutput:
        by, workspace_id = principal_of(where), where.workspace_id
        needed = f"views.team.{given.action}"
        if needed not in where.permissions:
            raise NotAllowed(say("access.may_not"), permission=needed)
        if given.action == "delete":
            await self._views.delete(workspace_id, given.slug, by)
            return _done({"slug": given.slug}, say("did.entities.view_gone", name=given.slug))
        if given.action == "create":
            name, kind = given.name or given.slug, given.kind or "table"
            view = await self._views.create(
                workspace_id, name, kind, given.config or {}, by, given.slug, where.new_id()
            )
        else:
            view = await self._views.change(
                workspace_id,
                given.slug,
                by,
                name=given.name,
                kind=given.kind,
                config=given.config,
                expected=given.expected_version,
            )
        return _done(told_view(view), say("did.entities.view_saved", name=view.name))


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
            principal_of(where),
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
