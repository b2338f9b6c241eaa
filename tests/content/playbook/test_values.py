"""Fitting a written value to a field."""

from typing import Any

import pytest

from proofroom.content.playbook.schema import FieldView
from proofroom.content.playbook.values import fit, read_date


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("boolean", "yes", True),
        ("boolean", "hayır", False),
        ("boolean", "perhaps", None),
        ("integer", "6 minutes", 6),
        ("integer", "1,200", 1200),
        ("integer", "2.5", None),
        ("integer", "5 or 6", None),
        ("number", "2,5", 2.5),
        ("email", "to a@b.example.", "a@b.example"),
        ("email", "nobody", None),
        ("date", "2026-05-01", "2026-05-01"),
        ("date", "soon", None),
        ("string", " Notes ", "Notes"),
        ("array", "a, b", ["a", "b"]),
    ],
)
def test_a_value_becomes_what_its_field_wants(kind: str, text: str, value: Any) -> None:
    assert fit(text, FieldView(("x",), {"type": kind})) == value


def test_a_choice_must_be_one_of_the_options() -> None:
    field = FieldView(("x",), {"type": "select", "options": ["Large", "Small"]})
    assert fit("small", field) == "Small"
    assert fit("medium", field) is None


@pytest.mark.parametrize("text", ["3 May 2026", "May 3rd, 2026", "3 Mayıs 2026", "2026-05-03"])
def test_dates_are_read_from_words(text: str) -> None:
    assert read_date(text) == "2026-05-03"
