"""The tools that look for sources: search, and read a page that a search named."""

from collections.abc import Awaitable, Callable
from typing import Any

from pydantic import BaseModel, Field

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.nouns import count
from proofroom.kernel.strings import say
from proofroom.kernel.tool import PaidCall, ToolContext, ToolOutput, ToolSpec
from proofroom.providers.account import accounted
from proofroom.providers.search.types import Hit, SearchDriver, SearchReply, SearchRequest

GROUP = "web"
PERMISSION = "web.team.run"


@dataclass(frozen=True, slots=True)
class OpenSearch:
    """A search provider ready to be asked."""

    driver: SearchDriver
    connection_id: str | None = None

    async def search(self, request: SearchRequest, account: Callable[[PaidCall], None]) -> SearchReply:
        """Search, and account for it once, whether it answers or fails."""
        with accounted(account, "search", self.driver.name, connection_id=self.connection_id) as call:
            reply = await self.driver.search(request)
            call["cost_micros"] = reply.cost_micros
            return reply


FindSearch = Callable[[WorkspaceId], Awaitable[OpenSearch]]
"""Opens the workspace's search provider, or the local corpus where none is connected."""


class WebSearchInput(BaseModel):
    """Input of `webSearch`."""

    query: str = Field(min_length=2, max_length=400, description="What to look for.")
    limit: int = Field(5, ge=1, le=20)


class ReadPagesInput(BaseModel):
    """Input of `readPages`."""

    urls: list[str] = Field(min_length=1, max_length=5, description="Addresses from search results.")


def search_tools(find_search: FindSearch) -> list[ToolSpec]:
    """Return the tools, bound to the workspace's search provider."""

    async def web_search(context: ToolContext, given: WebSearchInput) -> ToolOutput:
        opened = await find_search(context.workspace_id)
        request = SearchRequest(given.query, max_results=given.limit)
        reply = await opened.search(request, context.account)
        data = {
            "provider": opened.driver.name,
            "query": given.query,
            "results": [_show(hit) for hit in reply.hits],
        }
        return ToolOutput(
            ok=True, data=data, summary=say("did.search.searched", query=given.query, count=len(reply.hits))
        )

    async def read_pages(context: ToolContext, given: ReadPagesInput) -> ToolOutput:
        opened = await find_search(context.workspace_id)
        pages = await opened.driver.read(given.urls)
        data = {"pages": [{"url": p.url, "title": p.title, "text": p.text, "error": p.error} for p in pages]}
        good = sum(not page.error for page in pages)
        return ToolOutput(
            ok=True, data=data, summary=say("did.search.read", good=good, pages=count(len(pages), "page"))
        )

    async def most_a_search_costs(workspace_id: WorkspaceId, _input: dict[str, Any]) -> int | None:
        opened = await find_search(workspace_id)
        return 0 if opened.connection_id is None else None  # a connected provider says it after the search

    return [
        ToolSpec(
            name="webSearch",
            description="Search for sources: titles, addresses, snippets and scores. Cite the address.",
            input_model=WebSearchInput,
            handler=web_search,
            group=GROUP,
            permission=PERMISSION,
            trust="untrusted",
            finds_addresses=True,
            most_it_costs=most_a_search_costs,
        ),
        ToolSpec(
            name="readPages",
            description="Read the text of pages that webSearch returned.",
            input_model=ReadPagesInput,
            handler=read_pages,
            group=GROUP,
            permission=PERMISSION,
            trust="untrusted",
            heavy=True,
            output_cap=20_000,
            fetches="urls",
        ),
    ]


def _show(hit: Hit) -> dict[str, Any]:
    shown = {"title": hit.title, "url": hit.url, "snippet": hit.snippet, "score": hit.score}
    return shown | ({"publishedOn": hit.published_on} if hit.published_on else {})
