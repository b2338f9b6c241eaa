"""Pages that would keep a parser busy are known before it sees them, however they are written."""

import pytest

from proofroom.safety.nesting import costs_too_much, has_too_many_attributes
from proofroom.site.rendering.sanitize import clean_richtext, clean_svg
from tests.pace import hold_within

MANY = " ".join(f"a{number}=1" for number in range(2_000))


@pytest.mark.parametrize(
    "page",
    [
        f"<a {MANY}>x</a>",
        "<a/" + "/".join(f"a{number}" for number in range(2_000)),
        "<A " + "".join(f'a{number}="1"' for number in range(2_000)),
        f'<a {MANY} x="',
        f'<a b" {MANY} c">',
        f'<a b=c=" {MANY} ">',
        f'<!-- <a x=" --> <b {MANY}> "',
        f"<script><a x='</script><b {MANY}>'",
        f"""<!-- <a x=" <b y=' --> <c {MANY}> '" """,
    ],
)
def test_an_element_of_very_many_attributes_is_known_however_it_is_written(page: str) -> None:
    assert has_too_many_attributes(page)
    assert (clean_richtext(page), clean_svg(page)) == ("", "")


def test_long_attributes_and_long_texts_are_none_of_it() -> None:
    pages = [
        f'<path d="{"M0 0 " * 20_000}">',
        f'<img src="data:image/png;base64,{"A/" * 50_000}">',
        "it's <b title='x'>fine</b>, isn't it? " * 5_000,
        "<a b=c d='e' f=\"g\">x</a>" * 5_000,
    ]
    assert [page[:40] for page in pages if costs_too_much(page)] == []


@pytest.mark.parametrize("piece", ["<", "< ", "<a/b=", '<a b="', "<a b='", "<a =", "/", '="', "<a b=c "])
def test_the_look_itself_takes_no_time(piece: str) -> None:
    page = piece * (1_000_000 // len(piece))
    hold_within(1_000, lambda _: has_too_many_attributes(page))


def test_rich_text_whose_elements_are_too_deep_is_left_out() -> None:
    assert clean_richtext("<div>" * 40_000 + "x") == ""
    assert clean_richtext("<b>x</b>") == "<b>x</b>"
