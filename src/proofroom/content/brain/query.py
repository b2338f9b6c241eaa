"""Looking up entries of one model: conditions, order, pages, and only the fields that are wanted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from operator import attrgetter
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
    reader = partial(_reader, view, model, locale)
    rows = view.rows(model.id, locale)
    if not where.is_empty:
        rows = list(filter(where.fitting(reader), rows))
    for key in reversed(query.sort):
        read = reader(key.lstrip("-"))
        rows.sort(key=lambda row, read=read: order_key(read(row)), reverse=key[0] == "-")
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


def _reader(view: View, model: Model, locale: str, name: str) -> Callable[[Row], Any]:
    """Return what gives the value of a name in a row."""
    first, _, rest = name.partition(".")
    if first == "id" or (first == "slug" and model.kind == "document"):
        return attrgetter("id")
    if first == "body" and model.kind == "document":
        return lambda row: row.data.get(first) if row.body is None else row.body
    if first in META_KEYS and first not in model.fields:
        return _meta_reader(view, model, locale, first)
    if not rest:
        return lambda row: row.data.get(first)
    inner = rest.split(".")

    def read(row: Row) -> Any:
        value = row.data.get(first)
        for part in inner:
            value = cast("Json", value).get(part) if isinstance(value, dict) else None
        return value

    return read


def _meta_reader(view: View, model: Model, locale: str, name: str) -> Callable[[Row], Any]:
    if model.kind == "collection":
        file = view.project.records(model, locale)
        records = file.entries if file else {}
        return lambda row: records[row.id].get(name) if row.id in records else None

    def read(row: Row) -> Any:
        meta = view.meta(row)
        return meta.raw.get(name) if meta else None

    return read
