"""Large JSON files: cut apart instead of parsed, spliced instead of rewritten."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofroom.repository.json.text import render_json
from proofroom.repository.merge import objects
from proofroom.repository.merge.objects import read_object, rewrite
from proofroom.repository.merge.types import MISSING, Place

PLACE = Place("faq.json", "collection", shape="records", area="faq", locale="en")


@pytest.fixture(autouse=True)
def slice_everything(monkeypatch):
    monkeypatch.setattr(objects, "_LEAST_SLICED", 0)


texts = st.text(alphabet='ab"\\\n\u2028é{}[],: 0', max_size=8)
leaves = st.booleans() | st.integers(-5, 5) | texts
records = st.dictionaries(
    texts, leaves | st.lists(leaves, max_size=2) | st.dictionaries(texts, leaves, max_size=2), max_size=3
)
files = st.dictionaries(texts, records, max_size=5)


@settings(max_examples=120, deadline=None)
@given(before=files, after=files)
def test_slicing_and_splicing_agree_with_parsing(before, after):
    file = read_object(PLACE, render_json(before))
    other = read_object(PLACE, render_json(after))
    assert file.keys == set(before)
    differing = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    assert set(file.differing(other)) == differing
    changed = {key: after.get(key, MISSING) for key in differing}
    assert rewrite(PLACE, file, changed) == render_json(after)


def test_a_canonical_file_is_sliced():
    file = read_object(PLACE, render_json({"a": {"x": 1}, "b": {}}))
    assert file.is_sliced
    assert (file.get("a"), file.get("c")) == ({"x": 1}, MISSING)


@pytest.mark.parametrize(
    "raw",
    [
        b'{\n  "a": {"x": {\n  "y": {\n  }},\n  "z": 1\n  }\n}\n',
        b'{\n  "b": {},\n  "a": {}\n}\n',
        b'{\n  "a": {\n  "b": {}\n  }\n}\n',
        b'{"a": {},\n  "b": {}}',
        b'{\n  "a": {},\n  "a": {"x": 1}\n}\n',
    ],
)
def test_a_file_that_only_looks_canonical_is_not_damaged(raw):
    expected = {**json.loads(raw), "aa": {"n": 1}}
    file = read_object(PLACE, raw)
    assert json.loads(rewrite(PLACE, file, {"aa": {"n": 1}})) == expected


def test_what_is_no_object_is_refused():
    assert read_object(PLACE, b"[1") is None
    assert read_object(PLACE, b'"text"') is None
    assert read_object(Place("x.json", "json"), b"[]") is None
    assert read_object(PLACE, None).keys == set()
