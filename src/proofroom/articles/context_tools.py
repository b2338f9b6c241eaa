"""The writer's tools that look things up, begin a draft, and suggest topics."""

from collections import Counter, defaultdict
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from proofroom.access.actors import principal_of
from proofroom.articles.desk import Articles, NewArticle
from proofroom.articles.parts import words_of
from proofroom.articles.statuses import DRAFTS, STATUSES
from proofroom.articles.tools import CHANGED, GROUP, READ, ArtifactInput, find_article, sight_of
from proofroom.articles.types import Article, Status
from proofroom.articles.work import FindSearches
from proofroom.kernel.errors import InvalidStatus
from proofroom.kernel.strings import say
from proofroom.kernel.tool import PaidCall, ToolContext, ToolOutput, ToolSpec
from proofroom.providers.search.types import Hit, SearchRequest

STEMS = ("{about} trends", "popular {about}", "{about} questions people ask", "what to write about {about}")
_LOW, _MEDIUM = 3, 6


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


class TopicsResearchInput(BaseModel):
    """Input of `topicsResearch`."""

    model_config = ConfigDict(populate_by_name=True)

    content_type: str = Field("blog", alias="contentType")
    focus_area: str = Field("", alias="focusArea", max_length=200)
    count: int = Field(5, ge=1, le=10)


def context_tools(articles: Articles, find_searches: FindSearches) -> list[ToolSpec]:
    """Return the four context tools, and those that begin and suggest."""
    return [*_lookups(articles), _begin(articles), _topics(articles, find_searches)]


def _lookups(articles: Articles) -> list[ToolSpec]:
    async def topics(context: ToolContext, given: TopicsInput) -> ToolOutput:
        kind = None if given.content_type == "all" else given.content_type
        found = await articles.find(sight_of(context), type=kind, limit=given.limit)
        rows = [{"id": one.id, "title": one.title, "type": one.type, "tags": list(one.tags)} for one in found]
        return _told("topics", rows)

    async def fetch(context: ToolContext, given: ArtifactInput) -> ToolOutput:
        article = await find_article(articles, context, given.artifact_id)
        return ToolOutput(
            ok=True,
            data={"artifact": whole(article)},
            summary=say("articles.read", title=article.title, status=article.status),
            outside="research" if article.report else "",
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
        found = await articles.drafts(sight_of(context), given.limit, statuses)
        return _told("drafts", [brief(one) for one in found])

    return [
        _read(
            "fetchArtifactTopics",
            "Titles of articles there are, to avoid doing one twice.",
            TopicsInput,
            topics,
        ),
        _read("fetchArtifact", "A whole article: text, status, metadata.", ArtifactInput, fetch, heavy=True),
        _read(
            "fetchResearch",
            "The sources of an article, most relevant first.",
            FetchResearchInput,
            research,
            trust="untrusted",
        ),
        _read("listDraftArtifacts", "Articles in progress, newest change first.", DraftsInput, drafts),
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
        )
        alike = await articles.alike(sight_of(context), given.title)
        made = await articles.begin(new, context.new_id(), principal_of(context), context.now())
        data = {"artifact": brief(made), "alike": [brief(one) for one in alike if one.id != made.id]}
        return ToolOutput(
            ok=True, data=data, affected=CHANGED, summary=say("articles.began", title=made.title)
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


def _topics(articles: Articles, find_searches: FindSearches) -> ToolSpec:
    async def topics(context: ToolContext, given: TopicsResearchInput) -> ToolOutput:
        about = given.focus_area or given.content_type.replace("_", " ")
        mine = await articles.find(sight_of(context), limit=200)
        hits: list[Hit] = []
        asked: list[str] = []
        for opened in await find_searches(context.workspace_id):
            for stem in STEMS:
                reply = await opened.driver.search(SearchRequest(stem.format(about=about), max_results=5))
                hits += reply.hits
                context.account(
                    PaidCall(
                        kind="search",
                        provider=opened.driver.name,
                        cost_micros=reply.cost_micros,
                        connection_id=opened.connection_id,
                    )
                )
            asked.append(opened.driver.name)
        found = suggested(hits, mine, given.count)
        data = {"topics": found, "sourcesQueried": asked}
        return ToolOutput(ok=True, data=data, summary=say("articles.topics", count=len(found)))

    return _read(
        "topicsResearch",
        "Suggest topics from what sources write about, each with its reason.",
        TopicsResearchInput,
        topics,
        trust="untrusted",
    )


def suggested(hits: list[Hit], mine: list[Article], count: int) -> list[dict[str, Any]]:
    """Return topics: hits grouped by their titles, without what is written already, the best first."""
    groups: dict[str, list[Hit]] = defaultdict(list)
    for hit in hits:
        key = " ".join([word for word in hit.title.lower().split() if len(word) > 4][:3])
        if key and all(hit.url != other.url for other in groups[key]):
            groups[key].append(hit)
    written = [words_of(one.title) for one in mine]
    known = frozenset[str]().union(*written) if written else frozenset[str]()
    made: list[dict[str, Any]] = []
    for group in groups.values():
        first = group[0]
        title = words_of(first.title)
        if not title or any(len(title & one) / len(title | one) >= 0.6 for one in written):
            continue
        terms = Counter(word for hit in group for word in words_of(hit.snippet) if word not in known)
        new = [word for word, _ in terms.most_common(3)]
        score = sum(hit.score or 0.5 for hit in group) / len(group) * 10
        made.append(
            {
                "title": first.title,
                "description": first.snippet[:200],
                "rationale": str(say("articles.why", count=len(group), source=first.url)),
                "trendingScore": round(min(10.0, score), 1),
                "competitionLevel": "low"
                if len(group) < _LOW
                else "medium"
                if len(group) < _MEDIUM
                else "high",
                "suggestedAngle": ", ".join(new),
            }
        )
    return sorted(made, key=lambda one: -one["trendingScore"])[:count]


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


def _status(name: str) -> Status:
    for known in STATUSES:
        if known == name:
            return known
    raise InvalidStatus(say("articles.no_status", status=name[:40]), expectedStatus=list(STATUSES))


def _told(name: str, rows: list[dict[str, Any]]) -> ToolOutput:
    data: dict[str, Any] = {name: rows, "count": len(rows)}
    return ToolOutput(ok=True, data=data, summary=say("articles.listed", count=len(rows)))


def _read(name: str, description: str, model: type[BaseModel], handler: Any, **more: Any) -> ToolSpec:
    return ToolSpec(
        name=name,
        description=description,
        input_model=model,
        handler=handler,
        group=GROUP,
        permission=READ,
        **more,
    )
