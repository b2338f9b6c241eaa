"""Texts in sentences and blocks."""

from hypothesis import given, settings
from hypothesis import strategies as st

from proofroom.reviews.texts.prose import compose, excerpt, grouped_edits, join, merge_prose, split

TEXT = (
    "# Swifts\n\nThey come in May. Dr. Kaya counted 12. “Really?” she asked!\n"
    "A line goes on. Şehir uyuyor. İki kuş.\n\n- one item. Two.\n- second\n\n"
    "```py\na = 1. \nB = 2\n\nc\n```\n\n| a | b |\n|---|---|\n> quote\n\n日本語です。次の文。\n"
)


def test_a_text_is_split_into_what_a_reader_would_change():
    assert split(TEXT).texts == [
        "# Swifts",
        "They come in May.",
        "Dr. Kaya counted 12.",
        "“Really?” she asked!",
        "A line goes on.",
        "Şehir uyuyor.",
        "İki kuş.",
        "- one item.",
        "Two.",
        "- second",
        "```py\na = 1. \nB = 2\n\nc\n```",
        "| a | b |",
        "|---|---|",
        "> quote",
        "日本語です。",
        "次の文。",
    ]


def test_html_is_split_at_its_blocks():
    html = "<h1>A. B.</h1><p>One. Two.</p>\n<ul><li>x</li><li>y</li></ul>"
    assert split(html).texts == [
        "<h1>A. B.</h1>",
        "<p>One. Two.</p>",
        "<ul><li>x</li>",
        "<li>y</li>",
        "</ul>",
    ]


words = st.sampled_from(
    [
        "One.",
        "Two!",
        "three",
        "# Head",
        "- item",
        "```",
        "~~~",
        "\n",
        "\n\n",
        " ",
        "  ",
        "\t",
        "<p>",
        "</p>",
        "x。",
        "\r\n",
        "\u2028",
    ]
)
texts = st.lists(words, max_size=14).map("".join)
paragraphs = st.lists(
    st.sampled_from(["Red is one.", "Blue is two.", "Green is three.", "Grey it is."]), max_size=4
)
bodies = st.lists(paragraphs, max_size=4).map(lambda found: "\n\n".join(" ".join(part) for part in found))


@settings(max_examples=200, deadline=None)
@given(texts)
def test_joining_gives_every_byte_back(text):
    assert join(split(text)) == text
    assert all(segment.text.strip() == segment.text for segment in split(text).segments)


@settings(max_examples=200, deadline=None)
@given(old=bodies | texts, new=bodies | texts, data=st.data())
def test_taking_edits_out_keeps_exactly_the_others(old, new, data):
    before, after = split(old), split(new)
    changed = grouped_edits(before, after)
    out = {number for number in range(len(changed)) if data.draw(st.booleans())}
    composed = split(compose(before, after, changed, out.__contains__))
    expected, position = [], 0
    for number, edit in enumerate(changed):
        expected += before.texts[position : edit.old.start]
        expected += (
            [before.texts[i] for i in edit.old] if number in out else [after.texts[j] for j in edit.new]
        )
        position = edit.old.stop
    expected += before.texts[position:]
    if not any("```" in text or "~~~" in text or "<" in text for text in (old, new)):
        # Unclosed code blocks and HTML swallow what follows, so only the characters can be compared there.
        # Sentences may grow together where a seam is new, with a space between them or without.
        assert composed.texts == expected or any(
            seam.join(composed.texts).split() == seam.join(expected).split() for seam in ("", " ")
        )
    assert "".join("".join(composed.texts).split()) == "".join("".join(expected).split())


def test_reworded_sentences_of_one_paragraph_are_separate_edits():
    old = split("The bird is small. It flies far. It sleeps on the wing.\n\nEnd.")
    new = split("The bird is very small. It flies far. It probably sleeps on the wing.\n\nEnd.")
    found = [(excerpt(old, edit.old), excerpt(new, edit.new)) for edit in grouped_edits(old, new)]
    assert found == [
        ("The bird is small.", "The bird is very small."),
        ("It sleeps on the wing.", "It probably sleeps on the wing."),
    ]


