"""What records, their types and what hangs on them say."""

from collections.abc import Sequence
from dataclasses import field
from datetime import datetime
from typing import Annotated, Any, Literal, NewType

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from proofroom.entities.near import name_key
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import RunId, WorkspaceId

EntityId = NewType("EntityId", str)
TypeId = NewType("TypeId", str)
Slug = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,79}$")]
Key = Annotated[str, Field(pattern=r"^[a-zA-Z][a-zA-Z0-9_]{0,79}$")]
FieldKind = Literal[
    "text", "longText", "number", "boolean", "date", "select", "multiSelect", "url", "email", "list"
]
MAX_FIELDS = 60


class _Part(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True)


class FieldDef(_Part):
    """One field of a type. `review`: what an agent fills in waits for a person's yes."""

    key: Key
    label: str = Field(default="", max_length=120)
    type: FieldKind = "text"
    required: bool = False
    options: tuple[str, ...] = Field(default=(), max_length=200)
    description: str = Field(default="", max_length=500)
    instructions: str = Field(default="", max_length=2_000)
    """How an agent should fill it in."""
    depends_on: tuple[Key, ...] = ()
    """Fields that must be filled in before it."""
    review: bool = False

    @property
    def name(self) -> str:
        """What people call it."""
        return self.label or self.key


class TypeDef(_Part):
    """Everything about a type of records that is versioned."""

    slug: Slug
    name: str = Field(min_length=1, max_length=120)
    plural: str = Field(default="", max_length=120)
    description: str = Field(default="", max_length=500)
    icon: str = Field(default="box", max_length=40)
    fields: tuple[FieldDef, ...] = Field(default=(), max_length=MAX_FIELDS)
    status_field: str = Field(default="", max_length=80)
    """The field by which a board has its columns."""
    default_agent_slug: str | None = Field(default=None, max_length=80)
    """The agent that fills in fields of these records."""

    def field(self, key: str) -> FieldDef | None:
        """Return a field by its key."""
        return next((one for one in self.fields if one.key == key), None)


@dataclass(frozen=True, slots=True)
class EntityType:
    """A type of a workspace at its newest version."""

    id: TypeId
    workspace_id: WorkspaceId
    definition: TypeDef
    version: int
    created_at: datetime
    updated_at: datetime

    @property
    def slug(self) -> str:
        """Return its slug."""
        return self.definition.slug


@dataclass(frozen=True, slots=True)
class Entity:
    """A record at its newest version. `is_outside`: words of it come from outside."""

    id: EntityId
    workspace_id: WorkspaceId
    type_id: TypeId
    title: str
    fields: dict[str, Any]
    version: int
    created_by: str
    updated_by: str
    created_at: datetime
    updated_at: datetime
    is_outside: bool = False
    deleted_at: datetime | None = None

    @property
    def name_key(self) -> str:
        """What its name has in common with other names of the same thing."""
        return name_key(self.title)[:500]

    def state(self) -> dict[str, Any]:
        """Return what a version keeps."""
        return {"title": self.title, "fields": self.fields, "isDeleted": self.deleted_at is not None}


@dataclass(frozen=True, slots=True)
class EntityVersion:
    """A record at one version: what it said, who made it say so, and in which run."""

    entity_id: EntityId
    version: int
    state: dict[str, Any]
    by: str
    run_id: RunId | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Relation:
    """One record's relation to another, and what says so."""

    id: str
    workspace_id: WorkspaceId
    source_id: EntityId
    target_id: EntityId
    kind: str
    evidence: dict[str, Any]
    created_by: str
    created_at: datetime
    run_id: RunId | None = None


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Records around one, and how they hang together. `is_more`: some were left out."""

    entities: list[Entity]
    relations: list[Relation]
    is_more: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """Which records are wanted. `where` is the filter language of `search`."""

    query: str = ""
    type_slug: str = ""
    where: Any = None
    sort: Sequence[str] = ()
    limit: int = 20
    after: str | None = None


@dataclass(frozen=True, slots=True)
class EntityPage:
    """Records that fit, with passages by id; `total` is at least so many where `is_more`."""

    entities: list[Entity]
    total: int
    is_more: bool = False
    passages: dict[str, str] = field(default_factory=dict[str, str])
    next: str | None = None


@dataclass(frozen=True, slots=True)
class NewEntity:
    """A record that is to be made."""

    type_slug: str
    title: str
    fields: dict[str, Any] = field(default_factory=dict[str, Any])
    id: str | None = None


@dataclass(frozen=True, slots=True)
class EntityChange:
    """What is to change of a record; fields are merged."""

    entity_id: str
    title: str | None = None
    fields: dict[str, Any] = field(default_factory=dict[str, Any])
    unset: Sequence[str] = ()
    expected: int | None = None


@dataclass(frozen=True, slots=True)
class NewRelation:
    """A relation that is to be made."""

    source_id: str
    target_id: str
    kind: str
    evidence: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Merge:
    """Two records that became one: what was moved, and the version that the one which stays had then."""

    id: str
    workspace_id: WorkspaceId
    kept_id: EntityId
    other_id: EntityId
    kept_version: int
    moved: dict[str, Any]
    by: str
    created_at: datetime
    undone_at: datetime | None = None
