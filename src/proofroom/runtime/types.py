"""What a turn is made from and what it needs from rooms above it."""

from collections.abc import Awaitable, Callable
from dataclasses import field, replace
from datetime import datetime
from typing import Any, Literal

from proofroom.kernel.blocks import AnyBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import (
    ApiKeyId,
    ConversationId,
    MessageId,
    PersonId,
    ProjectId,
    RunId,
    WorkspaceId,
)
from proofroom.kernel.scope import Scope
from proofroom.kernel.tool import Actor, Phase
from proofroom.providers.types import OpenModel, ToolChoice
from proofroom.tools import ToolWish


@dataclass(frozen=True, slots=True)
class Limits:
    """How far an agent may go in one turn. Every number is a field of the agent, none a constant."""

    max_rounds: int = 5
    result_cap: int = 2_000
    max_output_tokens: int | None = None
    history_turns: int | None = None
    session_minutes: int | None = None
    elide_heavy: bool = True
    history_tokens: int | None = None
    """The most of what was said before, once a request does not fit the model's window."""
    research_tokens: int | None = None
    """The most of what was found outside, in the same case."""


@dataclass(frozen=True, slots=True)
class AgentProfile:
    """An agent as a run uses it, pinned to one version of its record."""

    slug: str
    name: str
    version: int
    instructions: str
    scope: Scope = "workspace"
    tools: ToolWish = field(default_factory=ToolWish)
    model: str | None = None
    fallback_models: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    temperature: float | None = None
    suggestions: tuple[str, ...] = ()
    role: str | None = None
    """The role whose permissions a run without a person has."""
    skills: tuple[str, ...] = ()
    """How-tos it knows by one line and can load."""
    is_external: bool = False
    """Another system stands behind it, whose own instructions nobody here knows."""


NO_AGENT = AgentProfile("", "", 0, "")
"""Who acts where no agent does: the person alone."""


@dataclass(frozen=True, slots=True)
class Authority:
    """In whose name a run acts, and what that allows."""

    permissions: frozenset[str]
    person_id: PersonId | None = None
    name: str = ""
    email: str = ""
    workspace_role: str = "member"
    project_role: str | None = None
    only_tools: frozenset[str] | None = None
    only_models: frozenset[str] | None = None
    only_locales: frozenset[str] | None = None
    only_project: ProjectId | None = None
    api_key_id: ApiKeyId | None = None
    wants_merge: bool = False
    """True when whoever asked said that what is written need not wait for a review; their role decides."""

    def within(self, permissions: frozenset[str], only_tools: frozenset[str] | None) -> "Authority":
        """Return the same authority, cut down to what somebody else may do too."""
        if only_tools is not None and self.only_tools is not None:
            only_tools &= self.only_tools
        return replace(
            self,
            permissions=self.permissions & permissions,
            only_tools=self.only_tools if only_tools is None else only_tools,
        )

    @property
    def merging_role(self) -> str | None:
        """Return the role that decides whether what is written is merged at once; None where it must wait."""
        return self.workspace_role if self.wants_merge else None

    @property
    def actor(self) -> Actor:
        """Return what tools know of it."""
        return Actor(
            self.name,
            self.email,
            self.merging_role,
            self.only_models,
            self.only_locales,
            self.only_project,
            self.api_key_id,
        )


@dataclass(frozen=True, slots=True)
class ProjectState:
    """What the loop must know of a project: its phase and workflow, and the branch to work on."""

    phase: Phase
    workflow: str = "review"
    ref: str | None = None
    cause: str = ""
    """Why the phase is `error`."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Whose conversation it is: a person's, a key's, or the studio's own. Nobody sees another's."""

    workspace_id: WorkspaceId
    person_id: PersonId | None = None
    api_key_id: ApiKeyId | None = None


