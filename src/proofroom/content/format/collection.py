"""Collection files: a map of entries, and changing a few of them without rewriting the rest."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, cast

from proofroom.content.format.types import Json
from proofroom.kernel.data import dataclass
from proofroom.repository.json.ecma import order_keys
from proofroom.repository.json.splice import change_members
from proofroom.repository.json.text import parse_json, render_json


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
        raw = change_members(self.raw, changes) if self.is_canonical else render_json({**entries, **others})
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
        return CollectionFile(raw, read_list(cast("list[Any]", data)), is_list=True)
    return None


def read_list(items: list[Any]) -> dict[str, Json]:
    """Return the entries of a list whose items carry their own id."""
    entries: dict[str, Json] = {}
    for index, item in enumerate(items):
        if isinstance(item, dict):
            fields = dict(cast("Json", item))
            legacy_id = fields.get("id") or fields.get("ID") or f"entry-{index}"
            entries[str(legacy_id)] = {key: value for key, value in fields.items() if key not in ("id", "ID")}
    return entries
