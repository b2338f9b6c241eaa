"""What the studio counts and times: as Prometheus reads it, and as the app shows it."""

from datetime import datetime

from fastapi import APIRouter
from starlette.responses import PlainTextResponse

from proofroom import __version__
from proofroom.access import Principal
from proofroom.api.security import StudioDep, may_scrape, requires
from proofroom.api.shapes import Out, fields_of
from proofroom.net.breaker import Snapshot
from proofroom.telemetry.metrics import Gauge, Histogram, Metrics, as_prometheus
from proofroom.wiring import Studio

router = APIRouter(tags=["health"])
root = APIRouter(tags=["health"])

BREAKER_STATES = {"closed": 0, "half_open": 1, "open": 2}


class Timing(Out):
    """How often something happened and how long it took; percentiles are exact to within a seventh."""

    name: str
    count: int
    failed: int
    mean_ms: float
    p50_ms: float
    p95_ms: float
    p99_ms: float


class QueueInfo(Out):
    """How many runs wait in a queue and run from it now, and how long they waited."""

    name: str
    waiting: int
    running: int
    wait: Timing | None


class ErrorCount(Out):
    """How often callers were shown an error."""

    category: str
    code: str
    count: int


class BreakerInfo(fields_of(Snapshot)):
    """How an outside system stands: `open` is left alone for a moment, `half_open` is being tried."""


class ConnectionHealth(Out):
    """How a connection of the workspace did last."""

    id: str
    name: str
    kind: str
    provider: str
    status: str
    last_error: str | None
    last_tested_at: datetime | None
    last_used_at: datetime | None


class MetricsInfo(Out):
    """What this process counted since it started; connections are those of the workspace."""

    since: datetime
    routes: list[Timing]
    models: list[Timing]
    tools: list[Timing]
    steps: list[Timing]
    runs: list[Timing]
    queues: list[QueueInfo]
    errors: list[ErrorCount]
    breakers: list[BreakerInfo]
    connections: list[ConnectionHealth]


@root.get("/metrics", dependencies=[may_scrape()], response_class=PlainTextResponse)
async def prometheus(studio: StudioDep) -> PlainTextResponse:
    """Return everything in Prometheus' text format."""
    text = as_prometheus(studio.metrics, await _gauges(studio))
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get("/metrics")
async def read_metrics(studio: StudioDep, principal: Principal = requires("studio.manage")) -> MetricsInfo:
    """Return counts, percentiles, and the health of breakers and connections."""
    metrics = studio.metrics
    moving = await studio.engine.runs.count_moving()
    waits = metrics.histograms["queue_wait_seconds"]
    names = sorted({queue for queue, _ in moving if queue} | {labels[0] for labels in waits})
    return MetricsInfo(
        since=studio.opened_at,
        routes=_timings(metrics, "http_request_seconds", "http_requests_total"),
        models=_timings(metrics, "model_seconds", "model_calls_total"),
        tools=_timings(metrics, "tool_seconds", "tool_calls_total"),
        steps=_timings(metrics, "step_seconds", "steps_total"),
        runs=_timings(metrics, "run_seconds", "runs_total"),
        queues=[
            QueueInfo(
                name=name,
                waiting=moving.get((name, "queued"), 0),
                running=moving.get((name, "running"), 0),
                wait=_timing(name, waits[(name,)], 0) if (name,) in waits else None,
            )
            for name in names
        ],
        errors=[
            ErrorCount(category=category, code=code, count=int(count))
            for (category, code), count in sorted(metrics.counters["errors_total"].items())
        ],
        breakers=[BreakerInfo.model_validate(each) for each in studio.breakers()],
        connections=[
            ConnectionHealth.model_validate(each)
            for each in await studio.connections.list(principal.workspace_id)
        ],
    )


def _timings(metrics: Metrics, timed: str, counted: str) -> list[Timing]:
    """Put durations and failures together: a counter has the same labels and an outcome."""
    failed: dict[str, int] = {}
    for labels, count in metrics.counters[counted].items():
        if _is_failure(labels[-1]):
            key = " ".join(labels[: len(labels) - (2 if counted == "runs_total" else 1)])
            failed[key] = failed.get(key, 0) + int(count)
    found = [
        _timing(" ".join(labels), histogram, failed.get(" ".join(labels), 0))
        for labels, histogram in metrics.histograms[timed].items()
    ]
    return sorted(found, key=lambda timing: timing.name)


def _is_failure(outcome: str) -> bool:
    return outcome in ("failed", "interrupted") or (outcome.isdigit() and int(outcome) >= 400)


def _timing(name: str, histogram: Histogram, failed: int) -> Timing:
    p50, p95, p99 = (round((histogram.quantile(share) or 0) * 1000, 3) for share in (0.5, 0.95, 0.99))
    mean = round(histogram.total_s / max(1, histogram.count) * 1000, 3)
    return Timing(
        name=name, count=histogram.count, failed=failed, mean_ms=mean, p50_ms=p50, p95_ms=p95, p99_ms=p99
    )


async def _gauges(studio: Studio) -> list[Gauge]:
    moving = await studio.engine.runs.count_moving()
    breakers = studio.breakers()
    return [
        Gauge("build_info", "The version that runs.", ("version",), {(__version__,): 1}),
        Gauge(
            "start_time_seconds",
            "When this process opened the studio.",
            (),
            {(): studio.opened_at.timestamp()},
        ),
        Gauge(
            "runs_moving",
            "Runs that wait in a queue or run now.",
            ("queue", "status"),
            {labels: float(count) for labels, count in moving.items()},
        ),
        Gauge(
            "breaker_state",
            "0 closed, 1 being tried, 2 open.",
            ("key",),
            {(each.key,): BREAKER_STATES[each.state] for each in breakers},
        ),
        Gauge(
            "breaker_failures",
            "Failures in a row.",
            ("key",),
            {(each.key,): each.failures for each in breakers},
        ),
        Gauge(
            "connections",
            "Stored connections of all workspaces.",
            ("kind", "provider", "status"),
            {labels: float(count) for labels, count in (await studio.connections.count()).items()},
        ),
    ]
