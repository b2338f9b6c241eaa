"""What goes to a search provider and what comes back."""

from collections.abc import Mapping
from typing import Literal, Protocol

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import ProofroomError
from proofroom.providers.protocol import Credential, HttpCall


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One question to the web."""

    query: str
    max_results: int = 5
    topic: Literal["general", "news", "finance"] = "general"
    depth: Literal["basic", "advanced"] = "basic"
    since: str = ""
    """A day, YYYY-MM-DD; nothing older is wanted."""
    until: str = ""
    include_domains: tuple[str, ...] = ()
    exclude_domains: tuple[str, ...] = ()
    country: str = ""
    with_text: bool = False
    """Ask for the text of the pages, not only for snippets."""
    text_characters: int = 4_000


@dataclass(frozen=True, slots=True)
class Hit:
    """One page that was found. `score` is None where the provider gives none."""

    title: str
    url: str
    snippet: str
    score: float | None = None
    published_on: str = ""
    author: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class SearchReply:
    """What was found; the cost is None when the provider does not say."""

    hits: list[Hit]
    answer: str = ""
    request_id: str = ""
    cost_micros: int | None = None


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """The text of one page, or why it could not be had."""

    url: str
    text: str = ""
    title: str = ""
    error: str = ""


class SearchDriver(Protocol):
    """A way to search the web and to read pages."""

    @property
    def name(self) -> str:
        """Return the provider's name."""
        ...

    async def search(self, request: SearchRequest) -> SearchReply:
        """Search."""
        ...

    async def read(self, urls: list[str]) -> list[FetchedPage]:
        """Return the texts of pages, in the order they were asked for."""
        ...


class SearchAdapter(Protocol):
    """One wire format of search providers."""

    name: str

    def build(self, request: SearchRequest, credential: Credential) -> HttpCall:
        """Return the request."""
        ...

    def parse(self, body: bytes) -> SearchReply:
        """Read the hits."""
        ...

    def build_read(self, urls: list[str], credential: Credential) -> HttpCall:
        """Return the request for the texts of pages."""
        ...

    def parse_read(self, body: bytes) -> list[FetchedPage]:
        """Read the texts of pages."""
        ...

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means."""
        ...
