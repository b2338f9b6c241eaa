"""Which letters the bytes of a page or a style sheet are, found as browsers find it."""

import base64
import binascii
import codecs
import re
from typing import Final

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_NAMED: Final = re.compile(
    rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)|^@charset\s+\"([\w.:-]+)\"", re.IGNORECASE
)
_LOOKED_AT: Final = 4096
"""Bytes in which a document has to say how it is written."""
_TURKISH: Final = re.compile(rb"<html[^>]+lang\s*=\s*[\"']?tr\b", re.IGNORECASE)
_AS_BROWSERS: Final = {"iso8859-1": "cp1252", "ascii": "cp1252", "iso8859-9": "cp1254", "utf-16": "utf-8"}
"""Names that browsers read as a wider set; what names itself UTF-16 without a mark is none."""

_NO_TEXT: Final = frozenset(
    {"base64", "bz2", "hex", "quopri", "rot13", "uu", "zlib", "idna", "punycode", "undefined"}
)
"""What Python calls an encoding, and no page is written in."""


def text_of(data: bytes) -> str:
    """Return the text of a file: by its mark, by what it says of itself, as UTF-8, else as old pages are."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace")
    named = _NAMED.search(data[:_LOOKED_AT])
    if named and (known := _codec((named[1] or named[2]).decode("ascii", "replace"))):
        return data.decode(known, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1254" if _TURKISH.search(data[:_LOOKED_AT]) else "cp1252", "replace")


def text_in(encoded: str, path: str) -> str:
    """Return the text of a file that was sent as base64."""
    try:
        return text_of(base64.b64decode(encoded, validate=True))
    except (binascii.Error, ValueError) as error:
        raise InvalidInput(say("site.file_not_base64", file=path)) from error


def _codec(name: str) -> str:
    try:
        found = codecs.lookup(name).name
    except LookupError:
        return ""
    return _AS_BROWSERS.get(found, found) if found not in _NO_TEXT else ""
