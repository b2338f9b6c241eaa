"""Which part of the ledger is wanted, and sums of it."""

from datetime import datetime
from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ConversationId, PersonId, ProjectId, WorkspaceId
from proofroom.telemetry.types import CallKind, UsageRecord

Dimension = Literal["person", "agent", "model", "project", "scope", "source", "kind"]
DIMENSIONS: tuple[Dimension, ...] = ("person", "agent", "model", "project", "scope", "source", "kind")

Line = UsageRecord
"""One line of the ledger as it is read."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Which calls are looked at: those of a time, and of one person, project, agent and so on if named."""

    workspace_id: WorkspaceId
    since: datetime
    until: datetime
    person_id: PersonId | None = None
    project_id: ProjectId | None = None
    conversation_id: ConversationId | None = None
    agent: str | None = None
    provider: str | None = None
    model: str | None = None
    kind: CallKind | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Sum:
    """What some calls used together. `key` is what they have in common; empty where they have nothing.

    `unpriced` counts the calls whose cost nobody knows, `estimated` those whose tokens were estimated.
    """

    key: str = ""
    calls: int = 0
    failed: int = 0
    input_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cost_micros: int = 0
    unpriced: int = 0
    estimated: int = 0
    duration_ms: int = 0

    @property
    def tokens(self) -> int:
        """Return all tokens; reasoning is a part of output."""
        return self.input_tokens + self.cache_read_tokens + self.cache_write_tokens + self.output_tokens

    @property
    def cache_hit_percent(self) -> int:
        """Return how much of what was sent came out of a provider's cache."""
        sent = self.input_tokens + self.cache_read_tokens + self.cache_write_tokens
        return round(100 * self.cache_read_tokens / sent) if sent else 0


@dataclass(frozen=True, slots=True)
class Stack:
    """One part of a day's column: what one agent, model, person or project used that day."""

    day: str
    sum: Sum
