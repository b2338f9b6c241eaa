"""Values that agents find for fields: with what says so; kept at once, or after a person's yes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit, Named
from proofroom.entities.records import Entities
from proofroom.entities.repo import documents, records, relations, types
from proofroom.entities.repo import responses as repo
from proofroom.entities.response import FieldResponse
from proofroom.entities.schema import check_value
from proofroom.entities.types import EntityChange
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput, InvalidStatus, NotAllowed
from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

MOST_CITATIONS = 20
AS_PROPOSED: Any = object()
"""What stands for a value that a person takes as it is."""


class Responses:
    """The responses of all workspaces."""

    def __init__(self, database: Database, clock: Clock, audit: Audit, entities: Entities) -> None:
        self._database, self._clock, self._audit, self._entities = database, clock, audit, entities

    async def of_entity(self, workspace_id: WorkspaceId, entity_id: str) -> list[FieldResponse]:
        """Return the responses for a record, newest first per field."""
        async with self._database.reading() as connection:
            await records.get(connection, workspace_id, entity_id)
            return await repo.of_entity(connection, workspace_id, entity_id)

    async def get(self, workspace_id: WorkspaceId, response_id: str) -> FieldResponse:
        """Return a response."""
        async with self._database.reading() as connection:
            return await repo.get(connection, workspace_id, response_id)

    async def waiting(self, workspace_id: WorkspaceId, limit: int = 100) -> list[FieldResponse]:
        """Return what waits for a person's yes or no."""
        async with self._database.reading() as connection:
            return await repo.waiting(connection, workspace_id, limit)

    async def submit(
        self,
        workspace_id: WorkspaceId,
        entity_id: str,
        field_key: str,
        value: Any,
        citations: Sequence[dict[str, Any]],
        by: Principal,
        *,
        response_id: str,
        agent: str = "",
        confidence: float | None = None,
        may_promote: bool = False,
        is_outside: bool = False,
    ) -> FieldResponse:
        """Keep a value with what says so; it becomes the field's at once where nobody has to review it."""
        async with self._database.transaction() as connection:
            entity = await records.get(connection, workspace_id, entity_id)
            kind = await types.get(connection, workspace_id, entity.type_id)
            field = kind.definition.field(field_key)
            if field is None:
                raise InvalidInput(say("entities.no_field", field=field_key, type=kind.definition.name))
            await self._check_citations(connection, workspace_id, entity_id, citations)
            known = await repo.of_entity(connection, workspace_id, entity_id, field_key)
            for one in known:
                if one.id == response_id:
                    return one
                if one.status == "proposed":
                    await repo.update(connection, replace(one, status="superseded"))
            needs_review = field.review or not may_promote or is_outside
            made = FieldResponse(
                id=response_id,
                workspace_id=workspace_id,
                entity_id=entity.id,
                field_key=field_key,
                version=known[0].version + 1 if known else 1,
                value=check_value(field, value),
                citations=list(citations),
                confidence=confidence,
                status="proposed" if needs_review else "approved",
                agent=agent,
                run_id=by.run_id,
                created_at=self._clock.now(),
            )
            await repo.add(connection, made)
            await self._audit.change(connection, by, "response.submit", None, made, _named)
            if made.status == "approved":
                await self._take(connection, made, by)
        return made

    async def decide(
        self, by: Principal, response_id: str, *, is_yes: bool, value: Any = AS_PROPOSED
    ) -> FieldResponse:
        """Take a value into its field, as it is or as a person has edited it, or turn it down."""
        person_id = by.require_human()
        async with self._database.transaction() as connection:
            before = await repo.get(connection, by.workspace_id, response_id)
            if before.status != "proposed":
                raise InvalidStatus(say("entities.response_decided", status=before.status))
            if is_yes and not by.can("entities.team.update"):
                raise NotAllowed(say("access.may_not"))
            now = self._clock.now()
            after = replace(
                before, status="approved" if is_yes else "rejected", reviewed_by=person_id, reviewed_at=now
            )
            if is_yes and value is not AS_PROPOSED and value != before.value:
                edited = await self._checked(connection, before, value)
                # The agent's own value stays readable; what a person made of it rests on the same sources.
                await self._decided(connection, before, replace(after, status="superseded"))
                mine: dict[str, Any] = {"id": new_id(), "version": before.version + 1, "value": edited}
                mine |= {"agent": "", "run_id": None, "confidence": None, "created_at": now}
                after = replace(after, **mine)
                await repo.add(connection, after)
            else:
                await self._decided(connection, before, after)
            await self._audit.change(connection, by, "response.decide", before, after, _named)
            if is_yes:
                await self._take(connection, after, by)
        return after

    async def _decided(self, connection: Connection, before: FieldResponse, after: FieldResponse) -> None:
        """Write what became of a response, unless somebody else was faster."""
        if not await repo.update(connection, after, but_only_if=before.status):
            now = await repo.get(connection, before.workspace_id, before.id)
            raise InvalidStatus(say("entities.response_decided", status=now.status))

    async def _take(self, connection: Connection, taken: FieldResponse, by: Principal) -> None:
        """Make a value its field's, with the word on it or not at all."""
        change = EntityChange(taken.entity_id, fields={taken.field_key: taken.value})
        await self._entities.change_in(connection, taken.workspace_id, [change], by)

    async def _checked(self, connection: Connection, response: FieldResponse, value: Any) -> Any:
        entity = await records.get(connection, response.workspace_id, response.entity_id)
        kind = await types.get(connection, response.workspace_id, entity.type_id)
        field = kind.definition.field(response.field_key)
        if field is None:
            raise InvalidInput(say("entities.no_field", field=response.field_key, type=kind.definition.name))
        return check_value(field, value)

    async def _check_citations(
        self,
        connection: Connection,
        workspace_id: WorkspaceId,
        entity_id: str,
        citations: Sequence[dict[str, Any]],
    ) -> None:
        """Refuse sources that are not connected to the record: a made-up id must not look like one."""
        if len(citations) > MOST_CITATIONS:
            raise InvalidInput(say("entities.citations", most=MOST_CITATIONS))
        near = await relations.around(connection, workspace_id, [entity_id], 300)
        connected = {entity_id, *(end for one in near for end in (one.source_id, one.target_id))}
        papers = {one.id for one in await documents.of_entities(connection, workspace_id, list(connected))}
        for one in citations:
            if one.get("entityId") and one["entityId"] not in connected:
                raise InvalidInput(say("entities.foreign_source", id=str(one["entityId"])[:40]))
            if one.get("documentId") and one["documentId"] not in papers:
                raise InvalidInput(say("entities.foreign_source", id=str(one["documentId"])[:40]))


def _named(response: FieldResponse) -> Named:
    return "response", response.id, response.field_key
