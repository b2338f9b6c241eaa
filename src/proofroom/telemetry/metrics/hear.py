"""What the durable engine tells, as numbers."""

from typing import Any, cast

from proofroom.durable import Run, StepEnded
from proofroom.telemetry.metrics.registry import Metrics

_TOKENS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")


def hear_step(metrics: Metrics, ended: StepEnded) -> None:
    """Count a step that ended."""
    kind, seconds = ended.kind, ended.duration_s
    code = failure_of(ended)
    outcome = "ok" if code is None else "stopped" if code == "cancelled" else "failed"
    metrics.count("steps_total", (kind, outcome))
    metrics.time("step_seconds", (kind,), seconds)
    if code is not None and outcome == "failed":
        metrics.count("step_errors_total", (kind, code))
    if kind == "model":
        _hear_model(metrics, ended, outcome)
    elif kind in ("tool", "delegation"):
        metrics.count("tool_calls_total", (ended.name, outcome))
        metrics.time("tool_seconds", (ended.name,), seconds)


def hear_run(metrics: Metrics, run: Run) -> None:
    """Count a run that came to rest."""
    metrics.count("runs_total", (run.agent, run.source, run.status))
    if run.has_ended and run.started_at is not None and run.ended_at is not None:
        metrics.time("run_seconds", (run.agent,), (run.ended_at - run.started_at).total_seconds())
        if run.queue is not None:
            waited = (run.started_at - run.created_at).total_seconds()
            metrics.time("queue_wait_seconds", (run.queue,), waited)


def failure_of(ended: StepEnded) -> str | None:
    """Return the code of what went wrong in a step: its error, or a tool's refusal, which is a result."""
    if ended.error is not None:
        return str(ended.error.get("code", "error"))
    output = _fields(_fields(ended.result).get("output"))
    if ended.kind in ("tool", "delegation") and output.get("ok") is False:
        return str(_fields(output.get("error")).get("code", "tool_failed"))
    return None


def _hear_model(metrics: Metrics, ended: StepEnded, outcome: str) -> None:
    model = str(_fields(ended.result).get("model") or ended.name)
    metrics.count("model_calls_total", (model, outcome))
    metrics.time("model_seconds", (model,), ended.duration_s)
    for name in _TOKENS:
        if tokens := ended.figures.get(name):
            metrics.count("model_tokens_total", (model, name.removesuffix("_tokens")), tokens)
    if cost := ended.figures.get("cost_micros"):
        metrics.count("model_cost_micros_total", (model,), cost)


def _fields(value: object) -> dict[str, Any]:
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}
