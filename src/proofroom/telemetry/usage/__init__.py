"""Reading the ledger: sums over a time by whatever people ask for, and its lines for export.

It adds up what is written there and knows people, projects and agents by their ids only.
"""

from proofroom.telemetry.usage.report import NOTHING, Usage
from proofroom.telemetry.usage.types import Dimension, Line, Seen, Sum

__all__ = ["NOTHING", "Dimension", "Line", "Seen", "Sum", "Usage"]
