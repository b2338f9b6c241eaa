"""What an agent's record says."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic.alias_generators import to_camel

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import AgentId, PersonId, RunId, WorkspaceId
from proofroom.runtime import Scope

VersionSource = Literal["seed", "create", "update", "tool", "rollback", "candidate", "withdrawn"]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,79}$")]


class _Part(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True)


class AgentLimits(_Part):
    """How far the agent may go in one turn."""

    max_rounds: int = Field(default=5, ge=1, le=40)
    result_cap: int = Field(default=2_000, ge=200, le=200_000)
    max_output_tokens: int | None = Field(default=None, ge=1)
    history_turns: int | None = Field(default=None, ge=1)
    session_minutes: int | None = Field(default=None, ge=1)
    """After so long a silence the agent does not see what was said before."""
    elide_heavy: bool = True
    history_tokens: int | None = Field(default=None, ge=200)
    """The most of what was said before, once a request does not fit the model's window."""
    research_tokens: int | None = Field(default=None, ge=200)
    """The most of what was found outside, in the same case."""


class Heartbeat(_Part):
    """What the agent does when it runs by the clock."""

    prompt: str = Field(default="", max_length=20_000)
    mode: Literal["light", "full"] = "light"
    max_duration_sec: int = Field(default=300, ge=1, le=3600)
    timezone: str = "UTC"
    scan_actions: bool = False
    scan_goals_and_tasks: bool = False


OLDER_GROUPS = {"context": "memory"}
"""Names of tool groups in older records, and what they are called now."""


class AgentConfig(_Part):
    """Tools, skills, suggestions and limits."""

    tool_groups: tuple[str, ...] = ()
    custom_tools: tuple[str, ...] = ()
    denied_tools: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    fallback_models: tuple[str, ...] = ()
    temperature: float | None = Field(default=None, ge=0, le=2)
    limits: AgentLimits = AgentLimits()
    heartbeat: Heartbeat | None = None
    auto_gate: bool = False
    """A version goes live only when the agent's gates pass with it."""

    @field_validator("tool_groups")
    @classmethod
    def _rename_older(cls, groups: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(OLDER_GROUPS.get(group, group) for group in groups)


class AgentRecord(_Part):
    """Everything about an agent that is versioned."""

    slug: Slug
    name: str = Field(min_length=1, max_length=80)
    description: str = Field(default="", max_length=500)
    icon: str = Field(default="bot", max_length=40)
    system_prompt: str = Field(default="", max_length=50_000)
    scope: Scope = "workspace"
    model: str | None = Field(default=None, max_length=200)
    config: AgentConfig = AgentConfig()
    enabled: bool = True
    role: str | None = Field(default=None, max_length=120)
    """What it is in the team, in free words, for the chart."""
    role_id: str | None = Field(default=None, max_length=80)
    """The role whose permissions an autonomous run has."""
    reports_to: str | None = Field(default=None, max_length=80)
    title: str | None = Field(default=None, max_length=120)
    connection_id: str | None = None
    external_agent_id: str | None = None

    @field_validator("model")
    @classmethod
    def _blank_is_none(cls, model: str | None) -> str | None:
        return (model or "").strip() or None


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent of a workspace at its newest version."""

    id: AgentId
    workspace_id: WorkspaceId
    record: AgentRecord
    version: int
    is_system: bool
    created_at: datetime
    updated_at: datetime
    is_deleted: bool = False
    notices: tuple[str, ...] = ()
    """Parts of what is stored that could not be read; the agent works without them."""


@dataclass(frozen=True, slots=True)
class AgentVersion:
    """A full snapshot of an agent's record, and who made it.

    A candidate is not live yet and may never be: `live_at` says since when a version was what runs use.
    """

    version: int
    record: AgentRecord
    source: VersionSource
    created_at: datetime
    live_at: datetime | None
    note: str = ""
    rolled_back_to: int | None = None
    person_id: PersonId | None = None
    run_id: RunId | None = None


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field that differs between two versions."""

    field: str
    before: Any
    after: Any
