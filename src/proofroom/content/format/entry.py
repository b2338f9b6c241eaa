"""What becomes of an entry when somebody saves a part of it."""

from collections.abc import Mapping
from typing import Any, cast

from proofroom.content.format.types import Field, Json


def merge_fields(before: Json, changes: Json, fields: Mapping[str, Field]) -> Json:
    """Return an entry with some fields set: objects merge member by member, everything else is replaced.

    None takes a field, or a member of an object, away.
    """
    merged = dict(before)
    for name, value in changes.items():
        old = merged.get(name)
        field = fields.get(name)
        if value is None:
            merged.pop(name, None)
        elif field and field.type == "object" and isinstance(old, dict) and isinstance(value, dict):
            merged[name] = _merge_members(cast("Json", old), cast("Json", value))
        else:
            merged[name] = without_nulls(value)
    return merged


def without_nulls(value: Any) -> Any:
    """Return the value as it will be on disk, where members that are null do not exist."""
    if isinstance(value, dict):
        members = cast("Json", value)
        return {key: without_nulls(item) for key, item in members.items() if item is not None}
    if isinstance(value, list):
        return [without_nulls(item) for item in cast("list[Any]", value)]
    return value


def entry_label(data: Json, title_field: str | None = None) -> str:
    """Return what an entry is called in lists: its title field, a usual name, else its first short text."""
    for name in (title_field, "name", "title", "label", "slug"):
        value = data.get(name) if name else None
        if isinstance(value, str) and value:
            return value
    return next((value for value in data.values() if isinstance(value, str) and 0 < len(value) < 80), "")


def _merge_members(before: Json, changes: Json) -> Json:
    merged = dict(before)
    for key, value in changes.items():
        old = merged.get(key)
        if value is None:
            merged.pop(key, None)
        elif isinstance(old, dict) and isinstance(value, dict):
            merged[key] = _merge_members(cast("Json", old), cast("Json", value))
        else:
            merged[key] = without_nulls(value)
    return merged
