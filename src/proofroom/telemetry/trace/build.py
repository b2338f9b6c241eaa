"""Putting a trace together from runs, steps and ledger rows. Pure: the same rows give the same spans."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from proofroom.durable import Run, Step
from proofroom.kernel.ids import RunId
from proofroom.kernel.trace import span_id_of
from proofroom.safety.redaction import redact
from proofroom.telemetry.trace import names
from proofroom.telemetry.trace.types import Span, SpanStatus, Trace
from proofroom.telemetry.types import UsageRecord

_RUN_STATUS: dict[str, SpanStatus] = {
    "queued": "queued",
    "running": "running",
    "awaiting_tool": "waiting",
    "waiting_human": "waiting",
    "completed": "ok",
    "failed": "failed",
    "interrupted": "failed",
    "cancelled": "cancelled",
}
LONGEST_NAME = 120
HANDED = ".start"
"""How the key of a step ends that hands work on to one other run."""
_CALL_STATUS: dict[str, SpanStatus] = {"ok": "ok", "aborted": "cancelled"}
_STEP_STATUS: dict[str, SpanStatus] = {"running": "running", "finished": "ok", "failed": "failed"}


def build_trace(
    root_id: RunId,
    runs: list[Run],
    steps: Iterable[Step],
    usage: Iterable[UsageRecord],
    *,
    with_content: bool,
) -> Trace:
    """Return the tree of everything that these runs did; `runs` holds the root and all below it."""
    steps_of: dict[RunId, list[Step]] = defaultdict(list)
    for step in steps:
        steps_of[step.run_id].append(step)
    calls_of: dict[tuple[str | None, str], list[UsageRecord]] = defaultdict(list)
    for row in usage:
        calls_of[row.run_id, row.step].append(row)
    spans: dict[str, Span] = {}
    for run in runs:
        spans[_run_span_id(run.id)] = top = _run_span(run, with_content=with_content)
        for step in _stretch_pauses(run, _own(run, steps_of[run.id])):
            span = _step_span(step, calls_of[run.id, step.key], with_content=with_content)
            spans[span.id] = span
            top.children.append(span)
    for run in runs:
        if run.id != root_id and run.parent_id is not None:
            _adopt(spans, run, run.parent_id)
    for span in list(spans.values()):
        if span.kind == "delegation":
            _become_child(spans, span)
    root = spans[_run_span_id(root_id)]
    for span in root.walk():
        span.children.sort(key=lambda child: (child.started_at, child.step))
    first = next(run for run in runs if run.id == root_id)
    return Trace(first.trace_id, root, tuple(runs))


def _adopt(spans: dict[str, Span], run: Run, parent_id: RunId) -> None:
    """Hang a child run below the step that started it, or below its parent run."""
    span = spans[_run_span_id(run.id)]
    step = spans.get(span_id_of(parent_id, run.parent_step)) if run.parent_step else None
    parent = step or spans.get(_run_span_id(parent_id))
    if parent is not None:
        span.parent_id = parent.id
        parent.children.append(span)
        if parent.kind == "delegation" and parent.ended_at is not None:
            # The step ends when the child has begun; what was handed on lasts until the child is done.
            is_later = span.ended_at is None or span.ended_at > parent.ended_at
            parent.ended_at = span.ended_at if is_later else parent.ended_at
            parent.status = "running" if span.ended_at is None else parent.status


def _become_child(spans: dict[str, Span], handed: Span) -> None:
    """Let the run that a delegation started stand in its place: one thing was handed on, so one span.

    A delegation that started several runs, or none, stays.
    """
    runs = [child for child in handed.children if child.kind == "run"]
    above = spans.get(handed.parent_id or "")
    if len(runs) != 1 or above is None:
        return
    (run,) = runs
    run.children += [child for child in handed.children if child is not run]
    run.attributes = {**handed.attributes, **run.attributes}
    run.started_at, run.parent_id = handed.started_at, above.id
    for child in run.children:
        child.parent_id = run.id
    above.children = [run if child is handed else child for child in above.children]


def _run_span_id(run_id: str) -> str:
    return span_id_of(run_id)


def _run_span(run: Run, *, with_content: bool) -> Span:
    parent = None
    if run.parent_id is not None:
        # A delegation's step is no span of its own: the run that it started stands for it.
        is_handed = run.parent_step is None or run.parent_step.endswith(HANDED)
        parent = span_id_of(run.parent_id) if is_handed else span_id_of(run.parent_id, run.parent_step or "")
    span = Span(
        id=_run_span_id(run.id),
        parent_id=parent,
        run_id=run.id,
        step="",
        kind="run",
        name=_run_name(run, with_content=with_content),
        status=_RUN_STATUS[run.status],
        started_at=run.started_at or run.created_at,
        ended_at=run.ended_at,
        attributes=names.of_run(run),
        error=run.error,
    )
    if with_content:
        span.attributes |= names.of_content(run.title or None, run.result)
    return _with_error(span)


def _run_name(run: Run, *, with_content: bool) -> str:
    """Call the first run by what was asked, where content may be shown, and those below it by who works."""
    if with_content and run.parent_id is None and run.title:
        return str(redact(run.title))[:LONGEST_NAME]
    return run.agent or run.title or run.workflow


def _step_span(step: Step, calls: list[UsageRecord], *, with_content: bool) -> Span:
    span = Span(
        id=span_id_of(step.run_id, step.key),
        parent_id=_run_span_id(step.run_id),
        run_id=step.run_id,
        step=step.key,
        kind=step.kind,
        name=names.called(step),
        status=_STEP_STATUS[step.status],
        started_at=step.started_at,
        ended_at=step.ended_at,
        attributes=names.of_step(step),
        error=step.error or _refusal(step),
    )
    if span.error is not None:
        span.status = "cancelled" if span.error.get("code") == "cancelled" else "failed"
    if calls:
        span.attributes |= names.of_calls(calls)
        span.cost_micros = names.cost_of(calls)
    span.children = [*_part_spans(span, step), *(_call_spans(span, calls) if len(calls) > 1 else ())]
    if with_content:
        span.attributes |= names.of_content(step.input, _output(step))
        if step.kind == "model" and step.status == "finished":
            span.attributes |= names.of_answer(step)
    return _with_error(span)


def _part_spans(parent: Span, step: Step) -> list[Span]:
    """Show what a tool step timed inside of itself: the guard's word, the commit it made."""
    found: list[Span] = []
    for number, part in enumerate(names.result_of(step).get("parts") or ()):
        began = parent.started_at + timedelta(milliseconds=part["afterMs"])
        span = Span(
            id=span_id_of(parent.run_id, parent.step, "part", str(number)),
            parent_id=parent.id,
            run_id=parent.run_id,
            step=parent.step,
            kind=part["kind"],
            name=part["name"],
            status="failed" if part.get("decision") == "refused" else "ok",
            started_at=began,
            ended_at=began + timedelta(milliseconds=part["ms"]),
            attributes=names.of_part(part),
            is_part=True,
        )
        found.append(span)
    return found


