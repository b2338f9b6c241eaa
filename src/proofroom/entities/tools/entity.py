"""The group `entity`: find, read, make, change and relate records."""

from dataclasses import replace
from typing import Any, Literal

from pydantic import Field

from proofroom.access.actors import principal_of
from proofroom.entities.definitions import EntityTypes
from proofroom.entities.documents import Documents
from proofroom.entities.graph import MOST_RELATIONS
from proofroom.entities.records import Entities
from proofroom.entities.responses import Responses
from proofroom.entities.tools.shapes import CHANGED, OUTSIDE, Given, told, told_relation, told_type
from proofroom.entities.types import (
    Entity,
    EntityChange,
    EntityType,
    FieldDef,
    NewEntity,
    NewRelation,
    Query,
    Slug,
)
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

GROUP = "entity"


class FilterInput(Given):
    """One condition."""

    field: str
    op: Literal["eq", "neq", "contains", "gt", "lt", "gte", "lte", "in", "exists"] = "eq"
    value: Any = None


class SortInput(Given):
    """An order."""

    field: str
    dir: Literal["asc", "desc"] = "asc"


class SearchEntitiesInput(Given):
    """Input of `searchEntities`."""

    query: str = Field("", max_length=400, description="Words of the title or any field.")
    type_slug: str = Field("", description="Only records of this type.")
    filters: list[FilterInput] = Field(default_factory=list[FilterInput], max_length=20)
    sort: SortInput | None = None
    limit: int = Field(20, ge=1, le=100)
    cursor: str | None = Field(None, description="`nextCursor` of the last answer.")
    include: list[Literal["relations"]] = Field(
        default_factory=list[Any], description="With `relations`, whom each record is related to, by kind."
    )


class GetEntityInput(Given):
    """Input of `getEntity`."""

    entity_id: str
    include: list[Literal["relations", "responses", "documents"]] = Field(default_factory=list[Any])


class NewEntityInput(Given):
    """A record to make."""

    type_slug: str
    title: str = Field(min_length=1, max_length=500)
    fields: dict[str, Any] = Field(default_factory=dict[str, Any])


class UpdateEntityInput(Given):
    """Input of `updateEntity`. Fields are merged."""

    entity_id: str
    title: str | None = Field(None, min_length=1, max_length=500)
    fields: dict[str, Any] = Field(default_factory=dict[str, Any])
    unset: list[str] = Field(default_factory=list[str], description="Fields to empty.")
    expected_version: int | None = None


class BatchCreateInput(Given):
    """Input of `batchCreateEntities`."""

    items: list[NewEntityInput] = Field(min_length=1, max_length=50)
    atomic: bool = Field(True, description="All or none; otherwise each by itself.")


class UpdateItem(Given):
    """A record to change."""

    entity_id: str
    fields: dict[str, Any] = Field(default_factory=dict[str, Any])
    title: str | None = Field(None, min_length=1, max_length=500)
    expected_version: int | None = None


class BatchUpdateInput(Given):
    """Input of `batchUpdateEntities`."""

    items: list[UpdateItem] = Field(min_length=1, max_length=50)
    atomic: bool = True


class RelationInput(Given):
    """Input of `createRelation`."""

    source_id: str
    target_id: str
    kind: str = Field(min_length=1, max_length=80, description="Such as `works for` or `located in`.")
    metadata: dict[str, Any] = Field(
        default_factory=dict[str, Any],
        description="What says so: `quote`, `documentId`, `url`, `since`.",
    )


class BatchRelationsInput(Given):
    """Input of `batchCreateRelations`."""

    items: list[RelationInput] = Field(min_length=1, max_length=100)


class CreateTypeInput(Given):
    """Input of `createEntityType`."""

    slug: Slug
    name: str = Field(min_length=1, max_length=120)
    description: str = Field("", max_length=500)
    fields: list[FieldDef] = Field(default_factory=list[FieldDef], max_length=60)


class NothingInput(Given):
    """Input of `listEntityTypes`."""


