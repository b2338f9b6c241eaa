"""What a file is, told from its first bytes. Names and declared types are not believed."""

import re
from typing import Final

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

PICTURES: Final = frozenset({"jpeg", "png", "gif", "webp", "avif"})
_XML: Final = re.compile(rb"<\?xml[^>]{0,200}\?>")
_DOCTYPE: Final = re.compile(rb"<!DOCTYPE\s+svg[^>]*>", re.IGNORECASE)
_ROOT: Final = re.compile(rb"<svg[\s>]", re.IGNORECASE)
_LOOKED_AT: Final = 4_096


@dataclass(frozen=True, slots=True)
class FileType:
    """A kind of file that projects may have."""

    format: str
    content_type: str

    @property
    def is_picture(self) -> bool:
        """Tell whether it is made of pixels, so that variants can be made of it."""
        return self.format in PICTURES


ALLOWED: Final[dict[str, FileType]] = {
    name: FileType(name, content_type)
    for name, content_type in (
        ("jpeg", "image/jpeg"),
        ("png", "image/png"),
        ("gif", "image/gif"),
        ("webp", "image/webp"),
        ("avif", "image/avif"),
        ("svg", "image/svg+xml"),
        ("mp4", "video/mp4"),
        ("webm", "video/webm"),
        ("pdf", "application/pdf"),
    )
}
_MP4_BRANDS: Final = frozenset(
    {b"isom", b"iso2", b"iso4", b"iso5", b"iso6", b"mp41", b"mp42", b"avc1", b"M4V "}
)


def sniff(data: bytes) -> FileType:
    """Return the type of a file, or refuse one that projects may not have."""
    found = _format_of(data[:_LOOKED_AT])
    if found is None:
        raise InvalidInput(say("media.not_a_kind", known=", ".join(ALLOWED)))
    return ALLOWED[found]


def _format_of(head: bytes) -> str | None:
    if head.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if head.startswith((b"GIF87a", b"GIF89a")):
        return "gif"
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "webp"
    if head.startswith(b"%PDF-"):
        return "pdf"
    if head[4:8] == b"ftyp":
        return _boxed(head)
    if head.startswith(b"\x1aE\xdf\xa3"):
        return "webm" if b"webm" in head[:64] else None
    return "svg" if _is_svg(head) else None


def _is_svg(head: bytes) -> bool:
    """Tell whether a drawing begins here, past what may stand before it; every byte is looked at once."""
    rest = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if declared := _XML.match(rest):
        rest = rest[declared.end() :].lstrip()
    at = 0
    while rest.startswith(b"<!--", at):
        end = rest.find(b"-->", at + 4)
        if end < 0:
            return False
        at = end + 3
        while at < len(rest) and rest[at : at + 1].isspace():
            at += 1
    rest = rest[at:]
    if named := _DOCTYPE.match(rest):
        rest = rest[named.end() :].lstrip()
    return _ROOT.match(rest) is not None


def _boxed(head: bytes) -> str | None:
    """Tell AVIF from MP4: both begin with a box that lists what can read them."""
    length = min(int.from_bytes(head[:4], "big"), 256)
    brands = {head[8:12], *(head[at : at + 4] for at in range(16, length, 4))}
    if brands & {b"avif", b"avis"}:
        return "avif"
    return "mp4" if brands & _MP4_BRANDS else None
