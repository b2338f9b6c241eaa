"""Web search behind one interface. Knows wire formats and nothing of research, sources or citations."""

from typing import TYPE_CHECKING

from proofroom.kernel.lazily import lazily
from proofroom.providers.search.types import FetchedPage, Hit, SearchDriver, SearchReply, SearchRequest

if TYPE_CHECKING:
    from proofroom.providers.search.driver import HttpSearchDriver

__all__ = ["FetchedPage", "Hit", "HttpSearchDriver", "SearchDriver", "SearchReply", "SearchRequest"]

__getattr__ = lazily(__name__, {"driver": "HttpSearchDriver"})
