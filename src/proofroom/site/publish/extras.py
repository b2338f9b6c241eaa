"""What a site has besides its pages: sitemap, robots, feeds, and redirects."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import format_datetime

from proofroom.site.document.load import as_object
from proofroom.site.document.types import Site
from proofroom.site.publish.catalogue import Catalogue
from proofroom.site.publish.head import site_setting
from proofroom.site.publish.routes import Route, prefix_of
from proofroom.site.rendering.escape import escape
from proofroom.site.rendering.frames import Frames
from proofroom.site.rendering.markdown import markdown_html

FEED_LENGTH = 30
_LEADS = re.compile(r"/(?!/)|https://")


def sitemap(routes: Sequence[Route], root: str) -> bytes:
    """Return the sitemap, with what each address is in other locales."""
    lines = list[str]()
    for route in routes:
        changed = str((route.entry or {}).get("updatedAt") or "")[:10]
        others = "".join(
            f'<xhtml:link rel="alternate" hreflang="{escape(locale)}" href="{escape(root + path)}"/>'
            for locale, path in route.alternates.items()
            if len(route.alternates) > 1
        )
        told = f"<lastmod>{changed}</lastmod>" if len(changed) == 10 else ""
        lines.append(f"<url><loc>{escape(root + route.path)}</loc>{told}{others}</url>")
    spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    body = "\n".join(lines)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {spaces}>\n{body}\n</urlset>\n'.encode()


def robots(root: str) -> bytes:
    """Return who may read what: everybody everything, and where the sitemap is."""
    return f"User-agent: *\nAllow: /\n\nSitemap: {root}/sitemap.xml\n".encode()


def feed(site: Site, catalogue: Catalogue, table: str, locale: str, root: str, around: Frames) -> bytes:
    """Return a table's newest entries in a locale as RSS; `around` fills in what the site says of itself."""
    rows = catalogue.ordered(table, locale, "publishedAt", "desc")[:FEED_LENGTH]
    settings = catalogue.collections[table]
    home = root + (prefix_of(catalogue, locale) or "/")
    items = list[str]()
    for row in rows:
        url = f"{root}{row['permalink']}"
        told = str(row.get(settings.description_field or "summary") or "")
        text = markdown_html(str(row["body"])) if row.get("body") else ""
        items.append(
            f"<item><title>{escape(str(row['title']))}</title><link>{escape(url)}</link>"
            f'<guid isPermaLink="true">{escape(url)}</guid>{_moment(str(row["publishedAt"]))}'
            f"<description>{escape(told)}</description>"
            + (f"<content:encoded>{escape(text)}</content:encoded>" if text else "")
            + "</item>"
        )
    spaces = (
        'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom"'
    )
    name, about = escape(site.name), around.fill(site_setting(site, "metaDescription"))
    own = escape(f"{root}/{feed_file(catalogue, table, locale)}")
    itself = f'<atom:link href="{own}" rel="self" type="application/rss+xml"/>'
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" {spaces}><channel><title>{name}</title>'
        f"<link>{escape(home)}</link><description>{escape(about) or name}</description>"
        f"<language>{escape(locale)}</language>"
        f"{itself}{''.join(items)}</channel></rss>\n"
    ).encode()


def feed_file(catalogue: Catalogue, table: str, locale: str) -> str:
    """Return the file of a table's feed in a locale."""
    folder = prefix_of(catalogue, locale).strip("/")
    return f"{folder}/{table}.xml".lstrip("/")


def redirects_of(site: Site) -> dict[str, str]:
    """Return old paths and where they lead now: within the site, or to an address with https."""
    found = dict[str, str]()
    for old, new in as_object(site.settings.get("redirects")).items():
        if isinstance(new, str) and old.startswith("/") and _LEADS.match(new):
            found[old.rstrip("/") or "/"] = new
    return found


def moved_page(url: str) -> bytes:
    """Return a page that leads elsewhere, for servers that know no redirects."""
    safe = escape(url)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="UTF-8"><title>{safe}</title>'
        f'<meta http-equiv="refresh" content="0; url={safe}"><link rel="canonical" href="{safe}"></head>'
        f'<body><p><a href="{safe}">{safe}</a></p></body></html>\n'
    ).encode()


def _moment(text: str) -> str:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return ""
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return f"<pubDate>{format_datetime(at.astimezone(UTC), usegmt=True)}</pubDate>"
