"""Everything one turn works with, settled once at its beginning and the same after a restart."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field
from typing import Any

from proofroom.durable import Engine, Run, StepContext
from proofroom.kernel.blocks import Message
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ConversationId, ProjectId, RunId, WorkspaceId
from proofroom.kernel.tool import ToolSpec
from proofroom.providers.types import ToolChoice
from proofroom.reviews import Approval
from proofroom.runtime.context.past import Pasts
from proofroom.runtime.context.recap import Standing
from proofroom.runtime.context.thread import thread_of
from proofroom.runtime.guard import CallFacts, Rule
from proofroom.runtime.prompts.prompt import PromptBuilder
from proofroom.runtime.trust.addresses import given_by
from proofroom.runtime.types import (
    AgentProfile,
    Authority,
    FindAgent,
    FindAuthority,
    FindModel,
    FindProject,
    FindTarget,
    OpenModel,
    ProjectState,
    TurnInput,
)
from proofroom.store import Database
from proofroom.tools import Bridge, Registry

FindRules = Callable[[WorkspaceId, ConversationId | None], Awaitable[tuple[Rule, ...]]]
"""Returns the standing rules about tools that hold now, for a conversation."""


HasApprover = Callable[[Approval], Awaitable[bool]]
"""Tells whether anybody could give their word on a call."""


IsBacked = Callable[[Approval], Awaitable[bool]]
"""Tells whether whoever approved a call could still do so now."""


FindCounter = Callable[[str], Callable[[str], int] | None]
"""Returns a function that counts tokens as a model does, or None: then they are estimated."""


FindShownOutside = Callable[[WorkspaceId, ProjectId | None, Mapping[str, Any]], Awaitable[str]]
"""Returns the first thing on a screen whose text a stranger wrote; empty where there is none."""


@dataclass(frozen=True, slots=True)
class Ports:
    """What the loop needs from elsewhere; `wiring.py` fills it."""

    database: Database
    clock: Clock
    registry: Registry
    prompts: PromptBuilder
    find_agent: FindAgent
    find_authority: FindAuthority
    find_model: FindModel
    find_project: FindProject
    find_rules: FindRules
    find_target: FindTarget
    engine: Engine
    bridge: Bridge
    has_approver: HasApprover
    is_backed: IsBacked
    note_context: Callable[[RunId, int], None] = lambda run_id, tokens: None
    """Hears how full a turn's window is; the end of the turn writes it to the conversation."""
    count_exactly: FindCounter = lambda model: None
    """Returns how a model counts tokens, where that is known here."""
    end_turn: "EndTurnPort | None" = None
    """What happens once at the end of a turn that wrote something."""
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    """Waits before a tool that failed in passing is tried again."""
    address: str = ""
    """Where people open the studio; empty where nobody has said."""
    pasts: Pasts = field(default_factory=Pasts)
    """What was said before in the conversations at work."""
    find_shown_outside: tuple[FindShownOutside, ...] = ()
    """Names a stranger's text among what a prompt tells of the person's screen and of the project."""


