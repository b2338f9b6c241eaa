"""The corpus behind the same interface as a web search."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote, unquote

from proofroom.kernel.addresses import split_address
from proofroom.providers.corpus.index import CorpusIndex, Found
from proofroom.providers.corpus.rank import choose, query_words, scored
from proofroom.providers.search.types import FetchedPage, Hit, SearchReply, SearchRequest
from proofroom.search.snippets import cut_out, first_place

CANDIDATES = 40
SNIPPET = 300
NOT_HERE = "This document is not in the corpus."


class CorpusDriver:
    """Searches folders on this machine. It reads only below them, costs nothing and needs no network."""

    name = "corpus"

    def __init__(self, index: CorpusIndex, folders: Sequence[Path]) -> None:
        self._index, self._folders = index, [folder.resolve() for folder in folders]
        self._refreshing = asyncio.Lock()

    async def search(self, request: SearchRequest) -> SearchReply:
        """Return the best passages; their address names the file and the exact place in it."""
        async with self._refreshing:
            await asyncio.to_thread(self._index.refresh, self._folders)
        words = query_words(request.query)
        found = await asyncio.to_thread(self._index.search, words, CANDIDATES)
        chosen = choose(scored(found), request.max_results)
        return SearchReply([self._hit(each, score, words, request) for each, score in chosen], cost_micros=0)

    async def read(self, urls: list[str]) -> list[FetchedPage]:
        """Return the texts of documents that a search has named."""
        return [await asyncio.to_thread(self._page, url) for url in urls]

    def _hit(self, found: Found, score: float, words: list[str], request: SearchRequest) -> Hit:
        return Hit(
            title=found.title
            if not found.heading or found.heading == found.title
            else f"{found.title}: {found.heading}",
            url=address(found.path, found.part, found.start, found.end),
            snippet=snippet(found.text, words),
            score=round(score, 3),
            published_on=found.published_on,
            text=found.text[: request.text_characters] if request.with_text else "",
        )

    def _page(self, url: str) -> FetchedPage:
        path, part = _locate(url)
        if not any(Path(path).resolve().is_relative_to(folder) for folder in self._folders):
            return FetchedPage(url, error=NOT_HERE)
        text = self._index.document(path, part)
        return FetchedPage(url, text, Path(path).stem) if text else FetchedPage(url, error=NOT_HERE)


def address(path: str, part: str, start: int, end: int) -> str:
    """Return the address of a passage: `corpus:///path?part=…#start-end`."""
    query = f"?part={quote(part, safe='')}" if part else ""
    return f"corpus://{quote(path)}{query}#{start}-{end}"


def snippet(text: str, words: list[str]) -> str:
    """Return the stretch of a passage around its first matching word."""
    if len(text) <= SNIPPET:
        return text
    return cut_out(text, max(0, first_place(text, words)), SNIPPET)


def _locate(url: str) -> tuple[str, str]:
    split = split_address(url)
    part = split.query.removeprefix("part=") if split.query.startswith("part=") else ""
    return unquote(split.path), unquote(part)
