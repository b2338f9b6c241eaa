"""What the work costs and how it went: the usage ledger, budgets, spans and metrics.

It records numbers it is given. It must not know providers, agents or tools beyond their names.
"""

from proofroom.telemetry.types import CallKind, CallStatus, CostSource, UsageRecord

__all__ = ["CallKind", "CallStatus", "CostSource", "UsageRecord"]
