"""A published entry as a reader meets it: title, standfirst, who and when, picture, text.

It is composed of what delivery would show: relations are called by the titles of what they point at, and what
is not public does not appear.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, cast

from proofroom.content.brain import Row, View
from proofroom.content.delivery import Wish, deliver, is_visible
from proofroom.content.format.types import PROSE_TYPES, RELATION_TYPES, Field, Json, Model

STANDFIRSTS = ("summary", "standfirst", "excerpt", "description", "tagline")
_FACT_TYPES = RELATION_TYPES | {"date", "datetime", "select", "integer", "number", "decimal", "string"}


def compose(view: View, wish: Wish, at: datetime) -> Json:
    """Return one public entry for reading; what is not public does not exist."""
    found = deliver(view, wish, at)
    model, locale = view.project.model(wish.model), str(found["locale"])
    row = view.row(model.id, locale, wish.entry or "")
    if row is None:  # pragma: no cover - delivery has found it just now
        raise LookupError(wish.entry)
    standfirst = next((name for name in STANDFIRSTS if _text(row.data.get(name))), None)
    cover = next((name for name, field in model.fields.items() if field.type == "image"), None)
    taken = {standfirst, cover, model.title_field}
    sections = list(_sections(model, row, locale, taken))
    return {
        "modelId": model.id,
        "entryId": row.id,
        "locale": locale,
        "locales": list(_readable_locales(view, model, row, wish, at)),
        "title": row.label,
        "standfirst": _text(row.data.get(standfirst)) if standfirst else None,
        "cover": _text(row.data.get(cover)) if cover else None,
        "facts": list(_facts(view, model, row, wish, at, taken)),
        "sections": sections,
    }


def _readable_locales(view: View, model: Model, row: Row, wish: Wish, at: datetime) -> Iterator[str]:
    for locale in view.project.locales(model):
        other = view.row(model.id, locale, row.id)
        if other is not None and is_visible(view, other, wish, at):
            yield locale


def _sections(model: Model, row: Row, locale: str, taken: set[str | None]) -> Iterator[Json]:
    """Return the long texts in order: the fields', then a document's own."""
    for name, field in _in_order(model):
        text = _text(row.data.get(name))
        if field.type in PROSE_TYPES and name not in taken and text:
            yield {"label": _label(name, field, locale), "text": text}
    if row.body:
        yield {"label": None, "text": row.body}


def _facts(
    view: View, model: Model, row: Row, wish: Wish, at: datetime, taken: set[str | None]
) -> Iterator[Json]:
    """Return the short values, called by their labels."""
    for name, field in _in_order(model):
        value = row.data.get(name)
        if field.type not in _FACT_TYPES or name in taken or value in (None, "", []):
            continue
        if field.type in RELATION_TYPES:
            values = list(_titles(view, field, value, row.locale, wish, at))
        else:
            values = [str(value)]
        if values:
            label = _label(name, field, row.locale)
            yield {"field": name, "type": field.type, "label": label, "values": values}


def _titles(view: View, field: Field, value: Any, locale: str, wish: Wish, at: datetime) -> Iterator[str]:
    for one in cast("list[Any]", value) if isinstance(value, list) else [value]:
        pointed = cast("Json", one) if isinstance(one, dict) else {}
        target = str(pointed.get("model") or next(iter(field.targets), ""))
        model = view.project.models.get(target)
        if model is None:
            continue
        here = locale if model.i18n else view.project.ready_config.default_locale
        ref = str(pointed["ref"] if pointed else cast("str", one))
        row = view.row(target, here, ref)
        if row is not None and is_visible(view, row, wish, at):
            yield row.label


def _in_order(model: Model) -> list[tuple[str, Field]]:
    return sorted(model.fields.items(), key=lambda pair: float(pair[1].raw.get("order") or "inf"))


def _label(name: str, field: Field, locale: str) -> str:
    label = field.raw.get("label")
    if isinstance(label, dict):
        by_locale = cast("Json", label)
        label = by_locale.get(locale) or by_locale.get("en")
    return str(label or name.replace("_", " ").capitalize())


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


__all__ = ["compose"]
