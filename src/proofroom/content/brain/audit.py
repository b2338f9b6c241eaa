"""Where content is weak: titles and descriptions, languages, age, completeness; with the place of each.

Each check looks at the default locale unless it is about locales; for whoever may use others only, at the
first of these.
"""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any

from proofroom.content.brain.index import Row
from proofroom.content.brain.view import View
from proofroom.content.format.meta import parse_timestamp, timestamp
from proofroom.content.format.types import Config, Json, Model
from proofroom.kernel.strings import say

TYPES = ("seo_audit", "locale_parity", "stale_content", "quality_score", "full")
STALE_DAYS = 90
SHOWN = 50
"""Entries that a finding about a locale names."""
_DESCRIPTIONS = ("meta_description", "description", "seo_description", "summary", "excerpt")
_TEXT_TYPES = frozenset({"string", "text", "markdown", "richtext"})
_TITLES = ("title", "name", "label", "heading", "question")
_LONG_TITLE, _SHORT_TITLE = 60, 10
_TIERS = ((90, "Excellent"), (75, "Good"), (50, "Fair"))


def analyze(
    view: View,
    kind: str,
    at: datetime,
    models: Collection[str] | None = None,
    locales: Collection[str] | None = None,
) -> Json:
    """Return what one check, or all of them, found; `models` and `locales` limit where it looks."""
    chosen = [model for model in view.project.models.values() if models is None or model.id in models]
    main = _main(view, locales)
    found: Json = {"analysisType": kind, "timestamp": timestamp(at)}
    if kind in ("seo_audit", "full"):
        issues = [issue for model in chosen for issue in _seo(view, model, main)]
        found["seo"] = {"issues": issues, "total": len(issues)}
    if kind in ("locale_parity", "full"):
        issues = [issue for model in chosen for issue in _parity(view, model, locales)]
        found["localeParity"] = {"issues": issues, "total": len(issues)}
    if kind in ("stale_content", "full"):
        entries = sorted(
            (entry for model in chosen for entry in _stale(view, model, main, at)),
            key=lambda entry: -entry["daysSinceUpdate"],
        )
        found["staleContent"] = {"entries": entries, "total": len(entries)}
    if kind in ("quality_score", "full"):
        found["quality"] = _quality(view, chosen, main)
    return found


def _seo(view: View, model: Model, main: str) -> Iterator[Json]:
    if model.kind not in ("collection", "document"):
        return
    description = next((name for name in _DESCRIPTIONS if name in model.fields), None)
    title = _title_field(model)
    for row in view.rows(model.id, main):
        if description and _is_empty(row.data.get(description)):
            yield _place(row, description, say("weak.empty", field=description))
        text = row.data.get(title) if title else None
        if title and isinstance(text, str) and len(text) > _LONG_TITLE:
            yield _place(row, title, say("weak.long_title", field=title, length=len(text), shown=_LONG_TITLE))
        elif title and isinstance(text, str) and 0 < len(text) < _SHORT_TITLE:
            yield _place(row, title, say("weak.short_title", field=title, length=len(text)))


def _parity(view: View, model: Model, only: Collection[str] | None) -> Iterator[Json]:
    locales = view.project.locales(model)
    if not model.i18n or len(locales) < 2:
        return
    ids = {locale: _parts(view, model, locale) for locale in locales}
    everything = dict.fromkeys(one for found in ids.values() for one in found)
    most = max(len(found) for found in ids.values())
    for locale, found in ids.items():
        if only is not None and locale not in only:
            continue
        missing = [one for one in everything if one not in found]
        empty = [] if locale == _primary(view) else list(_empty_texts(view, model, locale))
        if missing or empty:
            yield {
                "model": model.id,
                "locale": locale,
                "count": len(found),
                "expected": max(most, len(everything)),
                "missing": missing[:SHOWN],
                **({"empty": empty[:SHOWN]} if empty else {}),
            }


def _empty_texts(view: View, model: Model, locale: str) -> Iterator[Json]:
    """Return the fields that have a text in the default locale and none in this one."""
    texts = [name for name, one in model.fields.items() if one.type in _TEXT_TYPES]
    for row in view.rows(model.id, locale) if model.kind != "dictionary" else ():
        first = view.row(model.id, _primary(view), row.id)
        for name in texts if first else ():
            if _is_empty(row.data.get(name)) and first and not _is_empty(first.data.get(name)):
                yield {"entryId": row.id, "field": name, "label": row.label}


def _parts(view: View, model: Model, locale: str) -> Collection[str]:
    """Return what a locale should have of a model: ids, keys of a dictionary, or the one record."""
    if model.kind == "dictionary":
        row = view.row(model.id, locale, "")
        return dict.fromkeys(row.data) if row else ()
    ids = view.ids(model.id, locale)
    return [model.id] if ids == [""] else ids


def _stale(view: View, model: Model, main: str, at: datetime) -> Iterator[Json]:
    for row in view.rows(model.id, main):
        meta = view.meta(row)
        updated = parse_timestamp(meta.updated_at) if meta else None
        days = (at - updated).days if updated else 0
        if days > STALE_DAYS:
            yield {**_entry(row), "daysSinceUpdate": days}


def _quality(view: View, models: list[Model], main: str) -> Json:
    scores: list[Json] = []
    for model in models:
        required = [name for name, one in model.fields.items() if one.required]
        rows = view.rows(model.id, main)
        missing = sum(_is_empty(row.data.get(name)) for row in rows for name in required)
        bare = sum(view.meta(row) is None for row in rows)
        lacking = [locale for locale in view.project.locales(model) if not view.count(model.id, locale)]
        score = max(0, min(100, 100 - 2 * missing - 5 * bare - 10 * len(lacking)))
        scores.append(
            {
                "model": model.id,
                "score": score,
                "missingValues": missing,
                "withoutMetadata": bare,
                "missingLocales": lacking,
            }
        )
    score = round(sum(one["score"] for one in scores) / len(scores)) if scores else 100
    tier = next((name for least, name in _TIERS if score >= least), "Poor")
    return {"score": score, "tier": tier, "modelCount": len(scores), "models": scores}


def _title_field(model: Model) -> str | None:
    known = next((name for name in _TITLES if name in model.fields), None)
    if known is not None:
        return known
    texts = {name: one for name, one in model.fields.items() if one.type in ("string", "slug")}
    return next((name for name, one in texts.items() if one.required), None) or next(iter(texts), None)


def _place(row: Row, field: str, issue: str) -> Json:
    return {**_entry(row), "field": field, "issue": issue}


def _entry(row: Row) -> Json:
    return {"model": row.model, "entryId": row.id, "locale": row.locale, "label": row.label}


def _primary(view: View) -> str:
    return (view.project.config or Config()).default_locale


def _main(view: View, only: Collection[str] | None) -> str:
    primary = _primary(view)
    return primary if only is None or primary in only else min(only, default="")


def _is_empty(value: Any) -> bool:
    return value is None or value == "" or value == []
