"""What a document is, and a piece of one that was found."""

from datetime import datetime

from proofroom.entities.types import EntityId
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import RunId, WorkspaceId


@dataclass(frozen=True, slots=True)
class Paper:
    """A document of a workspace: what was read of it stands in its pieces."""

    id: str
    workspace_id: WorkspaceId
    entity_id: EntityId | None
    title: str
    mime: str
    source_url: str
    digest: str
    size: int
    status: str
    error: str
    chunks: int
    created_by: str
    run_id: RunId | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A piece of a document that has the words."""

    document_id: str
    title: str
    ord: int
    text: str
    score: float
    entity_id: str | None
