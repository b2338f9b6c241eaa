"""What waits for a person, and what people have said."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from proofroom.kernel.ids import ApprovalId, ConversationId, PersonId, ProjectId, RunId, WorkspaceId

ApprovalStatus = Literal["pending", "approved", "denied", "expired", "cancelled"]
Decision = Literal["approved", "denied"]
RuleEffect = Literal["allow", "ask", "deny"]


@dataclass(frozen=True, slots=True)
class Approval:
    """A person's word on one tool call, bound to its exact input."""

    id: ApprovalId
    workspace_id: WorkspaceId
    project_id: ProjectId | None
    run_id: RunId
    step: str
    tool_call_id: str
    tool_name: str
    permission: str | None
    input: dict[str, Any]
    input_sha256: str
    reason: str
    agent: str
    agent_version: int
    person_id: PersonId | None
    needs_second_person: bool
    status: ApprovalStatus
    created_at: datetime
    expires_at: datetime
    edited_input: dict[str, Any] | None = None
    decision_reason: str = ""
    decided_by: PersonId | None = None
    decided_at: datetime | None = None
    executed_at: datetime | None = None

    @property
    def final_input(self) -> dict[str, Any]:
        """Return the input to run with: the approver's edit, or the agent's own."""
        return self.input if self.edited_input is None else self.edited_input


@dataclass(frozen=True, slots=True)
class ApprovalRule:
    """A person's standing word on a tool, for an agent, a conversation or everybody, perhaps until a date."""

    id: str
    workspace_id: WorkspaceId
    tool_name: str
    effect: RuleEffect
    agent: str | None
    conversation_id: ConversationId | None
    created_by: PersonId | None
    expires_at: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class InboxItem:
    """One line of the inbox, whatever stands behind it."""

    kind: str
    id: str
    title: str
    state: str
    is_waiting: bool
    is_high_risk: bool
    project_id: ProjectId | None
    run_id: RunId | None
    asked_by: str
    for_person_id: PersonId | None
    created_at: datetime
    decided_at: datetime | None = None
    expires_at: datetime | None = None
