"""What an article has cost, stage by stage."""

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.api.articles import article_for
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Out, fields_of
from proofroom.articles import Article, Articles
from proofroom.articles.costs import StageCost, by_stage, runs_of
from proofroom.articles.forecast import forecast
from proofroom.articles.settings import ArticleSettings
from proofroom.articles.writing import chosen_sources
from proofroom.kernel.errors import ProofroomError
from proofroom.wiring import Studio

router = APIRouter(prefix="/articles", tags=["articles"])
_PLANNED = ("skeleton", "foundations_approval")


class StageCostInfo(fields_of(StageCost)):
    """What one stage has cost: its calls, and how many of them nobody knows the cost of."""

    stage: str


class WritingForecast(Out):
    """What writing from the plan is likely to cost and by which model; null where its prices are unknown."""

    model: str
    cost_micros: int | None


class ArticleCosts(Out):
    """What every run on an article has cost, each stage of it, and what a plan that waits would cost."""

    cost_micros: int
    stages: list[StageCostInfo]
    forecast: WritingForecast | None


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
        forecast=await _forecast(studio, article) if article.status in _PLANNED else None,
    )


async def _forecast(studio: Studio, article: Article) -> WritingForecast | None:
    """Return what writing would cost with the model that is set for it; None where that is not reached."""
    wanted = (await studio.get(ArticleSettings).models(article.workspace_id)).get("write") or [None]
    try:
        model = await studio.models.find(article.workspace_id, "articles", wanted[0])
    except ProofroomError:
        return None
    sources = await chosen_sources(studio.get(Articles), article)
    return WritingForecast(model=model.label, cost_micros=forecast(article, sources, model.info))
