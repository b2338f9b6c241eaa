"""The writer's short tools: the text of an article, a new one by hand, and what was changed last."""

from typing import Any

from pydantic import BaseModel, Field

from proofroom.access.actors import principal_of
from proofroom.articles.context_tools import brief, read_tool
from proofroom.articles.lifecycle import Articles
from proofroom.articles.origin import mark_among, marked, outside_of
from proofroom.articles.reports import report_on
from proofroom.articles.tools import CHANGED, GROUP, ArtifactInput, find_article, visibility_of
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec


class RecentInput(BaseModel):
    """Input of `listRecentArtifacts`."""

    limit: int = Field(10, ge=1, le=50)


class UpdateInput(ArtifactInput):
    """Input of `updateArtifactContent`."""

    content: str = Field(min_length=1, max_length=400_000, description="The whole text, in Markdown.")
    title: str | None = Field(None, min_length=3, max_length=200)


def artifact_tools(articles: Articles) -> list[ToolSpec]:
    """Return them."""

    async def read(context: ToolContext, given: ArtifactInput) -> ToolOutput:
        article = await find_article(articles, context, given.artifact_id)
        return ToolOutput(
            ok=True,
            data={"artifact": brief(article), "content": article.content},
            summary=say("articles.read", title=article.title, status=article.status),
            outside=outside_of(article),
        )

    async def recent(context: ToolContext, given: RecentInput) -> ToolOutput:
        found = await articles.find(await visibility_of(articles, context), limit=given.limit)
        rows = [brief(one) for one in found]
        return ToolOutput(
            ok=True,
            data={"artifacts": rows, "count": len(rows)},
            summary=say("articles.listed", count=len(rows)),
            outside=mark_among(found),
        )

    newest = "Articles in any status, newest change first."
    return [
        read_tool("getArtifactContent", "The text of an article.", ArtifactInput, read, heavy=True),
        read_tool("listRecentArtifacts", newest, RecentInput, recent),
        _update(articles),
    ]


def _update(articles: Articles) -> ToolSpec:
    async def update(context: ToolContext, given: UpdateInput) -> ToolOutput:
        article = await find_article(articles, context, given.artifact_id)
        changes: dict[str, Any] = {"content": given.content} | ({"title": given.title} if given.title else {})
        if context.outside:
            changes["metadata"] = marked(article.metadata, context.outside)
        if article.report is not None:
            found = await report_on(articles, article, given.content)
            changes["report"] = found.as_dict()
        done = await articles.edit(article, principal_of(context), context.now(), **changes)
        moved = {"from": article.status, "to": done.status} if article.status != done.status else None
        return ToolOutput(
            ok=True,
            data={"artifact": brief(done), "passes": done.report["passes"] if done.report else None},
            affected=CHANGED,
            status_transition=moved,
            summary=say("articles.did", step="updateArtifactContent", title=done.title, status=done.status),
        )

    return ToolSpec(
        name="updateArtifactContent",
        description="Replace the text of a draft or finished article; how it was is kept as a version.",
        input_model=UpdateInput,
        handler=update,
        group=GROUP,
        effect="write",
        permission="articles.own.update",
        default_affects=CHANGED,
    )
