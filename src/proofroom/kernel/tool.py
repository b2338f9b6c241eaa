"""What a tool is. One definition serves chat agents, our MCP server, the API catalogue and approvals."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import field
from datetime import datetime
from functools import cached_property
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ValidationError

from proofroom.kernel.blocks import ImageBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.events import Affected, Event
from proofroom.kernel.ids import ApiKeyId, ConversationId, PersonId, ProjectId, RunId, WorkspaceId

Phase = Literal["uninitialized", "init_pending", "active", "error"]
Effect = Literal["read", "write", "external"]
Policy = Literal["auto", "always_ask", "deny"]
WorkflowBehavior = Literal["auto-merge", "workflow-dependent", "manual", "none"]
OnCrash = Literal["rerun", "check", "ask"]
Trust = Literal["trusted", "untrusted"]
ANSWER = "answer"
"""The source of words that a service outside said when it failed."""


@dataclass(frozen=True, slots=True)
class Actor:
    """In whose name a call happens, and what it is limited to; None means everything their role allows."""

    name: str = ""
    email: str = ""
    workspace_role: str | None = None
    only_models: frozenset[str] | None = None
    only_locales: frozenset[str] | None = None
    only_project: ProjectId | None = None
    api_key_id: ApiKeyId | None = None

    @property
    def sees_a_part(self) -> bool:
        """Tell whether some models or locales are all that they may touch."""
        return self.only_models is not None or self.only_locales is not None


@dataclass(frozen=True, slots=True)
class PaidCall:
    """A call of a search or image provider inside a tool, for the ledger. An unknown cost is None.

    `is_listed_price` tells that the cost follows from a price list, and not from the provider's own word.
    """

    kind: Literal["image", "search"]
    provider: str
    model: str = ""
    cost_micros: int | None = None
    is_listed_price: bool = False
    input_tokens: int = 0
    output_tokens: int = 0
    duration_ms: int = 0
    connection_id: str | None = None
    has_failed: bool = False


Hand = Literal["person", "agent", "program"]

Hear = Callable[[str, int | None, int | None], None]
"""Hears how far a tool is: words, done, of how many."""


class ToolContext(Protocol):
    """Where a call happens: whose authority, which project and branch, and what may be derived from the step.

    Ids and times come from the step, so that a step repeated after a crash makes the same ones again.
    """

    workspace_id: WorkspaceId
    project_id: ProjectId | None
    person_id: PersonId | None
    conversation_id: ConversationId | None
    run_id: RunId
    root_run_id: RunId
    """The run that a person or a schedule started: its own, or that of the first of a chain of agents."""
    step: str
    tool_call_id: str
    agent: str
    permissions: frozenset[str]
    actor: Actor
    ref: str | None
    """The Git reference to read and write; None outside a project."""
    onto: str
    """What the work joins that waits on another run's branch; empty for work on a branch of its own."""
    outside: str
    """Whose words the run has read that nobody of the workspace wrote or accepted; empty for a clean run."""
    hand: Hand
    """Who makes the call: a person themselves, an agent, or a program, behind which a model may stand."""
    screen: dict[str, Any]
    """What the person looks at (seed 000's UI context)."""

    @property
    def idempotency_key(self) -> str:
        """Return the key an outside system sees, the same for every attempt at this call."""
        ...

    def now(self) -> datetime:
        """Return the step's time."""
        ...

    def new_id(self) -> str:
        """Return the step's next id."""
        ...

    def progress(self, text: str, done: int | None = None, total: int | None = None) -> None:
        """Tell watchers how far the work is."""
        ...

    def account(self, call: PaidCall) -> None:
        """Write a call of an outside provider to the ledger, with the transaction that closes the step."""
        ...

    def timed(self, kind: str, name: str) -> AbstractContextManager[dict[str, Any]]:
        """Time a part of the call that is worth a line in a trace; what is put into it is shown there."""
        ...


@dataclass(slots=True)
class ToolOutput:
    """The envelope of every tool result."""

    ok: bool
    data: Any = None
    error: dict[str, Any] | None = None
    images: list[ImageBlock] = field(default_factory=list[ImageBlock])
    affected: Affected = field(default_factory=Affected)
    status_transition: dict[str, str] | None = None
    summary: str = ""
    """One line for the person, in their words: what was read or changed."""
    duration_ms: int = 0
    trace_id: str = ""
    model_text: str = ""
    """What the model reads instead of the data, where that reads better."""
    events: list[Event] = field(default_factory=list[Event])
    """What watchers of the run are told besides the result, such as what an editor should show."""
    outside: str = ""
    """Whose words it holds that no person of the workspace wrote or accepted; empty where there are none."""

    @classmethod
    def failure(cls, error: ProofroomError) -> "ToolOutput":
        """Return the envelope for an error the model can act on."""
        outside = ANSWER if error.quotes_outside else ""
        return cls(ok=False, error=error.as_dict(), summary=error.message, outside=outside)


