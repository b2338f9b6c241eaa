"""The records of a workspace: made, found, changed by version, related, deleted and brought back."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.entities import graph
from proofroom.entities.repo import records as repo
from proofroom.entities.repo import relations, types
from proofroom.entities.schema import check_values
from proofroom.entities.searching import going_on, lookup
from proofroom.entities.types import (
    Entity,
    EntityChange,
    EntityId,
    EntityPage,
    EntityType,
    EntityVersion,
    Neighbourhood,
    NewEntity,
    NewRelation,
    Query,
    Relation,
)
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, InvalidInput, NotFound
from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

LONGEST_TITLE = 500
LARGEST_EVIDENCE = 20


class Entities:
    """The records of all workspaces."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database, self._clock, self._audit = database, clock, audit

    # --- finding

    async def find(self, workspace_id: WorkspaceId, wanted: Query) -> EntityPage:
        """Return records that fit: the best first, the newest first, or in an order that was asked for."""
        async with self._database.reading() as connection:
            kinds = (
                [await types.get(connection, workspace_id, wanted.type_slug)]
                if wanted.type_slug
                else await types.list_all(connection, workspace_id)
            )
            found, ranking = await repo.find(connection, workspace_id, kinds, lookup(wanted))
        shown = found[: wanted.limit]
        passages = {one.key: one.preview for one in ranking.found if one.preview}
        after = going_on(wanted, shown[-1]) if len(found) > len(shown) else None
        return EntityPage(shown, ranking.total, ranking.is_more, passages, after)

    async def get(self, workspace_id: WorkspaceId, entity_id: str) -> Entity:
        """Return a record."""
        async with self._database.reading() as connection:
            return await repo.get(connection, workspace_id, entity_id)

    async def many(self, workspace_id: WorkspaceId, ids: Sequence[str]) -> list[Entity]:
        """Return the records of a workspace among some ids."""
        async with self._database.reading() as connection:
            return await repo.many(connection, workspace_id, ids)

    async def versions(self, workspace_id: WorkspaceId, entity_id: str) -> list[EntityVersion]:
        """Return every version of a record, newest first."""
        async with self._database.reading() as connection:
            await repo.get(connection, workspace_id, entity_id)
            return await repo.versions(connection, workspace_id, entity_id)

    async def around(
        self, workspace_id: WorkspaceId, entity_id: str, *, depth: int = 1, limit: int = 100, kind: str = ""
    ) -> Neighbourhood:
        """Return the records around one, and how they hang together."""
        async with self._database.reading() as connection:
            first = await repo.get(connection, workspace_id, entity_id)
            return await graph.around(connection, workspace_id, [first.id], depth, limit, kind)

    async def around_all(
        self, workspace_id: WorkspaceId, ids: Sequence[str], *, depth: int = 1, limit: int = 100
    ) -> Neighbourhood:
        """Return some records, those around them, and how they all hang together."""
        async with self._database.reading() as connection:
            return await graph.around(connection, workspace_id, ids, depth, limit, "")

    async def way(self, workspace_id: WorkspaceId, entity_id: str, goal_id: str) -> Neighbourhood:
        """Return the shortest way from a record to another, in its order."""
        async with self._database.reading() as connection:
            first = await repo.get(connection, workspace_id, entity_id)
            goal = await repo.get(connection, workspace_id, goal_id)
            return await graph.way(connection, workspace_id, first.id, goal.id)

    # --- writing

    async def create(
        self, workspace_id: WorkspaceId, new: Sequence[NewEntity], by: Principal, *, is_outside: bool = False
    ) -> list[Entity]:
        """Make records, all of them or none."""
        made: list[Entity] = []
        async with self._database.transaction() as connection:
            kinds: dict[str, EntityType] = {}
            for one in new:
                if one.type_slug not in kinds:
                    kinds[one.type_slug] = await types.get(connection, workspace_id, one.type_slug)
                made.append(await self._add(connection, kinds[one.type_slug], one, by, is_outside))
            await self._note(connection, by, "entity.create", made)
        return made

    async def change(
        self,
        workspace_id: WorkspaceId,
        changes: Sequence[EntityChange],
        by: Principal,
        *,
        is_outside: bool = False,
    ) -> list[Entity]:
        """Change records, all of them or none; a change that changes nothing makes no version."""
        async with self._database.transaction() as connection:
            return await self.change_in(connection, workspace_id, changes, by, is_outside=is_outside)

    async def change_in(
        self,
        connection: Connection,
        workspace_id: WorkspaceId,
        changes: Sequence[EntityChange],
        by: Principal,
        *,
        is_outside: bool = False,
    ) -> list[Entity]:
        """Change records in the caller's transaction, together with what led to it."""
        changed: list[Entity] = []
        for one in changes:
            before = await repo.get(connection, workspace_id, one.entity_id)
            kind = await types.get(connection, workspace_id, before.type_id)
            outside = is_outside or by.is_program
            after = _changed(kind, before, one, by.name, self._clock.now(), outside)
            if after is not before:
                await self._write(connection, kind, before, after, by)
            changed.append(after)
        await self._note(connection, by, "entity.change", changed)
        return changed

    async def accept(self, workspace_id: WorkspaceId, ids: Sequence[str], by: Principal) -> list[Entity]:
        """Take the words of records over as the workspace's own; only a person can."""
        by.require_human()
        async with self._database.transaction() as connection:
            found = await repo.many(connection, workspace_id, ids)
            if missing := set(ids) - {one.id for one in found}:
                raise NotFound(say("entities.none", id=min(missing)))
            marked = [one for one in found if one.is_outside]
            await repo.mark_outside(connection, workspace_id, {one.id for one in marked}, is_outside=False)
            if marked:
                await self._audit.record(
                    connection,
                    by,
                    "entity.accept_words",
                    ("entity", marked[0].id, marked[0].title),
                    before={"marked": [one.id for one in marked]},
                    after={"marked": []},
                )
        return [replace(one, is_outside=False) for one in found]

    async def delete(self, workspace_id: WorkspaceId, entity_id: str, by: Principal) -> Entity:
        """Delete a record; it can be brought back."""
        return await self._switch(workspace_id, entity_id, self._clock.now(), "entity.delete", by)

    async def restore(self, workspace_id: WorkspaceId, entity_id: str, by: Principal) -> Entity:
        """Bring a deleted record back."""
        return await self._switch(workspace_id, entity_id, None, "entity.restore", by)

    async def roll_back(
        self, workspace_id: WorkspaceId, entity_id: str, version: int, by: Principal
    ) -> Entity:
        """Make an old version the newest: a new version with the old content."""
        async with self._database.transaction() as connection:
            before = await repo.get(connection, workspace_id, entity_id)
            found = await repo.versions(connection, workspace_id, entity_id)
            state = next((one.state for one in found if one.version == version), None)
            if state is None:
                raise NotFound(say("entities.no_version", version=version))
            after = await self.put_state(connection, before, state, by)
            if by.is_program:
                after = replace(after, is_outside=True)
                await repo.mark_outside(connection, workspace_id, [after.id])
            await self._note(connection, by, "entity.roll_back", [after])
        return after

    async def put_state(
        self, connection: Connection, before: Entity, state: dict[str, Any], by: Principal
    ) -> Entity:
        """Write what a record said once as its newest version, as far as its type still knows the fields."""
        kind = await types.get(connection, before.workspace_id, before.type_id)
        known = {one.key for one in kind.definition.fields}
        now = self._clock.now()
        after = replace(
            before,
            title=state["title"],
            fields={key: value for key, value in state["fields"].items() if key in known},
            deleted_at=now if state["isDeleted"] else None,
            version=before.version + 1,
            updated_by=by.name[:200],
            updated_at=now,
        )
        await self._write(connection, kind, before, after, by)
        return after

    # --- relations

    async def relate(
        self,
        workspace_id: WorkspaceId,
        new: Sequence[NewRelation],
        by: Principal,
        ids: Sequence[str] = (),
        *,
        is_outside: bool = False,
    ) -> list[Relation]:
        """Relate records, all of them or none; a relation that is there already is left as it is.

        What a stranger's text says of a relation marks the records that it is read with.
        """
        made: list[Relation] = []
        async with self._database.transaction() as connection:
            wanted = [end for one in new for end in (one.source_id, one.target_id)]
            known = {one.id for one in await repo.many(connection, workspace_id, wanted)}
            for number, one in enumerate(new):
                _check_relation(one, known)
                relation = Relation(
                    ids[number] if ids else new_id(),
                    workspace_id,
                    EntityId(one.source_id),
                    EntityId(one.target_id),
                    one.kind.strip(),
                    one.evidence,
                    by.name[:200],
                    self._clock.now(),
                    by.run_id,
                )
                if await relations.add(connection, relation):
                    made.append(relation)
            if made:
                if is_outside or by.is_program:
                    await repo.mark_outside(connection, workspace_id, known)
                await self._audit.record(
                    connection,
                    by,
                    "relation.create",
                    ("relation", made[0].id, made[0].kind),
                    after=[(one.source_id, one.kind, one.target_id) for one in made],
                )
        return made

    async def unrelate(self, workspace_id: WorkspaceId, relation_id: str, by: Principal) -> None:
        """Remove a relation."""
        async with self._database.transaction() as connection:
            found = await relations.get_many(connection, workspace_id, [relation_id])
            if not found:
                raise NotFound(say("entities.no_relation"))
            await relations.remove(connection, workspace_id, [relation_id])
            await self._audit.record(
                connection,
                by,
                "relation.delete",
                ("relation", relation_id, found[0].kind),
                before=(found[0].source_id, found[0].kind, found[0].target_id),
            )

    async def relation_kinds(self, workspace_id: WorkspaceId) -> list[str]:
        """Return the kinds of relations that are used."""
        async with self._database.reading() as connection:
            return await relations.kinds(connection, workspace_id)

    # --- parts

    async def _add(
        self, connection: Connection, kind: EntityType, new: NewEntity, by: Principal, is_outside: bool
    ) -> Entity:
        now, name = self._clock.now(), by.name[:200]
        made = Entity(
            id=EntityId(new.id or new_id()),
            workspace_id=kind.workspace_id,
            type_id=kind.id,
            title=_title(new.title),
            fields=check_values(kind.definition, new.fields, is_whole=True),
            version=1,
            created_by=name,
            updated_by=name,
            created_at=now,
            updated_at=now,
            is_outside=is_outside or by.is_program,
        )
        if not await repo.add(connection, kind, made, name, by.run_id):
            # A step that is repeated after a crash makes the same ids again.
            return await repo.get(connection, kind.workspace_id, made.id)
        return made

    async def _write(
        self, connection: Connection, kind: EntityType, before: Entity, after: Entity, by: Principal
    ) -> None:
        if not await repo.change(connection, kind, after, before.version, by.name, by.run_id):
            raise Conflict(say("entities.meanwhile", name=before.title))

    async def _switch(
        self,
        workspace_id: WorkspaceId,
        entity_id: str,
        deleted_at: datetime | None,
        action: str,
        by: Principal,
    ) -> Entity:
        async with self._database.transaction() as connection:
            found = await repo.many(connection, workspace_id, [entity_id], also_deleted=True)
            if not found or (found[0].deleted_at is None) is (deleted_at is None):
                raise NotFound(say("entities.none", id=entity_id))
            kind = await types.get(connection, workspace_id, found[0].type_id)
            after = replace(
                found[0],
                deleted_at=deleted_at,
                version=found[0].version + 1,
                updated_by=by.name[:200],
                updated_at=self._clock.now(),
            )
            await self._write(connection, kind, found[0], after, by)
            await self._note(connection, by, action, [after])
        return after

    async def _note(
        self, connection: Connection, by: Principal, action: str, changed: Sequence[Entity]
    ) -> None:
        """Write to the audit log once for all that changed together; the versions tell the rest."""
        if not changed:
            return
        await self._audit.record(
            connection,
            by,
            action,
            ("entity", changed[0].id, changed[0].title),
            before=None if action == "entity.create" else [(one.id, one.version - 1) for one in changed],
            after=[(one.id, one.version) for one in changed],
        )


