"""Briefs about records: begin one, watch it, read it."""

from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.agents.filling import FLOW as FILL
from proofroom.agents.filling import Filling, Tried
from proofroom.api.costs import costs_of
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import In, Out, fields_of
from proofroom.durable.repo import RunFilter
from proofroom.entities import Entities
from proofroom.entities.brief import Brief, BriefField
from proofroom.entities.briefs import FLOW as BRIEF
from proofroom.entities.briefs import Briefs, question_of
from proofroom.kernel.ids import new_id
from proofroom.kernel.strings import say
from proofroom.wiring.studio import Studio

router = APIRouter(tags=["entities"])
_LATE = 20
"""How many runs of late tell what the next one costs."""


class ClaimInfo(Out):
    """A sentence, and the records that say so."""

    text: str
    source_entity_ids: list[str]


class BriefFieldInfo(fields_of(BriefField)):
    """A field of a brief: what it asks, in which layer it is written, and its claims."""

    question: str
    claims: list[ClaimInfo]


class BriefInfo(fields_of(Brief, without=("workspace_id", "scope"))):
    """A brief. `citations` are all records that its claims name."""

    kind: str


class BriefDetail(BriefInfo):
    """A brief with its fields by layer."""

    fields: list[BriefFieldInfo]


class FillBody(In):
    """Which fields to fill in, all that are empty if none is named; and who shall do it."""

    fields: list[str] = Field(default_factory=list[str], max_length=60)
    agent: str | None = Field(None, max_length=80)


class TriedInfo(fields_of(Tried)):
    """A field that stayed empty: which agent looked, in which run, and when."""


class WorkCost(Out):
    """What such work cost here before, on average; null where none was paid for."""

    field_micros: int | None
    brief_micros: int | None


class FillInfo(Out):
    """The run that fills in fields, its agent, and why it is this one: named, type, workspace or first."""

    run_id: str
    agent: str
    rule: str
    fields: list[str]


class BriefBody(In):
    """Which kind of brief."""

    kind: Literal["executive_summary", "diligence_memo", "assessment_report"] = "executive_summary"


def _show(brief: Brief, fields: list[BriefField]) -> BriefDetail:
    told = [
        BriefFieldInfo.of(
            one,
            question=str(say(question_of(brief.kind, one.key).asks)),
            claims=[
                ClaimInfo(text=claim["text"], source_entity_ids=claim["source_entity_ids"])
                for claim in one.claims
            ],
        )
        for one in fields
    ]
    return BriefDetail(**BriefInfo.model_validate(brief).model_dump(), fields=told)


@router.post("/entities/{entity_id}/briefs", status_code=201)
async def begin_brief(
    entity_id: str,
    body: BriefBody,
    studio: StudioDep,
    principal: Principal = requires("responses.team.create"),
) -> BriefInfo:
    """Begin a brief about a record, or return the one of this kind that is being written about it."""
    made = await studio.get(Briefs).begin(
        principal.workspace_id,
        entity_id,
        body.kind,
        principal,
        new_id(),
        person_id=principal.person_id,
        api_key_id=principal.api_key_id,
    )
    return BriefInfo.model_validate(made)


@router.post("/entities/{entity_id}/fill", status_code=201)
async def fill_fields(
    entity_id: str,
    body: FillBody,
    studio: StudioDep,
    principal: Principal = requires("responses.team.create"),
) -> FillInfo:
    """Let an agent fill in fields of a record; its run tells how far it is."""
    run_id, chosen, fields = await studio.get(Filling).begin(principal, entity_id, body.fields, body.agent)
    return FillInfo(run_id=run_id, agent=chosen.agent.record.slug, rule=chosen.rule, fields=fields)


@router.get("/entities/{entity_id}/fill")
async def list_tried(
    entity_id: str, studio: StudioDep, principal: Principal = requires("responses.team.read")
) -> list[TriedInfo]:
    """Return the fields that an agent looked for last and found nothing to cite for."""
    found = await studio.get(Filling).tried(principal.workspace_id, entity_id)
    return [TriedInfo.model_validate(one) for one in found]


@router.get("/entity-work/cost")
async def get_work_cost(
    studio: StudioDep, principal: Principal = requires("responses.team.read")
) -> WorkCost:
    """Return what a field that agents fill in and a brief cost of late."""
    return WorkCost(
        field_micros=await _mean_cost(studio, principal, FILL),
        brief_micros=await _mean_cost(studio, principal, BRIEF),
    )


async def _mean_cost(studio: Studio, principal: Principal, workflow: str) -> int | None:
    """Return what the newest runs of a kind cost on average; of fields, each."""
    which = RunFilter(status=("completed",), workflow=workflow)
    runs = await studio.engine.runs.list(principal.workspace_id, which, limit=_LATE)
    costs = await costs_of(studio, principal.workspace_id, [run.id for run in runs])
    parts = sum(len(run.input.get("fields") or (1,)) for run in runs if costs[run.id])
    return costs.total() // parts if parts else None


@router.get("/entities/{entity_id}/briefs")
async def list_briefs(
    entity_id: str, studio: StudioDep, principal: Principal = requires("responses.team.read")
) -> list[BriefInfo]:
    """Return the briefs about a record, newest first."""
    await studio.get(Entities).get(principal.workspace_id, entity_id)
    found = await studio.get(Briefs).all(principal.workspace_id, entity_id)
    return [BriefInfo.model_validate(one) for one in found]


@router.get("/briefs")
async def list_all_briefs(
    studio: StudioDep, principal: Principal = requires("responses.team.read")
) -> list[BriefInfo]:
    """Return the newest briefs about all records."""
    return [BriefInfo.model_validate(one) for one in await studio.get(Briefs).all(principal.workspace_id)]


@router.get("/briefs/{brief_id}")
async def read_brief(
    brief_id: str, studio: StudioDep, principal: Principal = requires("responses.team.read")
) -> BriefDetail:
    """Return a brief with its fields and claims, also while it is being written."""
    return _show(*await studio.get(Briefs).get(principal.workspace_id, brief_id))


@router.post("/briefs/{brief_id}/accept")
async def accept_brief(
    brief_id: str, studio: StudioDep, principal: Principal = requires("responses.team.approve")
) -> BriefInfo:
    """Accept a finished brief: it is what the workspace holds of its record."""
    return BriefInfo.model_validate(await studio.get(Briefs).accept(principal, brief_id))


@router.delete("/briefs/{brief_id}/accept")
async def take_brief_back(
    brief_id: str, studio: StudioDep, principal: Principal = requires("responses.team.approve")
) -> BriefInfo:
    """Take back that a brief was accepted."""
    return BriefInfo.model_validate(await studio.get(Briefs).accept(principal, brief_id, is_accepted=False))
