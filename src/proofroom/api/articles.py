"""Articles: begin, list, read, edit, delete, their versions and their sources."""

import asyncio
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.security import StudioDep, requires, requires_somewhere
from proofroom.api.shapes import Count, Done, In, Out, fields_of
from proofroom.articles import Article, Articles, NewArticle, Visibility
from proofroom.articles.compare import compare
from proofroom.articles.origin import unmarked
from proofroom.articles.prompting import SECTION_WORDS
from proofroom.articles.reports import checked_again, report_on
from proofroom.articles.statuses import STATUSES
from proofroom.articles.types import ArticleSection, ArticleVersion, ResearchSource, Status
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ProjectId, new_id
from proofroom.kernel.strings import say
from proofroom.wiring import Studio

router = APIRouter(prefix="/articles", tags=["articles"])


class ArticleBody(In):
    """What an article begins with. `brief` is what its author wants to say, in their own words."""

    title: str = Field(min_length=1, max_length=500)
    type: str = "blog"
    tone: str = "professional"
    brief: str = Field("", max_length=10_000)
    locale: str = Field("en", max_length=20)
    tags: list[str] = Field(default_factory=list[str], max_length=20)
    project_id: str | None = None


class ArticleEdit(In):
    """What a person changes by hand; what is left out stays."""

    title: str | None = Field(None, min_length=1, max_length=200)
    content: str | None = Field(None, max_length=400_000)
    skeleton: str | None = Field(None, max_length=20_000)
    tone: str | None = None
    tags: list[str] | None = Field(None, max_length=20)
    version: int | None = Field(None, description="What it was changed from: refused where it has changed.")


class SectionInfo(fields_of(ArticleSection)):
    """One section: its text, the sources it was written from, and its state."""

    state: str


class ArticleInfo(Out):
    """An article as a list shows it."""

    id: str
    project_id: str | None
    owner_id: str | None
    type: str
    title: str
    status: Status
    status_label: str
    progress: int
    editor: str
    tone: str
    locale: str
    tags: list[str]
    run_id: str | None
    version: int
    created_at: datetime
    updated_at: datetime


class ArticleDetail(ArticleInfo):
    """A whole article."""

    content: str
    skeleton: str
    sections: list[SectionInfo]
    section_words: int = Field(description="About how many words each part of the plan is to have.")
    metadata: dict[str, Any]
    foundations: dict[str, Any]
    writing_metadata: dict[str, Any]
    visuals_metadata: dict[str, Any]
    report: dict[str, Any] | None


class ArticleVersionInfo(fields_of(ArticleVersion, without=("id", "skeleton", "sections"))):
    """An article as it was before something changed it."""


class DiffSpan(Out):
    """Words that stay, go or come."""

    op: Literal["same", "removed", "added"]
    text: str


class ArticleDiff(Out):
    """What changed since a version."""

    number: int
    spans: list[DiffSpan]


class ArticleSourceInfo(fields_of(ResearchSource)):
    """An excerpt that may be cited, with its exact place in the stored document."""

    source_type: str


class ArticleBegun(ArticleDetail):
    """An article that was begun, and what there is about the same topic already."""

    alike: list[ArticleInfo]


def visibility_of(principal: Principal) -> Visibility:
    """Return whose articles a principal sees."""
    return Visibility.of(principal)


async def article_for(
    studio: Studio, principal: Principal, article_id: str, *, is_deleted: bool = False
) -> Article:
    """Return an article that the principal may see; what the route is for, they have to be let there."""
    seen = visibility_of(replace(principal, asked_for=""))
    found = await studio.get(Articles).get(seen, article_id, is_deleted=is_deleted)
    if principal.asked_for:
        principal.require(principal.asked_for, found.project_id)
    return found


def show(article: Article) -> ArticleDetail:
    """Return an article under its wire names."""
    info = STATUSES[article.status]
    told = {name: getattr(article, name) for name in Article.__slots__}
    more = {
        "status_label": info.label,
        "progress": info.progress,
        "editor": info.editor,
        "section_words": SECTION_WORDS[article.type],
    }
    return ArticleDetail.model_validate(told | more)


@router.get("")
async def list_articles(
    studio: StudioDep,
    query: str = "",
    status: Status | None = None,
    type: str | None = None,
    project_id: str | None = None,
    limit: int = 50,
    principal: Principal = requires("articles.own.read"),
) -> list[ArticleInfo]:
    """Return articles, newest update first: one's own, or everybody's with the permission for it."""
    found = await studio.get(Articles).find(
        visibility_of(principal),
        statuses=[status] if status else [],
        type=type,
        project_id=ProjectId(project_id) if project_id else None,
        query=query[:200],
        limit=max(1, min(limit, 200)),
    )
    return [ArticleInfo.model_validate(show(each)) for each in found]


