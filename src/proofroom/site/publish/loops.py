"""What loops show on published pages, remembered as what each page depends on."""

import hashlib
from collections.abc import Sequence

import orjson

from proofroom.site.document.load import as_object
from proofroom.site.document.types import Json, Site
from proofroom.site.publish.catalogue import DIGEST, Catalogue
from proofroom.site.publish.routes import page_paths
from proofroom.site.rendering.frames import Frames
from proofroom.site.rendering.loops import paged

PAGES, ROWS, MEDIA = "site.pages", "data.rows", "site.media"


class Loops:
    """Answers the loops of a release. A query is a text, so that a page can keep what it asked."""

    def __init__(self, site: Site, catalogue: Catalogue, pictures: Sequence[Json] = ()) -> None:
        self._site, self._catalogue, self._pictures = site, catalogue, pictures
        self._digests = dict[str, str]()
        self.asked = list[str]()

    def rows(self, props: Json, frames: Frames) -> Sequence[Json] | None:
        """Return what a loop shows, in its order; None where nobody knows its source."""
        query = self._query(props, frames)
        self.asked.append(query)
        return self._answer(orjson.loads(query))

    def digest(self, query: str) -> str:
        """Return a fingerprint of what a query shows now."""
        if query not in self._digests:
            said = orjson.loads(query)
            rows = paged(said, self._answer(said) or ())
            told = "|".join(str(row.get(DIGEST) or orjson.dumps(row, default=str)) for row in rows)
            self._digests[query] = hashlib.blake2b(told.encode(), digest_size=12).hexdigest()
        return self._digests[query]

    def _query(self, props: Json, frames: Frames) -> str:
        filters = as_object(props.get("filters"))
        said: Json = {
            key: props[key]
            for key in ("sourceId", "orderBy", "direction", "limit", "offset", "pagination", "pageSize")
            if key in props
        }
        said |= {
            key: frames.fill(value) if isinstance(value, str) else value for key, value in filters.items()
        }
        said["locale"] = frames.route.get("locale", self._catalogue.locales[0])
        if filters.get("others") is True:
            said["not"] = frames.look_up("currentEntry", "id")
        return orjson.dumps(said, option=orjson.OPT_SORT_KEYS).decode()

    def _answer(self, said: Json) -> Sequence[Json] | None:
        order, direction = str(said.get("orderBy") or ""), str(said.get("direction") or "desc")
        locale = str(said["locale"])
        match said.get("sourceId"):
            case "data.rows":
                return self._table(said, locale, order, direction)
            case "site.pages":
                return self._page_rows(said, locale, order, direction)
            case "site.media":
                prefix = str(said.get("mimePrefix") or "")
                found = [one for one in self._pictures if str(one.get("mimeType")).startswith(prefix)]
                return sorted(
                    found, key=lambda one: str(one.get(order or "createdAt")), reverse=direction != "asc"
                )
            case _:
                return None

    def _table(self, said: Json, locale: str, order: str, direction: str) -> Sequence[Json] | None:
        table = str(said.get("tableId") or "")
        if (table, locale) not in self._catalogue.tables:
            return None
        name = str(said.get("field") or "")
        if name:
            by_value = self._catalogue.having(table, locale, order, direction, name)
            rows: Sequence[Json] = by_value.get(str(said.get("value") or ""), [])
        else:
            rows = self._catalogue.ordered(table, locale, order, direction)
        left_out = said.get("not")
        return [row for row in rows if row["id"] != left_out] if left_out else rows

    def _page_rows(self, said: Json, locale: str, order: str, direction: str) -> list[Json]:
        paths = page_paths(self._site, self._catalogue, locale)
        found = [
            {"id": page.id, "title": page.title, "slug": page.slug, "permalink": paths.get(page.id, "")}
            for page in self._site.pages
            if page.is_template == (said.get("templateOnly") is True)
            or (page.is_template and said.get("excludeTemplates") is False)
        ]
        if order in ("title", "slug"):
            found.sort(key=lambda one: one[order], reverse=direction != "asc")
        return found
