"""What a person's word on an agent's work is."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from proofroom.kernel.ids import ConversationId, PersonId, ProjectId, RunId, WorkspaceId

SubjectKind = Literal["message", "toolCall", "run"]
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
    """A person's word on a message, a tool call or a run: up or down, and why."""

    id: str
    workspace_id: WorkspaceId
    project_id: ProjectId | None
    person_id: PersonId
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


@dataclass(frozen=True, slots=True)
class WordFilter:
    """Which words to list; unset fields do not filter."""

    person_id: PersonId | None = None
    run_id: RunId | None = None
    conversation_id: ConversationId | None = None
    agent: str | None = None
    rating: Rating | None = None
    status: WordStatus | None = None
