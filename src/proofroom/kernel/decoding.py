"""The text of a stranger's file, in whatever letters it was written."""

import codecs
import re

from proofroom.kernel.patterns import late_pattern

_DECLARED = late_pattern(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_LETTERS = ("iso8859", "cp", "koi8", "mac-", "gb", "big5", "euc", "shift_jis")
"""Codecs that are sets of letters; others unpack or escape, and a stranger chooses the name."""
_HEAD = 2_048
"""Bytes of a page in which it says how it is written."""


def decode_file(data: bytes) -> str:
    """Return a file's text: UTF-8, UTF-16, or what a Turkish Windows writes where it is neither."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    if data[1:2] == b"\0":
        return data.decode("utf-16-le", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1254", "replace")


def decode_page(data: bytes) -> str:
    """Return a page's text, as the page says it is written where it is not UTF-8."""
    declared = _DECLARED.search(data[:_HEAD])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    try:
        name = codecs.lookup(declared[1].decode()).name if declared else ""
        return data.decode(name, "replace") if name.startswith(_LETTERS) else decode_file(data)
    except LookupError:
        return decode_file(data)
