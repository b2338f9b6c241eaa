"""Loops: which rows one shows, and how it is written where an agent reads it."""

from collections.abc import Callable, Sequence
from typing import Any

from proofroom.site.document.load import as_object
from proofroom.site.document.types import Json
from proofroom.site.rendering.escape import escape
from proofroom.site.rendering.frames import Frames

Rows = Callable[[Json, Frames], Sequence[Json] | None]
"""Returns all rows of a loop's source in its order; None where the source is not known."""
DRAFT = "_draft"
"""The member of a row that a preview shows and the published site does not."""
_FILTERS = (("tableId", "table-id"), ("field", "field"), ("value", "value"), ("others", "others"))
_ATTRIBUTES = (
    ("sourceId", "source-id", ""),
    ("orderBy", "order-by", ""),
    ("direction", "direction", "desc"),
    ("limit", "limit", 10),
    ("offset", "offset", 0),
    ("pagination", "pagination", "none"),
    ("pageSize", "page-size", 10),
    ("tag", "tag", "div"),
    ("customTag", "custom-tag", ""),
)


def whole(value: Any, default: int, least: int = 0) -> int:
    """Return a whole number of a prop."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return default
    return max(least, int(value))


def paged(props: Json, rows: Sequence[Json]) -> Sequence[Json]:
    """Return the rows that a loop shows on its first page."""
    offset = whole(props.get("offset"), 0)
    limit = whole(props.get("limit"), 10)
    if props.get("pagination") == "infinite":
        limit = whole(props.get("pageSize"), 10, 1)
    return rows[offset : offset + limit] if limit else rows[offset:]


def loop_source(props: Json) -> str:
    """Return a loop's settings as the attributes that the importer reads."""
    filters = as_object(props.get("filters"))
    shown = [
        f' data-{name}="{escape("true" if filters[key] is True else str(filters[key]))}"'
        for key, name in _FILTERS
        if filters.get(key)
    ]
    for key, name, default in _ATTRIBUTES:
        value = props.get(key, default)
        if value != default:
            shown.append(f' data-{name}="{escape(str(value))}"')
    return "".join(shown)
