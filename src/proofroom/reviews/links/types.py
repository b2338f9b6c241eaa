"""What a link is."""

from datetime import datetime

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import PersonId, ProjectId, WorkspaceId

LinkKind = str
"""What a link leads to: `proposal`, `approval`, or what a room brings."""


@dataclass(frozen=True, slots=True)
class LinkRight:
    """What a guest may do with one thing, and when that ends by itself."""

    project_id: ProjectId | None
    permissions: frozenset[str]
    ends_at: datetime | None = None


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
