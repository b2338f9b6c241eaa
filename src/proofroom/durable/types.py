"""What the room keeps: runs, steps, schedules, and what retention removed."""

from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ConversationId, PersonId, ProjectId, RunId, WorkspaceId
from proofroom.kernel.trace import trace_id_of

RunStatus = Literal[
    "queued",
    "running",
    "awaiting_tool",
    "waiting_human",
    "completed",
    "failed",
    "cancelled",
    "interrupted",
]
StepKind = Literal["model", "tool", "guard", "git", "publish", "delegation", "workflow", "other"]
StepStatus = Literal["running", "finished", "failed"]

MOVING: frozenset[RunStatus] = frozenset({"queued", "running"})
"""Statuses in which events may still come without anybody's word."""

RESUMABLE: frozenset[RunStatus] = frozenset({"awaiting_tool", "waiting_human", "interrupted", "failed"})
"""Statuses from which a run can be continued."""

ENDED: frozenset[RunStatus] = frozenset({"completed", "failed", "cancelled", "interrupted"})
"""Statuses in which nothing is expected any more."""


@dataclass(frozen=True, slots=True)
class NewRun:
    """A run to be started. Its id makes starting it twice harmless."""

    id: RunId
    workspace_id: WorkspaceId
    workflow: str
    agent: str = ""
    agent_version: int = 0
    source: str = "chat"
    project_id: ProjectId | None = None
    conversation_id: ConversationId | None = None
    person_id: PersonId | None = None
    parent_id: RunId | None = None
    title: str = ""
    input: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Run:
    """One execution of an agent, as it was when it was read.

    `root_id` is the run at the beginning, itself if no other run started it. `last_number` is the number of
    its last stored event; `trimmed_at` says when retention removed its log.
    """

    id: RunId
    workspace_id: WorkspaceId
    workflow: str
    agent: str
    agent_version: int
    source: str
    project_id: ProjectId | None
    conversation_id: ConversationId | None
    person_id: PersonId | None
    parent_id: RunId | None
    parent_step: str | None
    root_id: RunId
    forked_from: RunId | None
    title: str
    input: dict[str, Any]
    status: RunStatus
    error: dict[str, Any] | None
    result: Any
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    trimmed_at: datetime | None
    last_number: int
    queue: str | None = None

    @property
    def has_ended(self) -> bool:
        """Tell whether nothing more is expected of the run."""
        return self.status in ENDED

    @property
    def trace_id(self) -> str:
        """Return the trace it belongs to, together with the run that started it."""
        return trace_id_of(self.root_id)


def again(run: Run, **changes: Any) -> NewRun:
    """Return a run to be started like another one, with changes; it needs an id of its own."""
    fields = {name: getattr(run, name) for name in NewRun.__dataclass_fields__}
    return NewRun(**(fields | changes))


@dataclass(frozen=True, slots=True)
class Step:
    """One model call, tool call or other unit of a run that is never repeated once finished.

    `number` orders the steps of a run; `attempt` is above 1 when the studio stopped in the middle of it.
    """

    run_id: RunId
    key: str
    number: int
    kind: StepKind
    name: str
    status: StepStatus
    attempt: int
    input: Any
    result: Any
    error: dict[str, Any] | None
    started_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class QueueRule:
    """How much of a queue may run at once. `per_partition` makes every enqueue name a partition."""

    name: str
    per_process: int | None = None
    everywhere: int | None = None
    per_partition: int | None = None
    rate: tuple[int, float] | None = None
    poll_s: float = 1.0


_OWN = "own:"


def own_workflow(run_id: RunId, version: str) -> str:
    """Return the workflow of a run that its process starts itself: our record of it is the only one."""
    return f"{_OWN}{version}:{run_id}"


def own_version(workflow_id: str) -> str | None:
    """Return for which version such a workflow was written; None for one that DBOS was told of."""
    return workflow_id.split(":")[1] if workflow_id.startswith(_OWN) else None


@dataclass(frozen=True, slots=True)
class ScheduledRun:
    """What a schedule starts."""

    workflow: str
    agent: str = ""
    agent_version: int = 0
    source: str = "schedule"
    project_id: ProjectId | None = None
    conversation_id: ConversationId | None = None
    person_id: PersonId | None = None
    title: str = ""
    input: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Schedule:
    """A run that starts by the clock: cron (five fields, or six with seconds first) in an IANA zone."""

    name: str
    workspace_id: WorkspaceId
    run: ScheduledRun
    cron: str
    zone: str
    queue: str | None
    dedupe: str | None
    is_paused: bool
    last_fired_at: datetime | None
    next_at: datetime | None


@dataclass(frozen=True, slots=True)
class RetentionReport:
    """What retention removed, or would remove in a dry run."""

    runs: int
    events: int
    steps: int
    workflows: int
    is_dry_run: bool
