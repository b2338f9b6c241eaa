"""Canonical JSON, byte for byte."""

import json

import pytest
from hypothesis import given, settings

from proofroom.content.format.model import MODEL_ORDER
from proofroom.repository.json.text import compact_json, parse_json, render_json
from tests.content.samples import objects, vectors


@pytest.mark.parametrize("case", vectors("vectors.jsonl", "canonical"))
def test_the_official_bytes(case):
    order = MODEL_ORDER if case["in"].get("order") else ()
    assert render_json(case["in"]["data"], order).decode() == case["out"]


@settings(deadline=None)
@given(objects)
def test_writing_reading_and_writing_again_changes_no_byte(data):
    raw = render_json(data)
    assert render_json(parse_json(raw)) == raw


@settings(deadline=None)
@given(objects)
def test_what_is_written_is_what_was_meant(data):
    def meant(value):
        if isinstance(value, dict):
            return {
                key: meant(item) for key, item in value.items() if item is not None and key != "__proto__"
            }
        if isinstance(value, list):
            return [meant(item) for item in value]
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        return value

    assert meant(json.loads(render_json(data))) == meant(data)


def test_null_members_are_dropped_and_null_items_stay():
    assert render_json({"b": None, "a": [None, {"c": None}]}) == b'{\n  "a": [\n    null,\n    {}\n  ]\n}\n'


def test_lone_surrogates_are_escaped():
    assert render_json({"a": "x\ud800y😀"}) == '{\n  "a": "x\\ud800y😀"\n}\n'.encode()
    assert parse_json(b'{"a": "\\ud800"}') == {"a": "\ud800"}


def test_very_deep_data_is_written_too():
    deep = value = {}
    for _ in range(300):
        value["a"] = {}
        value = value["a"]
    assert parse_json(render_json(deep)) == deep


def test_reading_takes_a_byte_order_mark_but_no_constants():
    assert parse_json(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}
    for text in (b"{", b"NaN", b'{"a": Infinity}', b"", b"{'a': 1}"):
        with pytest.raises(ValueError):  # noqa: PT011 - the kind of error is the contract
            parse_json(text)


def test_the_order_of_model_keys_yields_to_array_indexes():
    assert list(
        parse_json(render_json({"fields": {}, "1": 2, "name": "n", "id": "i", "a": 1}, MODEL_ORDER))
    ) == [*("1", "id", "name", "fields", "a")]


def test_compact_text_has_the_same_order_on_one_line():
    assert compact_json({"b": [1.0, None], "a": {"z": None}}) == '{"a":{},"b":[1,null]}'


def test_what_is_not_json_is_refused():
    with pytest.raises(TypeError, match="set is not a JSON type"):
        render_json({"a": {1, 2}})
