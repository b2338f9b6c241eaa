"""The writer's tools that suggest what to write about, each topic with its reason."""

import asyncio
from datetime import timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from proofroom.articles.context_tools import read_tool
from proofroom.articles.lifecycle import Articles
from proofroom.articles.tools import visibility_of
from proofroom.articles.topics.suggest import best, follow_ups, from_gaps, from_promises, from_sources
from proofroom.articles.work import FindPieces, FindSearches
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.providers.search.types import Hit, SearchRequest
from proofroom.runtime.baseline.search import OpenSearch

STEMS = ("{about} trends", "popular {about}", "{about} questions people ask", "what to write about {about}")
PER_STEM = 5
_SNIPPET = 200
Json = dict[str, Any]


class TopicsResearchInput(BaseModel):
    """Input of `topicsResearch` and `suggestArtifactIdeas`."""

    model_config = ConfigDict(populate_by_name=True)

    content_type: str = Field("blog", alias="contentType")
    focus_area: str = Field("", alias="focusArea", max_length=200)
    count: int = Field(5, ge=1, le=10)


class TrendingInput(BaseModel):
    """Input of `researchTrendingTopics`."""

    model_config = ConfigDict(populate_by_name=True)

    domain: str = Field("product management", min_length=2, max_length=200)
    custom_keywords: list[str] = Field(default_factory=list[str], alias="customKeywords", max_length=10)
    days: int = Field(7, ge=1, le=30)
    max_results: int = Field(10, alias="maxResults", ge=1, le=20)


class FollowUpInput(BaseModel):
    """Input of `analyzeFollowUpTopics`."""

    model_config = ConfigDict(populate_by_name=True)

    content_type: str = Field("all", alias="contentType")
    limit: int = Field(10, ge=1, le=15)


def topic_tools(articles: Articles, find_searches: FindSearches, find_pieces: FindPieces) -> list[ToolSpec]:
    """Return the tools."""
    return [
        *_topics(articles, find_searches, find_pieces),
        _trending(find_searches),
        _follow_ups(articles),
    ]


def _topics(articles: Articles, find_searches: FindSearches, find_pieces: FindPieces) -> list[ToolSpec]:
    async def find(context: ToolContext, given: TopicsResearchInput) -> tuple[list[Json], list[str]]:
        about = given.focus_area or given.content_type.replace("_", " ")
        mine = [one.title for one in await articles.find(await visibility_of(articles, context), limit=200)]
        hits: list[Hit] = []
        asked: list[str] = []
        for opened in await find_searches(context.workspace_id):
            wanted = [SearchRequest(stem.format(about=about), max_results=PER_STEM) for stem in STEMS]
            for found in await asyncio.gather(*(_search(context, opened, one) for one in wanted)):
                hits += found
            asked.append(opened.driver.name)
        found = from_sources(hits, mine)
        if context.project_id is not None:
            pieces = await find_pieces(context.project_id, given.focus_area)
            found += [*from_gaps(pieces, mine), *from_promises(pieces, mine)]
            asked.append("project")
        return best(found, given.count), asked

    async def topics(context: ToolContext, given: TopicsResearchInput) -> ToolOutput:
        kept, asked = await find(context, given)
        data = {"topics": kept, "sourcesQueried": asked}
        return ToolOutput(ok=True, data=data, summary=say("articles.topics", count=len(kept)))

    async def ideas(context: ToolContext, given: TopicsResearchInput) -> ToolOutput:
        kept, _ = await find(context, given)
        cards = [
            {
                "type": "topic_suggestion",
                "id": f"topic-{number}",
                "title": one["title"],
                "description": one["description"],
                "rationale": one["rationale"],
                "contentType": given.content_type,
            }
            for number, one in enumerate(kept, 1)
        ]
        data = {"ideas": cards, "count": len(cards)}
        return ToolOutput(ok=True, data=data, summary=say("articles.topics", count=len(cards)))

    told = "Suggest topics from what sources and the project's own pieces say, each with its reason."
    short = "Suggest ideas for pieces: the topics of topicsResearch as short cards."
    return [
        read_tool("topicsResearch", told, TopicsResearchInput, topics, trust="untrusted"),
        read_tool("suggestArtifactIdeas", short, TopicsResearchInput, ideas, trust="untrusted"),
    ]


def _trending(find_searches: FindSearches) -> ToolSpec:
    async def trending(context: ToolContext, given: TrendingInput) -> ToolOutput:
        since = (context.now() - timedelta(days=given.days)).date().isoformat()
        query = " ".join([given.domain, *given.custom_keywords])[:400]
        counts: dict[str, int] = {}
        found: dict[str, dict[str, object]] = {}
        for opened in await find_searches(context.workspace_id):
            request = SearchRequest(query, max_results=given.max_results, topic="news", since=since)
            hits = await _search(context, opened, request)
            counts[opened.driver.name] = len(hits)
            for hit in hits:
                key = "".join(char for char in hit.title.lower() if char.isalnum())[:50]
                found.setdefault(
                    key,
                    {
                        "title": hit.title,
                        "source": opened.driver.name,
                        "url": hit.url,
                        "snippet": hit.snippet[:_SNIPPET],
                        "score": round(min(1.0, hit.score if hit.score is not None else 0.5), 3),
                        "publishedAt": hit.published_on,
                    },
                )
        topics = sorted(found.values(), key=lambda one: -float(str(one["score"])))[: given.max_results]
        data = {"topics": topics, "sourceCounts": counts}
        return ToolOutput(ok=True, data=data, summary=say("articles.topics", count=len(topics)))

    told = "Find what is written about a field in the last days."
    return read_tool("researchTrendingTopics", told, TrendingInput, trending, trust="untrusted")


def _follow_ups(articles: Articles) -> ToolSpec:
    async def look(context: ToolContext, given: FollowUpInput) -> ToolOutput:
        kind = None if given.content_type == "all" else given.content_type
        done = await articles.find(
            await visibility_of(articles, context), statuses=["ready", "published"], type=kind, limit=50
        )
        found = follow_ups(done, given.limit)
        data = {"opportunities": found, "count": len(found)}
        return ToolOutput(ok=True, data=data, summary=say("articles.topics", count=len(found)))

    told = "Find how finished articles could be continued: a sequel, another angle, a newer version."
    return read_tool("analyzeFollowUpTopics", told, FollowUpInput, look)


async def _search(context: ToolContext, opened: OpenSearch, request: SearchRequest) -> list[Hit]:
    return list((await opened.search(request, context.account)).hits)
