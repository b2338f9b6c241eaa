"""The trace of a run: what happened because of it, when, for how long and at what cost."""

from datetime import datetime

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.api.language import ToldError
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Out, fields_of
from proofroom.durable import Run
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import RunId
from proofroom.telemetry.trace import Span, Trace
from proofroom.wiring import Studio

router = APIRouter(prefix="/runs", tags=["runs"])


class SpanInfo(fields_of(Span, without=("is_part",))):
    """A run, a step, or one of several calls within a step.

    `kind` is `run` or a step's kind; `step` is empty for a run. `offsetMs` counts from the beginning of the
    trace; `durationMs` and `endedAt` are null while it goes on. `attributes` have OpenInference's and
    OpenTelemetry's names.
    """

    offset_ms: float
    duration_ms: float | None
    error: ToldError | None
    children: list["SpanInfo"]


class TraceInfo(Out):
    """Everything that happened because of one run.

    `root` is the run at the beginning; `spanId` is the run that was asked for. Cost and tokens are the sum
    over all spans; `costMicros` is null where no price is known.
    """

    trace_id: str
    run_id: str
    span_id: str
    has_ended: bool
    runs: int
    spans: int
    errors: int
    duration_ms: float | None
    cost_micros: int | None
    input_tokens: int
    output_tokens: int
    root: SpanInfo


@router.get("/{run_id}/trace")
async def read_trace(
    run_id: str,
    studio: StudioDep,
    content: bool = True,
    principal: Principal = requires("sessions.own.read"),
) -> TraceInfo:
    """Return the trace that a run belongs to, with the runs it started.

    Inputs and outputs are redacted; `content=false` and the setting `trace_content` leave them out.
    """
    run = await studio.visible_run(principal, RunId(run_id))
    show_content = content and studio.settings.trace_content != "off"
    is_whole = run.root_id == run.id or await _may_see_root(studio, principal, run)
    read = studio.traces.of_run if is_whole else studio.traces.of_one
    return _show_trace(await read(run, with_content=show_content), run)


async def _may_see_root(studio: Studio, principal: Principal, run: Run) -> bool:
    try:
        await studio.visible_run(principal, run.root_id)
    except NotFound:
        return False
    return True


def _show_trace(trace: Trace, run: Run) -> TraceInfo:
    spans = list(trace.root.walk())
    steps = [span for span in spans if span.step and not span.is_part]
    costs = [span.cost_micros for span in steps if span.cost_micros is not None]
    asked = trace.span_of(run.id)
    return TraceInfo(
        trace_id=trace.trace_id,
        run_id=run.id,
        span_id=asked.id,
        has_ended=all(each.has_ended for each in trace.runs),
        runs=len(trace.runs),
        spans=len(spans),
        errors=sum(span.status == "failed" for span in spans),
        duration_ms=_duration(trace.root),
        cost_micros=sum(costs) if costs else None,
        input_tokens=_sum(steps, "gen_ai.usage.input_tokens"),
        output_tokens=_sum(steps, "gen_ai.usage.output_tokens"),
        root=_show_span(trace.root, trace.root.started_at),
    )


def _show_span(span: Span, begun: datetime) -> SpanInfo:
    return SpanInfo.of(
        span,
        offset_ms=_ms((span.started_at - begun).total_seconds()),
        duration_ms=_duration(span),
        children=[_show_span(child, begun) for child in span.children],
    )


def _duration(span: Span) -> float | None:
    return None if span.ended_at is None else _ms((span.ended_at - span.started_at).total_seconds())


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)


def _sum(spans: list[Span], name: str) -> int:
    return sum(int(span.attributes.get(name, 0)) for span in spans)
