"""What of a record is searched and filtered by."""

from collections.abc import Iterable
from typing import Any

from proofroom.entities.types import Entity, EntityType, Query
from proofroom.search import SearchRow, Where
from proofroom.search.repo import Lookup, SearchTable

KIND = "entity"
_SEEN = "@"
OWN = ("title", "createdAt", "updatedAt", "createdBy", "updatedBy")
"""What conditions may ask of every record, whatever its type."""


def table_for(types: Iterable[EntityType]) -> SearchTable:
    """Return the searched rows of some types: their own fields may be asked for."""
    keys = dict.fromkeys(field.key for one in types for field in one.definition.fields)
    return SearchTable(KIND, (*OWN, *(key for key in keys if key not in OWN)))


def searched(kind: EntityType, entity: Entity) -> SearchRow:
    """Return the words of a record."""
    texts = [
        (field.key, _said(entity.fields[field.key]))
        for field in kind.definition.fields
        if entity.fields.get(field.key) is not None and not isinstance(entity.fields[field.key], bool)
    ]
    return SearchRow(entity.title, tuple(texts))


def filtered(entity: Entity) -> dict[str, Any]:
    """Return the values of a record."""
    return {
        **entity.fields,
        "title": entity.title,
        "createdAt": entity.created_at.isoformat(),
        "updatedAt": entity.updated_at.isoformat(),
        "createdBy": entity.created_by,
        "updatedBy": entity.updated_by,
    }


def lookup(wanted: Query) -> Lookup:
    """Return what is wanted in the words of search."""
    where = Where.parse(wanted.where) if wanted.where else None
    skip = seen_before(wanted)
    return Lookup(
        wanted.query,
        where,
        wanted.sort,
        wanted.limit + 1,
        (wanted.after or None) if skip == 0 else None,
        skip,
        is_newest=_is_newest(wanted) or (bool(wanted.after) and skip == 0),
    )


def seen_before(wanted: Query) -> int:
    """Return how many records of an order were on the pages before."""
    after = wanted.after or ""
    return int(after[1:]) if after[:1] == _SEEN and after[1:].isdecimal() and len(after) < 10 else 0


def going_on(wanted: Query, last: Entity) -> str:
    """Return what the next page goes on after: a record where the newest come first, else a count."""
    return last.id if _is_newest(wanted) else f"{_SEEN}{seen_before(wanted) + wanted.limit}"


def _is_newest(wanted: Query) -> bool:
    return not wanted.sort and not wanted.query


def _said(value: Any) -> str:
    return " ".join(str(one) for one in value) if isinstance(value, list) else str(value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
