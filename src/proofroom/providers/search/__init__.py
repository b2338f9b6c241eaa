"""Web search behind one interface. Knows wire formats and nothing of research, sources or citations."""

from proofroom.providers.search.driver import HttpSearchDriver
from proofroom.providers.search.types import FetchedPage, Hit, SearchDriver, SearchReply, SearchRequest

__all__ = ["FetchedPage", "Hit", "HttpSearchDriver", "SearchDriver", "SearchReply", "SearchRequest"]
