"""A project's public content as pages see it: rows of tables, singletons and labels, in every locale."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import field
from datetime import date, datetime
from typing import Any, cast

import orjson

from proofroom.content.brain import Row, View
from proofroom.content.delivery import Wish, is_visible
from proofroom.content.format.meta import is_public
from proofroom.content.format.types import RELATION_TYPES, Field, Meta, Model
from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import LANGUAGES, say
from proofroom.site.document.load import as_object
from proofroom.site.document.types import Json
from proofroom.site.rendering.loops import DRAFT

_IMAGE = re.compile(r"!\[[^\]]*\]\(\s*<?([^)\s>]+)")
DIGEST = "_digest"
"""The member of a row that says whether it is the same as before."""


@dataclass(frozen=True, slots=True)
class Collection:
    """A content model that is shown as pages."""

    table: str
    route_base: Mapping[str, str]
    """Where its pages are, by locale; `*` for all others."""
    slug_field: str = ""
    title_field: str = ""
    body_field: str = ""
    media_field: str = ""
    media_files: str = ""
    """A file of the site that stands before the media field where it exists: `img/{slug}.svg`."""
    description_field: str = ""
    date_field: str = ""

    def base(self, locale: str) -> str:
        """Return where its pages are in a locale."""
        return self.route_base.get(locale, self.route_base.get("*", self.table)).strip("/")


@dataclass(slots=True)
class Catalogue:
    """Everything a site can show of its project's content, at one moment."""

    locales: tuple[str, ...]
    collections: dict[str, Collection]
    tables: dict[tuple[str, str], list[Json]] = field(default_factory=dict[tuple[str, str], list[Json]])
    """Rows by table and locale."""
    singles: dict[str, Json] = field(default_factory=dict[str, Json])
    """Singletons and dictionaries by model id, by locale; keys with dots are objects within objects."""
    files: frozenset[str] = frozenset()
    """Paths of the site's own files."""
    sorted: dict[tuple[str, ...], list[Json]] = field(default_factory=dict[tuple[str, ...], list[Json]])
    indexed: dict[tuple[str, ...], dict[str, list[Json]]] = field(
        default_factory=dict[tuple[str, ...], dict[str, list[Json]]]
    )

    def ordered(self, table: str, locale: str, order_by: str, direction: str) -> list[Json]:
        """Return a table's rows in an order; made once."""
        key = (table, locale, order_by, direction)
        if key not in self.sorted:
            rows = self.tables.get((table, locale), [])
            name = order_by or "publishedAt"
            down = direction != "asc"
            found = sorted(rows, key=lambda row: (_order(row.get(name)), str(row["id"])), reverse=down)
            self.sorted[key] = found
        return self.sorted[key]

    def having(
        self, table: str, locale: str, order_by: str, direction: str, name: str
    ) -> dict[str, list[Json]]:
        """Return a table's rows in an order by the values of a field; made once."""
        key = (table, locale, order_by, direction, name)
        if key not in self.indexed:
            found = dict[str, list[Json]]()
            for row in self.ordered(table, locale, order_by, direction):
                for value in values_of(row.get(name)):
                    found.setdefault(value, []).append(row)
            self.indexed[key] = found
        return self.indexed[key]


def values_of(value: Any) -> list[str]:
    """Return what a field can be found by: a relation by its ids."""
    if isinstance(value, list):
        return [one for item in cast("list[Any]", value) for one in values_of(item)]
    if isinstance(value, dict):
        return values_of(cast("Json", value).get("id"))
    if isinstance(value, bool):
        return ["true" if value else "false"]
    return [] if value in (None, "") else [str(value)]


def read_collections(raw: Mapping[str, Json]) -> dict[str, Collection]:
    """Return which content models are shown as pages."""
    found = dict[str, Collection]()
    for table, given in raw.items():
        base = given.get("routeBase")
        bases = {key: str(value) for key, value in as_object(base).items()}
        fields = {name: str(given.get(name) or "") for name in _FIELDS}
        found[table] = Collection(
            table,
            bases or {"*": base if isinstance(base, str) and base else table},
            **{_FIELDS[k]: v for k, v in fields.items()},
        )
    return found


_FIELDS = {
    "slugField": "slug_field",
    "titleField": "title_field",
    "bodyField": "body_field",
    "mediaField": "media_field",
    "mediaFiles": "media_files",
    "descriptionField": "description_field",
    "dateField": "date_field",
}


def read_catalogue(
    view: View,
    raw_collections: Mapping[str, Json],
    locales: tuple[str, ...],
    at: datetime,
    *,
    drafts: bool = False,
    files: frozenset[str] = frozenset(),
) -> Catalogue:
    """Return what of a project may be seen at a moment. Call it in a thread."""
    known = [one for one in locales if one in view.project.ready_config.locales] or [
        view.project.ready_config.default_locale
    ]
    made = Catalogue(tuple(known), read_collections(raw_collections), files=files)
    reader = _Reader(view, made, Wish("", is_preview=drafts), at)
    for locale in known:
        singles: Json = {}
        for model in view.project.models.values():
            if model.kind in ("singleton", "dictionary"):
                row = view.row(model.id, reader.locale_of(model, locale), "")
                if row is not None and is_visible(view, row, reader.wish, at):
                    singles[model.id] = nested(row.data)
            elif not model.raw.get("form"):
                made.tables[model.id, locale] = reader.rows(model, locale)
        made.singles[locale] = singles
    return made


def nested(data: Json) -> Json:
    """Return data whose keys with dots are objects within objects."""
    found: Json = {}
    for key, value in data.items():
        place, (*way, last) = found, key.split(".")
        for name in way:
            inner = place.setdefault(name, {})
            place = cast("Json", inner) if isinstance(inner, dict) else {}
        place[last] = value
    return found


