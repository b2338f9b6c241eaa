"""The difference of two texts word by word."""

from hypothesis import given, settings
from hypothesis import strategies as st

from proofroom.reviews.texts.words import Span, word_diff


def test_changed_words_stand_beside_each_other():
    assert word_diff("They cost almost nothing and last.", "A brick costs thirty pounds and lasts.") == [
        Span("removed", "They cost almost nothing"),
        Span("added", "A brick costs thirty pounds"),
        Span("same", " and "),
        Span("removed", "last"),
        Span("added", "lasts"),
        Span("same", "."),
    ]


def test_an_added_sentence_is_one_span():
    assert word_diff("One. Two.", "One. That is new. Two.") == [
        Span("same", "One. "),
        Span("added", "That is new. "),
        Span("same", "Two."),
    ]


def test_equal_and_empty_texts():
    assert word_diff("a", "a") == [Span("same", "a")]
    assert word_diff("", "") == []
    assert word_diff("", "b") == [Span("added", "b")]


def test_very_long_texts_are_shown_whole():
    assert [span.op for span in word_diff("a " * 4000, "b " * 4000)] == ["removed", "added"]


@settings(max_examples=150, deadline=None)
@given(old=st.text("ab .\n'é", max_size=30), new=st.text("ab .\n'é", max_size=30))
def test_the_spans_give_both_texts_back(old, new):
    spans = word_diff(old, new)
    assert "".join(span.text for span in spans if span.op != "added") == old
    assert "".join(span.text for span in spans if span.op != "removed") == new
