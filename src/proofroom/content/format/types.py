"""The nouns of a content project: data only.

Every record that can come from somebody else's file keeps its `raw` object, so that keys we do not know
survive when the file is written again.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from proofroom.kernel.data import dataclass

Json = dict[str, Any]

KINDS: Final = ("singleton", "collection", "document", "dictionary")
STRATEGIES: Final = ("file", "suffix", "directory", "none")
STATUSES: Final = ("draft", "in_review", "published", "rejected", "archived")
WORKFLOWS: Final = ("auto-merge", "review")

NUMBER_TYPES: Final = frozenset({"number", "integer", "decimal", "percent", "rating"})
MEDIA_TYPES: Final = frozenset({"image", "video", "file"})
RELATION_TYPES: Final = frozenset({"relation", "relations"})
TITLE_TYPES: Final = ("string", "slug", "email", "url", "code", "text", "markdown", "richtext")
"""Types a title can be shown from, the most fitting first."""
PROSE_TYPES: Final = frozenset({"text", "markdown", "richtext"})
STRING_TYPES: Final = frozenset(
    {
        *("string", "text", "code", "icon", "markdown", "richtext", "slug", "email", "url", "color", "phone"),
        *("date", "datetime", "image", "video", "file", "select"),
    }
)
FIELD_TYPES: Final = STRING_TYPES | NUMBER_TYPES | RELATION_TYPES | {"boolean", "array", "object"}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a content model, as its definition says."""

    type: str
    required: bool = False
    unique: bool = False
    min: float | None = None
    max: float | None = None
    pattern: str | None = None
    options: tuple[Any, ...] | None = None
    targets: tuple[str, ...] = ()
    """The models a relation may point at."""
    items: "Field | None" = None
    fields: Mapping[str, "Field"] = field(default_factory=dict[str, "Field"])
    accept: str | None = None
    raw: Json = field(default_factory=Json, compare=False)


@dataclass(frozen=True, slots=True)
class Model:
    """A content model: what its entries are called, where they live and which fields they have."""

    id: str
    kind: str
    domain: str
    i18n: bool
    name: str = ""
    title_field: str | None = None
    description: str | None = None
    content_path: str | None = None
    strategy: str = "file"
    fields: Mapping[str, Field] = field(default_factory=dict[str, Field])
    raw: Json = field(default_factory=Json, compare=False)


@dataclass(frozen=True, slots=True)
class Config:
    """The project's configuration with every default filled in."""

    version: int | float = 1
    stack: str = "other"
    platform: str | None = None
    workflow: str = "auto-merge"
    default_locale: str = "en"
    locales: tuple[str, ...] = ("en",)
    domains: tuple[str, ...] = ()
    base_branch: str | None = None
    assets_path: str | None = None
    cdn_url: str | None = None
    branch_retention_days: int = 30
    branch_warn_limit: int = 50
    branch_block_limit: int = 80
    remote_branch_cleanup: bool = True
    raw: Json = field(default_factory=Json, compare=False)


@dataclass(frozen=True, slots=True)
class Meta:
    """The record beside an entry: its state, who touched it last, and when it may be seen."""

    status: str | None = None
    source: str | None = None
    updated_by: str | None = None
    updated_at: str | None = None
    approved_by: str | None = None
    version: str | None = None
    publish_at: str | None = None
    expire_at: str | None = None
    raw: Json = field(default_factory=Json, compare=False)


@dataclass(frozen=True, slots=True)
class Document:
    """A Markdown document: typed front matter, trimmed body, and the front matter's text as it was found."""

    front: Json
    body: str
    block: str | None = None
    ruler: str = "---"
    """The line above and below the front matter: `---` for YAML, `+++` for TOML."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One record of a model in one locale.

    `id` is the entry id of a collection, the slug of a document, and empty for a singleton or dictionary.
    A document's `data` is its front matter; its text is in `body`.
    """

    model: str
    locale: str
    id: str
    data: Json
    body: str | None = None


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The glossary: a term's translations by locale."""

    version: int | float = 1
    terms: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    raw: Json = field(default_factory=Json, compare=False)
