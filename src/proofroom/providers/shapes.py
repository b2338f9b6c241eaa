"""Reading JSON that others wrote: the wanted shape, or its empty form."""

from typing import Any, TypeGuard, cast

Json = dict[str, Any]


def is_object(value: Any) -> TypeGuard[Json]:
    """Tell whether a value is a JSON object."""
    return isinstance(value, dict)


def is_list(value: Any) -> TypeGuard[list[Any]]:
    """Tell whether a value is a JSON list."""
    return isinstance(value, list)


def as_object(value: Any) -> Json:
    """Return an object, or an empty one."""
    return cast(Json, value) if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """Return a list, or an empty one."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def as_objects(value: Any) -> list[Json]:
    """Return the objects of a list."""
    return [part for part in as_list(value) if is_object(part)]


def as_text(value: Any) -> str:
    """Return a text, or an empty one."""
    return value if isinstance(value, str) else ""


def as_int(value: Any) -> int:
    """Return a whole number, or nought."""
    return int(value) if isinstance(value, (int, float)) else 0
