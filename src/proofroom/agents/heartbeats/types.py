"""What a heartbeat is: when an agent works by the clock, and what came of each beat."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Literal

from proofroom.durable import Run
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import RunId, WorkspaceId

BeatStatus = Literal["running", "completed", "failed", "timeout", "skipped"]
SkipReason = Literal["", "busy", "no_work", "budget", "disabled", "overlap"]
DEFAULT_SCHEDULE = "0 * * * *"

HasWork = Callable[[WorkspaceId], Awaitable[bool]]
"""Tells whether there is something to do, without asking a model."""
AfterBeat = Callable[[WorkspaceId], Awaitable[None]]
"""Goes on with what a beat has made."""
IsSpent = Callable[[WorkspaceId, str], Awaitable[bool]]
"""Tells whether a budget that stops an agent is used up."""
FailedBeat = Callable[["Beat", Run], Awaitable[None]]
"""Is told of a beat that failed or took too long."""


@dataclass(frozen=True, slots=True)
class HeartbeatAction:
    """When an agent works by the clock. It rests while its status is `disabled`."""

    id: str
    workspace_id: WorkspaceId
    slug: str
    agent: str
    schedule: str
    zone: str
    status: Literal["active", "disabled"]
    next_run_at: datetime | None
    last_run_at: datetime | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Beat:
    """One beat: when it was due, how many were missed before it, and what came of it."""

    id: str
    workspace_id: WorkspaceId
    action_id: str
    agent: str
    run_id: RunId | None
    scheduled_for: datetime
    trigger: Literal["cron", "manual"]
    status: BeatStatus
    skip_reason: SkipReason
    missed: int
    claimed: int
    output: str
    error: str
    started_at: datetime
    ended_at: datetime | None
