"""Durable execution: runs, steps that never run again once finished, numbered events, queues, schedules.

It knows how a run survives a crash and how its log reaches those who watch it. It must not know what a run
does: agents, models, tools and prices are other rooms' business. DBOS is used nowhere else.
"""

from proofroom.durable.engine import Engine
from proofroom.durable.hooks import StepEnded
from proofroom.durable.repo import RunFilter, Runs
from proofroom.durable.run import RunHandle
from proofroom.durable.step import StepContext
from proofroom.durable.stop import Stopped
from proofroom.durable.types import (
    NewRun,
    QueueRule,
    Run,
    RunStatus,
    Schedule,
    ScheduledRun,
    Step,
    StepKind,
    again,
)

__all__ = [
    "Engine",
    "NewRun",
    "QueueRule",
    "Run",
    "RunFilter",
    "RunHandle",
    "RunStatus",
    "Runs",
    "Schedule",
    "ScheduledRun",
    "Step",
    "StepContext",
    "StepEnded",
    "StepKind",
    "Stopped",
    "again",
]
