"""Files that hold one JSON object, such as a collection: look at few members, rewrite few members.

A canonical file has each member of the object on lines of its own, so it can be cut apart without parsing.
Two versions of a collection of ten thousand entries are compared by the bytes of each entry, and only entries
that differ are parsed.
"""

from collections.abc import Mapping
from typing import Any, cast

from proofroom.content.format.collection import change_entries, parse_collection
from proofroom.content.format.json_text import parse_json
from proofroom.content.format.types import Json
from proofroom.content.merge.records import same
from proofroom.content.merge.types import MISSING, Place

_LEAST_SLICED = 64 * 1024
_OPENING = b'{\n  "'
_CLOSING = b"\n}\n"
_MEMBER = b'\n  "'


class ObjectFile:
    """The members of the one object a file holds."""

    def __init__(self, raw: bytes, values: Json | None, slices: dict[str, bytes] | None) -> None:
        self.raw = raw
        self._values = values
        self._slices = slices

    @property
    def keys(self) -> set[str]:
        """The names of the members."""
        return set(self._slices if self._slices is not None else self.values)

    @property
    def values(self) -> Json:
        """All members, parsed."""
        if self._values is None:
            self._values = cast("Json", parse_json(self.raw))
        return self._values

    @property
    def is_sliced(self) -> bool:
        """Tell whether the file could be cut apart without parsing."""
        return self._slices is not None

    def get(self, key: str) -> Any:
        """Return one member, or MISSING."""
        if self._values is None and self._slices is not None:
            part = self._slices.get(key)
            return MISSING if part is None else parse_json(part)
        found = self.values.get(key)
        return MISSING if found is None else found

    def differing(self, other: "ObjectFile") -> list[str]:
        """Return the names of members that may differ, in order."""
        if self._slices is not None and other._slices is not None:
            mine, theirs = self._slices, other._slices
            found = {key for key, part in mine.items() if theirs.get(key) != part}
            found.update(key for key in theirs if key not in mine)
            return sorted(found)
        return sorted(key for key in self.keys | other.keys if not same(self.get(key), other.get(key)))


EMPTY = ObjectFile(b"{}\n", {}, None)


def read_object(place: Place, raw: bytes | None) -> ObjectFile | None:
    """Return a file's members; None when it is not one JSON object. No file has no members."""
    if raw is None:
        return EMPTY
    if len(raw) >= _LEAST_SLICED and (slices := _slice(raw)) is not None:
        return ObjectFile(raw, None, slices)
    try:
        value = parse_json(raw)
    except (ValueError, RecursionError):
        return None
    if place.kind == "collection" and isinstance(value, list):
        listed = parse_collection(raw)
        return None if listed is None else ObjectFile(raw, dict[str, Any](listed.entries), None)
    return ObjectFile(raw, cast("Json", value), None) if isinstance(value, dict) else None


def rewrite(place: Place, file: ObjectFile, changed: Mapping[str, Any]) -> bytes:
    """Return a file with some members set or, where MISSING, taken out."""
    if not changed:
        return file.raw
    if file.is_sliced:
        spliced = _splice(file, changed)
        if spliced is not None:
            return spliced
    values = {**file.values, **changed}
    return place.render({key: value for key, value in values.items() if value is not MISSING})


def _slice(raw: bytes) -> dict[str, bytes] | None:
    if not raw.startswith(_OPENING) or not raw.endswith(_CLOSING):
        return None
    parts = raw[1 : -len(_CLOSING)].split(_MEMBER)[1:]
    last = len(parts) - 1
    slices: dict[str, bytes] = {}
    for number, part in enumerate(parts):
        key, colon, value = part.partition(b'": ')
        if not colon or b"\\" in key or (number != last and not value.endswith(b",")):
            return None
        slices[key.decode("utf-8", "replace")] = value if number == last else value[:-1]
    return slices if len(slices) == len(parts) else None


def _splice(file: ObjectFile, changed: Mapping[str, Any]) -> bytes | None:
    plain = {key: None if value is MISSING else value for key, value in changed.items()}
    try:
        spliced = change_entries(file.raw, plain)
        result = parse_json(spliced)
    except (ValueError, AssertionError):
        return None
    # The file may only look canonical: believe the splice when it reads back as exactly what was wanted.
    removed = {key for key, value in plain.items() if value is None}
    expected = (file.keys - removed) | (plain.keys() - removed)
    if not isinstance(result, dict) or cast("Json", result).keys() != expected:
        return None
    if spliced.count(_MEMBER) != len(expected):
        return None
    members = cast("Json", result)
    return spliced if all(same(members[key], plain[key]) for key in plain.keys() - removed) else None
