"""Collection files: a map of entries, and changing a few of them without rewriting the rest."""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any, cast

from proofroom.content.format.ecma import key_rank, order_keys
from proofroom.content.format.json_text import parse_json, render_json
from proofroom.content.format.types import Json

_MEMBER = re.compile(rb'\n  "')
_KEY_END = re.compile(rb'(?:[^"\\]|\\.)*"')


def parse_collection(raw: bytes) -> dict[str, Json] | None:
    """Read the entries of a collection file by id; None when it is not JSON or has no entries' shape.

    Files of older tools hold a list whose items carry their own id.
    """
    try:
        data = parse_json(raw)
    except ValueError:
        return None
    return entries_from(data)


def entries_from(data: Any) -> dict[str, Json] | None:
    """Return the entries parsed JSON holds, whichever of the two shapes it has."""
    if isinstance(data, dict):
        members = cast("dict[str, Any]", data)
        if all(type(value) is dict for value in members.values()):
            return members
        return {key: cast("Json", value) for key, value in members.items() if isinstance(value, dict)}
    if isinstance(data, list):
        entries: dict[str, Json] = {}
        for index, item in enumerate(cast("list[Any]", data)):
            if isinstance(item, dict):
                fields = dict(cast("Json", item))
                legacy_id = fields.pop("id", None) or fields.pop("ID", None) or f"entry-{index}"
                entries[str(legacy_id)] = fields
        return entries
    return None


def is_canonical(raw: bytes, entries: Mapping[str, Json]) -> bool:
    """Tell whether a file has exactly the bytes we would write for its entries."""
    return render_json(dict(entries)) == raw


def change_entries(raw: bytes, changes: Mapping[str, Json | None]) -> bytes:
    """Return a canonical file with entries set or, for None, taken out; the other bytes are copied.

    The result is what rendering the whole map would give, as long as `raw` is canonical.
    """
    starts = [match.start() for match in _MEMBER.finditer(raw)]
    if not starts:
        return render_json({key: value for key, value in changes.items() if value is not None})
    keys = _Keys(raw, starts)
    end = len(raw) - len(b"\n}\n")
    parts: list[bytes] = []
    copied = 0

    def copy_until(index: int) -> None:
        if copied < index:
            stop = end if index == len(starts) else starts[index] - 1
            parts.append(raw[starts[copied] : stop])

    for key in order_keys(changes):
        index = bisect_left(keys, key_rank(key))
        copy_until(index)
        is_known = index < len(starts) and keys.name(index) == key
        copied = index + 1 if is_known else index
        value = changes[key]
        if value is not None:
            parts.append(_member(key, value))
    copy_until(len(starts))
    return b"{" + b",".join(parts) + b"\n}\n" if parts else b"{}\n"


class _Keys(Sequence[tuple[int, Any]]):
    """The ranks of a file's keys, decoded only where a search looks."""

    def __init__(self, raw: bytes, starts: list[int]) -> None:
        self._raw = raw
        self._starts = starts

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, index: Any) -> Any:
        return key_rank(self.name(index))

    def name(self, index: int) -> str:
        opening = self._starts[index] + 3
        match = _KEY_END.match(self._raw, opening + 1)
        assert match is not None, "a canonical file has closed keys"
        return cast("str", parse_json(self._raw[opening : match.end()]))


def _member(key: str, value: Json) -> bytes:
    text = render_json({key: value})
    return text[1:-3]
