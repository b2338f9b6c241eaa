"""One row of the ledger, and sums of rows."""

from datetime import datetime
from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ApiKeyId, ConversationId, PersonId, ProjectId, RunId, WorkspaceId

CallStatus = Literal["ok", "failed", "aborted", "interrupted"]
CallKind = Literal["model", "image", "search"]
CostSource = Literal["provider", "prices", "unknown"]


@dataclass(frozen=True, slots=True)
class UsageRecord:
    """One call of a provider: who asked, what it used, what it cost. An unknown cost is None, never zero."""

    id: str
    workspace_id: WorkspaceId
    run_id: RunId | None
    step: str
    attempt: int
    agent: str
    source: str
    scope: str
    kind: CallKind
    provider: str
    model: str
    status: CallStatus
    created_at: datetime
    project_id: ProjectId | None = None
    conversation_id: ConversationId | None = None
    person_id: PersonId | None = None
    connection_id: str | None = None
    api_key_id: ApiKeyId | None = None
    call_number: int = 1
    """Which call of its step it was: a step whose model failed may call the next one."""
    input_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cleared_tool_uses: int = 0
    """Old tool uses that the provider left out of the context, and what they would have weighed."""
    cleared_input_tokens: int = 0
    is_estimate: bool = False
    cost_micros: int | None = None
    cost_source: CostSource = "unknown"
    duration_ms: int = 0
