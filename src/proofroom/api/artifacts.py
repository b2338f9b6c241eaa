"""Articles under the seed's own addresses: approve foundations, plan again, how an author writes."""

from typing import Any

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.article_runs import FoundationsBody, begin_writing
from proofroom.api.articles import article_for
from proofroom.api.security import StudioDep, asker, requires, requires_somewhere
from proofroom.api.shapes import In, Out
from proofroom.articles import Articles
from proofroom.articles.front import trace_id
from proofroom.articles.pipeline import FULL, ArticleFlow

router = APIRouter(prefix="/artifacts", tags=["articles"])


class ReanalyzeBody(In):
    """Which sources are to be used from now on; all if none is named."""

    selected_reference_ids: list[str] = Field(default_factory=list[str], max_length=100)


class Approved(Out):
    """What was begun; the run goes on by itself."""

    success: bool
    message: str
    artifact_id: str
    trace_id: str
    pipeline_result: dict[str, Any]


@router.post("/{article_id}/approve-foundations")
async def approve_foundations(
    article_id: str,
    body: FoundationsBody,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.approve"),
) -> Approved:
    """Let an article be written from its foundations."""
    principal.require_human()
    article = await article_for(studio, principal, article_id)
    done, run_id = await begin_writing(studio, principal, article, body)
    return Approved(
        success=True,
        message=done.status,
        artifact_id=done.id,
        trace_id=trace_id(studio.clock.now(), "pipeline-resume"),
        pipeline_result={"runId": run_id, "stepsCompleted": 4, "totalSteps": len(FULL)},
    )


@router.post("/{article_id}/re-analyze-foundations")
async def reanalyze_foundations(
    article_id: str,
    body: ReanalyzeBody,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.run"),
) -> Approved:
    """Plan again with other sources, or write a finished piece again, by its status."""
    article = await article_for(studio, principal, article_id)
    is_done = article.status in ("ready", "published")
    operation = "regenerateContent" if is_done else "reanalyzeFoundations"
    metadata = article.metadata | {"selectedReferenceIds": body.selected_reference_ids}
    resting = article.run_id
    done = await studio.get(Articles).write(
        article.workspace_id,
        article.id,
        operation,
        principal,
        studio.clock.now(),
        keeps_version=True,
        metadata=metadata,
    )
    if resting is not None:
        await studio.waiting.stop(await studio.engine.runs.get(resting, principal.workspace_id))
    run = await studio.get(ArticleFlow).start(done, asker(principal), FULL[2:], pauses=not is_done)
    return Approved(
        success=True,
        message=done.status,
        artifact_id=done.id,
        trace_id=trace_id(studio.clock.now(), "pipeline-regenerate" if is_done else "pipeline-reanalyze"),
        pipeline_result={"runId": run.id, "stepsCompleted": 2, "totalSteps": len(FULL)},
    )


@router.get("/{article_id}/writing-characteristics")
async def get_writing_characteristics(
    article_id: str, studio: StudioDep, principal: Principal = requires("articles.own.read")
) -> dict[str, Any]:
    """Return how the author writes, as far as it was found out."""
    article = await article_for(studio, principal, article_id)
    return {name: value for name, value in article.foundations.items() if name != "storytelling"}