def _call_spans(parent: Span, calls: list[UsageRecord]) -> list[Span]:
    """Show the calls of a step one after the other, as they were made."""
    found: list[Span] = []
    at = parent.started_at
    for call in calls:
        ended = at + timedelta(milliseconds=call.duration_ms)
        span = Span(
            id=span_id_of(parent.run_id, parent.step, str(call.attempt), str(call.call_number)),
            parent_id=parent.id,
            run_id=parent.run_id,
            step=parent.step,
            kind=call.kind,
            name=f"{call.provider}:{call.model}",
            status=_CALL_STATUS.get(call.status, "failed"),
            started_at=at,
            ended_at=ended,
            attributes={
                names.SPAN_KIND: "LLM" if call.kind == "model" else "CHAIN",
                **names.of_calls([call]),
            },
            cost_micros=call.cost_micros,
            is_part=True,
        )
        found.append(span)
        at = ended
    return found


def _own(run: Run, steps: list[Step]) -> list[Step]:
    """Leave out what a fork copied: that happened in another run, whose trace shows it."""
    if run.forked_from is None:
        return steps
    return [step for step in steps if step.started_at >= run.created_at]


def _stretch_pauses(run: Run, steps: list[Step]) -> list[Step]:
    """Let a guard's question last until it was answered: the step itself ends when it is asked."""
    found: list[Step] = []
    for index, step in enumerate(steps):
        if step.kind == "guard" and step.key.endswith(".pause") and step.status == "finished":
            after = steps[index + 1].started_at if index + 1 < len(steps) else run.ended_at
            status = "finished" if after is not None else "running"
            step = replace(step, ended_at=after, status=status)
        found.append(step)
    return found


def _refusal(step: Step) -> dict[str, Any] | None:
    """Return why a tool said no: to the run that is a result, to whoever reads a trace it is an error."""
    if step.kind not in ("tool", "delegation"):
        return None
    output: dict[str, Any] = names.result_of(step).get("output") or {}
    return output.get("error") if output.get("ok") is False else None


def _output(step: Step) -> Any:
    part = names.result_of(step).get("blocks" if step.kind == "model" else "output")
    return step.result if part is None else part


def _with_error(span: Span) -> Span:
    if span.error is not None:
        span.attributes[names.ERROR_TYPE] = str(span.error.get("code", "error"))
    return span
