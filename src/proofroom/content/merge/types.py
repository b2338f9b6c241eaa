"""The nouns of merging: data only."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

from proofroom.content.format.json_text import render_json
from proofroom.content.format.types import Field

ContentKind = Literal["collection", "singleton", "dictionary", "document"]
Kind = ContentKind | Literal["model", "config", "vocabulary", "meta", "context", "json", "text"]
FieldPath = tuple[str, ...]
T = TypeVar("T")


class Sides(NamedTuple, Generic[T]):
    """The same thing in the three versions of a merge."""

    base: T
    ours: T
    theirs: T


class Missing(Enum):
    """The absence of a value, which is not the value null."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING


@dataclass(frozen=True, slots=True)
class Place:
    """What a file of the repository is: which model, locale and document it belongs to."""

    path: str
    kind: Kind
    model: str | None = None
    locale: str | None = None
    slug: str | None = None
    model_kind: str | None = None
    fields: Mapping[str, Field] = field(default_factory=dict[str, Field], compare=False)
    depth: int | None = None
    """How many levels of objects are taken apart; None means all."""
    render: Callable[[Any], bytes] = field(default=render_json, compare=False)


@dataclass(frozen=True, slots=True)
class Where:
    """A spot in a file: the entry, and the way to the field inside it."""

    place: Place
    key: str | None = None
    field: FieldPath = ()

    def below(self, name: str) -> "Where":
        """Return the spot of a member."""
        return Where(self.place, self.key, (*self.field, name))


@dataclass(frozen=True, slots=True)
class Conflict:
    """Something both sides changed differently. None stands for a value that is not there."""

    id: str
    code: str
    path: str
    key: str | None
    field: FieldPath
    locale: str | None
    base: Any
    ours: Any
    theirs: Any
    model: str | None = None
    suggested: Literal["ours", "theirs"] | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A person's answer to a conflict: one of the sides, or a value of their own."""

    take: Literal["ours", "theirs", "value"]
    value: Any = None


HunkKind = Literal[
    "entry", "document", "singleton", "dictionary", "status", "model", "config", "vocabulary", "file"
]


@dataclass(frozen=True, slots=True)
class Hunk:
    """The smallest change that can be accepted alone.

    `path` is the way to the field; an empty one means the whole entry, document, model or file. None stands
    for a value that is not there. In prose, `old` and `new` are the sentences that differ.
    """

    id: str
    file: str
    kind: HunkKind
    model: str | None
    entry: str | None
    locale: str | None
    path: FieldPath
    op: Literal["add", "remove", "change", "format", "conflict"]
    old: Any
    new: Any
    is_prose: bool = False
    requires: tuple[str, ...] = ()
    conflict: Conflict | None = None

    @property
    def subject(self) -> str:
        """Return what the change is about, in one word that stays the same."""
        return subject_of(self.kind, self.file, self.model, self.entry)


def subject_of(kind: str, file: str, model: str | None, entry: str | None) -> str:
    """Return the stable name of a change's subject; only files without a meaning are named by their path."""
    if kind == "file":
        return f"file:{file}"
    return ":".join([kind, *(part for part in (model, entry) if part)])
