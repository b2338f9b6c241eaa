"""The desk of an article: lock sections, read what a check finds, publish, send it to the content."""

import asyncio
from dataclasses import replace
from typing import Any

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.articles import ArticleDetail, article_for, show
from proofroom.api.security import StudioDep, asker, requires, requires_somewhere
from proofroom.api.shapes import In, Out
from proofroom.articles import Articles
from proofroom.articles.humanity import report
from proofroom.articles.pipeline import ArticleFlow
from proofroom.articles.reports import gate
from proofroom.articles.sending import Sending
from proofroom.durable.failure import revive
from proofroom.kernel.errors import MissingContext, NotFound
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.strings import say

router = APIRouter(prefix="/articles", tags=["articles"])


class SectionLock(In):
    """Which section is locked or opened; a locked one is left as it is when the rest is written again."""

    heading: str = Field(max_length=300)
    is_locked: bool


class HumanityInfo(Out):
    """Phrases that read like a machine's, each with its place, its rule and what to write instead."""

    score: int
    verdict: str
    rate_per_thousand: float
    edits: list[dict[str, Any]]


class SendBody(In):
    """Where an article goes: a content model, and which field takes which part of it."""

    model: str = Field(max_length=80)
    project_id: str | None = None
    fields: dict[str, str] | None = None


class ArticleSent(Out):
    """The proposal that waits for review."""

    run_id: str
    proposal_id: str | None
    branch: str | None
    state: str


class PublishBody(In):
    """A person may accept what the citation report holds against the piece."""

    accept_findings: bool = False


@router.put("/{article_id}/sections")
async def lock_section(
    article_id: str,
    body: SectionLock,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.update"),
) -> ArticleDetail:
    """Lock a section against being written again, or open it."""
    article = await article_for(studio, principal, article_id)
    if body.heading not in [each.heading for each in article.sections]:
        raise NotFound(say("articles.no_section", heading=body.heading))
    sections = tuple(
        replace(each, is_locked=body.is_locked) if each.heading == body.heading else each
        for each in article.sections
    )
    done = await studio.get(Articles).write(
        article.workspace_id,
        article.id,
        "lock",
        principal,
        studio.clock.now(),
        to=article.status,
        expected=[article.status],
        sections=sections,
    )
    return show(done)


@router.get("/{article_id}/humanity")
async def check_humanity(
    article_id: str, studio: StudioDep, principal: Principal = requires("articles.own.read")
) -> HumanityInfo:
    """Return phrases that read like a machine's; it never says who wrote them."""
    article = await article_for(studio, principal, article_id)
    house = await studio.get(ArticleFlow).house_rules(article)
    told = await asyncio.to_thread(report, article.content, house)
    return HumanityInfo(
        score=told["humanityScore"],
        verdict=told["verdict"],
        rate_per_thousand=told["ratePerThousand"],
        edits=told["edits"],
    )


@router.post("/{article_id}/links-check")
async def check_article_links(
    article_id: str, studio: StudioDep, principal: Principal = requires_somewhere("articles.own.update")
) -> ArticleDetail:
    """Try the addresses of an article's sources; what nobody answers is not checked, and not dead."""
    article = await article_for(studio, principal, article_id)
    return show(await studio.get(ArticleFlow).check_links(article, principal, studio.clock.now()))


@router.post("/{article_id}/publish")
async def publish_article(
    article_id: str,
    body: PublishBody,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.publish"),
) -> ArticleDetail:
    """Call an article published; its citations must hold, or a person accepts what does not."""
    article = await article_for(studio, principal, article_id)
    gate(article.report, body.accept_findings)
    done = await studio.get(Articles).write(
        article.workspace_id, article.id, "publish", principal, studio.clock.now()
    )
    return show(done)


@router.post("/{article_id}/send")
async def send_article(
    article_id: str,
    body: SendBody,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.publish"),
) -> ArticleSent:
    """Propose an article as an entry of a content model; it waits for review whatever the workflow."""
    article = await article_for(studio, principal, article_id)
    project = body.project_id or article.project_id
    if project is None:
        raise MissingContext(say("articles.no_project"))
    gate(article.report, None)
    principal.require("content.write", ProjectId(project))
    run = await studio.get(Sending).start(
        article, asker(principal), ProjectId(project), body.model, body.fields
    )
    ended = await studio.engine.wait(run.id, principal.workspace_id)
    if ended.status != "completed":
        raise revive(ended.error or {})
    settled: dict[str, Any] = ended.result.get("settled") or {}
    waiting = await studio.proposals.find(principal, ProjectId(project))
    proposal = next((each for each in waiting if each.branch == settled.get("branch")), None)
    return ArticleSent(
        run_id=run.id,
        proposal_id=proposal.id if proposal else None,
        branch=settled.get("branch"),
        state=str(settled.get("state", "")),
    )
