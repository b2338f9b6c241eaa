"""Change a few members of a canonical file without rewriting the rest."""

import re
from collections.abc import Mapping
from typing import Any, cast

from proofroom.repository.json.ecma import key_rank, order_keys
from proofroom.repository.json.text import parse_json, render_json

_MEMBER = b'\n  "'
"""What opens a member of the outer object; a line break never stands inside a text."""
_KEY_END = re.compile(rb'(?:[^"\\]|\\.)*"')


def change_members(raw: bytes, changes: Mapping[str, Any | None]) -> bytes:
    """Return a canonical file with members set or, for None, taken out; the other bytes are copied.

    The result is what rendering the whole map would give, as long as `raw` is canonical. Members are found by
    halving the file, so that the cost is that of copying it.
    """
    cursor = raw.find(_MEMBER)
    if cursor < 0:
        return render_json({key: value for key, value in changes.items() if value is not None})
    end = len(raw) - len(b"\n}\n")
    parts: list[bytes] = []
    for key in order_keys(changes):
        at = _seek(raw, key_rank(key), cursor, end)
        if cursor < at:
            parts.append(raw[cursor : end if at == end else at - 1])
        is_known = at < end and _key_at(raw, at) == key
        cursor = _following(raw, at, end) if is_known else at
        value = changes[key]
        if value is not None:
            parts.append(_member(key, value))
    if cursor < end:
        parts.append(raw[cursor:end])
    return b"{" + b",".join(parts) + b"\n}\n" if parts else b"{}\n"


def _seek(raw: bytes, rank: tuple[int, int | bytes], low: int, end: int) -> int:
    """Return where the first member that does not sort before a key begins, or the end of the members."""
    found = high = end
    while low < high:
        middle = (low + high) // 2
        start = raw.find(_MEMBER, middle, high + len(_MEMBER) - 1)
        if start < 0 or start >= high:
            high = middle
        elif key_rank(_key_at(raw, start)) < rank:
            low = start + 1
        else:
            found, high = start, middle
    return found


def _following(raw: bytes, at: int, end: int) -> int:
    start = raw.find(_MEMBER, at + 1, end)
    return end if start < 0 else start


def _key_at(raw: bytes, start: int) -> str:
    opening = start + len(_MEMBER) - 1
    match = _KEY_END.match(raw, opening + 1)
    assert match is not None, "a canonical file has closed keys"
    return cast("str", parse_json(raw[opening : match.end()]))


def _member(key: str, value: Any) -> bytes:
    text = render_json({key: value})
    return text[1:-3]
