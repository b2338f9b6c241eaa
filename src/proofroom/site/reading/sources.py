"""What loops can show."""

from typing import Any

from proofroom.site.document.types import Json


def _fields(*rows: tuple[str, ...]) -> list[Json]:
    return [{"id": row[0], "label": row[1]} | ({"format": row[2]} if len(row) > 2 else {}) for row in rows]


def _orders(*rows: tuple[str, str]) -> list[Json]:
    return [{"id": key, "label": label} for key, label in rows]


def _source(key: str, label: str, fields: list[Json], filters: Json, orders: list[Json]) -> Json:
    return {
        "id": key,
        "label": label,
        "requestDependent": False,
        "perVisitor": False,
        "fields": fields,
        "filterSchema": filters,
        "orderByOptions": orders,
    }


def _select(label: str, *options: tuple[str, str]) -> Json:
    shown: list[Any] = [{"label": name, "value": value} for name, value in options]
    return {"type": "select", "label": label, "options": shown}


ROW_FIELDS = _fields(
    ("slug", "Slug"),
    ("title", "Title (post-type)"),
    ("authorName", "Author name"),
    ("authorRoleName", "Author role"),
    ("body", "Body (post-type, markdown)", "html"),
    ("featuredMedia", "Featured media (post-type)", "media"),
    ("firstImage", "First inline image", "media"),
    ("seoTitle", "SEO title (post-type)"),
    ("seoDescription", "SEO description (post-type)"),
    ("permalink", "Permalink", "url"),
    ("publishedAt", "Published date"),
    ("publishedByName", "Published by"),
    ("publishedByRoleName", "Publisher role"),
    ("createdAt", "Created date"),
    ("updatedAt", "Updated date"),
)
SOURCES: list[Json] = [
    _source(
        "data.rows",
        "Data rows",
        ROW_FIELDS,
        {"tableId": _select("Table")},
        _orders(
            ("publishedAt", "Published date"),
            ("createdAt", "Created date"),
            ("updatedAt", "Last updated"),
            ("slug", "Slug (A–Z)"),
        ),
    ),
    _source(
        "site.pages",
        "Site pages",
        _fields(("title", "Title"), ("slug", "Slug"), ("permalink", "Permalink", "url")),
        {
            "excludeTemplates": {"type": "toggle", "label": "Exclude template pages"},
            "templateOnly": {"type": "toggle", "label": "Only template pages"},
        },
        _orders(("definition", "Definition order"), ("title", "Title"), ("slug", "Slug")),
    ),
    _source(
        "site.media",
        "Media library",
        _fields(
            ("filename", "Filename"),
            ("path", "Path", "url"),
            ("url", "URL", "url"),
            ("src", "Source URL", "media"),
            ("mimeType", "MIME type"),
            ("createdAt", "Upload date"),
        ),
        {
            "mimePrefix": _select(
                "Media type", ("All", ""), ("Images", "image/"), ("Videos", "video/"), ("Audio", "audio/")
            )
        },
        _orders(("createdAt", "Upload date"), ("filename", "Filename")),
    ),
]
USAGE: Json = {
    "loopElement": '<instatic-loop data-source-id="data.rows" data-table-id="TABLE_ID"'
    ' data-order-by="publishedAt" data-direction="desc" data-limit="6">…</instatic-loop>',
    "tokenSyntax": "{currentEntry.field}",
    "invalidTokenSyntax": "{{post.title}}",
}


def with_tokens(fields: list[Json]) -> list[Json]:
    """Return fields with the token that shows each."""
    return [field | {"token": f"{{currentEntry.{field['id']}}}"} for field in fields]
