"""What a topic is: data, no behaviour."""

from datetime import datetime
from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ProjectId, WorkspaceId

TopicState = Literal["open", "taken", "dismissed"]


@dataclass(frozen=True, slots=True)
class Topic:
    """Something to write about, and why."""

    id: str
    workspace_id: WorkspaceId
    project_id: ProjectId | None
    type: str
    title: str
    description: str
    rationale: str
    angle: str
    score: float
    """0 to 10: how well sources speak of it."""
    competition: str
    state: TopicState
    created_at: datetime
    article_id: str | None = None
    """The article that was begun from it."""