def _title(title: str) -> str:
    clean = " ".join(title.split())
    if not 1 <= len(clean) <= LONGEST_TITLE:
        raise InvalidInput(say("entities.title", most=LONGEST_TITLE))
    return clean


def _changed(
    kind: EntityType, before: Entity, change: EntityChange, by: str, now: datetime, is_outside: bool
) -> Entity:
    if change.expected is not None and change.expected != before.version:
        asked = {"version": before.version, "expected": change.expected}
        raise Conflict(say("entities.newer_version", name=before.title, **asked))
    given = check_values(kind.definition, change.fields, is_whole=False)
    gone = {*change.unset, *(key for key in change.fields if key not in given)}
    fields = {key: one for key, one in (before.fields | given).items() if key not in gone}
    fields = check_values(kind.definition, fields, is_whole=True)
    title = before.title if change.title is None else _title(change.title)
    if (title, fields) == (before.title, before.fields):
        return before
    return replace(
        before,
        title=title,
        fields=fields,
        version=before.version + 1,
        updated_by=by[:200],
        updated_at=now,
        is_outside=before.is_outside or is_outside,
    )


def _check_relation(new: NewRelation, known: set[EntityId]) -> None:
    for end in (new.source_id, new.target_id):
        if end not in known:
            raise NotFound(say("entities.none", id=end))
    if new.source_id == new.target_id:
        raise InvalidInput(say("entities.relation_to_itself"))
    if not 1 <= len(new.kind.strip()) <= 80:
        raise InvalidInput(say("entities.relation_kind", most=80))
    if len(new.evidence) > LARGEST_EVIDENCE:
        raise InvalidInput(say("entities.evidence", most=LARGEST_EVIDENCE))
