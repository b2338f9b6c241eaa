"""What a skill that somebody wrote is."""

from datetime import datetime

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import WorkspaceId


@dataclass(frozen=True, slots=True)
class WrittenSkill:
    """A how-to: one line for the list, and a body that an agent loads when it needs it."""

    id: str
    workspace_id: WorkspaceId
    slug: str
    name: str
    description: str
    body: str
    is_enabled: bool
    version: int
    updated_by: str
    updated_at: datetime
