"""What a room brings."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proofroom.house.destinations import FindDestinations, FindExcerpt
from proofroom.house.system_agents import SystemAgent
from proofroom.house.uses import FindUses
from proofroom.kernel.check import Check
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.tool import ToolContext
from proofroom.repository import Format
from proofroom.reviews import CallPreview, Reviewable
from proofroom.reviews.inbox import Source
from proofroom.reviews.links import FindLinkRight, LinkKind
from proofroom.reviews.undo import RunUndo
from proofroom.runtime import Section
from proofroom.runtime.addressed import Addressed
from proofroom.runtime.facts import EndTurnPort, FindShownOutside
from proofroom.runtime.flow.flows import NewFlow
from proofroom.runtime.types import FindAgent, FindProject, FindTarget
from proofroom.runtime.understand import Meanings
from proofroom.runtime.waiting import Wait
from proofroom.tools import OfferedTools

if TYPE_CHECKING:
    from proofroom.providers.offline import Playbook

MakePlaybook = Callable[[], "Playbook"]

Sweep = Callable[[datetime, bool], Awaitable[dict[str, int]]]
"""Removes what is older than a moment, or counts it in a dry run; returns how many of what."""

Opening = Callable[[WorkspaceId], Awaitable[None]]
"""Done once for a workspace, when the studio opens."""

Probe = Callable[[WorkspaceId], Awaitable[list[Check]]]
"""Looks for anything that is wrong in a workspace; it changes nothing."""

LookAtCall = Callable[[ToolContext, str, dict[str, Any]], Awaitable[CallPreview | None]]
"""Returns what a call of a tool would change; None where it is no tool of this room."""


def late_look(make: Callable[[], LookAtCall]) -> LookAtCall:
    """Return a look whose code is imported with its first call."""
    made: list[LookAtCall] = []

    async def look(context: ToolContext, tool_name: str, given: dict[str, Any]) -> CallPreview | None:
        if not made:
            made.append(make())
        return await made[0](context, tool_name, given)

    return look


@dataclass(frozen=True, slots=True)
class PreviewOfCall:
    """What a call that waits would change, for whoever has the permission to see it."""

    permission: str
    look: LookAtCall


@dataclass(frozen=True, slots=True)
class RetentionRule:
    """Something that is forgotten after the days of a setting."""

    name: str
    meaning: str
    setting: str
    sweep: Sweep


@dataclass(frozen=True, slots=True)
class LoopPorts:
    """What the agent loop needs of rooms above it; each is filled by one room."""

    find_agent: FindAgent | None = None
    find_target: FindTarget | None = None
    find_project: FindProject | None = None
    end_turn: EndTurnPort | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What a room brings. Everything is optional but its name."""

    name: str
    offers: Sequence[object] = ()
    """What doors and rooms above reach by its class: `house.get(Library)`."""
    strings: Path | None = None
    """The folder with its texts, where it lives outside this package; inside, it is found."""
    loop: LoopPorts = LoopPorts()
    tools: OfferedTools = ()
    """What agents can do here; what makes them is asked for with the first look at any tool."""
    sections: Sequence[Section] = ()
    """What it adds to every agent's prompt."""
    playbook: MakePlaybook | None = None
    """What the offline model can do here; asked for when it is first used."""
    system_agents: Sequence[SystemAgent] = ()
    meanings: Mapping[str, Meanings] = field(default_factory=dict[str, Meanings])
    """What people ask of agents here, by the scope of the chat."""
    addressed: Sequence[Addressed] = ()
    """Whose agents answer messages that name nobody, where they are about this room."""
    flows: Mapping[str, NewFlow] = field(default_factory=dict[str, NewFlow])
    """Its durable flows by name."""
    waits: Sequence[Wait] = ()
    """What its runs may rest on."""
    reviewables: Mapping[str, Reviewable] = field(default_factory=dict[str, Reviewable])
    """What proposals can be about, by kind."""
    formats: Sequence[Format] = ()
    """What it keeps in repositories of projects."""
    inbox: Sequence[Source] = ()
    links: Mapping[LinkKind, FindLinkRight] = field(default_factory=dict[LinkKind, FindLinkRight])
    """What links for people without an account may lead to, and what they allow there."""
    previews: Sequence[PreviewOfCall] = ()
    uses: Sequence[FindUses] = ()
    """Finds where things of other rooms are shown in this one."""
    search: Sequence[FindDestinations] = ()
    """Finds its things by words, for the palette."""
    shown_outside: FindShownOutside | None = None
    """Names a stranger's text among its things that a person has open: prompts tell what they are called."""
    excerpt: FindExcerpt | None = None
    """Tells agents what stands in one of its things that people refer to."""
    undo: RunUndo | None = None
    """How it takes back what a run changed here."""
    more_undo: Sequence[RunUndo] = ()
    """The same for other things it keeps."""
    clock: Sequence[Callable[[], Awaitable[object]]] = ()
    """What it looks at every minute; safe to do twice at once, for several processes do."""
    retention: Sequence[RetentionRule] = ()
    checks: Sequence[Probe] = ()
    """What the doctor looks at in a running studio."""
    opening: Sequence[Opening] = ()
