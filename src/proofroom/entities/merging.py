"""Two records that are the same thing: one stays with what is wanted of both, the other can come back."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.entities.records import Entities
from proofroom.entities.repo import merges, relations
from proofroom.entities.repo import records as repo
from proofroom.entities.types import Entity, Merge, Relation
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput, InvalidStatus
from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

TITLE = "title"
_MOST = 100_000
_PARTS = {"documents": merges.move_documents, "tasks": merges.move_tasks}


class Merges:
    """Makes one record of two, in every workspace."""

    def __init__(self, database: Database, clock: Clock, audit: Audit, entities: Entities) -> None:
        self._database, self._clock, self._audit, self._entities = database, clock, audit, entities

    async def merge(
        self, by: Principal, kept_id: str, other_id: str, take: Sequence[str]
    ) -> tuple[Entity, Merge]:
        """Keep a record with some fields of another, move what hangs on that one, and delete it.

        Fields that the record has not are taken in any case. Briefs, answers and publications are about the
        record that goes, and stay with it.
        """
        workspace_id = by.workspace_id
        async with self._database.transaction() as connection:
            kept = await repo.get(connection, workspace_id, kept_id)
            other = await repo.get(connection, workspace_id, other_id)
            if kept.id == other.id or kept.type_id != other.type_id:
                raise InvalidInput(say("entities.merge_unlike"))
            unknown = sorted(set(take) - {TITLE, *other.fields})
            if unknown:
                raise InvalidInput(say("entities.merge_no_field", field=unknown[0], name=other.title))
            moved = await self._move(connection, workspace_id, kept, other)
            after = await self._entities.put_state(connection, kept, _joined(kept, other, take), by)
            gone = {"title": other.title, "fields": other.fields, "isDeleted": True}
            await self._entities.put_state(connection, other, gone, by)
            if other.is_outside or by.is_program:
                await repo.mark_outside(connection, workspace_id, [kept.id])
            moved |= {"before": kept.state(), "otherTitle": other.title}
            name, now = by.name[:200], self._clock.now()
            made = Merge(new_id(), workspace_id, kept.id, other.id, after.version, moved, name, now)
            await merges.add(connection, made)
            await self._record(connection, by, "entity.merge", after, other.id)
        return after, made

    async def undo(self, by: Principal, merge_id: str) -> tuple[Entity, bool]:
        """Bring the other record back with what hung on it; tell whether the kept one went back too.

        A record that somebody has changed since keeps what it says now.
        """
        workspace_id = by.workspace_id
        async with self._database.transaction() as connection:
            made = await merges.get(connection, workspace_id, merge_id)
            if not await merges.mark_undone(connection, replace(made, undone_at=self._clock.now())):
                raise InvalidStatus(say("entities.merge_undone"))
            kept = await repo.get(connection, workspace_id, made.kept_id)
            [other] = await repo.many(connection, workspace_id, [made.other_id], also_deleted=True)
            moved = made.moved
            if other.deleted_at is not None:
                back = {"title": other.title, "fields": other.fields, "isDeleted": False}
                await self._entities.put_state(connection, other, back, by)
            await relations.remove(connection, workspace_id, moved["added"])
            for one in moved["removed"]:
                await relations.add(connection, _relation(workspace_id, one, made))
            for part, move in _PARTS.items():
                if moved[part]:
                    await move(connection, workspace_id, kept.id, other.id, moved[part])
            is_same = kept.version == made.kept_version
            after = await self._entities.put_state(connection, kept, moved["before"], by) if is_same else kept
            await self._record(connection, by, "entity.unmerge", after, other.id)
        return after, is_same

    async def of_entity(self, workspace_id: WorkspaceId, entity_id: str) -> list[Merge]:
        """Return what was merged into a record, newest first."""
        async with self._database.reading() as connection:
            await repo.get(connection, workspace_id, entity_id)
            return await merges.of_entity(connection, workspace_id, entity_id)

    async def _move(
        self, connection: Connection, workspace_id: WorkspaceId, kept: Entity, other: Entity
    ) -> dict[str, Any]:
        added, removed = list[str](), list[dict[str, Any]]()
        for one in await relations.around(connection, workspace_id, [other.id], _MOST):
            source = kept.id if one.source_id == other.id else one.source_id
            target = kept.id if one.target_id == other.id else one.target_id
            removed.append(_told(one))
            # Two records that knew each other are one now, and what both knew is known once.
            moved = replace(one, id=new_id(), source_id=source, target_id=target)
            if source != target and await relations.add(connection, moved):
                added.append(moved.id)
        if removed:
            await relations.remove(connection, workspace_id, [str(one["id"]) for one in removed])
        parts = {
            part: await move(connection, workspace_id, other.id, kept.id) for part, move in _PARTS.items()
        }
        return {"added": added, "removed": removed, **parts}

    async def _record(
        self, connection: Connection, by: Principal, action: str, kept: Entity, other_id: str
    ) -> None:
        await self._audit.record(
            connection,
            by,
            action,
            ("entity", kept.id, kept.title),
            before=[(kept.id, kept.version - 1), (other_id, None)],
            after=[(kept.id, kept.version)],
        )


def _joined(kept: Entity, other: Entity, take: Sequence[str]) -> dict[str, Any]:
    taken = {key: value for key, value in other.fields.items() if key in take or key not in kept.fields}
    title = other.title if TITLE in take else kept.title
    return {"title": title, "fields": kept.fields | taken, "isDeleted": False}


def _told(one: Relation) -> dict[str, Any]:
    ends = {"id": one.id, "sourceId": one.source_id, "targetId": one.target_id, "kind": one.kind}
    return ends | {"evidence": one.evidence, "createdBy": one.created_by, "runId": one.run_id}


def _relation(workspace_id: WorkspaceId, told: dict[str, Any], made: Merge) -> Relation:
    ends = (told["sourceId"], told["targetId"])
    by = (told["createdBy"], made.created_at, told["runId"])
    return Relation(told["id"], workspace_id, *ends, told["kind"], told["evidence"], *by)
