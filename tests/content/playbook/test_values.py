"""Finding the new value in a request, and fitting it to a field."""

from typing import Any

import pytest

from proofroom.content.playbook.schema import FieldView
from proofroom.content.playbook.values import answered, find_value, fit, read_date
from proofroom.providers.offline.sentence import Sentence


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('Change the tagline to "Notes"', "Notes"),
        ("Set the tagline to Notes from the ground, please", "Notes from the ground"),
        ('Set the summary of "A title" to "A text."', "A text."),
        ("Sloganı “Notlar” olarak değiştir", "Notlar"),
        ('"Bir yazı" yazısının özetini "Kısa." yap', "Kısa."),
        ("Our address is now desk@x.example", "desk@x.example"),
        ("Our account is @notes@social.example", "@notes@social.example"),
        ("Set the colour to #2266aa", "#2266aa"),
        ("Set the minutes of X to 6", "6"),
        ("Set the date to 3 February 2026", "3 February 2026"),
    ],
)
def test_the_value_is_found_where_it_stands(text: str, value: str) -> None:
    found = find_value(Sentence(text))
    assert found is not None
    assert found.text == value


@pytest.mark.parametrize(
    "said",
    [
        *("one sentence", "two short lines", "half", "something nicer", "a bit friendlier", "the old one"),
        *("the same as the others", "what it was before", "more formal", "the first sentence of its text"),
    ],
)
def test_a_measure_a_manner_or_a_comparison_is_not_a_value(said: str) -> None:
    assert find_value(Sentence(f"Change the summary of the elm story to {said}")) is None
    assert answered(said) is None
    assert answered(f'"{said}"') == said


@pytest.mark.parametrize("said", ["Better streets", "Half past nine", "What we found", "A new start"])
def test_words_of_a_measure_may_stand_in_a_value(said: str) -> None:
    found = find_value(Sentence(f"Change the tagline to {said}"))
    assert found is not None
    assert found.text == said


@pytest.mark.parametrize("text", ["Change the summary", 'Feature "A title"', '"Bir yazı" yazısını sil'])
def test_a_target_is_not_a_value(text: str) -> None:
    assert find_value(Sentence(text)) is None


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
