"""Which words should become which is read from the request; what is quoted besides names the entry."""

import pytest

from proofroom.content.playbook.intent import intent_of
from proofroom.content.playbook.wording import read_wording
from proofroom.providers.offline.sentence import Sentence


@pytest.mark.parametrize(
    ("request_text", "old", "new", "others"),
    [
        ('Replace "ten" with "eleven"', "ten", "eleven", []),
        ('In "The river", replace the phrase "ten" with "eleven"', "ten", "eleven", ["The river"]),
        (
            "Change the sentence “Ten stand.” to “Nine stand.” in the elm article",
            "Ten stand.",
            "Nine stand.",
            [],
        ),
        ('"on" yerine "on bir" yaz', "on", "on bir", []),
        ("“Nehir” yazısında “on” kelimesini “on bir” ile değiştir", "on", "on bir", ["Nehir"]),
    ],
)
def test_old_and_new_words_are_told_apart(request_text: str, old: str, new: str, others: list[str]) -> None:
    wish = read_wording(Sentence(request_text))
    assert wish is not None
    assert (wish.old, wish.new, wish.quotes) == (old, new, others)
    assert intent_of(request_text) == "wording"


@pytest.mark.parametrize(
    "request_text",
    [
        'Change the title of "The river" to "The stream"',
        'Set the tagline to "Slow news"',
        'Rename "Rivers" to "Waters"',
        'Replace the cover of "The river"',
        '"Nehir" yazısının başlığını "Dere" yap',
    ],
)
def test_a_field_that_gets_a_value_is_no_wording(request_text: str) -> None:
    assert read_wording(Sentence(request_text)) is None
