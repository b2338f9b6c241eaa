"""Reading the ledger: sums over a time by whatever people ask for, and its lines for export.

It adds up what is written there and knows people, projects and agents by their ids only.
"""

from proofroom.telemetry.usage.report import NOTHING, Usage, UsageFigures
from proofroom.telemetry.usage.types import (
    DIMENSIONS,
    Dimension,
    Line,
    Seen,
    Stack,
    Sum,
)

__all__ = ["DIMENSIONS", "NOTHING", "Dimension", "Line", "Seen", "Stack", "Sum", "Usage", "UsageFigures"]
