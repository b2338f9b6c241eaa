"""Looking up entries of one model: conditions, order, pages, and only the fields that are wanted."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any, cast

from proofroom.content.brain.index import Row
from proofroom.content.brain.view import View
from proofroom.content.format.types import Json, Model
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.search.where import Where, order_key

MAX_LIMIT = 100
META_KEYS = ("status", "source", "updated_by", "updated_at", "approved_by", "publish_at", "expire_at")
LONG_TYPES = frozenset({"markdown", "richtext", "code"})
"""Types left out of lists unless they are asked for: their texts are long."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is wanted of a model's entries in one locale."""

    where: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """In the filter language; a name that is no field is looked up in the metadata."""
    sort: Sequence[str] = ()
    """Fields to order by; a minus in front turns the order round."""
    fields: Sequence[str] | None = None
    limit: int = 20
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the entries that fit, and how many fit in all."""

    rows: list[Row]
    total: int
    shown: dict[str, Json]
    """The wanted fields by entry id."""
    omitted: tuple[str, ...] = ()
    """Long fields that were left out."""


def find(view: View, model: Model, locale: str, query: Query) -> Page:
    """Return one page of the entries that fit."""
    where = Where.parse(query.where)
    for name in [*where.paths, *(key.lstrip("-") for key in query.sort), *(query.fields or ())]:
        _check_name(model, name)
    rows = view.rows(model.id, locale)
    if not where.is_empty:
        rows = [row for row in rows if where.matches(partial(_value, view, model, row))]
    for key in reversed(query.sort):
        name = key.lstrip("-")
        rows.sort(key=lambda row, name=name: order_key(_value(view, model, row, name)), reverse=key[0] == "-")
    limit = max(1, min(query.limit, MAX_LIMIT))
    page = rows[max(0, query.offset) :][:limit]
    omitted = () if query.fields is not None else _long_fields(model, page)
    return Page(page, len(rows), {row.id: _shown(row, query.fields, omitted) for row in page}, omitted)


def _shown(row: Row, fields: Sequence[str] | None, omitted: tuple[str, ...]) -> Json:
    data = dict(row.data) if row.body is None else {**row.data, "body": row.body}
    if fields is not None:
        return {name: data[name] for name in fields if name in data}
    return {name: value for name, value in data.items() if name not in omitted}


def _long_fields(model: Model, rows: list[Row]) -> tuple[str, ...]:
    names = [name for name, one in model.fields.items() if one.type in LONG_TYPES]
    if model.kind == "document":
        names.append("body")
    return tuple(
        name for name in names if any(row.data.get(name) if name != "body" else row.body for row in rows)
    )


def _check_name(model: Model, name: str) -> None:
    if name.partition(".")[0] in (*model.fields, "id", "slug", "body", *META_KEYS):
        return
    if model.kind != "dictionary":
        known = ", ".join([*model.fields, *META_KEYS])
        raise InvalidInput(
            say("content.no_field", model=model.id, field=name),
            suggestion=say("next.one_of_listed", known=known),
            field=name,
        )


def _value(view: View, model: Model, row: Row, name: str) -> Any:
    first, _, rest = name.partition(".")
    if first == "id" or (first == "slug" and model.kind == "document"):
        return row.id
    if first == "body" and row.body is not None:
        return row.body
    if first in META_KEYS and first not in model.fields:
        meta = view.meta(row)
        return meta.raw.get(first) if meta else None
    value = row.data.get(first)
    for part in rest.split(".") if rest else ():
        value = cast("Json", value).get(part) if isinstance(value, dict) else None
    return value
