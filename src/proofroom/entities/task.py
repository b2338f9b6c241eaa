"""What a task is. A goal is a task without a parent that has children."""

from datetime import datetime
from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import PersonId, RunId, WorkspaceId

TaskStatus = Literal["open", "blocked", "in_progress", "waiting_human", "completed", "failed", "cancelled"]
CLOSED: tuple[TaskStatus, ...] = ("completed", "failed", "cancelled")


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do: for a person, for an agent, or for whoever takes it."""

    id: str
    workspace_id: WorkspaceId
    slug: str
    title: str
    description: str
    parent_id: str | None
    entity_id: str | None
    field_key: str | None
    assigned_to: PersonId | None
    agent: str | None
    status: TaskStatus
    priority: int
    due_at: datetime | None
    output: str
    created_by: str
    run_id: RunId | None
    created_at: datetime
    updated_at: datetime
    depends_on: tuple[str, ...] = ()
    is_outside: bool = False
    """Words of it come from outside: a run wrote them that had read a stranger's text."""

    @property
    def is_closed(self) -> bool:
        """Tell whether nothing is left to do."""
        return self.status in CLOSED


@dataclass(frozen=True, slots=True)
class TaskFilter:
    """Which tasks to list; unset fields do not filter."""

    statuses: tuple[str, ...] = ()
    assigned_to: PersonId | None = None
    agent: str | None = None
    entity_id: str | None = None
    parent_id: str | None = None
    is_goal: bool | None = None
    is_ready: bool = False
    """Only those whose dependencies are all completed."""
