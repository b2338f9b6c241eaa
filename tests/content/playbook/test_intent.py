"""What a request asks for, told from its words: narrow meanings before wide ones."""

import pytest

from proofroom.content.playbook.intent import intent_of
from proofroom.content.playbook.words import ORDERS
from proofroom.providers.offline.several import parts_of


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Which content models do we have?", "list_models"),
        ("Create a model for events with a title", "save_model"),
        ("Delete the content model events", "delete_model"),
        ("Is our schema valid?", "validate_schema"),
        ("Run a full SEO audit", "seo"),
        ("Give me a full report", "analyse"),
        ("What is missing in Turkish?", "parity"),
        ("Add German as a language", "add_locale"),
        ("Add a German topic", "add"),
        ("Publish the elm article", "publish"),
        ("Which articles are published?", "show"),
        ("Take the elm article offline", "unpublish"),
        ("Öne çıkan yazı hangisi?", "show"),
        ("Elm yazısını öne çıkar", "change"),
        ("Elm yazısını yayından kaldır", "unpublish"),
        ("Write me a poem", "create_text"),
        ("Write a summary for the elm article", "extract_summary"),
        ("Translate the elm article", "translate"),
        ("Who wrote the elm article?", "relations"),
        ("Find everything about elms", "search"),
        ("Make it featured", "change"),
        ('Shorten the summary of "Elms" to one sentence', "create_text"),
        ('Shorten the summary of "Elms" to 20 words', "create_text"),
        ("Rewrite the elm article so that it is friendlier", "create_text"),
        ('"Elms" özetini kısalt', "create_text"),
        ("Shorten the reading time of the elm article to 2", "change"),
        ("Shorten the title of the elm article to Elms", "change"),
        ('Shorten the title of "Elms" to "Elm"', "change"),
        ("Make a new topic called Bees", "add"),
    ],
)
def test_the_words_tell_what_is_asked(text: str, intent: str) -> None:
    assert intent_of(text) == intent


@pytest.mark.parametrize("text", ["How do I undo a change?", "What can you do?", "Order me a pizza", "Hello"])
def test_what_is_not_about_content_is_left_to_others(text: str) -> None:
    assert intent_of(text) is None


def test_words_in_quotation_marks_are_not_orders() -> None:
    assert intent_of('Change the title to "Publish or delete"') == "change"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Publish A and archive B", ("Publish A", "archive B")),
        (
            'Set the tagline to "x and delete y", then add a topic Z',
            ('Set the tagline to "x and delete y"', "add a topic Z"),
        ),
        ("Gece konusunu sil ve Almanca ekle", ("Gece konusunu sil", "Almanca ekle")),
        ("Who wrote it, and what else is linked?", ("Who wrote it, and what else is linked?",)),
        ("Add a topic named Salt and pepper", ("Add a topic named Salt and pepper",)),
    ],
)
def test_several_orders_are_taken_apart_and_one_is_left_whole(text: str, parts: tuple[str, ...]) -> None:
    assert parts_of(text, intent_of, ORDERS) == parts
