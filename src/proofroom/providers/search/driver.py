"""Searching over HTTP."""

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.providers.endpoint import Endpoint
from proofroom.providers.search.exa import Exa
from proofroom.providers.search.tavily import Tavily
from proofroom.providers.search.types import FetchedPage, SearchAdapter, SearchReply, SearchRequest

ADAPTERS: dict[str, SearchAdapter] = {"tavily": Tavily(), "exa": Exa()}


class HttpSearchDriver:
    """Searches with one provider and one credential."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.name = endpoint.credential.provider
        self._endpoint = endpoint
        if self.name not in ADAPTERS:
            raise InvalidInput(
                say("connections.no_search_provider", provider=self.name),
                suggestion=say("next.one_of", known=", ".join(ADAPTERS)),
            )
        self._adapter = ADAPTERS[self.name]

    async def search(self, request: SearchRequest) -> SearchReply:
        """Search."""
        call = self._adapter.build(request, self._endpoint.credential)
        return self._adapter.parse(await self._endpoint.fetch(call, self._adapter.error))

    async def read(self, urls: list[str]) -> list[FetchedPage]:
        """Return the texts of pages, in the order they were asked for."""
        call = self._adapter.build_read(urls, self._endpoint.credential)
        found = self._adapter.parse_read(await self._endpoint.fetch(call, self._adapter.error))
        by_url = {page.url: page for page in found}
        return [by_url.get(url) or FetchedPage(url, error="was not returned") for url in urls]