@router.post("")
async def begin_article(
    body: ArticleBody, studio: StudioDep, principal: Principal = requires_somewhere("articles.own.create")
) -> ArticleBegun:
    """Begin an article as a draft, and tell what is about the same topic already."""
    new = NewArticle(
        title=body.title,
        type=body.type,
        tone=body.tone,
        brief=body.brief,
        locale=body.locale,
        tags=tuple(body.tags),
        project_id=ProjectId(body.project_id) if body.project_id else None,
    )
    articles = studio.get(Articles)
    alike = await articles.alike(visibility_of(replace(principal, asked_for="")), new.title)
    made = await articles.begin(new, new_id(), principal, studio.clock.now())
    told = {"alike": [ArticleInfo.model_validate(show(each)) for each in alike]}
    return ArticleBegun.model_validate(show(made).model_dump() | told)


@router.get("/{article_id}")
async def get_article(
    article_id: str, studio: StudioDep, principal: Principal = requires("articles.own.read")
) -> ArticleDetail:
    """Return an article with its sections, foundations and citation report."""
    return show(await article_for(studio, principal, article_id))


@router.put("/{article_id}")
async def edit_article(
    article_id: str,
    body: ArticleEdit,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.update"),
) -> ArticleDetail:
    """Change an article by hand; a published one is ready again, and how it was is kept."""
    article = await article_for(studio, principal, article_id)
    changes = body.model_dump(exclude_none=True, exclude={"version"})
    if "tags" in changes:
        changes["tags"] = tuple(changes["tags"])
    if "content" in changes and principal.person_id is not None:
        changes["metadata"] = unmarked(article.metadata)
    if "content" in changes and article.report is not None:
        found = await report_on(studio.get(Articles), article, changes["content"])
        changes["report"] = found.as_dict()
    at = studio.clock.now()
    return show(await studio.get(Articles).edit(article, principal, at, since=body.version, **changes))


@router.delete("/{article_id}")
async def delete_article(
    article_id: str, studio: StudioDep, principal: Principal = requires_somewhere("articles.own.delete")
) -> Done:
    """Delete an article that nobody works on."""
    article = await article_for(studio, principal, article_id)
    await studio.get(Articles).delete(article, principal, studio.clock.now())
    return Done()


@router.post("/{article_id}/restore")
async def restore_article(
    article_id: str, studio: StudioDep, principal: Principal = requires_somewhere("articles.own.delete")
) -> ArticleDetail:
    """Bring a deleted article back, as it was."""
    article = await article_for(studio, principal, article_id, is_deleted=True)
    return show(await studio.get(Articles).delete(article, principal, studio.clock.now()))


@router.get("/{article_id}/versions")
async def list_article_versions(
    article_id: str, studio: StudioDep, principal: Principal = requires("articles.own.read")
) -> list[ArticleVersionInfo]:
    """Return how an article was, newest first."""
    article = await article_for(studio, principal, article_id)
    found = await studio.get(Articles).versions(article)
    return [ArticleVersionInfo.model_validate(each) for each in found]


@router.get("/{article_id}/versions/{number}/diff")
async def compare_article_version(
    article_id: str, number: Count, studio: StudioDep, principal: Principal = requires("articles.own.read")
) -> ArticleDiff:
    """Return what changed from an earlier version to the article as it is now, word by word."""
    article = await article_for(studio, principal, article_id)
    found = await studio.get(Articles).versions(article)
    version = next((each for each in found if each.number == number), None)
    if version is None:
        raise NotFound(say("articles.no_version", number=number))
    spans = await asyncio.to_thread(compare, version.content, article.content)
    return ArticleDiff(number=number, spans=[DiffSpan(op=op, text=text) for op, text in spans])


@router.post("/{article_id}/versions/{number}/restore")
async def restore_article_version(
    article_id: str,
    number: Count,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.update"),
) -> ArticleDetail:
    """Bring back the text of an earlier version."""
    article = await article_for(studio, principal, article_id)
    articles = studio.get(Articles)
    done = await articles.restore(article, number, principal, studio.clock.now())
    return show(await checked_again(articles, done, principal, studio.clock.now()))


@router.get("/{article_id}/sources")
async def list_article_sources(
    article_id: str,
    studio: StudioDep,
    limit: int = 100,
    principal: Principal = requires("articles.own.read"),
) -> list[ArticleSourceInfo]:
    """Return the sources of an article, the most relevant first."""
    article = await article_for(studio, principal, article_id)
    found = await studio.get(Articles).research(article, max(1, min(limit, 100)))
    return [ArticleSourceInfo.model_validate(each) for each in found]
