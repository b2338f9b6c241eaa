"""Documents: written as the official tools write them, read whoever wrote them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofroom.content.format.contentrain_reader import read_as_contentrain
from proofroom.content.format.front_reader import read_written
from proofroom.content.format.markdown import (
    compose_document,
    own_front_matter,
    read_block,
    read_document,
    render_document,
)
from proofroom.content.format.model import fields_from
from tests.content.samples import vectors

_NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True)
_LINES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r"), max_size=12)
_PLAIN = _LINES | st.integers(-100, 100) | st.booleans() | st.floats(-10, 10)
_FRONT = st.dictionaries(
    _NAMES,
    st.recursive(
        _PLAIN,
        lambda inner: (
            st.lists(_PLAIN | st.dictionaries(_NAMES, inner, min_size=1, max_size=3), max_size=3)
            | st.dictionaries(_NAMES, inner, max_size=3)
        ),
    ),
    max_size=5,
)


@pytest.mark.parametrize("case", vectors("vectors.jsonl", "md_ser"))
def test_the_official_bytes(case):
    assert render_document(case["in"]["data"], case["in"]["body"]) == case["out"]


@pytest.mark.parametrize("case", vectors("official-reader.jsonl", "md_parse"))
def test_we_know_what_contentrain_tools_read(case):
    front, body = read_as_contentrain(case["in"]["text"])
    assert {"frontmatter": front, "body": body} == case["out"]


@settings(deadline=None)
@given(_FRONT)
def test_writing_reading_and_writing_again_changes_no_byte(front):
    text = render_document(front, "Body")
    document = read_document(text.encode(), {})
    assert read_written(document.block or "", {}) is not None
    assert render_document(document.front, document.body) == text


def _typed(kind, **more):
    return fields_from({"v": {"type": kind, **more}})


@pytest.mark.parametrize(
    ("fields", "value"),
    [
        (_typed("boolean"), True),
        (_typed("string"), "true"),
        (_typed("string"), "42"),
        (_typed("number"), -3.5),
        (_typed("string"), "-3"),
        (_typed("string"), "null"),
        (_typed("string"), ""),
        (_typed("string"), 'say "hi" \\ bye'),
        (_typed("string"), " padded "),
        (_typed("array", items="integer"), [1, -2]),
        (_typed("array", items="boolean"), [True, False]),
        (_typed("array"), []),
        (_typed("object", fields={"a": {"type": "boolean"}}), {"a": False}),
        (_typed("object"), {}),
        (_typed("relations", model=["a", "b"]), [{"model": "a", "ref": "007"}]),
        (_typed("relations", model="a"), ["1", "2"]),
    ],
)
def test_the_field_decides_what_a_scalar_means(fields, value):
    text = render_document({"v": value}, "")
    assert read_document(text.encode(), fields).front == {"v": value}


def test_d1_a_boolean_stays_a_boolean():
    text = render_document({"featured": True}, "")
    assert text == '---\nfeatured: "true"\n---\n'
    assert read_document(text.encode(), fields_from({"featured": {"type": "boolean"}})).front == {
        "featured": True
    }


def test_d2_quotes_do_not_gather_backslashes():
    title = 'The "best" C:\\path'
    text = render_document({"title": title, "list": ['a "b"', "c: d"]}, "x")
    for _ in range(5):
        document = read_document(text.encode(), {})
        assert document.front == {"title": title, "list": ['a "b"', "c: d"]}
        text = render_document(document.front, document.body)


def test_d3_nested_objects_are_read():
    front = {"seo": {"title": "T", "tags": ["a", {"b": {"c": 1}}]}}
    assert read_document(render_document(front, "").encode(), {}).front == front


def test_front_matter_of_a_person_is_read_as_yaml():
    text = """---
title: 'It''s "here"' # a comment
date: 2024-01-02
draft: true
answer: no
nothing: ~
tags: [one, "two", 3]
zip: 01234
text: |
  line one
  line two
folded: a
  b
nested: {a: {b: [1.50, 2]}}
&anchor key: x
---

Body
"""
    document = read_document(text.encode(), {})
    assert document.body == "Body"
    assert document.front == {
        "title": 'It\'s "here"',
        "date": "2024-01-02",
        "draft": True,
        "answer": "no",
        "nothing": None,
        "tags": ["one", "two", 3],
        "zip": "01234",
        "text": "line one\nline two\n",
        "folded": "a b",
        "nested": {"a": {"b": ["1.50", 2]}},
        "key": "x",
    }


def test_yaml_follows_the_fields_too():
    fields = fields_from(
        {"n": {"type": "number"}, "s": {"type": "string"}, "b": {"type": "boolean"}, "x": {"type": "integer"}}
    )
    block = "# by hand\nn: 1.50\ns: 007\nb: 'true'\nx: 0x1F"
    assert read_block(block, fields) == {"n": 1.5, "s": "007", "b": True, "x": 31}


def test_a_slug_of_digits_stays_a_text():
    assert read_block("slug: 2024", {}) == {"slug": "2024"}
    assert read_block("slug: 2024 # year", {}) == {"slug": "2024"}


def test_what_is_no_yaml_is_read_line_by_line():
    assert read_block("title: Hello: world\nn: 5\nbad: [", {}) == {
        "title": "Hello: world",
        "n": 5,
        "bad": "[",
    }


def test_aliases_that_multiply_do_not_fill_the_memory():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 8)}]" for n in range(1, 12)]
    assert "a0" in read_block("\n".join(lines), {})


@pytest.mark.parametrize(
    ("text", "front", "body"),
    [
        ("No front matter\n", {}, "No front matter"),
        ("---\n---\nBody", {}, "Body"),
        ("\ufeff---\r\na: x\r\n---\r\n\r\nBody\r\n", {"a": "x"}, "Body"),
        ("---\na: x\n---", {"a": "x"}, ""),
        ("---\na: x\nnever closed", {}, "---\na: x\nnever closed"),
        ("---\na: x\n---\n\n---\n\nRuled\n\n---\n", {"a": "x"}, "---\n\nRuled\n\n---"),
    ],
)
def test_rulers_are_found_where_they_are(text, front, body):
    document = read_document(text.encode(), {})
    assert (document.front, document.body) == (front, body)


def test_a_body_with_front_matter_of_its_own_is_told_from_one_with_a_rule():
    assert own_front_matter("---\na: 1\n---\nrest", {}) == ({"a": 1}, "rest")
    assert own_front_matter("---\n\nIntro\n\n---\n\nText", {}) is None
    assert own_front_matter("------\n\nText", {}) is None
    assert own_front_matter("plain", {}) is None


def test_composing_keeps_both_parts_untouched():
    assert compose_document("a: 1 # kept", "---\nx") == "---\na: 1 # kept\n---\n\n---\nx\n"
    assert compose_document("", "") == "---\n---\n"