@dataclass(slots=True)
class Turn:
    """One turn in progress."""

    input: TurnInput
    agent: AgentProfile
    authority: Authority
    model: OpenModel
    project: ProjectState | None
    tools: list[ToolSpec]
    request_text: str
    rules: tuple[Rule, ...] = ()
    outside: str = ""
    """Where it first read text that nobody of the workspace wrote or accepted; empty while it is clean."""
    denials: Counter[str] = field(default_factory=Counter[str])
    """How often each tool was denied in this run."""
    screen: dict[str, Any] = field(default_factory=dict[str, Any])
    """What the person looks at; a browser that answers a tool brings it up to date."""
    may_have_written: bool = False
    """Something that is not a mere look was begun in this turn."""
    correction: float = 1.0
    """By how much the model's own token counts differ from our estimate."""
    standing: tuple[Standing, ...] = ()
    """What became of the proposals that this conversation made before."""
    offered: frozenset[str] | None = None
    """The tools of this round, where whoever started the run has narrowed them."""
    addresses: frozenset[str] = frozenset()
    """Web addresses that people and tools have named: the only ones that are fetched."""
    tried: set[str] = field(default_factory=set[str])
    """Models that failed in this turn before they said anything."""
    barred: dict[str, ToolSpec] = field(default_factory=dict[str, ToolSpec])
    """Tools that it would have in another phase of the project."""
    written: dict[str, str] = field(default_factory=dict[str, str])
    """Sections of the prompt that are the same in every round."""
    versions: Mapping[str, int] | None = None
    """How the tables stood that the turn has read from; what it reads later it takes as it was then."""

    @property
    def research(self) -> frozenset[str]:
        """Return the names of tools that bring sources from outside."""
        return frozenset(spec.name for spec in self.tools if spec.trust == "untrusted")

    @property
    def readers(self) -> frozenset[str]:
        """Return the names of tools that only read."""
        return frozenset(spec.name for spec in self.tools if spec.effect == "read")

    @property
    def finders(self) -> frozenset[str]:
        """Return the names of tools whose results' addresses may be fetched, whoever wrote the text."""
        return frozenset(spec.name for spec in self.tools if spec.finds_addresses)

    def named_by(self, messages: list[Message], screen: Mapping[str, Any]) -> frozenset[str]:
        """Return the addresses that may be fetched because people or tools have named them."""
        linked = [messages[at] for at in thread_of(messages).linked]
        return given_by(linked, self.readers, self.finders, screen, self.addresses)

    async def mark_screen(self, ports: Ports, run: Run) -> None:
        """Mark the turn where its prompt tells a stranger's words: what is open or pinned on the screen."""
        for find in ports.find_shown_outside:
            if not self.outside:
                self.mark(await find(run.workspace_id, run.project_id, self.input.screen))

    def mark(self, source: str) -> None:
        """Remember where the run first read a stranger's text; nothing takes the mark away."""
        self.outside = self.outside or source

    @property
    def heavy(self) -> frozenset[str]:
        """Return the names of tools whose old results are left out."""
        return frozenset(spec.name for spec in self.tools if spec.heavy)

    @property
    def call_facts(self) -> CallFacts:
        """Return what the guard looks at."""
        return CallFacts(
            phase=self.project.phase if self.project else None,
            outside=self.outside,
            agent=self.agent.slug,
            is_autonomous=self.authority.person_id is None,
            rules=self.rules,
        )

    def offer(self, round_no: int) -> ToolChoice:
        """Return which tools the model may, must or must not use in a round, and hold it to that."""
        choices = self.input.choices
        wanted = choices[round_no - 1] if round_no <= len(choices) else ToolChoice()
        names = tuple(name for name in wanted.names if self.tool(name) is not None)
        if wanted.mode == "none" or (wanted.names and not names):
            self.offered = frozenset()
            return ToolChoice("none")
        self.offered = frozenset(names) if names else None
        return ToolChoice(wanted.mode, names)

    def is_offered(self, name: str) -> bool:
        """Tell whether the model may use a tool in this round."""
        return self.offered is None or name in self.offered

    def tool(self, name: str) -> ToolSpec | None:
        """Return one of the turn's tools."""
        return next((spec for spec in self.tools if spec.name == name or name in spec.aliases), None)


@dataclass(frozen=True, slots=True)
class Ending:
    """What the end of a turn needs to know: in whose name it wrote, by which agent, and what for."""

    authority: Authority
    project: ProjectState | None
    agent: str
    """The agent's slug; empty when a person called a tool with their own hands."""
    name: str
    model: str | None
    title: str
    is_whole: bool = True
    """False for a turn that was stopped or failed: nothing of it is merged by itself."""
    outside: str = ""
    """Where it has read a stranger's text: nothing of it is merged by itself then either."""

    @property
    def may_merge(self) -> bool:
        """Tell whether it may be merged by itself where workflow and role allow that."""
        return self.is_whole and not self.outside


EndTurnPort = Callable[[StepContext, Ending], Awaitable[object]]
"""Ends a turn that wrote something, inside a durable step: merge it, or leave it waiting as a proposal."""
