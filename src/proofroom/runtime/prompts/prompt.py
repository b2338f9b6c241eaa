"""The system prompt: sections in a fixed order, a stable prefix, one boundary, a volatile suffix.

Rooms add sections by offering functions; the builder only knows their order. Everything in the prefix is
the same for every turn of an agent version, so that providers can cache it; what changes per turn (screen,
intent, state of the project, the time) comes after the boundary.
"""

from collections.abc import Awaitable, Callable
from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.tool import ToolSpec
from proofroom.runtime.types import AgentProfile, Authority, ProjectState, Scope

Part = Literal["stable", "volatile"]


@dataclass(frozen=True, slots=True)
class PromptFacts:
    """Everything a section may speak about."""

    workspace_id: WorkspaceId
    project_id: ProjectId | None
    scope: Scope
    agent: AgentProfile
    authority: Authority
    project: ProjectState | None
    tools: list[ToolSpec]
    screen: dict[str, Any]
    message: str
    now: datetime
    is_delegated: bool = False
    """Another agent, not a person, reads the answer."""


Write = Callable[[PromptFacts], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class Section:
    """A named piece of the prompt. `order` places it; an empty text leaves it out."""

    name: str
    order: int
    part: Part
    write: Write
    scopes: frozenset[str] | None = None
    """Scopes it belongs to; None means all."""
    is_screen: bool = False
    """It tells what the person looks at: the only part of the prompt that may be cut, last of all."""
    once: bool = False
    """It is the same in every round of a turn, though it may change from turn to turn. Stable ones are."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A composed prompt. `screen` is a part of the suffix, and the only one that may be cut."""

    prefix: str
    suffix: str
    screen: str = ""

    def suffix_with(self, screen: str) -> str:
        """Return the suffix with the screen cut down to this."""
        if not self.screen or screen == self.screen:
            return self.suffix
        return self.suffix.replace(self.screen, screen, 1).strip()


@dataclass(slots=True)
class PromptBuilder:
    """Composes the sections that rooms have offered."""

    sections: list[Section] = field(default_factory=list[Section])

    def add(self, *sections: Section) -> None:
        """Take in a room's sections."""
        names = {section.name for section in self.sections}
        for section in sections:
            if section.name in names:
                raise ValueError(f"prompt section {section.name!r} is offered twice")
        self.sections = sorted([*self.sections, *sections], key=lambda section: (section.order, section.name))

    async def build(self, facts: PromptFacts) -> tuple[str, str]:
        """Return the stable prefix and the volatile suffix."""
        prompt = await self.compose(facts)
        return prompt.prefix, prompt.suffix

    async def compose(self, facts: PromptFacts, written: dict[str, str] | None = None) -> Prompt:
        """Return the prompt in its parts; `written` keeps what does not change from round to round."""
        kept = {} if written is None else written
        stable = await self._write("stable", facts, kept)
        volatile = await self._write("volatile", facts, kept)
        screen = next((text for section, text in volatile if section.is_screen), "")
        return Prompt(_join(stable), _join(volatile), screen)

    async def _write(self, part: Part, facts: PromptFacts, kept: dict[str, str]) -> list[tuple[Section, str]]:
        texts: list[tuple[Section, str]] = []
        for section in self.sections:
            if section.part != part or (section.scopes is not None and facts.scope not in section.scopes):
                continue
            text = kept.get(section.name)
            if text is None:
                text = (await section.write(facts)).strip()
                if section.once or part == "stable":
                    kept[section.name] = text
            if text:
                texts.append((section, text))
        return texts


def _join(texts: list[tuple[Section, str]]) -> str:
    return "\n\n".join(text for _, text in texts)
