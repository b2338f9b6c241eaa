"""What a submission is."""

from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from proofroom.content.format.types import Json
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ProjectId, WorkspaceId

SubmissionStatus = Literal["pending", "approved", "rejected", "spam"]


@dataclass(frozen=True, slots=True)
class Submission:
    """What somebody sent through a form, and what became of it."""

    id: str
    workspace_id: WorkspaceId
    project_id: ProjectId
    model_id: str
    locale: str
    data: Json
    status: SubmissionStatus
    created_at: datetime
    source_ip: str = field(default="", repr=False)
    user_agent: str = ""
    referrer: str = ""
    entry_id: str | None = None
    decided_by: str | None = None
    decided_at: datetime | None = None
    claim: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return it for tools: without what is known of the sender's machine."""
        return {
            "id": self.id,
            "modelId": self.model_id,
            "locale": self.locale,
            "data": self.data,
            "status": self.status,
            "createdAt": self.created_at.isoformat(),
            "entryId": self.entry_id,
            "decidedBy": self.decided_by,
        }
