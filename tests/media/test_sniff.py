"""What a file is comes from its bytes."""

import pytest

from proofroom.kernel.errors import InvalidInput
from proofroom.media.sniff import sniff
from tests.media.samples import MP4, PDF, SVG, WEBM, picture
from tests.pace import hold_within


@pytest.mark.parametrize(
    ("data", "format"),
    [
        (picture(format="JPEG"), "jpeg"),
        (picture(format="PNG"), "png"),
        (picture(format="GIF"), "gif"),
        (picture(format="WEBP"), "webp"),
        (picture(format="AVIF"), "avif"),
        (SVG, "svg"),
        (b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- drawn -->\n' + SVG, "svg"),
        (PDF, "pdf"),
        (MP4, "mp4"),
        (WEBM, "webm"),
    ],
)
def test_every_allowed_kind_is_known_by_its_bytes(data: bytes, format: str) -> None:
    assert sniff(data).format == format


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<html><script>alert(1)</script></html>",
        b"GIF8 but not quite",
        b"MZ\x90\x00 an exe called cat.png",
        b"\x00\x00\x00\x18ftypqt  \x00\x00\x02\x00qt  ",
        b"\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x88matroska",
        b"PK\x03\x04 an archive",
        b"<svgx>",
    ],
)
def test_everything_else_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidInput, match="not a kind of file"):
        sniff(data)


def test_comments_before_a_drawing_are_read_once_however_many_there_are() -> None:
    def refuse(_: int) -> None:
        for data in (b"<!---->" * 26 + b"<svh", b"<!-- " * 900):
            with pytest.raises(InvalidInput):
                sniff(data)

    hold_within(1000, refuse, rounds=2)
    assert sniff(b"<!---->\n<!-- a -->" * 100 + b"<!DOCTYPE svg PUBLIC 'x'>\n<svg>").format == "svg"