@dataclass(frozen=True, slots=True)
class Conversation:
    """A thread of messages."""

    id: ConversationId
    workspace_id: WorkspaceId
    project_id: ProjectId | None
    person_id: PersonId | None
    api_key_id: ApiKeyId | None
    scope: Scope
    agent: str
    model: str | None
    title: str
    active_run_id: RunId | None
    context_tokens: int
    created_at: datetime
    updated_at: datetime
    reopened: int = 0
    """How often an earlier turn was taken up again."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who says something where several talk, and which agent they ask; empty where they ask none."""

    person_id: PersonId
    name: str
    agent: str = ""
    scope: Scope = "workspace"
    is_again: bool = False
    """The same words, for another agent."""

    def meta(self) -> dict[str, Any]:
        """Return it as it is kept with the message."""
        return {
            "speaker": self.person_id,
            "name": self.name,
            "agent": self.agent,
            "scope": self.scope,
            "again": self.is_again,
        }


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message as it is kept."""

    id: MessageId
    turn: int
    position: int
    run_id: RunId | None
    role: Literal["user", "assistant", "tool"]
    state: Literal["queued", "sent"]
    blocks: list[AnyBlock]
    meta: dict[str, Any]
    created_at: datetime
    tokens: int = 0
    """What it is likely to cost a model to read it, by estimate."""


@dataclass(frozen=True, slots=True)
class Delegation:
    """What an agent that was handed a task must know of those who handed it on."""

    chain: tuple[str, ...]
    """The agents before it, the first one first."""
    permissions: frozenset[str]
    """What the caller could do when it handed the task on: never more than that."""
    only_tools: frozenset[str] | None = None
    outside: str = ""
    """Where the caller had read a stranger's text; its task may repeat it."""
    addresses: tuple[str, ...] = ()
    """Web addresses in the task that its caller had from people or tools."""

    def as_dict(self) -> dict[str, Any]:
        """Return the stored form."""
        return {
            "chain": list(self.chain),
            "permissions": sorted(self.permissions),
            "onlyTools": None if self.only_tools is None else sorted(self.only_tools),
            "outside": self.outside,
            "addresses": list(self.addresses),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Delegation":
        """Read the stored form."""
        only = data.get("onlyTools")
        return cls(
            chain=tuple(data["chain"]),
            permissions=frozenset(data["permissions"]),
            only_tools=None if only is None else frozenset(only),
            # Runs begun before kept only that there was such a text.
            outside=data.get("outside") or ("delegation" if data.get("tainted") else ""),
            addresses=tuple(data.get("addresses") or ()),
        )


def dump_choices(choices: tuple[ToolChoice, ...]) -> list[dict[str, Any]]:
    """Return the stored form of what each round may use."""
    return [{"mode": choice.mode, "names": list(choice.names)} for choice in choices]


def read_choices(stored: list[dict[str, Any]] | None) -> tuple[ToolChoice, ...]:
    """Read the stored form of what each round may use."""
    return tuple(ToolChoice(choice["mode"], tuple(choice["names"])) for choice in stored or ())


@dataclass(frozen=True, slots=True)
class TurnInput:
    """What a run was started with; stored as the run's input.

    A turn of a conversation finds its request there; any other run carries it as `task`, and its messages
    live in its steps alone.
    """

    conversation_id: str | None
    turn: int
    agent: str
    scope: Scope
    model: str | None
    screen: dict[str, Any]
    api_key_id: ApiKeyId | None = None
    task: str = ""
    merge: bool = False
    """Whoever asked wants what is written merged at the end of the turn, where their role allows it."""
    bridge: bool = False
    """A browser follows the run and answers the tools that need one."""
    delegation: Delegation | None = None
    choices: tuple[ToolChoice, ...] = ()
    """Which tools whoever started the run lets the model use, round by round; after that any."""

    def as_dict(self) -> dict[str, Any]:
        """Return the stored form."""
        return {
            "conversationId": self.conversation_id,
            "turn": self.turn,
            "agent": self.agent,
            "scope": self.scope,
            "model": self.model,
            "screen": self.screen,
            "apiKeyId": self.api_key_id,
            "task": self.task,
            "merge": self.merge,
            "bridge": self.bridge,
            "delegation": self.delegation.as_dict() if self.delegation else None,
            "choices": dump_choices(self.choices),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "TurnInput":
        """Read the stored form."""
        return cls(
            conversation_id=data.get("conversationId"),
            turn=data["turn"],
            agent=data["agent"],
            scope=data["scope"],
            model=data.get("model"),
            screen=data.get("screen") or {},
            api_key_id=data.get("apiKeyId"),
            task=data.get("task") or "",
            merge=bool(data.get("merge")),
            bridge=bool(data.get("bridge")),
            delegation=Delegation.from_dict(data["delegation"]) if data.get("delegation") else None,
            choices=read_choices(data.get("choices")),
        )


@dataclass(frozen=True, slots=True)
class Delegate:
    """An agent that a task can be handed to, and the workflow whose runs do its work.

    A run of that workflow ends with what it did in its steps, or with `{"response": text}` as its result.
    """

    slug: str
    name: str
    version: int
    scope: Scope
    workflow: str
    is_external: bool = False


FindAgent = Callable[[WorkspaceId, str, int | None], Awaitable[AgentProfile]]
"""Finds an agent by slug, and by version if one is pinned."""

FindAuthority = Callable[[Asker, ProjectId | None, AgentProfile], Awaitable[Authority]]
"""Tells what a run may do now: the person's permissions, or the agent's role when nobody stands behind it."""

FindModel = Callable[[WorkspaceId, Scope, str | None], Awaitable[OpenModel]]
"""Opens a model by its label, or the scope's default."""

FindProject = Callable[[WorkspaceId, ProjectId, ConversationId | None], Awaitable[ProjectState]]
"""Tells the state of a project."""

FindTarget = Callable[[WorkspaceId, str], Awaitable[Delegate]]
"""Finds the agent that a task is handed to: one of ours, or one behind a connection."""