Handler = Callable[[ToolContext, Any], Awaitable[ToolOutput]]

ShownOutside = Callable[[ToolContext], Awaitable[str]]
"""Tells whose words that nobody accepted a tool shows where a call is; empty where there are none."""

MostItCosts = Callable[[WorkspaceId, dict[str, Any]], Awaitable[int | None]]
"""Tells the most a call with this input may cost, in micro-dollars; None where nobody knows."""

Adapt = Callable[["ToolSpec", WorkspaceId], Awaitable["ToolSpec | None"]]
"""Returns a tool as it looks in a workspace, or None where it has no use."""

Weigh = Callable[["ToolSpec", WorkspaceId, dict[str, Any]], Awaitable["ToolSpec"]]
"""Returns a tool as it counts for one call: a gateway's policy and effect depend on what is called by it."""


@dataclass(frozen=True)
class ToolSpec:
    """A tool: what the model sees, who may use it, when, and what it does to the world."""

    name: str
    description: str
    input_model: type[BaseModel]
    handler: Handler
    group: str
    effect: Effect = "read"
    permission: str | None = None
    """The permission a caller needs; None only for tools that show nothing of the workspace."""
    phases: frozenset[Phase] | None = None
    """Project phases in which it works; None means all."""
    workflow: WorkflowBehavior = "none"
    default_affects: Affected = field(default_factory=Affected)
    policy: Policy = "auto"
    relaxable: bool = False
    destructive: bool = False
    """It throws something away: a person's word on one such call is never remembered for the next."""
    keeps_words: bool = False
    """It writes words or structure that agents read again and that cannot carry a mark: a run that has read a
    stranger's text asks before it uses it."""
    acts_at_once: bool = False
    """It changes what stands, starts work or asks a host that is known, and no proposal is in between: a run
    that has read a stranger's text asks before it uses it."""
    needs_second_person: bool = False
    """An approval must come from somebody other than the person the run acts for."""
    trust: Trust = "trusted"
    execution: Literal["server", "browser", "agent"] = "server"
    """Who answers: this process, the connected browser, or another agent in a run of its own."""
    shown_outside: ShownOutside | None = None
    """Whose words a picture or a page may show that no name in the answer tells of."""
    heavy: bool = False
    timeout_s: float = 60.0
    output_cap: int | None = None
    """Characters of a result the model sees; None means the agent's limit."""
    on_crash: OnCrash = "rerun"
    most_it_costs: MostItCosts | None = None
    """For tools that call a paid provider: what is held back of the budgets before they run."""
    fetches: str | None = None
    """The input field whose addresses it fetches: an agent may only pass on what people or tools named."""
    finds_addresses: bool = False
    """Whether the addresses of its results may be fetched, although their text comes from outside."""
    adapt: Adapt | None = None
    """How it looks in a workspace; tools that share one are absent together."""
    weigh: Weigh | None = None
    asks_itself: bool = False
    """Whether it changes something for some inputs only, and asks for the permission itself then."""
    aliases: tuple[str, ...] = ()
    """Other names that doors know it by; a model is offered it under its own."""
    output_model: type[BaseModel] | None = None
    """What the data of a good result looks like, where somebody relies on that."""
    explain_input: Callable[[ValidationError], str] | None = None
    """What it says of an input that does not fit, where its room promises words of its own."""

    @property
    def is_gateway(self) -> bool:
        """Tell whether it stands for other tools, each with a policy of its own."""
        return self.weigh is not None

    @property
    def needs_clean_run(self) -> bool:
        """Tell whether text from outside must not lead to it by itself, but a person's word is needed.

        It reaches outside, throws something away, changes the models that all content is built on, writes
        what could not be told from the workspace's own words later, or acts without a proposal.
        """
        is_lasting = self.default_affects.snapshot_changed or self.keeps_words or self.acts_at_once
        return self.effect == "external" or self.destructive or is_lasting

    async def in_workspace(self, workspace_id: WorkspaceId) -> "ToolSpec | None":
        """Return the tool as it looks in a workspace, or None where it has no use."""
        return self if self.adapt is None else await self.adapt(self, workspace_id)

    async def for_call(self, workspace_id: WorkspaceId, arguments: dict[str, Any]) -> "ToolSpec":
        """Return the tool as the guard weighs it for one call."""
        return self if self.weigh is None else await self.weigh(self, workspace_id, arguments)

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the input, made once."""
        schema = self.input_model.model_json_schema()
        schema.pop("title", None)
        return schema
