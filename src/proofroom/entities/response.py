"""A value for a field with what it rests on, and a saved view."""

from datetime import datetime
from typing import Any, Literal

from proofroom.entities.types import EntityId
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import PersonId, RunId, WorkspaceId

ResponseStatus = Literal["proposed", "approved", "rejected", "superseded"]
ViewKind = Literal["table", "board", "list", "dashboard", "graph"]


@dataclass(frozen=True, slots=True)
class FieldResponse:
    """A version of a field's value: who gave it, what says so, and whether a person has said yes."""

    id: str
    workspace_id: WorkspaceId
    entity_id: EntityId
    field_key: str
    version: int
    value: Any
    citations: list[dict[str, Any]]
    confidence: float | None
    status: ResponseStatus
    agent: str
    run_id: RunId | None
    created_at: datetime
    reviewed_by: PersonId | None = None
    reviewed_at: datetime | None = None

    def told(self) -> dict[str, Any]:
        """Return it as tools tell it."""
        return {
            "id": self.id,
            "fieldKey": self.field_key,
            "version": self.version,
            "value": self.value,
            "citations": self.citations,
            "confidence": self.confidence,
            "status": self.status,
        }


@dataclass(frozen=True, slots=True)
class SavedView:
    """A way to look at records that somebody saved."""

    id: str
    workspace_id: WorkspaceId
    slug: str
    name: str
    kind: ViewKind
    config: dict[str, Any]
    version: int
    created_by: str
    updated_at: datetime
    run_id: RunId | None = None
