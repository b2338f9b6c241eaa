"""Counters and histograms, by hand: a series is a name and the values of its labels."""

from bisect import bisect_left
from itertools import accumulate

from proofroom.kernel.data import dataclass

BOUNDS: tuple[float, ...] = tuple(round(0.0005 * 10 ** (step / 8), 7) for step in range(49))
"""Upper bounds of the buckets in seconds: eight to a decade, from half a millisecond to eight minutes."""

MAX_SERIES = 2_000
"""Series of one family. Labels are names that people and agents choose, so their number needs an end."""

OTHER = "(other)"

Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """What is counted or timed, and by which labels."""

    name: str
    help: str
    labels: Labels
    is_timed: bool = False


FAMILIES: tuple[Family, ...] = (
    Family("http_requests_total", "Requests answered.", ("method", "route", "status")),
    Family("http_request_seconds", "How long requests took to answer.", ("method", "route"), is_timed=True),
    Family("errors_total", "Errors shown to callers.", ("category", "code")),
    Family("runs_total", "Runs that came to rest.", ("agent", "source", "status")),
    Family("run_seconds", "How long runs took.", ("agent",), is_timed=True),
    Family("queue_wait_seconds", "How long runs waited in a queue.", ("queue",), is_timed=True),
    Family("steps_total", "Steps that ended.", ("kind", "outcome")),
    Family("step_seconds", "How long steps took.", ("kind",), is_timed=True),
    Family("model_calls_total", "Model steps.", ("model", "outcome")),
    Family("model_seconds", "How long model steps took.", ("model",), is_timed=True),
    Family("model_tokens_total", "Tokens used.", ("model", "direction")),
    Family("model_cost_micros_total", "Known cost in millionths of a dollar.", ("model",)),
    Family("tool_calls_total", "Tool calls.", ("tool", "outcome")),
    Family("tool_seconds", "How long tool calls took.", ("tool",), is_timed=True),
    Family("step_errors_total", "Steps that failed, and tool calls that were refused.", ("kind", "code")),
)
"""Everything that is measured. Names get the prefix `proofroom_` where they are shown."""


class Histogram:
    """How often a duration fell into which bucket."""

    __slots__ = ("buckets", "count", "total_s")

    def __init__(self) -> None:
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.count = 0
        self.total_s = 0.0

    def add(self, seconds: float) -> None:
        """Count one duration."""
        self.buckets[bisect_left(BOUNDS, seconds)] += 1
        self.count += 1
        self.total_s += seconds

    def quantile(self, share: float) -> float | None:
        """Return the duration below which this share of all stayed, to within a bucket."""
        if self.count == 0:
            return None
        wanted = share * self.count
        for index, reached in enumerate(accumulate(self.buckets)):
            if reached >= wanted:
                if index == len(BOUNDS):
                    return BOUNDS[-1]
                low = BOUNDS[index - 1] if index else 0.0
                within = (wanted - (reached - self.buckets[index])) / self.buckets[index]
                return low + (BOUNDS[index] - low) * within
        return BOUNDS[-1]


class Metrics:
    """All counters and histograms of this process."""

    def __init__(self) -> None:
        self.counters: dict[str, dict[Labels, float]] = {f.name: {} for f in FAMILIES if not f.is_timed}
        self.histograms: dict[str, dict[Labels, Histogram]] = {f.name: {} for f in FAMILIES if f.is_timed}

    def count(self, name: str, labels: Labels, by: float = 1) -> None:
        """Add to a counter."""
        series = self.counters[name]
        if labels not in series and len(series) >= MAX_SERIES:
            labels = (OTHER,) * len(labels)
        series[labels] = series.get(labels, 0) + by

    def time(self, name: str, labels: Labels, seconds: float) -> None:
        """Add a duration to a histogram."""
        series = self.histograms[name]
        found = series.get(labels)
        if found is None:
            if len(series) >= MAX_SERIES:
                labels = (OTHER,) * len(labels)
            found = series.setdefault(labels, Histogram())
        found.add(seconds)
