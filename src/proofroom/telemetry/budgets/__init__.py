"""Budgets that stop: what may be spent by whom in which time, reserved before a call and charged after it.

It counts micro-dollars it is given. It does not know models, prices or people beyond their ids.
"""

from proofroom.telemetry.budgets.spend import charge, dollars, let_go, release, reserve
from proofroom.telemetry.budgets.types import (
    Budget,
    Mode,
    Notice,
    Period,
    PeriodBalance,
    ScopeKind,
    Spender,
    StandingState,
    Stop,
    StopStatus,
)

__all__ = [
    "Budget",
    "Mode",
    "Notice",
    "Period",
    "PeriodBalance",
    "ScopeKind",
    "Spender",
    "StandingState",
    "Stop",
    "StopStatus",
    "charge",
    "dollars",
    "let_go",
    "release",
    "reserve",
]
