"""The head of a published page, and the page around its body."""

import re
from collections.abc import Sequence
from dataclasses import field

from proofroom.kernel.data import dataclass
from proofroom.site.document.types import Json, Site
from proofroom.site.rendering.elements import PLAYER
from proofroom.site.rendering.escape import escape, is_safe_url

DESCRIPTION = 160
_FRAMED = re.compile(r'<iframe\b[^<>]*? src="([^"/][^"]*|/(?:[^"/][^"]*)?)"')
_TAGS = re.compile(r"<[^>]+>")
INERT = {
    "default-src": ["'self'"],
    "frame-src": ["'none'"],
    "img-src": ["'self'", "data:", "https:"],
    "script-src": ["'none'"],
    "style-src": ["'self'", "'unsafe-inline'"],
    "worker-src": ["'none'"],
}


@dataclass(frozen=True, slots=True)
class Head:
    """What a page says of itself."""

    title: str
    locale: str
    canonical: str = ""
    description: str = ""
    image: str = ""
    kind: str = "website"
    site_name: str = ""
    icon: str = ""
    published_at: str = ""
    is_hidden: bool = False
    """Not for search engines: previews and pages that are not found."""
    alternates: dict[str, str] = field(default_factory=dict[str, str])
    feeds: dict[str, str] = field(default_factory=dict[str, str])
    styles: Sequence[str] = ()
    head_scripts: Sequence[str] = ()
    body_scripts: Sequence[str] = ()


def policy(has_scripts: bool, body: str = "") -> str:
    """Return the page's content security policy: frames show pages of the site, and films of their player."""
    rules = dict(INERT)
    sources = (src for src in _FRAMED.findall(body) if src.startswith(("/", PLAYER)))
    framed = {"'self'" if src.startswith("/") else PLAYER for src in sources}
    if framed:
        rules["frame-src"] = sorted(framed)
    if has_scripts:
        rules |= {"script-src": ["'self'"], "worker-src": ["'self'", "blob:"]}
    return " ".join(f"{name} {' '.join(sorted(rules[name]))};" for name in sorted(rules))


def document(head: Head, body_tag: str, body: str) -> str:
    """Return a whole page."""
    has_scripts = bool(head.head_scripts or head.body_scripts)
    lines = [
        '<meta charset="UTF-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1.0">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy(has_scripts, body)}">',
        f"<title>{escape(head.title)}</title>",
        *_meta(head),
        *(f'<link rel="stylesheet" href="{escape(path)}">' for path in head.styles),
        *head.head_scripts,
    ]
    top = "\n  ".join(lines)
    scripts = "".join(f"\n{one}" for one in head.body_scripts)
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(head.locale)}">\n<head>\n  {top}\n</head>\n'
        f"{body_tag}\n{body}{scripts}\n</body>\n</html>\n"
    )


def _meta(head: Head) -> list[str]:
    found = list[str]()
    if head.description:
        found.append(f'<meta name="description" content="{escape(head.description)}">')
    if head.icon and is_safe_url(head.icon):
        found.append(f'<link rel="icon" href="{escape(head.icon)}">')
    if head.is_hidden:
        found.append('<meta name="robots" content="noindex">')
        return found
    if head.canonical:
        found.append(f'<link rel="canonical" href="{escape(head.canonical)}">')
    if len(head.alternates) > 1:
        first = next(iter(head.alternates.values()))
        found += [
            f'<link rel="alternate" hreflang="{escape(locale)}" href="{escape(url)}">'
            for locale, url in (*head.alternates.items(), ("x-default", first))
        ]
    found += [
        f'<link rel="alternate" type="application/rss+xml" title="{escape(title)}" href="{escape(url)}">'
        for url, title in head.feeds.items()
    ]
    return found + _card(head)


def _card(head: Head) -> list[str]:
    said: Json = {
        "og:type": head.kind,
        "og:title": head.title,
        "og:description": head.description,
        "og:url": head.canonical,
        "og:site_name": head.site_name,
        "og:locale": head.locale.replace("-", "_"),
        "og:image": head.image,
        "article:published_time": head.published_at if head.kind == "article" else "",
    }
    found = [f'<meta property="{name}" content="{escape(text)}">' for name, text in said.items() if text]
    kind = "summary_large_image" if head.image else "summary"
    return [*found, f'<meta name="twitter:card" content="{kind}">']


def site_setting(site: Site, name: str) -> str:
    """Return a text of the site's settings."""
    value = site.settings.get(name)
    return value if isinstance(value, str) else ""


def shortened(html: str) -> str:
    """Return the first words of a text, as a description."""
    text = " ".join(_TAGS.sub(" ", html).split())
    if len(text) <= DESCRIPTION:
        return text
    return text[:DESCRIPTION].rsplit(" ", 1)[0] + "…"