def test_added_paragraphs_can_be_taken_one_by_one():
    old, new = split("Start here.\n\nEnd."), split("Start here.\n\nNew one. With two.\n\nNew two.\n\nEnd.")
    found = [excerpt(new, edit.new) for edit in grouped_edits(old, new)]
    assert found == ["New one. With two.", "New two."]
    assert compose(old, new, grouped_edits(old, new), {0}.__contains__) == "Start here.\n\nNew two.\n\nEnd."
    assert compose(old, new, grouped_edits(old, new), {1}.__contains__) == (
        "Start here.\n\nNew one. With two.\n\nEnd."
    )


def test_a_sentence_put_first_leaves_the_paragraph_whole_when_taken_out():
    old, new = split("One.\n\nBlue is two. Red.\n"), split("One.\n\nFresh words. Blue is two. Red! More.\n")
    changed = grouped_edits(old, new)
    assert compose(old, new, changed, {0}.__contains__) == "One.\n\nBlue is two. Red! More.\n"


def _merge(base, ours, theirs, answer=None):
    asked = []

    def resolve(*sides):
        asked.append(sides)
        return answer

    return merge_prose(base, ours, theirs, resolve), asked


@settings(max_examples=200, deadline=None)
@given(base=bodies | texts, ours=bodies | texts, theirs=bodies | texts)
def test_merging_never_fails_and_loses_no_sentence_without_asking(base, ours, theirs):
    merged, asked = _merge(base, ours, theirs)
    assert _merge(base, ours, base)[0] == ours
    assert _merge(base, base, theirs)[0] == theirs
    if (
        not asked
        and "```" not in base + ours + theirs
        and "<" not in base + ours + theirs
        and "~" not in base + ours + theirs
    ):
        old = split(base).texts
        for side in (split(ours).texts, split(theirs).texts):
            assert all("".join(text.split()) in "".join(merged.split()) for text in side if text not in old)


def test_sides_that_changed_different_sentences_merge():
    base = "One is here. Two is here. Three is here.\n\nFour."
    merged, asked = _merge(base, base.replace("One", "Uno"), base.replace("Three", "Tre") + " Five.")
    assert (merged, asked) == ("Uno is here. Two is here. Tre is here.\n\nFour. Five.", [])


def test_the_same_sentence_changed_twice_is_asked_about_alone():
    base = "One is here. Two is here. Three is here."
    ours, theirs = (
        base.replace("Two is", "Our is"),
        base.replace("Two is", "Their is").replace("Three", "Tre"),
    )
    merged, asked = _merge(base, ours, theirs)
    assert merged == "One is here. Our is here. Tre is here."
    assert asked == [("Two is here.", "Our is here.", "Their is here.")]
    assert _merge(base, ours, theirs, "Their is here.")[0] == "One is here. Their is here. Tre is here."
    assert _merge(base, ours, theirs, "Mine alone.")[0] == "One is here. Mine alone. Tre is here."
    assert _merge(base, ours, theirs, "")[0] == "One is here. Tre is here."


def test_paragraphs_added_in_different_places_merge():
    base = "One.\n\nTwo.\n"
    merged, asked = _merge(base, "Zero.\n\nOne.\n\nTwo.\n", "One.\n\nTwo.\n\nThree.\n")
    assert (merged, asked) == ("Zero.\n\nOne.\n\nTwo.\n\nThree.\n", [])


def test_white_space_one_side_changed_is_kept():
    base = "One. Two.\n\nThree."
    merged, _ = _merge(base, "One.\n\nTwo.\n\nThree.", "One. Two.\n\nDrei.")
    assert merged == "One.\n\nTwo.\n\nDrei."
