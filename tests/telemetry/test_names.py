"""Attribute names are those of the published conventions, and our bytes are what OpenTelemetry reads."""

import math

import pytest
from openinference.semconv.resource import ResourceAttributes
from openinference.semconv.trace import OpenInferenceSpanKindValues, SpanAttributes
from opentelemetry.proto.common.v1.common_pb2 import AnyValue
from opentelemetry.semconv._incubating.attributes import gen_ai_attributes

from proofroom.telemetry.otlp import wire
from proofroom.telemetry.otlp.encode import _value
from proofroom.telemetry.trace import names

KNOWN = {
    value
    for source in (SpanAttributes, gen_ai_attributes)
    for name, value in vars(source).items()
    if name.isupper() and isinstance(value, str)
}


def _written() -> set[str]:
    import inspect
    import re

    return set(
        re.findall(
            r'"((?:gen_ai|llm|tool|input|output|session|user|agent)\.[a-z_.]+)"', inspect.getsource(names)
        )
    )


def test_every_name_is_published():
    assert len(_written()) > 20
    assert _written() - KNOWN == set()
    assert names.PROJECT_NAME == ResourceAttributes.PROJECT_NAME
    assert names.SPAN_KIND == SpanAttributes.OPENINFERENCE_SPAN_KIND


def test_every_kind_is_published():
    kinds = {kind.value for kind in OpenInferenceSpanKindValues}
    assert {*names._KINDS.values(), "AGENT", "CHAIN"} <= kinds


@pytest.mark.parametrize(
    "value", [0, 1, 127, 128, 300, 2**40, -1, -(2**40), True, False, 1.5, "", "héllo\U0001f600"]
)
def test_values_are_read_back(value: object):
    found = AnyValue()
    found.ParseFromString(_value(value))  # type: ignore[arg-type]
    assert getattr(found, found.WhichOneof("value") or "") == value


def test_a_lone_surrogate_does_not_stop_a_trace():
    found = AnyValue()
    found.ParseFromString(_value("a\ud800b"))
    assert found.string_value == "a?b"


def test_doubles_keep_their_bits():
    assert math.isclose(AnyValue.FromString(wire.double(4, math.pi)).double_value, math.pi, rel_tol=0)
