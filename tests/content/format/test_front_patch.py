"""Changing some keys of a front matter and leaving the rest alone."""

from hypothesis import given, settings
from hypothesis import strategies as st

from proofroom.content.format.front_matter import render_front_matter
from proofroom.content.format.front_patch import patch_block
from proofroom.content.format.markdown import read_block

_NAMES = st.sampled_from(["title", "tags", "seo", "n", "key.with-dot"])
_VALUES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r"), max_size=8) | st.lists(
    st.sampled_from(["a", "b: c", ""]), max_size=2
)
_FRONT = st.dictionaries(_NAMES, _VALUES, max_size=4)


@settings(deadline=None)
@given(_FRONT, _FRONT)
def test_an_official_block_comes_out_as_the_official_writer_writes_it(before, changes):
    block = "\n".join(render_front_matter(before))
    read = read_block(block, {})
    after = {**read, **changes}
    assert patch_block(block, read, after) in (None, "\n".join(render_front_matter(after)))


def test_comments_quotes_and_block_texts_of_other_keys_stay():
    block = "# top\ntitle: 'old' # why\nlong: |\n  one\n  two\n\ntags:\n- a\n- b\nlast: x"
    before = read_block(block, {})
    after = {**before, "title": "new: title", "added": 5}
    del after["last"]
    assert patch_block(block, before, after) == (
        '# top\ntitle: "new: title"\nlong: |\n  one\n  two\n\ntags:\n- a\n- b\nadded: 5'
    )


def test_lines_that_cannot_be_told_apart_are_left_to_the_writer():
    for block in ("{a: 1, b: 2}", '"quoted key": 1', "a: 1\na: 2"):
        before = read_block(block, {})
        assert patch_block(block, before, {**before, "c": 3}) is None


def test_a_new_array_index_needs_the_whole_block():
    assert patch_block("a: x", {"a": "x"}, {"a": "x", "1": "y"}) is None
