"""The groups `analysis`, `assessment` and `planning`: what follows from records, each claim with its records.

They compute and plan from what records say; what only a reader of texts can say is the agent's own work.
"""

from typing import Any, Literal, cast

from pydantic import Field

from proofroom.access.actors import principal_of
from proofroom.entities.documents import Documents
from proofroom.entities.records import Entities
from proofroom.entities.responses import Responses
from proofroom.entities.tasks import Tasks
from proofroom.entities.tools.shapes import CHANGED, OUTSIDE, Given
from proofroom.entities.types import Entity, Query
from proofroom.kernel.errors import InvalidInput, NotAllowed, NotFound
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Handler, ToolContext, ToolOutput, ToolSpec


class AnalyzeInput(Given):
    """Input of `analyzeEntity`."""

    entity_id: str
    question: str = Field(min_length=1, max_length=1_000)
    depth: Literal["quick", "deep"] = "quick"


class CompareInput(Given):
    """Input of `compareEntities`."""

    entity_ids: list[str] = Field(min_length=2, max_length=10)
    criteria: list[str] = Field(default_factory=list[str], description="Fields; all, if left out.")


class RubricLine(Given):
    """A number field that counts, and how much."""

    key: str
    weight: float = Field(1.0, gt=0, le=100)
    description: str = ""


class ScoreInput(Given):
    """Input of `scoreEntities`."""

    entity_ids: list[str] = Field(min_length=1, max_length=50)
    rubric: list[RubricLine] = Field(min_length=1, max_length=20)
    write_field: str | None = Field(None, description="Number field that takes the score, from 0 to 100.")


class AssessInput(Given):
    """Input of `assessEntity`."""

    entity_id: str
    framework: str = Field("completeness", max_length=200)


class PlanInput(Given):
    """Input of `createPlan`."""

    goal: str = Field(min_length=3, max_length=300)
    steps: list[str] = Field(default_factory=list[str], max_length=20)
    entity_ids: list[str] = Field(default_factory=list[str], max_length=20)
    horizon: str = Field("", max_length=100)


class PrioritizeInput(Given):
    """Input of `prioritizeEntities`."""

    type_slug: str = ""
    entity_ids: list[str] = Field(default_factory=list[str], max_length=100)
    method: Literal["rice", "ice", "wsjf", "custom"] = "ice"
    weights: dict[str, float] = Field(default_factory=dict[str, float])


class AnalysisTools:
    """The tools, bound to the room."""

    def __init__(self, entities: Entities, documents: Documents, responses: Responses, tasks: Tasks) -> None:
        self._entities, self._documents = entities, documents
        self._responses, self._tasks = responses, tasks

    def specs(self) -> list[ToolSpec]:
        """Return the tools."""
        reads = "entities.team.read"
        analyses = "Gather what records and documents say about a question, with their ids."
        compares = "Compare records field by field."
        scores = "Score records by number fields and their weights; may write the score."
        assesses = "Tell which fields, relations and sources a record has and lacks."
        plans = "Make a goal with tasks that follow each other."
        ranks = "Rank records by their number fields: rice, ice, wsjf or own weights."
        return [
            _tool("analyzeEntity", analyses, AnalyzeInput, self._analyze, "analysis", reads),
            _tool("compareEntities", compares, CompareInput, self._compare, "analysis", reads),
            _tool("scoreEntities", scores, ScoreInput, self._score, "assessment", reads, is_write=True),
            _tool("assessEntity", assesses, AssessInput, self._assess, "assessment", reads),
            _tool("createPlan", plans, PlanInput, self._plan, "planning", "tasks.team.create", is_write=True),
            _tool("prioritizeEntities", ranks, PrioritizeInput, self._prioritize, "planning", reads),
        ]

    async def _analyze(self, where: ToolContext, given: AnalyzeInput) -> ToolOutput:
        depth, limit = (2, 100) if given.depth == "deep" else (1, 40)
        near = await self._entities.around(where.workspace_id, given.entity_id, depth=depth, limit=limit)
        ids = [one.id for one in near.entities]
        passages = await self._documents.search(where.workspace_id, given.question, entity_ids=ids, limit=8)
        names = {one.id: one.title for one in near.entities}
        claims = [_claim(f"{one.title}: {_said(one)}", one.id) for one in near.entities[:10] if one.fields]
        claims += [
            _claim(f"{names[one.source_id]} {one.kind} {names[one.target_id]}", one.source_id, one.target_id)
            for one in near.relations[:20]
            if one.source_id in names and one.target_id in names
        ]
        claims += [_claim(one.text[:400], one.entity_id) for one in passages if one.entity_id]
        return _told({"question": given.question, "claims": claims}, near.entities, bool(passages))

    async def _compare(self, where: ToolContext, given: CompareInput) -> ToolOutput:
        found = await self._all(where.workspace_id, given.entity_ids)
        keys = given.criteria or list(dict.fromkeys(key for one in found for key in one.fields))
        by_field: dict[str, dict[str, Any]] = {
            key: {one.id: one.fields.get(key) for one in found} for key in keys
        }
        rows = [{"field": key, "values": values} for key, values in by_field.items()]
        differs = [key for key, values in by_field.items() if len(set(map(str, values.values()))) > 1]
        titles = {one.id: one.title for one in found}
        return _told({"entities": titles, "rows": rows, "differs": differs}, found)

    async def _score(self, where: ToolContext, given: ScoreInput) -> ToolOutput:
        found = await self._all(where.workspace_id, given.entity_ids)
        scores = weighted(found, {one.key: one.weight for one in given.rubric})
        if given.write_field:
            if "responses.team.create" not in where.permissions:
                raise NotAllowed(say("access.may_not"), permission="responses.team.create")
            for entity, score in scores:
                await self._responses.submit(
                    where.workspace_id,
                    entity.id,
                    given.write_field,
                    score,
                    [{"entityId": entity.id}],
                    principal_of(where),
                    response_id=where.new_id(),
                    agent=where.agent,
                    may_promote="entities.team.update" in where.permissions,
                    is_outside=bool(where.outside),
                )
        data = [{"entityId": one.id, "title": one.title, "score": score} for one, score in scores]
        return _told({"scores": data}, found)

    async def _assess(self, where: ToolContext, given: AssessInput) -> ToolOutput:
        near = await self._entities.around(where.workspace_id, given.entity_id)
        entity = next(one for one in near.entities if one.id == given.entity_id)
        papers = await self._documents.list(where.workspace_id, entity.id)
        empty = [key for key, value in entity.fields.items() if value in (None, "", [])]
        data = {
            "framework": given.framework,
            "entityId": entity.id,
            "filled": len(entity.fields) - len(empty),
            "empty": empty,
            "relations": len(near.relations),
            "documents": len(papers),
            "claims": [_claim(f"{entity.title}: {_said(entity)}", entity.id)],
        }
        return _told(data, [entity])

    async def _plan(self, where: ToolContext, given: PlanInput) -> ToolOutput:
        by = principal_of(where)
        entity_id = given.entity_ids[0] if given.entity_ids else None
        if given.entity_ids:
            await self._all(where.workspace_id, given.entity_ids)
        goal = await self._tasks.create(
            where.workspace_id,
            given.goal,
            by,
            task_id=where.new_id(),
            description=given.horizon,
            entity_id=entity_id,
            is_outside=bool(where.outside),
        )
        made, before = list[dict[str, Any]](), None
        for step in given.steps:
            task = await self._tasks.create(
                where.workspace_id,
                step,
                by,
                task_id=where.new_id(),
                parent_id=goal.id,
                depends_on=[before] if before else [],
                is_outside=bool(where.outside),
            )
            before = task.id
            made.append({"id": task.id, "title": task.title, "status": task.status})
        data = {"goalId": goal.id, "tasks": made}
        summary = say("did.entities.task_made", title=goal.title)
        return ToolOutput(ok=True, data=data, affected=CHANGED, summary=summary)

    async def _prioritize(self, where: ToolContext, given: PrioritizeInput) -> ToolOutput:
        if given.entity_ids:
            found = await self._all(where.workspace_id, given.entity_ids)
        else:
            page = await self._entities.find(where.workspace_id, Query(type_slug=given.type_slug, limit=100))
            found = page.entities
        ranked = (
            weighted(found, given.weights) if given.method == "custom" else by_method(found, given.method)
        )
        data = [{"entityId": one.id, "title": one.title, "score": score} for one, score in ranked]
        return _told({"method": given.method, "ranking": data}, found)

    async def _all(self, workspace_id: WorkspaceId, ids: list[str]) -> list[Entity]:
        found = await self._entities.many(workspace_id, ids)
        missing = sorted(set(ids) - {one.id for one in found})
        if missing:
            raise NotFound(say("entities.none", id=missing[0]))
        return found


