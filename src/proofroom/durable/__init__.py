"""Durable execution: runs, steps that never run again once finished, numbered events, queues, schedules.

It knows how a run survives a crash and how its log reaches those who watch it. It must not know what a run
does: agents, models, tools and prices are other rooms' business. DBOS is used nowhere else.
"""

from proofroom.durable.broker import Broker
from proofroom.durable.engine import Engine
from proofroom.durable.hooks import Hooks, StepEnded
from proofroom.durable.repo import RunFilter, Runs
from proofroom.durable.run import RunHandle
from proofroom.durable.schedules import Schedules
from proofroom.durable.step import StepContext
from proofroom.durable.stop import Stopped, StopToken
from proofroom.durable.types import (
    NewRun,
    QueueRule,
    RetentionReport,
    Run,
    RunStatus,
    Schedule,
    ScheduledRun,
    Step,
    StepKind,
    again,
)
from proofroom.durable.watch import watch

__all__ = [
    "Broker",
    "Engine",
    "Hooks",
    "NewRun",
    "QueueRule",
    "RetentionReport",
    "Run",
    "RunFilter",
    "RunHandle",
    "RunStatus",
    "Runs",
    "Schedule",
    "ScheduledRun",
    "Schedules",
    "Step",
    "StepContext",
    "StepEnded",
    "StepKind",
    "StopToken",
    "Stopped",
    "again",
    "watch",
]
