"""Front matter in TOML: read, changed key by key, written."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofroom.content.format.markdown import compose_document, read_document
from proofroom.content.format.model import model_from
from proofroom.content.format.toml_front import cut_toml, patch_toml, read_toml, render_toml

BLOCK = '''# made by hand
title = "Old" # why
date = 2024-05-01T10:00:00Z
"odd key" = 1_000
tags = [
  "a = b", # first
  "c",
]
text = """
draft = not a key
[neither] a table
"""
pages.from = 4
pages.to = 9

[params]
color = 'red'
[params.deep]
x = 1

[[people]]
name = "Ada"
[[people]]
name = "Bo"'''

_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_LEAF = (
    _TEXT | st.integers(-(2**53), 2**53) | st.booleans() | st.floats(allow_nan=False, allow_infinity=False)
)
_VALUE = st.recursive(
    _LEAF, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3), max_leaves=6
)
_FRONT = st.dictionaries(_TEXT.filter(bool), _VALUE, max_size=4)


def test_a_block_is_cut_at_its_keys():
    chunks = cut_toml(BLOCK)
    assert chunks is not None
    assert [*chunks] == ["", "title", "date", "odd key", "tags", "text", "pages", "params", "people"]
    assert "\n".join(chunks.values()) == BLOCK


@pytest.mark.parametrize(
    ("changes", "was", "becomes"),
    [
        ({"title": 'New "one"'}, 'title = "Old" # why', 'title = "New \\"one\\""'),
        ({"date": "2025-01-02"}, "date = 2024-05-01T10:00:00Z", "date = 2025-01-02"),
        (
            {"people": [{"name": "Cy"}]},
            '[[people]]\nname = "Ada"\n[[people]]\nname = "Bo"',
            '[[people]]\nname = "Cy"',
        ),
        ({"params": {"color": "blue"}}, "color = 'red'\n[params.deep]\nx = 1", 'color = "blue"'),
        ({"added": "one\ntwo"}, "\n\n[params]", '\n\nadded = """\none\ntwo"""\n[params]'),
    ],
)
def test_only_what_changed_is_written_anew(changes, was, becomes):
    before = read_toml(BLOCK, {})
    assert before is not None
    assert patch_toml(BLOCK, before, {**before, **changes}) == BLOCK.replace(was, becomes)
    assert patch_toml(BLOCK, before, before) == BLOCK


@settings(deadline=None)
@given(_FRONT, _FRONT)
def test_what_is_written_is_read_again(before, changes):
    block = render_toml(before)
    assert tomllib.loads(block) == before
    after = {**before, **changes}
    patched = patch_toml(block, before, after)
    assert patched is None or tomllib.loads(patched) == after


def test_dates_and_numbers_are_what_the_model_asks_for():
    model = model_from(
        {"id": "m", "kind": "document", "fields": {"year": {"type": "string"}, "n": {"type": "integer"}}}
    )
    document = read_document(b"+++\nyear = 2024\nn = 5\nat = 2024-05-01\n+++\n\nText.\n", model.fields)
    assert document.front == {"year": "2024", "n": 5, "at": "2024-05-01"}
    assert document.body == "Text."
    assert compose_document(document.block or "", document.body, document.ruler).startswith("+++\nyear")


def test_a_block_that_is_no_toml_is_text():
    raw = b"+++\nthis is no TOML\n+++\n\nText.\n"
    assert read_document(raw, {}).front == {}
    assert read_document(raw, {}).body.startswith("+++")


def test_comments_below_a_key_are_about_the_next_one_and_stay():
    block = "a = 1\n# of b\nb = 2\n\n# of c\nc = 3\n# the end"
    before = read_toml(block, {})
    assert before is not None
    assert patch_toml(block, before, {**before, "a": 9, "c": 8}) == (
        "a = 9\n# of b\nb = 2\n\n# of c\nc = 8\n# the end"
    )
    assert patch_toml(block, before, {"a": 1, "c": 3}) == "a = 1\n# of b\n\n# of c\nc = 3\n# the end"
    assert patch_toml(block, before, {"b": 2, "c": 3}) == "# of b\nb = 2\n\n# of c\nc = 3\n# the end"


def test_numbers_that_json_has_not_stay_in_their_place():
    block = "title = 'x'\nlow = -inf\nodd = nan"
    before = read_toml(block, {})
    assert before == {"title": "x", "low": "-inf", "odd": "nan"}
    assert patch_toml(block, before, {**before, "title": "y"}) == 'title = "y"\nlow = -inf\nodd = nan'
