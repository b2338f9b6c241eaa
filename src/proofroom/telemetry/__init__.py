"""What the work costs and how it went: the usage ledger now; spans, metrics and budgets join here.

It records numbers it is given. It must not know providers, agents or tools beyond their names.
"""

from proofroom.telemetry.types import CallKind, CallStatus, UsageRecord, UsageTotals

__all__ = ["CallKind", "CallStatus", "UsageRecord", "UsageTotals"]
