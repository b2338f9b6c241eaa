"""Collection files: a map of entries, and changing a few of them without rewriting the rest."""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from proofroom.content.format.ecma import key_rank, order_keys
from proofroom.content.format.json_text import parse_json, render_json
from proofroom.content.format.types import Json

_MEMBER = re.compile(rb'\n  "')
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
