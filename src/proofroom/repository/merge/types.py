"""The nouns of merging: data only."""

from collections.abc import Callable
from dataclasses import field
from enum import Enum
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

from proofroom.kernel.data import dataclass
from proofroom.repository.json.text import render_json
from proofroom.reviews.texts.three_way import is_long

Json = dict[str, Any]
FieldPath = tuple[str, ...]
Shape = Literal["records", "members", "object", "text", "derived"]
"""What a file holds: records by id, values by name, one object, text, or what is made from other files."""
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
    """What a file of the repository is, as its format says."""

    path: str
    kind: str
    """What the format calls such a file."""
    room: str = ""
    type: str = "file"
    """What a change in it is a change of, such as `entry`."""
    shape: Shape = "text"
    area: str | None = None
    """The part of the project it belongs to, where access can be limited to some."""
    locale: str | None = None
    key: str | None = None
    """The one thing it holds, where it holds one that has a name."""
    depth: int | None = None
    """How many levels of objects are taken apart; None means all."""
    render: Callable[[Any], bytes] = field(default=render_json, compare=False)
    from_list: Callable[[list[Any]], Json] | None = field(default=None, compare=False)
    """How a list is read as records, where old files hold one."""
    code: str = "field_value_conflict"
    suggested: Literal["ours", "theirs"] | None = None
    """The side that a conflict in it is best settled by."""
    is_whole: bool = False
    """Whether deleting the file is one decision, although it has several members."""
    is_late: bool = False
    """Whether it follows other files: merged when they are, and never a reason for a hunk by itself."""

    def is_prose(self, path: FieldPath, *texts: str) -> bool:
        """Tell whether a text is to be taken apart into sentences."""
        return is_long(*texts)

    def code_of(self, path: FieldPath) -> str:
        """Return what a conflict about a field is called."""
        return self.code


@dataclass(frozen=True, slots=True)
class Where:
    """A spot in a file: the record, and the way to the field inside it."""

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
    area: str | None = None
    suggested: Literal["ours", "theirs"] | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A person's answer to a conflict: one of the sides, or a value of their own."""

    take: Literal["ours", "theirs", "value"]
    value: Any = None


Op = Literal["add", "remove", "change", "format", "conflict"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A change before it has an id."""

    place: Place
    type: str
    key: str | None
    path: FieldPath
    op: Op
    old: Any
    new: Any
    is_prose: bool = False


@dataclass(frozen=True, slots=True)
class Hunk:
    """The smallest change that can be accepted alone.

    `path` is the way to the field; an empty one means the whole record, document or file. None stands for a
    value that is not there. In prose, `old` and `new` are the sentences that differ.
    """

    id: str
    file: str
    type: str
    area: str | None
    key: str | None
    locale: str | None
    path: FieldPath
    op: Op
    old: Any
    new: Any
    is_prose: bool = False
    requires: tuple[str, ...] = ()
    conflict: Conflict | None = None
    room: str = ""

    @property
    def subject(self) -> str:
        """Return what the change is about, in one word that stays the same."""
        return subject_of(self.type, self.file, self.area, self.key)


def subject_of(type_: str, file: str, area: str | None, key: str | None) -> str:
    """Return the stable name of a change's subject; only files without a meaning are named by their path."""
    if type_ == "file":
        return f"file:{file}"
    return ":".join([type_, *(part for part in (area, key) if part)])
