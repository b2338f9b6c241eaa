"""From our spans to an `ExportTraceServiceRequest`. Field numbers are those of opentelemetry-proto 1.x."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from proofroom import __version__
from proofroom.telemetry.otlp.wire import double, fixed64, number, raw, text
from proofroom.telemetry.trace import Span, Trace
from proofroom.telemetry.trace.names import PROJECT_NAME
from proofroom.telemetry.trace.types import Attribute

INTERNAL, CLIENT = 1, 3
OK, ERROR = 1, 2
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def encode_traces(traces: Iterable[Trace], project: str) -> bytes:
    """Return a request that holds these traces, for a project of this name."""
    resource = _attributes(
        1,
        {
            "service.name": "proofroom",
            "service.version": __version__,
            PROJECT_NAME: project,
        },
    )
    scope = text(1, "proofroom") + text(2, __version__)
    spans = b"".join(
        raw(2, _span(span, trace.trace_id))
        for trace in traces
        for span in trace.root.walk()
        if _is_over(span)
    )
    return raw(1, raw(1, resource) + raw(2, raw(1, scope) + spans))


def _is_over(span: Span) -> bool:
    return span.ended_at is not None


def _span(span: Span, trace_id: str) -> bytes:
    parts = [raw(1, bytes.fromhex(trace_id)), raw(2, bytes.fromhex(span.id))]
    if span.parent_id is not None:
        parts.append(raw(4, bytes.fromhex(span.parent_id)))
    ended_at = span.ended_at or span.started_at
    parts += [
        text(5, _name(span)),
        number(6, CLIENT if span.kind == "model" else INTERNAL),
        fixed64(7, _nanoseconds(span.started_at)),
        fixed64(8, _nanoseconds(ended_at)),
        _attributes(9, span.attributes),
    ]
    if span.error is not None and span.status == "failed":
        parts.append(raw(11, _exception(span.error, ended_at)))
        parts.append(raw(15, text(2, str(span.error.get("message", ""))) + number(3, ERROR)))
    elif span.status == "ok":
        parts.append(raw(15, number(3, OK)))
    return b"".join(parts)


def _name(span: Span) -> str:
    """Return the name that OpenTelemetry's conventions give a span: the operation, then on what."""
    operation = span.attributes.get("gen_ai.operation.name")
    return f"{operation} {span.name}" if operation else span.name


def _exception(error: Mapping[str, object], at: datetime) -> bytes:
    said: dict[str, Attribute] = {
        "exception.type": str(error.get("code", "error")),
        "exception.message": str(error.get("message", "")),
    }
    return fixed64(1, _nanoseconds(at)) + text(2, "exception") + _attributes(3, said)


def _attributes(field: int, values: Mapping[str, Attribute]) -> bytes:
    return b"".join(raw(field, text(1, name) + raw(2, _value(value))) for name, value in values.items())


def _value(value: Attribute) -> bytes:
    if isinstance(value, bool):  # before int: a bool is one
        return number(2, int(value))
    if isinstance(value, int):
        return number(3, value)
    return double(4, value) if isinstance(value, float) else text(1, value)


def _nanoseconds(at: datetime) -> int:
    since = at - _EPOCH
    return ((since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds) * 1000