class _Reader:
    """Makes rows of entries. What a relation points at is made once."""

    def __init__(self, view: View, made: Catalogue, wish: Wish, at: datetime) -> None:
        self.view, self.made, self.wish, self.at = view, made, wish, at
        self._pointed = dict[tuple[str, str, str], Json | None]()

    def locale_of(self, model: Model, locale: str) -> str:
        return locale if model.i18n else self.view.project.ready_config.default_locale

    def rows(self, model: Model, locale: str) -> list[Json]:
        here = self.locale_of(model, locale)
        return [
            self._row(model, row, locale)
            for row in self.view.rows(model.id, here)
            if is_visible(self.view, row, self.wish, self.at)
        ]

    def _row(self, model: Model, row: Row, locale: str) -> Json:
        collection = self.made.collections.get(model.id)
        data = row.data
        shown: Json = {**data, **self._known(model, row, locale, collection)}
        for name, one in (model.fields or {}).items():
            value = data.get(name)
            if value in (None, "", []):
                continue
            if one.type in RELATION_TYPES:
                shown |= self._related(name, one, value, locale)
            elif one.type in ("date", "datetime"):
                shown |= dated(name, str(value), locale)
        if collection is not None:
            if collection.date_field:
                shown["publishedAt"] = str(data.get(collection.date_field) or shown["publishedAt"])
            shown["featuredMedia"] = self._media(collection, data, str(shown["slug"]))
        shown[DIGEST] = hashlib.blake2b(orjson.dumps(shown, default=str), digest_size=12).hexdigest()
        return shown

    def _known(self, model: Model, row: Row, locale: str, collection: Collection | None) -> Json:
        """Return what every row has, whatever its model."""
        meta = self.view.meta(row)
        changed = meta.updated_at if meta else None
        slug = row.id
        if collection is not None and collection.slug_field:
            slug = str(row.data.get(collection.slug_field) or row.id)
        known: Json = {
            "id": row.id,
            "rowId": row.id,
            "slug": slug,
            "title": row.label,
            "tableId": model.id,
            "tableSlug": model.id,
            "publishedAt": (meta.publish_at if meta else None) or changed or "",
            "createdAt": changed or "",
            "updatedAt": changed or "",
        }
        if self.wish.is_preview and not is_public(meta or Meta(), self.at):
            known[DRAFT] = True
        known |= {"authorName": _public(row.data.get("author") or (meta.updated_by if meta else ""))}
        known |= {"publishedByName": _public(meta.approved_by if meta else "")}
        if row.body is not None:
            known["body"] = row.body
            image = _IMAGE.search(row.body)
            known["firstImage"] = image[1] if image else ""
        if collection is not None:
            known["permalink"] = f"{self._prefix(locale)}/{collection.base(locale)}/{slug}"
        return known

    def _media(self, collection: Collection, data: Json, slug: str) -> str:
        drawn = collection.media_files.replace("{slug}", slug)
        if drawn in self.made.files:
            return f"/{drawn}"
        return str(data.get(collection.media_field) or "") if collection.media_field else ""

    def _prefix(self, locale: str) -> str:
        return "" if locale == self.made.locales[0] else f"/{locale}"

    def _related(self, name: str, one: Field, value: Any, locale: str) -> Json:
        pointed = [
            found
            for item in (cast("list[Any]", value) if isinstance(value, list) else [value])
            if (found := self._entry(one, item, locale)) is not None
        ]
        if not isinstance(value, list):
            first = pointed[0] if pointed else None
            return {
                name: first,
                f"{name}Id": first["id"] if first else "",
                f"{name}Name": first["title"] if first else "",
            }
        names = ", ".join(str(each["title"]) for each in pointed)
        return {name: pointed, f"{name}Names": names, f"{name}First": pointed[0] if pointed else None}

    def _entry(self, one: Field, item: Any, locale: str) -> Json | None:
        raw = as_object(item)
        target = str(raw.get("model") or next(iter(one.targets), ""))
        ref = str(raw.get("ref") or item)
        key = (target, locale, ref)
        if key not in self._pointed:
            model = self.view.project.models.get(target)
            row = self.view.row(target, self.locale_of(model, locale), ref) if model else None
            is_shown = row is not None and is_visible(self.view, row, self.wish, self.at)
            self._pointed[key] = self._short(model, row, locale) if model and row and is_shown else None
        return self._pointed[key]

    def _short(self, model: Model, row: Row, locale: str) -> Json:
        collection = self.made.collections.get(model.id)
        plain = {
            name: row.data[name]
            for name, one in (model.fields or {}).items()
            if one.type not in RELATION_TYPES and isinstance(row.data.get(name), str | int | float | bool)
        }
        return {**plain, **self._known(model, row, locale, collection)}


def _public(name: Any) -> str:
    """Return a name as strangers may read it: what is written, but no address of a person."""
    return name if isinstance(name, str) and "@" not in name else ""


def dated(name: str, value: str, locale: str) -> Json:
    """Return a date as people write it: with and without its year."""
    try:
        day = date.fromisoformat(value[:10])
    except ValueError:
        return {}
    if locale not in LANGUAGES:
        return {f"{name}Text": value[:10], f"{name}Day": value[:10]}
    months = say("site.months").to(locale).split(" ")
    short = f"{day.day} {months[day.month - 1]}"
    return {f"{name}Text": f"{short} {day.year}", f"{name}Day": short}


def _order(value: Any) -> tuple[int, float, str]:
    if isinstance(value, bool | int | float):
        return 1, float(value), ""
    return (0, 0.0, "") if value in (None, "") else (2, 0.0, str(value))
