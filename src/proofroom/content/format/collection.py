"""Collection files: a map of entries, and changing a few of them without rewriting the rest."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from proofroom.content.format.ecma import key_rank, order_keys
from proofroom.content.format.json_text import parse_json, render_json
from proofroom.content.format.types import Json

_MEMBER = b'\n  "'
"""What opens a member of the outer object; a line break never stands inside a text."""
_KEY_END = re.compile(rb'(?:[^"\\]|\\.)*"')


@dataclass
class CollectionFile:
    """A parsed collection file beside its bytes."""

    raw: bytes
    entries: dict[str, Json]
    others: dict[str, Any] = field(default_factory=dict[str, Any])
    """Members that are no objects: nobody can use them, but they are not ours to drop."""
    is_list: bool = False
    _canonical: bool | None = field(default=None, repr=False, compare=False)

    @property
    def is_canonical(self) -> bool:
        """Tell whether the bytes are exactly what we would write; found out once."""
        if self._canonical is None:
            self._canonical = not self.is_list and render_json({**self.entries, **self.others}) == self.raw
        return self._canonical

    def with_changes(self, changes: Mapping[str, Json | None]) -> "CollectionFile":
        """Return the file with entries set or, for None, taken out."""
        entries = dict(self.entries)
        for entry_id, data in changes.items():
            if data is None:
                entries.pop(entry_id, None)
            else:
                entries[entry_id] = data
        others = {key: value for key, value in self.others.items() if key not in changes}
        if not self.is_canonical or any(key not in self.entries for key in changes):
            entries = {key: entries[key] for key in order_keys(entries)}  # as the bytes have them
        raw = change_entries(self.raw, changes) if self.is_canonical else render_json({**entries, **others})
        return CollectionFile(raw, entries, others, _canonical=True)


EMPTY_FILE = CollectionFile(b"{}\n", {}, _canonical=True)


def parse_collection(raw: bytes) -> CollectionFile | None:
    """Read a collection file; None when it is not JSON or has neither of the two shapes.

    Files of older tools hold a list whose items carry their own id.
    """
    try:
        data = parse_json(raw)
    except ValueError:
        return None
    if isinstance(data, dict):
        members = cast("dict[str, Any]", data)
        others = {key: value for key, value in members.items() if type(value) is not dict}
        entries = {key: members[key] for key in members if key not in others} if others else members
        return CollectionFile(raw, entries, others)
    if isinstance(data, list):
        return CollectionFile(raw, _listed(cast("list[Any]", data)), is_list=True)
    return None


def _listed(items: list[Any]) -> dict[str, Json]:
    entries: dict[str, Json] = {}
    for index, item in enumerate(items):
        if isinstance(item, dict):
            fields = dict(cast("Json", item))
            legacy_id = fields.get("id") or fields.get("ID") or f"entry-{index}"
            entries[str(legacy_id)] = {key: value for key, value in fields.items() if key not in ("id", "ID")}
    return entries


def change_entries(raw: bytes, changes: Mapping[str, Json | None]) -> bytes:
    """Return a canonical file with entries set or, for None, taken out; the other bytes are copied.

    The result is what rendering the whole map would give, as long as `raw` is canonical. Entries are found by
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


def _member(key: str, value: Json) -> bytes:
    text = render_json({key: value})
    return text[1:-3]
