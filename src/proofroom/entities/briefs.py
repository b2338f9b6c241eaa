"""Briefs: begun as a run of their own, written field by field by an agent, checked, read."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.durable import Engine, NewRun
from proofroom.entities.brief import (
    KINDS,
    MOST_CLAIMS,
    Brief,
    BriefField,
    BriefKind,
    BriefQuestion,
    Claim,
    brief_layers,
    check_claims,
    read_claims,
)
from proofroom.entities.documents import Documents
from proofroom.entities.records import Entities
from proofroom.entities.repo import briefs as repo
from proofroom.entities.repo import types
from proofroom.entities.tasks import LONGEST_TITLE, Tasks
from proofroom.entities.types import Entity, TypeDef
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput, InvalidStatus
from proofroom.kernel.ids import ApiKeyId, PersonId, RunId, WorkspaceId, derived_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

COMPOSER, FLOW = "composer", "brief"
AROUND = 60
"""Relations around a record whose records a brief may cite."""
_PASSAGES = 12


class Briefs:
    """The briefs of all workspaces."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        audit: Audit,
        engine: Engine,
        entities: Entities,
        documents: Documents,
        tasks: Tasks,
    ) -> None:
        self._database, self._clock, self._audit, self._engine = database, clock, audit, engine
        self._entities, self._documents, self._tasks = entities, documents, tasks

    async def begin(
        self,
        workspace_id: WorkspaceId,
        entity_id: str,
        kind: BriefKind,
        by: Principal,
        brief_id: str,
        *,
        person_id: PersonId | None = None,
        api_key_id: ApiKeyId | None = None,
        parent_id: RunId | None = None,
    ) -> Brief:
        """Make a brief with a task per field, and start the run that writes it.

        One of the same kind that is being written about the record is returned instead of a second.
        """
        near = await self._entities.around(workspace_id, entity_id, depth=1, limit=AROUND)
        now = self._clock.now()
        run_id = RunId(derived_id(int(now.timestamp() * 1000), brief_id, "run"))
        layers = brief_layers(KINDS[kind])
        brief = Brief(
            id=brief_id,
            workspace_id=workspace_id,
            entity_id=near.entities[0].id,
            kind=kind,
            agent=COMPOSER,
            status="running",
            headline="",
            scope=[one.id for one in near.entities],
            citations=[],
            run_id=run_id,
            task_id=_task_id(brief_id, ""),
            created_at=now,
        )
        fields = [BriefField(one.key, number) for number, layer in enumerate(layers, 1) for one in layer]
        async with self._database.transaction() as connection:
            if known := await repo.being_written(connection, brief):
                # Begun before a kill, or by a press before this one: its run may not have been started yet.
                brief = known
            elif await repo.add(connection, brief, fields):
                await self._note(connection, brief, near.entities[0].title, by)
            else:
                brief = await repo.get(connection, workspace_id, brief_id)
        await self._plan_tasks(near.entities[0], kind, layers, by, brief.id)
        given = {"briefId": brief.id, "apiKeyId": api_key_id}
        await self._engine.start(
            NewRun(
                id=brief.run_id or run_id,
                workspace_id=workspace_id,
                workflow=FLOW,
                agent=COMPOSER,
                source="extraction",
                person_id=person_id,
                parent_id=parent_id,
                title=near.entities[0].title,
                input=given,
            )
        )
        return brief

    async def get(self, workspace_id: WorkspaceId, brief_id: str) -> tuple[Brief, list[BriefField]]:
        """Return a brief with its fields."""
        async with self._database.reading() as connection:
            brief = await repo.get(connection, workspace_id, brief_id)
            return brief, await repo.fields_of(connection, workspace_id, brief_id)

    async def all(
        self, workspace_id: WorkspaceId, entity_id: str | None = None, limit: int = 100
    ) -> list[Brief]:
        """Return briefs, newest first: about a record, or all."""
        async with self._database.reading() as connection:
            return await repo.list_all(connection, workspace_id, entity_id, limit)

    async def accept(self, by: Principal, brief_id: str, *, is_accepted: bool = True) -> Brief:
        """Say that a finished brief is what the workspace holds of its record, or take that back.

        Only a person can; of the briefs of one kind about a record one is accepted.
        """
        by.require_human()
        async with self._database.transaction() as connection:
            brief = await repo.get(connection, by.workspace_id, brief_id)
            if brief.status != "completed":
                raise InvalidStatus(say("entities.brief.unfinished"))
            if is_accepted is (brief.accepted_at is not None):
                return brief
            if is_accepted:
                await repo.take_acceptance_back(connection, brief)
            accepted = (by.name[:200], self._clock.now()) if is_accepted else (None, None)
            after = replace(brief, accepted_by=accepted[0], accepted_at=accepted[1])
            await repo.set_acceptance(connection, after)
            await self._audit.record(
                connection,
                by,
                "brief.accept" if is_accepted else "brief.take_back",
                ("brief", brief.id, brief.headline[:200]),
                before={"acceptedBy": brief.accepted_by},
                after={"acceptedBy": after.accepted_by},
            )
        return after

    # --- what the composer reads and writes

    async def sources(
        self, workspace_id: WorkspaceId, brief_id: str, key: str, run_id: RunId
    ) -> dict[str, Any]:
        """Return what a field is asked and may be answered from, and note that it is being written."""
        brief, fields = await self.get(workspace_id, brief_id)
        question = question_of(brief.kind, key)
        async with self._database.transaction() as connection:
            await repo.begin_field(connection, brief, key, run_id, self._clock.now())
            kinds = {one.id: one.definition for one in await types.list_all(connection, workspace_id)}
        found = await self._entities.many(workspace_id, brief.scope)
        near = await self._entities.around(workspace_id, brief.entity_id, depth=1, limit=AROUND)
        earlier = {one.key: one.claims for one in fields if one.key in question.needs}
        return {
            "question": str(say(question.asks)),
            "source": question.source,
            "entityId": brief.entity_id,
            "entities": [_told(one, kinds.get(one.type_id)) for one in found],
            "relations": [
                {
                    "sourceId": one.source_id,
                    "kind": one.kind,
                    "targetId": one.target_id,
                    "hasEvidence": bool(one.evidence),
                }
                for one in near.relations
            ],
            "passages": await self._passages(workspace_id, brief, found)
            if question.source == "documents"
            else [],
            "earlier": earlier,
        }

    async def submit(
        self, workspace_id: WorkspaceId, brief_id: str, key: str, claims: Sequence[Claim], run_id: RunId
    ) -> BriefField:
        """Keep the claims of a field; a source outside of the brief's scope is refused."""
        brief, _ = await self.get(workspace_id, brief_id)
        question_of(brief.kind, key)
        if not 1 <= len(claims) <= MOST_CLAIMS:
            raise InvalidInput(say("entities.brief.claims", most=MOST_CLAIMS))
        check_claims(claims, brief.scope)
        now = self._clock.now()
        told = [one.told() for one in claims]
        async with self._database.transaction() as connection:
            await repo.write_field(connection, brief, key, told, run_id, now)
        return BriefField(key, 0, told, run_id, None, now)

    # --- what the flow needs

    async def finish(self, workspace_id: WorkspaceId, brief_id: str, by: Principal) -> list[str]:
        """Check that every source of every claim is in scope, and close the brief; return the sources."""
        brief, fields = await self.get(workspace_id, brief_id)
        empty = [one.key for one in fields if not one.claims]
        if empty:
            raise InvalidInput(say("entities.brief.unwritten", fields=", ".join(empty)))
        claims = [claim for one in fields for claim in read_claims(one.claims)]
        cited = check_claims(claims, brief.scope)
        headline = next(one.claims[0]["text"] for one in fields if one.key == "headline")
        async with self._database.transaction() as connection:
            await repo.finish(connection, brief, "completed", headline, cited)
        if brief.task_id is not None:
            # What a brief says is read as a stranger's: it is made of documents and imported records, too.
            await self._complete(workspace_id, brief.task_id, by, output=headline, is_outside=True)
        return cited

    async def take_up(self, workspace_id: WorkspaceId, brief_id: str) -> Brief:
        """Return a brief that is being written, also one that was left and is tried again."""
        async with self._database.transaction() as connection:
            brief = await repo.get(connection, workspace_id, brief_id)
            if brief.status in ("failed", "cancelled"):
                await repo.finish(connection, brief, "running", brief.headline, brief.citations)
        return brief

    async def leave(
        self, workspace_id: WorkspaceId, brief_id: str, status: Literal["failed", "cancelled"], by: Principal
    ) -> None:
        """Note that a brief was not finished; what is written of it stays, and its tasks are closed."""
        brief, _ = await self.get(workspace_id, brief_id)
        fields = [_task_id(brief_id, one.key) for one in KINDS[brief.kind]]
        for task_id in [*fields, brief.task_id] if brief.task_id is not None else []:
            task = await self._tasks.get(workspace_id, task_id)
            if not task.is_closed:
                await self._tasks.change(workspace_id, task_id, {"status": status}, by)
        async with self._database.transaction() as connection:
            await repo.finish(connection, brief, status, brief.headline, brief.citations)

    async def complete_task(self, workspace_id: WorkspaceId, brief_id: str, key: str, by: Principal) -> None:
        """Mark the task of a field as done."""
        await self._complete(workspace_id, _task_id(brief_id, key), by)

    async def _complete(self, workspace_id: WorkspaceId, task_id: str, by: Principal, **also: object) -> None:
        task = await self._tasks.get(workspace_id, task_id)
        if task.status == "completed":
            return
        if task.is_closed:
            await self._tasks.change(workspace_id, task_id, {"status": "open"}, by)
        await self._tasks.change(workspace_id, task_id, {"status": "completed", **also}, by)

    async def _note(self, connection: Connection, brief: Brief, title: str, by: Principal) -> None:
        await self._audit.record(
            connection, by, "brief.begin", ("brief", brief.id, title), after=(brief.entity_id, brief.kind)
        )

    async def _plan_tasks(
        self, entity: Entity, kind: BriefKind, layers: list[list[BriefQuestion]], by: Principal, brief_id: str
    ) -> None:
        title = say("entities.brief.task", kind=kind.replace("_", " "), title=entity.title)
        goal = await self._tasks.create(
            entity.workspace_id,
            str(title)[:LONGEST_TITLE],
            by,
            task_id=_task_id(brief_id, ""),
            entity_id=entity.id,
            agent=COMPOSER,
            is_outside=entity.is_outside,
        )
        for layer in layers:
            for one in layer:
                await self._tasks.create(
                    entity.workspace_id,
                    str(say(one.asks)),
                    by,
                    task_id=_task_id(brief_id, one.key),
                    parent_id=goal.id,
                    entity_id=entity.id,
                    field_key=one.key,
                    agent=COMPOSER,
                    depends_on=[_task_id(brief_id, needed) for needed in one.needs],
                )

    async def _passages(
        self, workspace_id: WorkspaceId, brief: Brief, entities: Sequence[Entity]
    ) -> list[dict[str, Any]]:
        papers = await self._documents.of_entities(workspace_id, [one.id for one in entities])
        passages: list[dict[str, Any]] = []
        for paper in papers[:_PASSAGES]:
            _, text, _ = await self._documents.read(workspace_id, paper.id, 0, 1_500)
            owner = paper.entity_id or brief.entity_id
            passages.append({"documentId": paper.id, "entityId": owner, "title": paper.title, "text": text})
        return passages


def question_of(kind: BriefKind, key: str) -> BriefQuestion:
    """Return what a field of a kind of brief asks."""
    found = next((one for one in KINDS[kind] if one.key == key), None)
    if found is None:
        known = ", ".join(one.key for one in KINDS[kind])
        raise InvalidInput(
            say("entities.brief.no_field", field=key), suggestion=say("next.one_of_listed", known=known)
        )
    return found


def _task_id(brief_id: str, key: str) -> str:
    return derived_id(int(brief_id.replace("-", "")[:12], 16), brief_id, "task", key)


def _told(entity: Entity, kind: TypeDef | None) -> dict[str, Any]:
    """Return a record as its readers know it: fields by the names that people call them."""
    known = {key: value for key, value in entity.fields.items() if value not in (None, "", [])}
    names = {one.key: one.name for one in kind.fields} if kind else {}
    return {
        "id": entity.id,
        "title": entity.title,
        "fields": {names.get(key, key): value for key, value in known.items()},
        "empty": [name for key, name in names.items() if key not in known],
    }
