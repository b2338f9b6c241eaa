"""A run's trace, made from what the run stored anyway: its steps, its children and its ledger rows.

Nothing is measured twice and nothing is lost in a crash. It must not know where a trace is sent.
"""

from proofroom.telemetry.trace.repo import Traces
from proofroom.telemetry.trace.types import Span, SpanStatus, Trace

__all__ = ["Span", "SpanStatus", "Trace", "Traces"]
