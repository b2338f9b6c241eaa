"""Reading a request: plain letters, quotations, keys, forms of words, the language of it."""

import pytest

from proofroom.providers.offline.language import language_of
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens


@pytest.mark.parametrize("text", ["İÇERİK Iğdır ŞÖÜ", "naïve café", "ß ﬁ Ǆ", "’ ‘"])
def test_plain_text_has_a_letter_for_each_letter(text: str) -> None:
    assert len(plain(text)) == len(text)


def test_plain_text_has_small_letters_without_accents() -> None:
    assert plain("İçeriği DEĞİŞTİR") == "icerigi degistir"


def test_quotations_of_every_kind_are_found_and_hidden() -> None:
    sentence = Sentence("Set \"a b\" and “c” and 'd e' but not Elif's or Weber’in")
    assert [quote.value for quote in sentence.quotes] == ["a b", "c", "d e"]
    assert not sentence.has("a b|d e")
    assert sentence.has("elif's")


def test_addresses_links_and_keys_are_told_apart() -> None:
    sentence = Sentence("nav.home, mail a.b@c.example, see https://x.example/y.html")
    assert sentence.keys == ("nav.home",)
    assert sentence.emails == ("a.b@c.example",)
    assert sentence.urls == ("https://x.example/y.html",)


@pytest.mark.parametrize(
    ("one", "other"),
    [("river", "rivers"), ("nehir", "nehirler"), ("kus", "kuslari"), ("elm", "elms"), ("agac", "agaci")],
)
def test_forms_of_a_word_are_alike(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("can", "canal"), ("night", "nine"), ("park", "paris"), ("a", "an")]
)
def test_other_words_are_not(one: str, other: str) -> None:
    assert not alike(one, other)


def test_an_ending_after_an_apostrophe_is_left_out() -> None:
    assert tokens(plain("Jonas Weber’in yazıları")) == ["jonas", "weber", "yazilari"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('Change the tagline to "Şehir ve doğa"', "en"),
        ("Add Ayşe Demir from İzmir as an author", "en"),
        ("Siteye Almanca ekle", "tr"),
        ("Jonas Weber'in yazıları", "tr"),
        ("What's missing?", "en"),
        ('Sloganı "Notes" yap', "tr"),
    ],
)
def test_the_language_is_the_persons_own_words(text: str, language: str) -> None:
    assert language_of(text) == language