_FORMULAS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "rice": (("reach", "impact", "confidence"), ("effort",)),
    "ice": (("impact", "confidence", "ease"), ()),
    "wsjf": (("value", "urgency", "risk"), ("size",)),
}
"""Fields whose product counts for a record, and those that count against it."""


def by_method(entities: list[Entity], method: str) -> list[tuple[Entity, float]]:
    """Return records by a known formula over their fields, the highest first; what is missing counts one."""
    above, below = _FORMULAS[method]
    scored: list[tuple[Entity, float]] = []
    for one in entities:
        score = 1.0
        for key in above:
            score *= _number(one, key, 1.0)
        for key in below:
            score /= max(_number(one, key, 1.0), 0.01)
        scored.append((one, round(score, 3)))
    return sorted(scored, key=lambda pair: -pair[1])


def weighted(entities: list[Entity], weights: dict[str, float]) -> list[tuple[Entity, float]]:
    """Return records by the weighted share of each number field, from 0 to 100, the highest first."""
    if not weights:
        raise InvalidInput(say("entities.needs", what="weights"))
    total = sum(weights.values())
    most = {key: max((_number(one, key, 0.0) for one in entities), default=0.0) for key in weights}
    scored = [
        (
            one,
            round(
                100
                * sum(w * _number(one, key, 0.0) / most[key] for key, w in weights.items() if most[key])
                / total,
                1,
            ),
        )
        for one in entities
    ]
    return sorted(scored, key=lambda pair: -pair[1])


def _number(entity: Entity, key: str, usual: float) -> float:
    value = entity.fields.get(key)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else usual


def _said(entity: Entity) -> str:
    return "; ".join(f"{key}: {_plain(value)}" for key, value in list(entity.fields.items())[:8])


def _plain(value: Any) -> str:
    return ", ".join(map(str, cast("list[Any]", value))) if isinstance(value, list) else str(value)


def _claim(text: str, *ids: str) -> dict[str, Any]:
    return {"text": text, "source_entity_ids": list(dict.fromkeys(ids))}


def _told(data: dict[str, Any], read: list[Entity], is_outside: bool = False) -> ToolOutput:
    outside = OUTSIDE if is_outside or any(one.is_outside for one in read) else ""
    return ToolOutput(ok=True, data=data, summary=say("did.entities.found", count=len(read)), outside=outside)


def _tool(
    name: str,
    told: str,
    given: type[Given],
    handler: Handler,
    group: str,
    may: str,
    *,
    is_write: bool = False,
) -> ToolSpec:
    effect = "write" if is_write else "read"
    return ToolSpec(name, told, given, handler, group, effect, may, output_cap=32_000)
