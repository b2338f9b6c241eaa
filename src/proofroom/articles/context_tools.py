"""The writer's tools that look things up, and begin a draft."""

from collections import Counter
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from proofroom.access.actors import principal_of
from proofroom.articles.citation_report import OPEN
from proofroom.articles.lifecycle import Articles, NewArticle
from proofroom.articles.origin import mark_among, outside_of
from proofroom.articles.statuses import DRAFTS, STATUSES
from proofroom.articles.tools import CHANGED, GROUP, READ, ArtifactInput, find_article, visibility_of
from proofroom.articles.types import Article, Status
from proofroom.articles.visibility import require_reach
from proofroom.kernel.errors import InvalidStatus
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

_MOST_FINDINGS = 30


class TopicsInput(BaseModel):
    """Input of `fetchArtifactTopics`."""

    model_config = ConfigDict(populate_by_name=True)

    limit: int = Field(20, ge=1, le=50)
    content_type: str = Field("all", alias="contentType")


class FetchResearchInput(ArtifactInput):
    """Input of `fetchResearch`."""

    limit: int = Field(20, ge=1, le=100)


class DraftsInput(BaseModel):
    """Input of `listDraftArtifacts`."""

    model_config = ConfigDict(populate_by_name=True)

    limit: int = Field(10, ge=1, le=50)
    include_status: list[str] = Field(default_factory=list[str], alias="includeStatus")


class DraftInput(BaseModel):
    """Input of `createArtifactDraft`."""

    type: str = "blog"
    title: str = Field(min_length=3, max_length=500)
    tone: str = "professional"
    brief: str = Field("", max_length=10_000)
    tags: list[str] = Field(default_factory=list[str], max_length=20)


def context_tools(articles: Articles) -> list[ToolSpec]:
    """Return the four context tools, and the one that begins a draft."""
    return [*_lookups(articles), _begin(articles)]


def _lookups(articles: Articles) -> list[ToolSpec]:
    async def topics(context: ToolContext, given: TopicsInput) -> ToolOutput:
        kind = None if given.content_type == "all" else given.content_type
        found = await articles.find(await visibility_of(articles, context), type=kind, limit=given.limit)
        rows = [{"id": one.id, "title": one.title, "type": one.type, "tags": list(one.tags)} for one in found]
        return _told("topics", rows, mark_among(found))

    async def fetch(context: ToolContext, given: ArtifactInput) -> ToolOutput:
        article = await find_article(articles, context, given.artifact_id)
        return ToolOutput(
            ok=True,
            data={"artifact": whole(article), **citations(article)},
            summary=say("articles.read", title=article.title, status=article.status),
            outside=outside_of(article),
        )

    async def research(context: ToolContext, given: FetchResearchInput) -> ToolOutput:
        article = await find_article(articles, context, given.artifact_id)
        found = await articles.research(article, given.limit)
        rows = [
            {
                "id": one.id,
                "number": one.number,
                "sourceType": one.source_type,
                "sourceName": one.source_name,
                "sourceUrl": one.source_url,
                "excerpt": one.excerpt,
                "relevanceScore": one.relevance_score,
                "createdAt": one.created_at.isoformat(),
            }
            for one in found
        ]
        told = _told("research", rows)
        told.data["bySourceType"] = dict(Counter(one.source_type for one in found))
        return told

    async def drafts(context: ToolContext, given: DraftsInput) -> ToolOutput:
        statuses: tuple[Status, ...] = tuple(_status(one) for one in given.include_status) or DRAFTS
        found = await articles.drafts(await visibility_of(articles, context), given.limit, statuses)
        return _told("drafts", [brief(one) for one in found], mark_among(found))

    return [
        read_tool(
            "fetchArtifactTopics",
            "Titles of articles there are, to avoid doing one twice.",
            TopicsInput,
            topics,
        ),
        read_tool(
            "fetchArtifact", "A whole article: text, status, metadata.", ArtifactInput, fetch, heavy=True
        ),
        read_tool(
            "fetchResearch",
            "The sources of an article, most relevant first.",
            FetchResearchInput,
            research,
            trust="untrusted",
        ),
        read_tool("listDraftArtifacts", "Articles in progress, newest change first.", DraftsInput, drafts),
    ]


def _begin(articles: Articles) -> ToolSpec:
    async def create(context: ToolContext, given: DraftInput) -> ToolOutput:
        new = NewArticle(
            title=given.title,
            type=given.type,
            tone=given.tone,
            brief=given.brief,
            tags=tuple(given.tags),
            project_id=context.project_id,
            outside=context.outside,
        )
        seen = await visibility_of(articles, context)
        require_reach(seen.principal, new.project_id, new.locale)
        alike = await articles.alike(seen, given.title)
        made = await articles.begin(new, context.new_id(), principal_of(context), context.now())
        data = {"artifact": brief(made), "alike": [brief(one) for one in alike if one.id != made.id]}
        return ToolOutput(
            ok=True,
            data=data,
            affected=CHANGED,
            summary=say("articles.began", title=made.title),
            outside=mark_among(alike),
        )

    return ToolSpec(
        name="createArtifactDraft",
        description="Begin an article as a draft; tells which articles are about the same already.",
        input_model=DraftInput,
        handler=create,
        group=GROUP,
        effect="write",
        permission="articles.own.create",
        default_affects=CHANGED,
    )


def brief(article: Article) -> dict[str, Any]:
    """Return an article as a list shows it."""
    return {
        "id": article.id,
        "title": article.title,
        "type": article.type,
        "status": article.status,
        "tone": article.tone,
        "updatedAt": article.updated_at.isoformat(),
    }


def whole(article: Article) -> dict[str, Any]:
    """Return an article under the seed's names."""
    return brief(article) | {
        "content": article.content,
        "tags": list(article.tags),
        "metadata": article.metadata,
        "writingMetadata": article.writing_metadata,
        "createdAt": article.created_at.isoformat(),
    }


def citations(article: Article) -> dict[str, Any]:
    """Return how the citations of an article stand; before it is written there are none."""
    report: dict[str, Any] = article.report or {}
    kept = ("kind", "section", "sentence", "detail", "blocking")
    # What is certain first: a model that fixes findings begins there.
    rows = sorted(report.get("findings", []), key=lambda each: bool(each["kind"] == OPEN))
    found = [{name: each.get(name, "") for name in kept} for each in rows]
    names = ("references", "resolved", "integrity", "coverage", "unproved", "passes")
    return {"citations": {name: report.get(name, 0) for name in names}, "findings": found[:_MOST_FINDINGS]}


def _status(name: str) -> Status:
    for known in STATUSES:
        if known == name:
            return known
    raise InvalidStatus(say("articles.no_status", status=name[:40]), expectedStatus=list(STATUSES))


def _told(name: str, rows: list[dict[str, Any]], outside: str = "") -> ToolOutput:
    data: dict[str, Any] = {name: rows, "count": len(rows)}
    return ToolOutput(ok=True, data=data, summary=say("articles.listed", count=len(rows)), outside=outside)


def read_tool(name: str, description: str, model: type[BaseModel], handler: Any, **more: Any) -> ToolSpec:
    """Return a tool that only reads."""
    return ToolSpec(
        name=name,
        description=description,
        input_model=model,
        handler=handler,
        group=GROUP,
        permission=READ,
        **more,
    )
