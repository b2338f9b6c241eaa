import typing
from typing import Any

import jsonschema
import msgspec
import pytest

from proofroom.kernel import events
from proofroom.kernel.events import (
    Affected,
    AnyEvent,
    Done,
    Text,
    decode_event,
    encode_event,
    event_schemas,
    trace_tail,
    with_trace,
)

KINDS: tuple[type[events.Event], ...] = typing.get_args(AnyEvent)
NAMES = """runStarted bridgeReady text thinking toolCall toolRequest delegated toolResult approvalRequested
    approvalDecided proposal progress documentOpened statusTransition stepRestarted modelSwitched notice usage
    budget context
    done error"""


def filled(kind: type[events.Event]) -> events.Event:
    """Return an event whose every field differs from its default."""
    fields = {field.name: value_of(field.type) for field in msgspec.structs.fields(kind)}
    return kind(**fields)


def value_of(annotation: Any) -> Any:
    if annotation is Any:
        return {"any": [1, "thing"]}
    if typing.get_origin(annotation) is typing.Literal:
        return typing.get_args(annotation)[-1]
    known = {str: "x", int: 7, bool: True, Affected: Affected(models=["articles"], branch="cr/a")}
    choices = [part for part in typing.get_args(annotation) or (annotation,) if part in known]
    return known[choices[0]] if choices and typing.get_origin(annotation) is not dict else {"a": 1}


def test_the_stream_speaks_the_names_of_the_design():
    assert [kind.__struct_config__.tag for kind in KINDS] == NAMES.split()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_event_survives_the_wire(kind):
    event = filled(kind)
    assert decode_event(encode_event(event)) == event


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_event_fits_its_published_schema(kind):
    schemas = event_schemas()
    root = {**schemas["RunEvent"], "components": {"schemas": schemas}}
    jsonschema.validate(msgspec.json.decode(encode_event(filled(kind))), root)


@pytest.mark.parametrize("name", ["n", "traceId"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_event_without_its_number_or_trace_does_not_fit_the_schema(kind, name):
    schemas = event_schemas()
    root = {**schemas["RunEvent"], "components": {"schemas": schemas}}
    event = msgspec.json.decode(encode_event(filled(kind)))
    del event[name]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(event, root)


def test_lines_get_their_trace_as_they_leave():
    texts = ["one}", "}\n{", "\\}\n", ""]
    done = Done(affected=Affected(models=["articles"]))
    written = [*(Text(n=1, text=text) for text in texts), done]
    lines = b"".join(encode_event(event) + b"\n" for event in written)
    sent = [decode_event(line) for line in with_trace(lines, trace_tail("4bf9")).splitlines()]
    assert [event.text for event in sent[:-1]] == texts
    assert {event.trace_id for event in sent} == {"4bf9"}
    assert sent[-1].affected == done.affected


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_event_explains_itself(kind):
    assert kind.__doc__
    assert kind.__doc__ != events.Event.__doc__
    assert kind.__doc__.strip().endswith(".")


def test_field_names_are_camel_case_and_defaults_stay_off_the_wire():
    line = encode_event(events.ToolResult(n=4, step="2", tool_call_id="c", tool_name="save", ok=True))
    assert line == b'{"type":"toolResult","n":4,"step":"2","toolCallId":"c","toolName":"save","ok":true}'


def test_an_unknown_event_is_refused():
    with pytest.raises(msgspec.ValidationError, match="type"):
        decode_event(b'{"type":"surprise","n":1}')


def test_a_piece_of_text_costs_little_to_encode():
    assert encode_event(Text(n=2, step="1", block=0, offset=5, text="hé")) == (
        '{"type":"text","n":2,"step":"1","offset":5,"text":"hé"}'.encode()
    )


def test_affected_parts_add_up():
    first = Affected(models=["b", "a"], branch="cr/1", snapshot_changed=True)
    second = Affected(models=["a", "c"], locales=["tr"], branch="cr/2")
    both = first.merged(second)
    assert both == Affected(
        models=["a", "b", "c"], locales=["tr"], snapshot_changed=True, branches_changed=False, branch="cr/2"
    )
    assert first.merged(Affected()).branch == "cr/1"


def test_only_done_and_error_end_a_run():
    assert set(events.TERMINAL) == {Done, events.Error}
