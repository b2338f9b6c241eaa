"""What is known of a link that was handed out."""

from datetime import datetime

from proofroom.content.delivery import PreviewOf
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ApiKeyId, PersonId, ProjectId, WorkspaceId


@dataclass(frozen=True, slots=True)
class GivenLink:
    """A link that was handed out, without what opens it."""

    id: str
    workspace_id: WorkspaceId
    project_id: ProjectId
    shows: PreviewOf
    branch: str
    made_by: str
    person_id: PersonId | None
    api_key_id: ApiKeyId | None
    created_at: datetime
    until: datetime
