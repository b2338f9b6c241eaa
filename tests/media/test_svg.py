"""Drawings keep what draws and lose what acts."""

import pytest

from proofroom.kernel.errors import InvalidInput
from proofroom.media.svg import clean_svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def cleaned(inside: str, attributes: str = "") -> str:
    return clean_svg(f"{HEAD} {attributes}>{inside}</svg>".encode())[0].decode()


@pytest.mark.parametrize(
    "bad",
    [
        "<script>alert(1)</script>",
        '<script xlink:href="https://evil.example/x.js"/>',
        '<rect onclick="alert(1)"/>',
        '<a href="javascript:alert(1)"><rect/></a>',
        "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml' onload='alert(1)'/></foreignObject>",
        '<image href="https://evil.example/pixel.png"/>',
        '<image href="data:image/svg+xml;base64,PHN2Zz4="/>',
        '<use xlink:href="https://evil.example/x.svg#alert"/>',
        '<rect style="fill:url(https://evil.example/alert)"/>',
        "<rect fill=\"url( 'https://evil.example/alert')\"/>",
        "<style>@import 'https://evil.example/alert.css';</style>",
        "<style>rect{fill:u\\72l(https://evil.example/alert)}</style>",
        '<set attributeName="href" to="javascript:alert(1)"/>',
        '<animate attributeName="href" values="javascript:alert(1)"/>',
        '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
    ],
)
def test_nothing_active_is_left(bad: str) -> None:
    text = cleaned(f"<g>{bad}<circle r='4'/></g>")
    assert "alert" not in text
    assert "evil" not in text
    assert "svg+xml" not in text
    assert "circle" in text


def test_what_draws_is_kept() -> None:
    inside = (
        "<defs><linearGradient id='a'><stop offset='0' stop-color='#fff'/></linearGradient></defs>"
        "<style>.x{fill:red}</style><rect class='x' fill='url(#a)' transform='scale(2)'/><use href='#a'/>"
        "<text>One <tspan>two</tspan> three</text>"
        "<image href='data:image/png;base64,iVBORw0KGgo='/>"
    )
    text = cleaned(inside)
    for kept in ("url(#a)", ".x{fill:red}", "scale(2)", 'href="#a"', "three", "image/png"):
        assert kept in text


def test_text_after_what_is_removed_stays() -> None:
    assert "Before  after" in cleaned("<text>Before <script>x</script> after</text>")


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('width="30px" height="20"', (30, 20)),
        ('viewBox="0 0 16 9"', (16, 9)),
        ('width="100%"', (None, None)),
        ('viewBox="0 0 inf inf"', (None, None)),
    ],
)
def test_the_size_is_read(attributes: str, size: tuple[int | None, int | None]) -> None:
    assert clean_svg(f"{HEAD} {attributes}/>".encode())[1:] == size


@pytest.mark.parametrize(
    "trap",
    [
        b'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>',
        b'<!DOCTYPE svg PUBLIC "x" "http://evil.example/x.dtd"><svg xmlns="http://www.w3.org/2000/svg"/>',
        b'<svg xmlns="http://www.w3.org/2000/svg"><g></svg>',
        b'<svg xmlns="http://www.w3.org/1999/xhtml"/>',
        b"<svg/>",
        b'<svg xmlns="http://www.w3.org/2000/svg">' + b"<g>" * 200 + b"</g>" * 200 + b"</svg>",
    ],
)
def test_traps_and_what_is_no_drawing_are_refused(trap: bytes) -> None:
    with pytest.raises(InvalidInput):
        clean_svg(trap)
