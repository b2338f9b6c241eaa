"""Histograms are exact to within a bucket, and the number of series has an end."""

import random

import pytest

from proofroom.telemetry.metrics import Gauge, Histogram, Metrics, as_prometheus
from proofroom.telemetry.metrics.registry import MAX_SERIES, OTHER


@pytest.mark.parametrize("share", [0.5, 0.95, 0.99])
def test_a_quantile_is_right_to_within_a_bucket(share: float) -> None:
    chance, histogram = random.Random(7), Histogram()
    values = sorted(chance.lognormvariate(-3, 1.2) for _ in range(2_000))
    for value in values:
        histogram.add(value)
    true = values[int(share * len(values)) - 1]
    found = histogram.quantile(share)
    assert found is not None
    assert true / 1.34 <= found <= true * 1.34


def test_an_empty_histogram_has_no_quantile_and_a_huge_value_has_the_last_bound() -> None:
    histogram = Histogram()
    assert histogram.quantile(0.5) is None
    histogram.add(10_000)
    assert histogram.quantile(0.99) == pytest.approx(500, rel=0.01)


def test_labels_without_end_share_one_series() -> None:
    metrics = Metrics()
    for number in range(MAX_SERIES + 10):
        metrics.count("tool_calls_total", (f"tool-{number}", "ok"))
        metrics.time("tool_seconds", (f"tool-{number}",), 0.1)
    assert len(metrics.counters["tool_calls_total"]) == MAX_SERIES + 1
    assert metrics.counters["tool_calls_total"][OTHER, OTHER] == 10
    assert metrics.histograms["tool_seconds"][(OTHER,)].count == 10


def test_label_values_are_escaped() -> None:
    metrics = Metrics()
    metrics.count("tool_calls_total", ('a"b\\c\nd', "ok"))
    text = as_prometheus(metrics, [Gauge("up", "Up.", (), {(): 1})])
    assert 'proofroom_tool_calls_total{tool="a\\"b\\\\c\\nd",outcome="ok"} 1' in text
    assert "proofroom_up 1" in text
