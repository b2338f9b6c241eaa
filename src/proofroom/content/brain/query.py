"""Looking up entries of one model: conditions, order, pages, and only the fields that are wanted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from proofroom.content.brain.index import Row
from proofroom.content.brain.view import View
from proofroom.content.brain.words import fold
from proofroom.content.format.types import Json, Model
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

MAX_LIMIT = 100
META_KEYS = ("status", "source", "updated_by", "updated_at", "approved_by", "publish_at", "expire_at")
LONG_TYPES = frozenset({"markdown", "richtext", "code"})
"""Types left out of lists unless they are asked for: their texts are long."""

Test = Callable[[Any, Any], bool]


@dataclass(frozen=True, slots=True)
class Query:
    """What is wanted of a model's entries in one locale."""

    where: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Field → value, or field → {operator: value}. A name that is no field is looked up in the metadata."""
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
    for name in [*query.where, *(key.lstrip("-") for key in query.sort), *(query.fields or ())]:
        _check_name(model, name)
    rows = view.rows(model.id, locale)
    for name, wanted in query.where.items():
        tests = _tests(name, wanted)
        rows = [
            row for row in rows if all(test(_value(view, model, row, name), want) for test, want in tests)
        ]
    for key in reversed(query.sort):
        name = key.lstrip("-")
        rows.sort(key=lambda row, name=name: _rank(_value(view, model, row, name)), reverse=key[0] == "-")
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


def _tests(name: str, wanted: Any) -> list[tuple[Test, Any]]:
    if not isinstance(wanted, dict):
        return [(_equals, wanted)]
    found: list[tuple[Test, Any]] = []
    for operator, value in cast("Json", wanted).items():
        test = _OPERATORS.get(operator)
        if test is None:
            raise InvalidInput(
                say("content.no_operator", operator=operator, field=name),
                suggestion=say("next.one_of_listed", known=", ".join(_OPERATORS)),
            )
        found.append((test, value))
    return found


def _equals(value: Any, wanted: Any) -> bool:
    if isinstance(value, list) and not isinstance(wanted, list):
        return any(_equals(item, wanted) for item in cast("list[Any]", value))
    if isinstance(value, dict) and isinstance(wanted, str):
        return cast("Json", value).get("ref") == wanted
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def _is_one_of(value: Any, wanted: Any) -> bool:
    return isinstance(wanted, list) and any(_equals(value, one) for one in cast("list[Any]", wanted))


def _contains(value: Any, wanted: Any) -> bool:
    if isinstance(value, list):
        return any(_contains(item, wanted) for item in cast("list[Any]", value))
    return isinstance(value, str) and fold(str(wanted)) in fold(value)


def _compares(decide: Callable[[Any, Any], bool]) -> Test:
    def test(value: Any, wanted: Any) -> bool:
        is_number = all(isinstance(one, int | float) and not isinstance(one, bool) for one in (value, wanted))
        is_text = isinstance(value, str) and isinstance(wanted, str)
        return (is_number or is_text) and decide(value, wanted)

    return test


_OPERATORS: dict[str, Test] = {
    "eq": _equals,
    "ne": lambda value, wanted: not _equals(value, wanted),
    "gt": _compares(lambda value, wanted: value > wanted),
    "gte": _compares(lambda value, wanted: value >= wanted),
    "lt": _compares(lambda value, wanted: value < wanted),
    "lte": _compares(lambda value, wanted: value <= wanted),
    "in": _is_one_of,
    "contains": _contains,
    "exists": lambda value, wanted: (value not in (None, "", [])) is bool(wanted),
}


def _rank(value: Any) -> tuple[int, Any]:
    """Return what a value is ordered by; values of different kinds never meet."""
    if isinstance(value, bool):
        return 1, value
    if isinstance(value, int | float):
        return 2, value
    if isinstance(value, str):
        return 3, fold(value)
    return (0, 0) if value is None else (4, str(value))
