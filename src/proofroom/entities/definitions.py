"""The types of records of a workspace: made, changed by version, deleted while they are empty."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.entities.repo import records, types
from proofroom.entities.schema import SchemaChange, carried_values, changed_definition, read_definition
from proofroom.entities.types import Entity, EntityType, TypeDef, TypeId
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, InvalidStatus
from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

MOST_TYPES = 200


class EntityTypes:
    """The types of all workspaces."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database, self._clock, self._audit = database, clock, audit

    async def list(self, workspace_id: WorkspaceId) -> list[EntityType]:
        """Return the types of a workspace."""
        found = await self._database.remembered(
            ("entity types", workspace_id),
            ("entity_types",),
            lambda connection: types.list_all(connection, workspace_id),
        )
        return list(found)

    async def get(self, workspace_id: WorkspaceId, slug: str) -> EntityType:
        """Return a type by its slug."""
        async with self._database.reading() as connection:
            return await types.get(connection, workspace_id, slug)

    async def counts(self, workspace_id: WorkspaceId) -> dict[str, int]:
        """Return how many records each type has, by the type's id."""
        async with self._database.reading() as connection:
            return await records.counts(connection, workspace_id)

    async def versions(self, workspace_id: WorkspaceId, slug: str) -> Sequence[dict[str, Any]]:
        """Return what a type said at every version, newest first."""
        async with self._database.reading() as connection:
            kind = await types.get(connection, workspace_id, slug)
            return await types.versions(connection, workspace_id, kind.id)

    async def create(
        self, workspace_id: WorkspaceId, value: dict[str, Any], by: Principal, type_id: str | None = None
    ) -> EntityType:
        """Make a type. One that says the same already is returned: a step may be repeated."""
        definition = read_definition(value)
        now = self._clock.now()
        made = EntityType(TypeId(type_id or new_id()), workspace_id, definition, 1, now, now)
        async with self._database.transaction() as connection:
            if len(await types.list_all(connection, workspace_id)) >= MOST_TYPES:
                raise InvalidStatus(say("entities.many_types", most=MOST_TYPES))
            if not await types.add(connection, made):
                known = await types.get(connection, workspace_id, definition.slug)
                if known.id == made.id:
                    return known
                raise Conflict(say("entities.type_taken", slug=definition.slug))
            await types.add_version(connection, made, by.name, by.run_id)
            await self._record(connection, by, "entity_type.create", None, made)
        return made

    async def change(
        self,
        workspace_id: WorkspaceId,
        slug: str,
        value: dict[str, Any],
        by: Principal,
        expected: int | None = None,
    ) -> EntityType:
        """Change what a type says besides its slug; fields that are gone lose their values."""
        before = await self.get(workspace_id, slug)
        merged = before.definition.model_dump() | {k: v for k, v in value.items() if k != "slug"}
        return await self._write(before, read_definition(merged), (), by, expected)

    async def change_fields(
        self,
        workspace_id: WorkspaceId,
        slug: str,
        changes: Sequence[SchemaChange],
        by: Principal,
        expected: int | None = None,
    ) -> EntityType:
        """Add, rename, remove or retype fields; values move with them where they can."""
        before = await self.get(workspace_id, slug)
        return await self._write(
            before, changed_definition(before.definition, changes), changes, by, expected
        )

    async def restore(
        self, workspace_id: WorkspaceId, type_id: str, version: int, by: Principal
    ) -> EntityType:
        """Make an old version the newest."""
        async with self._database.reading() as connection:
            before = await types.get(connection, workspace_id, type_id)
            old = await types.versions(connection, workspace_id, type_id)
        found = next((one for one in old if one["version"] == version), None)
        if found is None:
            raise InvalidStatus(say("entities.no_version", version=version))
        return await self._write(before, TypeDef.model_validate(found["definition"]), (), by, None)

    async def delete(self, workspace_id: WorkspaceId, slug: str, by: Principal) -> None:
        """Delete a type; refused while it has records."""
        async with self._database.transaction() as connection:
            kind = await types.get(connection, workspace_id, slug)
            count = (await records.counts(connection, workspace_id)).get(kind.id, 0)
            if count:
                raise Conflict(say("entities.type_used", name=kind.definition.name, count=count))
            await types.mark_deleted(connection, workspace_id, kind.id, self._clock.now())
            await self._record(connection, by, "entity_type.delete", kind, None)

    async def _write(
        self,
        before: EntityType,
        definition: TypeDef,
        changes: Sequence[SchemaChange],
        by: Principal,
        expected: int | None,
    ) -> EntityType:
        if expected is not None and expected != before.version:
            asked = {"version": before.version, "expected": expected}
            raise Conflict(say("entities.newer_version", name=before.definition.name, **asked))
        if definition == before.definition:
            return before
        now = self._clock.now()
        after = replace(before, definition=definition, version=before.version + 1, updated_at=now)
        async with self._database.transaction() as connection:
            if not await types.change(connection, after, before.version):
                raise Conflict(say("entities.meanwhile", name=before.definition.name))
            await types.add_version(connection, after, by.name, by.run_id)
            await self._carry(connection, before, after, changes, by)
            await self._record(connection, by, "entity_type.change", before, after)
        return after

    async def _carry(
        self,
        connection: Connection,
        before: EntityType,
        after: EntityType,
        changes: Sequence[SchemaChange],
        by: Principal,
    ) -> None:
        """Bring every record of the type to its new fields; those that stay as they are get no version."""
        if before.definition.fields == after.definition.fields:
            return
        last = ""
        while page := await records.of_type(connection, before.workspace_id, before.id, last):
            last = page[-1].id
            same: list[Entity] = []
            for entity in page:
                kept = carried_values(before.definition, after.definition, changes, entity.fields)
                if kept != entity.fields:
                    version, now = entity.version + 1, after.updated_at
                    changed = replace(entity, fields=kept, version=version, updated_at=now)
                    await records.change(connection, after, changed, entity.version, by.name, by.run_id)
                else:
                    same.append(entity)
            await records.index_many(connection, after, same)

    async def _record(
        self,
        connection: Connection,
        by: Principal,
        action: str,
        before: EntityType | None,
        after: EntityType | None,
    ) -> None:
        one = after or before
        assert one is not None
        await self._audit.record(
            connection,
            by,
            action,
            ("entity_type", one.id, one.definition.name),
            before=before.definition.model_dump(mode="json") if before else None,
            after=after.definition.model_dump(mode="json") if after else None,
        )
