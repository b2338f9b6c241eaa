"""Markup goes, text stays."""

import pytest

from proofroom.safety import strip_markup


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Hello <b>world</b>", "Hello world"),
        ("a < b and 3 > 2, <3", "a < b and 3 > 2, <3"),
        ("before<script>alert(1)</script>after", "beforeafter"),
        ("<style>p{}</style>x", "x"),
        ("&lt;script&gt; stays as it was written &#39;", "&lt;script&gt; stays as it was written &#39;"),
        ('<img src=x onerror="alert(1)">', ""),
        ("line one\nline two\x00\x1b", "line one\nline two"),
        ("  spaces  ", "spaces"),
        ("Türkçe – ığüşöç", "Türkçe – ığüşöç"),
        ("<!-- note -->x", "x"),
    ],
)
def test_text_without_markup(text: str, plain: str) -> None:
    assert strip_markup(text) == plain


@pytest.mark.parametrize("text", ["<scr<script>ipt>alert(1)</script>", "<<b>script>x</<b>/script>"])
def test_pieces_do_not_join_into_a_tag(text: str) -> None:
    assert "<script" not in strip_markup(text)
