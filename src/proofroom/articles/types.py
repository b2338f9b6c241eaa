"""What an article is, and what was read for it: data, no behaviour."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, Literal, NewType

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import PersonId, ProjectId, RunId, WorkspaceId

ArticleId = NewType("ArticleId", str)

ArticleType = Literal["blog", "social_post", "showcase"]
Tone = Literal[
    "formal", "casual", "professional", "conversational", "technical", "friendly", "authoritative", "humorous"
]
Status = Literal[
    "draft",
    "interviewing",
    "research",
    "foundations",
    "skeleton",
    "foundations_approval",
    "writing",
    "humanity_checking",
    "creating_visuals",
    "ready",
    "published",
]
SourceType = Literal[
    "reddit",
    "linkedin",
    "quora",
    "medium",
    "substack",
    "user_provided",
    "web",
    "news",
    "local_file",
    "feed",
    "web_snapshot",
    "workspace",
]

TYPES: tuple[ArticleType, ...] = ("blog", "social_post", "showcase")
TONES: Mapping[Tone, float] = {
    "formal": 0.5,
    "casual": 0.7,
    "professional": 0.6,
    "conversational": 0.7,
    "technical": 0.5,
    "friendly": 0.7,
    "authoritative": 0.5,
    "humorous": 0.9,
}
"""The eight tones and the temperature each is written with."""

Json = dict[str, Any]


def _json() -> Json:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleSection:
    """One part of an article. A locked one is left as it is when the rest is written again."""

    heading: str
    notes: str = ""
    content: str = ""
    sources: tuple[int, ...] = ()
    """Numbers of the sources it was written from."""
    state: Literal["planned", "written", "failed"] = "planned"
    is_locked: bool = False
    cost_micros: int | None = None
    model: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """A piece of writing on its way from topic to page. On the wire it is called artifact."""

    id: ArticleId
    workspace_id: WorkspaceId
    project_id: ProjectId | None
    owner_id: PersonId | None
    type: ArticleType
    title: str
    status: Status
    tone: Tone
    created_at: datetime
    updated_at: datetime
    locale: str = "en"
    content: str = ""
    skeleton: str = ""
    tags: tuple[str, ...] = ()
    metadata: Json = field(default_factory=_json)
    foundations: Json = field(default_factory=_json)
    sections: tuple[ArticleSection, ...] = ()
    writing_metadata: Json = field(default_factory=_json)
    visuals_metadata: Json = field(default_factory=_json)
    report: Json | None = None
    run_id: RunId | None = None
    mark: str = ""
    version: int = 1
    deleted_at: datetime | None = None

    @property
    def brief(self) -> str:
        """Return what its author wants to say, in their own words."""
        return str(self.metadata.get("author_brief", ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceDocument:
    """Something that was read, with its whole text as it was then. `trouble` says why it gave none."""

    id: str
    source_type: SourceType
    name: str
    url: str
    title: str
    text: str
    sha256: str
    retrieved_at: datetime
    published_on: str = ""
    trouble: str = ""
    flags: tuple[str, ...] = ()
    """Families of injection that were seen in it: a signal for people, nothing rests on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchSource:
    """An excerpt that may be cited by its number: exactly what stands in its document at these offsets."""

    id: str
    document_id: str
    number: int
    source_type: SourceType
    source_name: str
    source_url: str
    excerpt: str
    start: int
    end: int
    excerpt_sha256: str
    relevance_score: float
    created_at: datetime
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleVersion:
    """An article as it was before something changed it."""

    id: str
    number: int
    title: str
    content: str
    skeleton: str
    sections: tuple[ArticleSection, ...]
    status: Status
    why: str
    by: str
    run_id: RunId | None
    created_at: datetime
