"""Files that hold one JSON object, such as a collection: look at few members, rewrite few members.

A canonical file has each member of the object on lines of its own, so it can be cut apart without parsing.
Two versions of a collection of ten thousand entries are compared by the bytes of each entry, and only entries
that differ are parsed.
"""

import re
from collections.abc import Mapping
from typing import Any, cast

from proofroom.repository.json.splice import change_members
from proofroom.repository.json.text import parse_json, render_json
from proofroom.repository.merge.records import same
from proofroom.repository.merge.types import MISSING, Json, Place

_LEAST_SLICED = 64 * 1024
_OPENING = b'{\n  "'
_CLOSING = b"\n}\n"
_MEMBER = b'\n  "'
_COLON = b'": '
_NAME = re.compile(rb',\n  "([^"\\\n]*)": ')


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
            return MISSING if part is None else _value_in(part)
        found = self.values.get(key)
        return MISSING if found is None else found

    def differing(self, other: "ObjectFile") -> list[str]:
        """Return the names of members that may differ, in order."""
        if self._slices is not None and other._slices is not None:
            return sorted({key for key, _ in self._slices.items() ^ other._slices.items()})
        mine, theirs = self.values, other.values
        keys = mine.keys() | theirs.keys()
        # Versions of one file that were parsed to be saved share what did not change.
        apart = [key for key in keys if mine.get(key) is not theirs.get(key)]
        return sorted(key for key in apart if not same(self.get(key), other.get(key)))


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
    if place.from_list is not None and isinstance(value, list):
        return ObjectFile(raw, place.from_list(cast("list[Any]", value)), None)
    return ObjectFile(raw, cast("Json", value), None) if isinstance(value, dict) else None


def rewrite(place: Place, file: ObjectFile, changed: Mapping[str, Any]) -> bytes:
    """Return a file with some members set or, where MISSING, taken out."""
    if not changed:
        return file.raw
    if file.is_sliced and place.render is render_json:  # a splice writes canonical JSON
        spliced = _splice(file, changed)
        if spliced is not None:
            return spliced
    values = {**file.values, **changed}
    return place.render({key: value for key, value in values.items() if value is not MISSING})


def _slice(raw: bytes) -> dict[str, bytes] | None:
    """Cut a file apart: each member by its name, as it stands there, with a comma behind it."""
    if not raw.startswith(_OPENING) or not raw.endswith(_CLOSING):
        return None
    members = b"," + raw[1 : -len(_CLOSING)]
    parts = (members + b",").split(_MEMBER)[1:]
    names = _NAME.findall(members)
    if len(names) != len(parts):
        return None  # a member does not end where another begins, or a name is written with escapes
    slices = dict(zip([name.decode("utf-8", "replace") for name in names], parts, strict=True))
    return slices if len(slices) == len(parts) else None


def _value_in(part: bytes) -> Any:
    return parse_json(part[part.index(_COLON) + len(_COLON) : -1])


def _splice(file: ObjectFile, changed: Mapping[str, Any]) -> bytes | None:
    plain = {key: None if value is MISSING else value for key, value in changed.items()}
    try:
        spliced = change_members(file.raw, plain)
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
