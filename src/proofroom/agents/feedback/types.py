"""What a person's word on an agent's work is."""

from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from proofroom.durable import Run
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ConversationId, PersonId, ProjectId, RunId, WorkspaceId

SubjectKind = Literal["message", "toolCall", "run", "response", "observation"]
SourceType = Literal["chat", "tool", "session", "response", "observation"]
"""The seed's words for where a word was said."""
SOURCES: dict[SubjectKind, SourceType] = {
    "message": "chat",
    "toolCall": "tool",
    "run": "session",
    "response": "response",
    "observation": "observation",
}
Rating = Literal["up", "down"]
WordStatus = Literal["open", "reviewed", "applied", "dismissed"]
"""What came of a word: nothing yet, a memory, a replay that passed, or nothing for good."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """What a word is about. A tool call is named by its id and needs no run: the id holds it."""

    kind: SubjectKind
    id: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word on an agent's work: up or down, and why. Nobody's where the studio or an agent noticed it."""

    id: str
    workspace_id: WorkspaceId
    project_id: ProjectId | None
    person_id: PersonId | None
    kind: SubjectKind
    subject_id: str
    run_id: RunId | None
    conversation_id: ConversationId | None
    agent: str
    agent_version: int
    rating: Rating
    comment: str
    created_at: datetime
    updated_at: datetime
    status: WordStatus = "open"
    entity_id: str | None = None
    context: dict[str, Any] = field(default_factory=dict[str, Any])
    """What else is known of it: which case, which beat, who noticed it."""
    is_outside: bool = False
    """Words of it come from outside: it is reviewed, but stands in no prompt before that."""

    @property
    def source_type(self) -> SourceType:
        """Return where it was said, in the seed's words."""
        return SOURCES[self.kind]

    @property
    def message_id(self) -> str | None:
        """Return the message it is about."""
        return self.subject_id if self.kind == "message" else None

    @property
    def tool_call_id(self) -> str | None:
        """Return the tool call it is about."""
        return self.subject_id if self.kind == "toolCall" else None

    @property
    def response_id(self) -> str | None:
        """Return the answer for a field it is about."""
        return self.subject_id if self.kind == "response" else None


@dataclass(frozen=True, slots=True)
class About:
    """Whose work a word is about: which agent and version, in which run, for which record."""

    agent: str
    agent_version: int = 1
    run_id: RunId | None = None
    conversation_id: ConversationId | None = None
    project_id: ProjectId | None = None
    entity_id: str | None = None

    @classmethod
    def run(cls, run: Run, entity_id: str | None = None) -> "About":
        """Return a run's."""
        return cls(run.agent, run.agent_version, run.id, run.conversation_id, run.project_id, entity_id)


@dataclass(frozen=True, slots=True)
class WordFilter:
    """Which words to list; unset fields do not filter."""

    person_id: PersonId | None = None
    run_id: RunId | None = None
    conversation_id: ConversationId | None = None
    agent: str | None = None
    rating: Rating | None = None
    status: WordStatus | None = None
    kind: SubjectKind | None = None
    subject_id: str | None = None
    entity_id: str | None = None
