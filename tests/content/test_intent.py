"""What people write to the editor, in English and Turkish."""

import pytest

from proofroom.content.intent import content_intent
from tests.pace import hold_within


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("Set up the project for Astro", "project_operation"),
        ("Projeyi başlat", "project_operation"),
        ("Show me the open branches", "branch_operation"),
        ("Bu dalı birleştir", "branch_operation"),
        ("Create a model for events", "model_operation"),
        ("Modelleri göster", "model_operation"),
        ("Add German as a language", "model_operation"),
        ('Change the tagline to "Notes"', "content_operation"),
        ('Sloganı "Yerden notlar" olarak değiştir', "content_operation"),
        ("Translate it", "content_operation"),
        ("Yazıyı yayınla", "content_operation"),
        ("What is missing in Turkish?", "query"),
        ("Nehirler hakkında ne var?", "query"),
        ("Is everything valid?", "query"),
        ("hello", "query"),
        ("I would like to order a large pizza", "out_of_scope"),
    ],
)
def test_a_request_is_told_by_its_words(message: str, name: str) -> None:
    assert content_intent(message, {}).name == name


@pytest.mark.parametrize("message", ["A silk dress for tomorrow", "The dalmatian ran through addison"])
def test_a_word_inside_another_word_is_no_hit(message: str) -> None:
    assert content_intent(message, {}).name == "out_of_scope"


def test_a_model_on_screen_makes_content_likely() -> None:
    found = content_intent("Something warmer, with a smile in it", {"activeModelId": "posts"})
    assert (found.name, found.level) == ("content_operation", "medium")


def test_it_takes_less_than_a_millisecond() -> None:
    message = "Could somebody perhaps consider the colour of the third picture from the left? " * 5
    content_intent(message, {})
    hold_within(20, lambda _: [content_intent(message, {}) for _ in range(20)])
