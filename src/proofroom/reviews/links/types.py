"""What a link is."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from proofroom.kernel.ids import PersonId, ProjectId, WorkspaceId

LinkKind = Literal["proposal", "approval"]


@dataclass(frozen=True, slots=True)
class ReviewLink:
    """A way in to one thing for somebody without an account. The token itself is not stored."""

    id: str
    workspace_id: WorkspaceId
    project_id: ProjectId | None
    subject_kind: LinkKind
    subject_id: str
    note: str
    """For whom it is, in the giver's words."""
    given_by: PersonId | None
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None = None
    opened_at: datetime | None = None
