"""Prometheus' text format, version 0.0.4."""

from collections.abc import Iterable, Iterator
from itertools import accumulate

from proofroom.kernel.data import dataclass
from proofroom.telemetry.metrics.registry import BOUNDS, FAMILIES, Family, Histogram, Labels, Metrics

PREFIX = "proofroom_"
SHOWN = range(0, len(BOUNDS), 4)
"""Every fourth bound is shown: counts are cumulative, so that leaving some out loses nothing but detail."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number as it is now, read when somebody asks."""

    name: str
    help: str
    labels: Labels
    values: dict[Labels, float]


def as_prometheus(metrics: Metrics, gauges: Iterable[Gauge]) -> str:
    """Return everything as text."""
    lines: list[str] = []
    for family in FAMILIES:
        lines.extend(_timed(family, metrics) if family.is_timed else _counted(family, metrics))
    for gauge in gauges:
        lines.extend(_head(gauge.name, gauge.help, "gauge"))
        for labels, value in sorted(gauge.values.items()):
            lines.append(f"{PREFIX}{gauge.name}{_labels(gauge.labels, labels)} {_number(value)}")
    return "\n".join(lines) + "\n"


def _counted(family: Family, metrics: Metrics) -> Iterator[str]:
    yield from _head(family.name, family.help, "counter")
    for labels, value in sorted(metrics.counters[family.name].items()):
        yield f"{PREFIX}{family.name}{_labels(family.labels, labels)} {_number(value)}"


def _timed(family: Family, metrics: Metrics) -> Iterator[str]:
    yield from _head(family.name, family.help, "histogram")
    for labels, histogram in sorted(metrics.histograms[family.name].items()):
        yield from _buckets(family, labels, histogram)


def _buckets(family: Family, labels: Labels, histogram: Histogram) -> Iterator[str]:
    reached = list(accumulate(histogram.buckets))
    name, names = f"{PREFIX}{family.name}", (*family.labels, "le")
    for index in SHOWN:
        yield f"{name}_bucket{_labels(names, (*labels, _number(BOUNDS[index])))} {reached[index]}"
    yield f"{name}_bucket{_labels(names, (*labels, '+Inf'))} {histogram.count}"
    yield f"{name}_sum{_labels(family.labels, labels)} {_number(histogram.total_s)}"
    yield f"{name}_count{_labels(family.labels, labels)} {histogram.count}"


def _head(name: str, text: str, kind: str) -> Iterator[str]:
    yield f"# HELP {PREFIX}{name} {text}"
    yield f"# TYPE {PREFIX}{name} {kind}"


def _labels(names: Labels, values: Labels) -> str:
    if not names:
        return ""
    pairs = zip(names, values, strict=True)
    return "{" + ",".join(f'{name}="{_escape(value)}"' for name, value in pairs) + "}"


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:.9g}"
