"""Links by which somebody without an account decides on the foundations of one article, once."""

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.articles import ArticleSourceInfo, article_for
from proofroom.api.links import FreshLinkInfo, LinkInfo, Named, NewLink, fresh_of, guest_of, shown_of
from proofroom.api.security import StudioDep, open_to_all, requires_somewhere
from proofroom.api.shapes import Done, Out
from proofroom.articles import Article, Articles, Visibility
from proofroom.articles.pipeline import ArticleFlow, remaining
from proofroom.articles.waiting_links import KIND
from proofroom.reviews.links import Guest
from proofroom.runtime.types import Asker
from proofroom.wiring import Studio

router = APIRouter(tags=["articles"])
OPEN = open_to_all("the token of the link is the credential")


class WaitingPlan(Out):
    """The plan of one article and the sources it is to be written from."""

    title: str
    type: str
    tone: str
    brief: str
    skeleton: str
    sources: list[ArticleSourceInfo]


class PlanWord(Named):
    """Yes, or no with what should be different."""

    is_approved: bool
    note: str = Field("", max_length=2_000)


@router.post("/articles/{article_id}/links", status_code=201)
async def give_article_link(
    article_id: str,
    body: NewLink,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.approve"),
) -> FreshLinkInfo:
    """Make a link by which somebody without an account can approve this article's plan, once."""
    article = await article_for(studio, principal, article_id)
    return fresh_of(await studio.links.give(principal, KIND, article.id, note=body.note, days=body.days))


@router.get("/articles/{article_id}/links")
async def list_article_links(
    article_id: str, studio: StudioDep, principal: Principal = requires_somewhere("articles.own.approve")
) -> list[LinkInfo]:
    """Return the links to an article's plan that can still be used."""
    article = await article_for(studio, principal, article_id)
    return shown_of(await studio.links.list(principal, KIND, article.id))


@router.get("/links/{token}/article", dependencies=[OPEN])
async def read_plan_by_link(token: str, studio: StudioDep) -> WaitingPlan:
    """Return the plan a link leads to."""
    article = await _article(studio, await guest_of(studio, token, "", KIND))
    sources = await studio.get(Articles).research(article)
    return WaitingPlan(
        title=article.title,
        type=article.type,
        tone=article.tone,
        brief=article.brief,
        skeleton=article.skeleton,
        sources=[ArticleSourceInfo.model_validate(each) for each in sources],
    )


@router.post("/links/{token}/foundations", dependencies=[OPEN])
async def decide_plan_by_link(token: str, body: PlanWord, studio: StudioDep) -> Done:
    """Approve the plan, or say what should be different; the link is used up with it."""
    guest = await guest_of(studio, token, body.name, KIND)
    article = await _article(studio, guest)
    if body.is_approved:
        flow = studio.get(ArticleFlow)
        done = await flow.approve(article, guest.principal, studio.clock.now())
        if article.run_id is None:
            asker = Asker(article.workspace_id, guest.link.given_by)
            await flow.start(done, asker, remaining(done.status))
    else:
        await studio.get(Articles).note_plan(article, guest.principal, studio.clock.now(), body.note)
    await studio.links.use_up(guest)
    await studio.links.record(guest, "decide", approved=body.is_approved)
    return Done()


async def _article(studio: Studio, guest: Guest) -> Article:
    visibility = Visibility(guest.link.workspace_id)
    return await studio.get(Articles).get(visibility, guest.link.subject_id)
