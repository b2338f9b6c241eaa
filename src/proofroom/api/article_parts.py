"""More of an article's desk: a better wording, another language, and the interview of a showcase."""

from typing import Any

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.article_runs import ArticleRunStarted
from proofroom.api.articles import article_for
from proofroom.api.security import StudioDep, asker, requires, requires_somewhere
from proofroom.api.shapes import In, Out
from proofroom.articles import Article, Articles
from proofroom.articles.interview import Interviews, state
from proofroom.articles.localising import STEP, begin_translation
from proofroom.articles.pipeline import ArticleFlow
from proofroom.durable.failure import revive

router = APIRouter(prefix="/articles", tags=["articles"])


class ImproveBody(In):
    """A passage of the text, and what should be better."""

    selected_text: str = Field(min_length=10, max_length=5_000)
    user_instruction: str = Field(min_length=3, max_length=1_000)


class ImprovedPassage(Out):
    """A passage as it could be; nothing has changed yet. Findings say what its sources hold against it."""

    original_text: str
    replacement: str
    changed: bool
    passes: bool
    findings: list[dict[str, Any]]
    model: str


class LocaliseBody(In):
    """The language of the translation."""

    locale: str = Field(min_length=2, max_length=20)


class InterviewAnswer(In):
    """What somebody answered to a question of the interview."""

    question_number: int = Field(ge=1, le=6)
    answer: str = Field(min_length=1, max_length=5_000)
    dimension: str = Field("", max_length=40)
    question: str = Field("", max_length=1_000)
    coverage_scores: dict[str, int] | None = None


class InterviewEnd(In):
    """What the piece is to say, in one paragraph; the answers' first sentences if it is empty."""

    synthesized_brief: str = Field("", max_length=10_000)


class InterviewInfo(Out):
    """How far an interview is, and what is asked next."""

    status: str
    answers: list[dict[str, Any]]
    coverage_scores: dict[str, int]
    total: int
    is_enough: bool
    is_completed: bool
    next: dict[str, Any] | None


@router.post("/{article_id}/improve")
async def improve_passage(
    article_id: str,
    body: ImproveBody,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.run"),
) -> ImprovedPassage:
    """Suggest a better wording of a passage; the text changes only when it is edited with it."""
    article = await article_for(studio, principal, article_id)
    options = {"selectedText": body.selected_text, "userInstruction": body.user_instruction}
    run = await studio.get(ArticleFlow).start(
        article, asker(principal), ["improveTextContent"], options=options, is_single=True
    )
    ended = await studio.engine.wait(run.id, principal.workspace_id)
    if ended.status != "completed":
        raise revive(ended.error or {})
    told = ended.result["toolResults"]["improveTextContent"]
    return ImprovedPassage(
        original_text=told["originalText"],
        replacement=told["replacement"],
        changed=told["changed"],
        passes=told["passes"],
        findings=told["findings"],
        model=told["model"],
    )


@router.post("/{article_id}/localise")
async def localise_article(
    article_id: str,
    body: LocaliseBody,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.create"),
) -> ArticleRunStarted:
    """Have a finished piece translated as an article of its own, with its sources; follow its run."""
    article = await article_for(studio, principal, article_id)
    made = await begin_translation(studio.get(Articles), article, body.locale, principal, studio.clock.now())
    run = await studio.get(ArticleFlow).start(made, asker(principal), [STEP], is_single=True)
    return ArticleRunStarted(run_id=run.id, article_id=made.id, steps=[STEP])


@router.get("/{article_id}/interview")
async def get_interview(
    article_id: str, studio: StudioDep, principal: Principal = requires("articles.own.read")
) -> InterviewInfo:
    """Return how far the interview of a showcase is."""
    article = await article_for(studio, principal, article_id)
    return _interview(article)


@router.post("/{article_id}/interview")
async def start_interview(
    article_id: str, studio: StudioDep, principal: Principal = requires_somewhere("articles.own.run")
) -> InterviewInfo:
    """Begin the interview of a showcase, or go on with it."""
    article = await article_for(studio, principal, article_id)
    done = await studio.get(Interviews).start(article, principal, studio.clock.now())
    return _interview(done)


@router.post("/{article_id}/interview/answers")
async def answer_interview(
    article_id: str,
    body: InterviewAnswer,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.run"),
) -> InterviewInfo:
    """Keep an answer in its own words; a question that is answered again has its new answer."""
    article = await article_for(studio, principal, article_id)
    said = body.model_dump(by_alias=True)
    return _interview(await studio.get(Interviews).answer(article, said, principal, studio.clock.now()))


@router.post("/{article_id}/interview/complete")
async def complete_interview(
    article_id: str,
    body: InterviewEnd,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.run"),
) -> InterviewInfo:
    """Close the interview: what was said is the source from which the showcase is written."""
    article = await article_for(studio, principal, article_id)
    brief = body.synthesized_brief
    return _interview(await studio.get(Interviews).complete(article, brief, principal, studio.clock.now()))


def _interview(article: Article) -> InterviewInfo:
    told = state(article)
    return InterviewInfo(
        status=article.status,
        answers=told["answers"],
        coverage_scores=told["coverageScores"],
        total=told["total"],
        is_enough=told["isEnough"],
        is_completed=told["isCompleted"],
        next=told["next"],
    )