class EntityTools:
    """The tools, bound to the room."""

    def __init__(
        self, types: EntityTypes, entities: Entities, documents: Documents, responses: Responses
    ) -> None:
        self._types, self._entities = types, entities
        self._documents, self._responses = documents, responses

    def specs(self) -> list[ToolSpec]:
        """Return the tools."""
        return [*self._reading(), *self._making(), *self._changing()]

    def _reading(self) -> list[ToolSpec]:
        types, reads = "entity_types.team.read", "entities.team.read"
        listing = "List the types of records with their fields."
        finding = "Find records by words, type and conditions on fields."
        getting = "Read one record, with relations, responses or documents."
        return [
            _read("listEntityTypes", listing, NothingInput, self._list_types, types),
            _read("searchEntities", finding, SearchEntitiesInput, self._search, reads),
            _read("getEntity", getting, GetEntityInput, self._get, reads),
        ]

    def _making(self) -> list[ToolSpec]:
        makes, shapes = "entities.team.create", "entity_types.team.create"
        shaping, making = "Make a type of records with its fields.", "Make a record."
        many = "Make up to 50 records at once."
        return [
            replace(
                _write("createEntityType", shaping, CreateTypeInput, self._create_type, shapes),
                keeps_words=True,
            ),
            _write("createEntity", making, NewEntityInput, self._create, makes),
            _write("batchCreateEntities", many, BatchCreateInput, self._create_many, makes),
        ]

    def _changing(self) -> list[ToolSpec]:
        changes = "entities.team.update"
        one, many = "Change fields of a record; others stay.", "Change up to 50 records at once."
        pair, pairs = "Relate two records, with what says so.", "Relate up to 100 pairs of records."
        return [
            _overwrite("updateEntity", one, UpdateEntityInput, self._update, changes),
            _overwrite("batchUpdateEntities", many, BatchUpdateInput, self._update_many, changes),
            _write("createRelation", pair, RelationInput, self._relate, changes),
            _write("batchCreateRelations", pairs, BatchRelationsInput, self._relate_many, changes),
        ]

    # --- reading

    async def _list_types(self, where: ToolContext, _given: NothingInput) -> ToolOutput:
        found = await self._types.list(where.workspace_id)
        counts = await self._types.counts(where.workspace_id)
        data = [told_type(one, counts.get(one.id, 0)) for one in found]
        return ToolOutput(ok=True, data={"types": data}, summary=say("did.entities.types", count=len(data)))

    async def _search(self, where: ToolContext, given: SearchEntitiesInput) -> ToolOutput:
        sort = [("-" if given.sort.dir == "desc" else "") + given.sort.field] if given.sort else []
        conditions = [one.model_dump() for one in given.filters]
        wanted = Query(given.query, given.type_slug, conditions, sort, given.limit, given.cursor)
        page = await self._entities.find(where.workspace_id, wanted)
        kinds = await self._kinds(where.workspace_id)
        tied, near = await self._ties(where.workspace_id, given, page.entities)
        data = {
            "entities": [
                told(one, kinds) | _passage(page.passages, one.id) | tied.get(one.id, {})
                for one in page.entities
            ],
            "total": page.total,
            "nextCursor": page.next,
        }
        return ToolOutput(
            ok=True,
            data=data,
            summary=say("did.entities.found", count=page.total),
            outside=_outside([*page.entities, *near]),
        )

    async def _ties(
        self, workspace_id: WorkspaceId, given: SearchEntitiesInput, found: list[Entity]
    ) -> tuple[dict[str, dict[str, Any]], list[Entity]]:
        """Return whom each of some records is related to, by kind, and the records that were read for it."""
        if "relations" not in given.include or not found:
            return {}, []
        near = await self._entities.around_all(workspace_id, [one.id for one in found], limit=MOST_RELATIONS)
        titles = {one.id: one.title for one in near.entities}
        tied: dict[str, dict[str, Any]] = {
            one.id: {"relations": {}} | ({"isMore": True} if near.is_more else {}) for one in found
        }
        for one in near.relations:
            if one.source_id in tied and one.target_id in titles:
                kinds = tied[one.source_id]["relations"]
                kinds.setdefault(one.kind, {})[one.target_id] = titles[one.target_id]
        return tied, near.entities

    async def _get(self, where: ToolContext, given: GetEntityInput) -> ToolOutput:
        workspace_id = where.workspace_id
        entity = await self._entities.get(workspace_id, given.entity_id)
        kinds = await self._kinds(workspace_id)
        data, read = told(entity, kinds), [entity]
        if "relations" in given.include:
            near = await self._entities.around(workspace_id, entity.id)
            read += near.entities
            data["relations"] = [told_relation(one) for one in near.relations]
            data["related"] = [told(one, kinds) for one in near.entities if one.id != entity.id]
        if "documents" in given.include:
            papers = await self._documents.list(workspace_id, entity.id)
            data["documents"] = [{"documentId": one.id, "title": one.title} for one in papers]
        if "responses" in given.include:
            found = await self._responses.of_entity(workspace_id, entity.id)
            data["responses"] = [one.told() for one in found]
        return ToolOutput(
            ok=True, data=data, summary=say("did.looked_at", thing=entity.title), outside=_outside(read)
        )

    # --- writing

    async def _create_type(self, where: ToolContext, given: CreateTypeInput) -> ToolOutput:
        value = given.model_dump()
        made = await self._types.create(where.workspace_id, value, principal_of(where), where.new_id())
        return ToolOutput(
            ok=True,
            data=told_type(made),
            affected=CHANGED,
            summary=say("did.entities.type_made", name=made.definition.name),
        )

    async def _create(self, where: ToolContext, given: NewEntityInput) -> ToolOutput:
        [made] = await self._make(where, [given])
        kinds = await self._kinds(where.workspace_id)
        return ToolOutput(
            ok=True,
            data=told(made, kinds),
            affected=CHANGED,
            summary=say("did.entities.made", title=made.title),
        )

    async def _create_many(self, where: ToolContext, given: BatchCreateInput) -> ToolOutput:
        made, failed = list[Entity](), list[dict[str, Any]]()
        if given.atomic:
            made = await self._make(where, given.items)
        else:
            for number, item in enumerate(given.items):
                try:
                    made += await self._make(where, [item])
                except ProofroomError as error:
                    failed.append({"item": number, "error": error.message})
        return await self._many(where, made, failed, "did.entities.made_many")

    async def _update(self, where: ToolContext, given: UpdateEntityInput) -> ToolOutput:
        change = EntityChange(given.entity_id, given.title, given.fields, given.unset, given.expected_version)
        [after] = await self._entities.change(
            where.workspace_id, [change], principal_of(where), is_outside=bool(where.outside)
        )
        kinds = await self._kinds(where.workspace_id)
        return ToolOutput(
            ok=True,
            data=told(after, kinds),
            affected=CHANGED,
            summary=say("did.entities.changed", title=after.title),
        )

    async def _update_many(self, where: ToolContext, given: BatchUpdateInput) -> ToolOutput:
        changes = [
            EntityChange(one.entity_id, one.title, one.fields, (), one.expected_version)
            for one in given.items
        ]
        done, failed = list[Entity](), list[dict[str, Any]]()
        by, is_outside = principal_of(where), bool(where.outside)
        if given.atomic:
            done = await self._entities.change(where.workspace_id, changes, by, is_outside=is_outside)
        else:
            for number, change in enumerate(changes):
                try:
                    done += await self._entities.change(
                        where.workspace_id, [change], by, is_outside=is_outside
                    )
                except ProofroomError as error:
                    failed.append({"item": number, "error": error.message})
        return await self._many(where, done, failed, "did.entities.changed_many")

    async def _relate(self, where: ToolContext, given: RelationInput) -> ToolOutput:
        return await self._relate_all(where, [given])

    async def _relate_many(self, where: ToolContext, given: BatchRelationsInput) -> ToolOutput:
        return await self._relate_all(where, given.items)

    async def _relate_all(self, where: ToolContext, items: list[RelationInput]) -> ToolOutput:
        new = [NewRelation(one.source_id, one.target_id, one.kind, one.metadata) for one in items]
        ids = [where.new_id() for _ in items]
        made = await self._entities.relate(
            where.workspace_id, new, principal_of(where), ids, is_outside=bool(where.outside)
        )
        data = {"created": [told_relation(one) for one in made], "existing": len(new) - len(made)}
        return ToolOutput(
            ok=True, data=data, affected=CHANGED, summary=say("did.entities.related", count=len(made))
        )

    async def _make(self, where: ToolContext, items: list[NewEntityInput]) -> list[Entity]:
        new = [NewEntity(one.type_slug, one.title, one.fields, where.new_id()) for one in items]
        return await self._entities.create(
            where.workspace_id, new, principal_of(where), is_outside=bool(where.outside)
        )

    async def _many(
        self, where: ToolContext, done: list[Entity], failed: list[dict[str, Any]], key: str
    ) -> ToolOutput:
        kinds = await self._kinds(where.workspace_id)
        data = {"entities": [told(one, kinds) for one in done], "failed": failed}
        return ToolOutput(ok=True, data=data, affected=CHANGED, summary=say(key, count=len(done)))

    async def _kinds(self, workspace_id: WorkspaceId) -> dict[str, EntityType]:
        return {one.id: one for one in await self._types.list(workspace_id)}


def _passage(passages: dict[str, str], entity_id: str) -> dict[str, str]:
    return {"passage": passages[entity_id]} if entity_id in passages else {}


def _outside(entities: list[Entity]) -> str:
    return OUTSIDE if any(one.is_outside for one in entities) else ""


def _read(name: str, description: str, given: Any, handler: Any, permission: str) -> ToolSpec:
    return ToolSpec(name, description, given, handler, GROUP, "read", permission, output_cap=32_000)


def _overwrite(name: str, description: str, given: Any, handler: Any, permission: str) -> ToolSpec:
    """Return a tool that replaces what people may have written."""
    return replace(_write(name, description, given, handler, permission), acts_at_once=True)


def _write(name: str, description: str, given: Any, handler: Any, permission: str) -> ToolSpec:
    return ToolSpec(name, description, given, handler, GROUP, "write", permission, default_affects=CHANGED)
