"""What agents have learnt."""

from datetime import datetime
from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import RunId, WorkspaceId

MemoryKind = Literal["correction", "lesson", "routing", "insight", "guideline"]
MemoryStatus = Literal["proposed", "active", "superseded", "disabled"]
MemoryTrust = Literal["human", "agent", "untrusted"]
ORDER: tuple[MemoryKind, ...] = ("correction", "guideline", "routing", "lesson", "insight")
"""What is told first where not all fits."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Something agents shall know: who said it, whether it holds, and in how many runs it was read."""

    id: str
    workspace_id: WorkspaceId
    agent: str | None
    kind: MemoryKind
    content: str
    sha256: str
    status: MemoryStatus
    superseded_by: str | None
    feedback_id: str | None
    trust: MemoryTrust
    created_by: str
    run_id: RunId | None
    expires_at: datetime | None
    last_used_at: datetime | None
    use_count: int
    created_at: datetime
