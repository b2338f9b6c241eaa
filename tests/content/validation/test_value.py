"""Single values against their field."""

import pytest

from proofroom.content.format.model import field_from
from proofroom.content.validation.value import check_value
from tests.content.samples import vectors


@pytest.mark.parametrize("case", vectors("vectors.jsonl", "field"))
def test_the_official_findings(case):
    found = check_value(case["in"].get("value"), field_from(case["in"]["def"]))
    assert [{"severity": one.severity, "message": one.message} for one in found] == case["out"]


@pytest.mark.parametrize(
    ("value", "definition", "codes"),
    [
        (None, {"type": "string", "required": True}, ["entry.required"]),
        (5, {"type": "string"}, ["entry.type"]),
        (True, {"type": "number"}, ["entry.type"]),
        (1.5, {"type": "integer"}, ["entry.integer"]),
        (101, {"type": "percent"}, ["entry.percent"]),
        ("a b", {"type": "slug"}, ["entry.slug"]),
        ("x", {"type": "email"}, ["entry.email"]),
        ("x", {"type": "url"}, ["entry.url"]),
        ("#12", {"type": "color"}, ["entry.color"]),
        ("HSL(1)", {"type": "color"}, ["entry.color"]),
        ("rgbA(1)", {"type": "color"}, ["entry.color"]),
        ("RED", {"type": "color"}, []),
        ("\u017f", {"type": "color"}, ["entry.color"]),
        ("data:image/png;base64,AAAA", {"type": "image"}, []),
        ("x", {"type": "phone"}, ["entry.phone"]),
        ("2024-13-01", {"type": "date"}, ["entry.date"]),
        ("soon", {"type": "datetime"}, ["entry.datetime"]),
        ("a.exe", {"type": "file", "accept": ".pdf"}, ["entry.accept"]),
        ("ab", {"type": "string", "min": 3, "pattern": "^c"}, ["entry.min", "entry.pattern"]),
        ("😀😀", {"type": "string", "max": 3}, ["entry.max"]),
        ("x", {"type": "string", "pattern": "("}, ["entry.pattern_invalid"]),
        ("x", {"type": "string", "pattern": "(?<=a*)x"}, []),
        ("c", {"type": "select", "options": ["a"]}, ["entry.option"]),
    ],
)
def test_every_finding_has_a_stable_code(value, definition, codes):
    assert [one.code for one in check_value(value, field_from(definition))] == codes
