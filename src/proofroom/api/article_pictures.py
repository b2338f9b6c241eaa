"""The pictures of an article: which stay, and one made again; and a post from a finished piece."""

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.article_runs import ArticleRunStarted
from proofroom.api.articles import ArticleDetail, article_for, show
from proofroom.api.security import StudioDep, asker, requires_somewhere
from proofroom.api.shapes import In
from proofroom.articles import Articles, NewArticle
from proofroom.articles.origin import mark_among
from proofroom.articles.picture_slots import REDRAW, decide_pictures, slot_of
from proofroom.articles.pictures import ImageStyle
from proofroom.articles.pipeline import ArticleFlow
from proofroom.articles.posting import POST, STEP, check_post
from proofroom.kernel.ids import new_id

router = APIRouter(prefix="/articles", tags=["articles"])


class PictureDecisions(In):
    """Which pictures stay and which go, by the ids of their slots."""

    approved_ids: list[str] = Field(default_factory=list[str], max_length=50)
    rejected_ids: list[str] = Field(default_factory=list[str], max_length=50)


class PictureAgain(In):
    """What the new picture shows, and what should be different; what is left out stays."""

    new_description: str | None = Field(None, min_length=3, max_length=2_000)
    user_feedback: str | None = Field(None, min_length=3, max_length=500)
    image_style: ImageStyle | None = None


class PostBody(In):
    """The post's tone and title, if they are not the piece's."""

    tone: str | None = None
    title: str | None = Field(None, min_length=3, max_length=200)


@router.put("/{article_id}/pictures")
async def decide_article_pictures(
    article_id: str,
    body: PictureDecisions,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.update"),
) -> ArticleDetail:
    """Say which pictures stay; a rejected one is taken out of the text, and a version is kept."""
    article = await article_for(studio, principal, article_id)
    done, _ = await decide_pictures(
        studio.get(Articles), article, body.approved_ids, body.rejected_ids, principal, studio.clock.now()
    )
    return show(done)


@router.post("/{article_id}/pictures/{image_id}/again")
async def draw_picture_again(
    article_id: str,
    image_id: str,
    body: PictureAgain,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.run"),
) -> ArticleRunStarted:
    """Make one picture again, from other words or with a wish; follow its run."""
    article = await article_for(studio, principal, article_id)
    slot = slot_of(article, image_id)
    options = body.model_dump(by_alias=True) | {"imageId": slot["id"]}
    run = await studio.get(ArticleFlow).start(
        article, asker(principal), [REDRAW], options=options, is_single=True
    )
    return ArticleRunStarted(run_id=run.id, article_id=article.id, steps=[REDRAW])


@router.post("/{article_id}/posts")
async def write_article_post(
    article_id: str,
    body: PostBody,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.create"),
) -> ArticleRunStarted:
    """Have a post for social media written from a finished piece, with its sources; follow its run."""
    source = await article_for(studio, principal, article_id)
    new = NewArticle(
        title=body.title or source.title,
        type=POST,
        tone=body.tone or source.tone,
        locale=source.locale,
        tags=source.tags,
        project_id=source.project_id,
        outside=mark_among([source]),
    )
    check_post(new.type, source)
    made = await studio.get(Articles).begin(new, new_id(), principal, studio.clock.now())
    steps = [STEP, "identifyImageNeeds"]
    run = await studio.get(ArticleFlow).start(
        made, asker(principal), steps, options={"sourceArtifactId": source.id}, is_single=True
    )
    return ArticleRunStarted(run_id=run.id, article_id=made.id, steps=steps)
