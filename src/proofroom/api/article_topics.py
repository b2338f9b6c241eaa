"""The topics board: have topics suggested, begin an article from one, wave one off."""

from datetime import datetime
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.articles import ArticleDetail, show
from proofroom.api.security import StudioDep, asker, requires, requires_somewhere
from proofroom.api.shapes import Done, In, Out
from proofroom.articles.lifecycle import read_type
from proofroom.articles.topics import TopicBoard
from proofroom.articles.visibility import require_reach
from proofroom.kernel.ids import ProjectId

router = APIRouter(prefix="/article-topics", tags=["articles"])


class TopicsBody(In):
    """What the topics are to be about; nothing means whatever sources and the project's pieces offer."""

    about: str = Field("", max_length=200)
    type: str = "blog"
    count: int = Field(5, ge=1, le=10)
    project_id: str | None = None


class TopicInfo(Out):
    """A topic on the board, and why it is there."""

    id: str
    project_id: str | None
    type: str
    title: str
    description: str
    rationale: str
    angle: str
    score: float
    competition: Literal["low", "medium", "high"]
    created_at: datetime


@router.get("")
async def list_topics(
    studio: StudioDep,
    project_id: str | None = None,
    principal: Principal = requires("articles.own.read"),
) -> list[TopicInfo]:
    """Return the topics that wait, the best first."""
    found = await studio.get(TopicBoard).waiting(principal, _project(project_id))
    return [TopicInfo.model_validate(each) for each in found]


@router.post("")
async def suggest_topics(
    body: TopicsBody, studio: StudioDep, principal: Principal = requires_somewhere("articles.own.create")
) -> list[TopicInfo]:
    """Look for topics and put new ones on the board; what was waved off before does not come back."""
    type = read_type(body.type)
    project = _project(body.project_id) or principal.only_place(principal.asked_for)
    require_reach(principal, project, None)
    given: dict[str, Any] = {"contentType": type, "focusArea": body.about, "count": body.count}
    called = await studio.direct.use(asker(principal), project, "topicsResearch", given)
    board = studio.get(TopicBoard)
    await board.keep(principal, project, type, called.output.data["topics"])
    return [TopicInfo.model_validate(each) for each in await board.waiting(principal, project)]


@router.post("/{topic_id}/begin")
async def begin_topic(
    topic_id: str, studio: StudioDep, principal: Principal = requires_somewhere("articles.own.create")
) -> ArticleDetail:
    """Begin an article from a topic."""
    return show(await studio.get(TopicBoard).begin(principal, topic_id))


@router.delete("/{topic_id}")
async def dismiss_topic(
    topic_id: str, studio: StudioDep, principal: Principal = requires_somewhere("articles.own.update")
) -> Done:
    """Wave a topic off."""
    await studio.get(TopicBoard).dismiss(principal, topic_id)
    return Done()


def _project(project_id: str | None) -> ProjectId | None:
    return ProjectId(project_id) if project_id else None
