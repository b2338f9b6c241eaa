"""What the studio counts and times in this process: requests, runs, steps, tokens, errors.

Counting costs a dictionary look-up. It must not know where numbers are shown, and forgets them on a restart.
"""

from proofroom.telemetry.metrics.exposition import Gauge, as_prometheus
from proofroom.telemetry.metrics.hear import hear_run, hear_step
from proofroom.telemetry.metrics.registry import Histogram, Metrics

__all__ = ["Gauge", "Histogram", "Metrics", "as_prometheus", "hear_run", "hear_step"]
