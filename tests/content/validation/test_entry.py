"""Entries: nesting, relations' shapes, uniqueness, secrets nobody declared."""

import pytest

from proofroom.content.format.model import model_from
from proofroom.content.validation.entry import EntryCheck, UniqueIndex
from tests.content.samples import SECRET, model


def _found(data, fields):
    made = model_from(model("m", "collection", fields=fields))
    return [(path, finding.code) for path, finding in EntryCheck(made).check(data)]


@pytest.mark.parametrize(
    ("data", "fields", "found"),
    [
        (
            {"a": ["x", "", 5]},
            {"a": {"type": "array", "items": {"type": "string", "required": True, "min": 2}}},
            [("a[0]", "entry.min"), ("a[1]", "entry.required"), ("a[2]", "entry.type")],
        ),
        (
            {"a": [[1, "x"]]},
            {"a": {"type": "array", "items": {"type": "array", "items": "integer"}}},
            [("a[0][1]", "entry.type")],
        ),
        (
            {"seo": {"title": 5}},
            {"seo": {"type": "object", "fields": {"title": {"type": "string"}}}},
            [("seo.title", "entry.type")],
        ),
        (
            {"b": [{"t": 1}]},
            {"b": {"type": "array", "items": {"type": "object", "fields": {"t": {"type": "text"}}}}},
            [("b[0].t", "entry.type")],
        ),
        ({"r": ""}, {"r": {"type": "relation", "model": "x"}}, [("r", "relation.broken")]),
        ({"r": ["a", ""]}, {"r": {"type": "relations", "model": "x"}}, [("r[1]", "relation.broken")]),
        ({"x": 1, "y": 2}, {"x": {"type": "integer"}}, [("y", "entry.undeclared")]),
        (
            {"link": "java\u200bscript:x", "pictures": ["data:image/png;base64,AA"]},
            {"link": {"type": "url"}, "pictures": {"type": "array", "items": "image"}},
            [("link", "entry.address"), ("link", "entry.url"), ("pictures[0]", "entry.address")],
        ),
        ({}, {"o": {"type": "object", "fields": {"x": {"type": "string", "required": True}}}}, []),
        (
            {"o": {}},
            {"o": {"type": "object", "fields": {"x": {"type": "string", "required": True}}}},
            [("o.x", "entry.required")],
        ),
        ({"a": SECRET}, {"a": {"type": "string"}}, [("a", "entry.secret")]),
        ({"a": [SECRET]}, {"a": {"type": "array"}}, [("a", "entry.secret")]),
        ({"zz": {"deep": [SECRET]}}, {}, [("zz", "secret.undeclared")]),
        ({}, {"r": {"type": "relation", "model": "x", "required": True}}, [("r", "entry.required")]),
        ({"r": 5}, {"r": {"type": "relation", "model": "x"}}, [("r", "entry.relation")]),
        ({"r": "s"}, {"r": {"type": "relation", "model": ["x"]}}, []),
        ({"r": "s"}, {"r": {"type": "relation", "model": ["x", "y"]}}, [("r", "entry.relation")]),
        (
            {"r": {"model": "z", "ref": "q"}},
            {"r": {"type": "relation", "model": ["x", "y"]}},
            [("r", "entry.relation")],
        ),
        ({"r": {"model": "x", "ref": "q"}}, {"r": {"type": "relation", "model": ["x", "y"]}}, []),
        ({"r": "s"}, {"r": {"type": "relations", "model": "x"}}, [("r", "entry.type")]),
        (
            {"r": ["a", 5]},
            {"r": {"type": "relations", "model": "x", "min": 3}},
            [("r", "entry.min"), ("r[1]", "entry.relation")],
        ),
        ({"r": ["a", "b"]}, {"r": {"type": "relations", "model": "x", "max": 1}}, [("r", "entry.max")]),
    ],
)
def test_findings_carry_the_path_of_the_value(data, fields, found):
    assert _found(data, fields) == found


def test_nesting_ends_at_ten_levels():
    field, data = {"type": "string"}, "x"
    for _ in range(12):
        field, data = {"type": "object", "fields": {"a": field}}, {"a": data}
    assert [code for _, code in _found({"a": data}, {"a": field})] == ["entry.depth"]


def test_unique_values_compare_as_texts():
    index = UniqueIndex(
        (("n",),), {"a": {"n": 42}, "b": {"n": "42"}, "c": {"n": 43}, "d": {"n": None}, "e": {}}
    )
    assert [finding.message for _, finding in index.check("a", {"n": 42})] == [
        'n must be unique — "42" already exists in entry b'
    ]
    assert "entry a" in next(index.check("b", {"n": "42"}))[1].message
    assert list(index.check("c", {"n": 43})) == []
    assert list(index.check("d", {"n": None})) == []


def test_nested_unique_fields_compare_with_the_same_place():
    made = model_from(
        model(
            "m",
            "collection",
            fields={"o": {"type": "object", "fields": {"k": {"type": "string", "unique": True}}}},
        )
    )
    paths = EntryCheck(made).unique_paths
    index = UniqueIndex(paths, {"a": {"o": {"k": "x"}}, "b": {"o": {"k": "x"}}, "c": {"k": "x"}})
    assert [path for path, _ in index.check("a", {"o": {"k": "x"}})] == ["o.k"]


def test_d6_ten_thousand_entries_are_compared_once_each():
    entries = {f"e{n}": {"u": str(n)} for n in range(10_000)}
    entries["twin"] = {"u": "5"}
    index = UniqueIndex((("u",),), entries)
    clashes = [entry_id for entry_id, data in entries.items() if list(index.check(entry_id, data))]
    assert clashes == ["e5", "twin"]
