"""What an article has cost, stage by stage."""

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.api.articles import article_for
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Out, fields_of
from proofroom.articles.costs import StageCost, by_stage, runs_of

router = APIRouter(prefix="/articles", tags=["articles"])


class StageCostInfo(fields_of(StageCost)):
    """What one stage has cost: its calls, and how many of them nobody knows the cost of."""

    stage: str


class ArticleCosts(Out):
    """What every run on an article has cost, and each stage of it."""

    cost_micros: int
    stages: list[StageCostInfo]


@router.get("/{article_id}/costs")
async def get_costs(
    article_id: str, studio: StudioDep, principal: Principal = requires("articles.own.read")
) -> ArticleCosts:
    """Return what an article has cost so far, also while a run works on it."""
    article = await article_for(studio, principal, article_id)
    found = by_stage(await studio.usage.of_steps(principal.workspace_id, runs_of(article)))
    return ArticleCosts(
        cost_micros=sum(each.cost_micros for each in found),
        stages=[StageCostInfo.model_validate(each, from_attributes=True) for each in found],
    )
