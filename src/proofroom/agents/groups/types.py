"""What a conversation of several is: its people and agents, and what each of them said."""

from datetime import datetime
from typing import Any, Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ConversationId, ProjectId, RunId, WorkspaceId

MemberKind = Literal["person", "agent"]


@dataclass(frozen=True, slots=True)
class GroupMember:
    """Somebody who takes part: a person by id, an agent by its slug."""

    conversation_id: ConversationId
    workspace_id: WorkspaceId
    kind: MemberKind
    member: str
    position: int
    is_owner: bool
    seen_turn: int
    """The last turn this person has looked at."""
    created_at: datetime
    name: str = ""


@dataclass(frozen=True, slots=True)
class GroupTalk:
    """A conversation and who takes part in it, in their order."""

    id: ConversationId
    title: str
    members: list[GroupMember]
    active_run_id: RunId | None
    updated_at: datetime
    project_id: ProjectId | None = None
    is_unread: bool = False

    @property
    def agents(self) -> list[GroupMember]:
        """Return the agents, the host first."""
        return [one for one in self.members if one.kind == "agent"]

    @property
    def people(self) -> list[GroupMember]:
        """Return the people."""
        return [one for one in self.members if one.kind == "person"]


@dataclass(frozen=True, slots=True)
class GroupMessage:
    """What somebody said, and to which agent; an agent's words belong to a run."""

    id: str
    turn: int
    kind: MemberKind
    author: str
    name: str
    text: str
    to: str
    """The agent that was asked; empty where nobody was."""
    run_id: RunId | None
    is_waiting: bool
    blocks: list[dict[str, Any]]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Said:
    """What came of a message: the agents that answer, in their order, and their runs."""

    message_id: str
    agents: list[str]
    run_ids: list[RunId]
