"""Fieldnotes' site: pages written as HTML and CSS, taken in by the importer like anybody's."""

import base64
import json
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import count
from typing import Any

from proofroom.access import Project
from proofroom.demo.build import BEGUN_AT, DESK
from proofroom.kernel.clock import Clock
from proofroom.repository import Job
from proofroom.site import Sites
from proofroom.site.document import Breakpoint, Component, Json, Node, Page, Site, SiteFile, new_site
from proofroom.site.document.modules import BODY, COMPONENT
from proofroom.site.document.new import short_id
from proofroom.site.files import plan_site
from proofroom.site.importing.commit import RuleIndex, add_conditions, link_classes, upsert_rules
from proofroom.site.importing.css import import_css
from proofroom.site.importing.html import import_html

LINE = "run/demo-site"
COLOURS = {
    "paper": "#f7f3e9",
    "sky": "#e8deca",
    "ink": "#1e2a28",
    "soft": "#5a5f55",
    "hair": "#d3c8b1",
    "soil": "#4d3f2a",
    "soil-ink": "#f4efe3",
    "soil-soft": "#d9cbb0",
    "night": "#1d2340",
    "night-ink": "#f1ecdd",
    "night-soft": "#b9bdd2",
    "foot-soft": "#cbc4b2",
    "rivers": "#2f6f8f",
    "parks": "#46742f",
    "trees": "#6b5b2e",
    "rooftops": "#a8552f",
    "nights": "#2b2f55",
    "walking": "#7b5e8d",
}
_LATIN = "U+0000-00FF, U+0131, U+0152-0153, U+2000-206F, U+20AC, U+2190-2193"
_EXTENDED = "U+0100-0130, U+0132-0151, U+0154-02BA, U+1E00-1E9F"
FONTS = (
    ("serif", "Source Serif 4", "Georgia, serif", "text", "200 900", ("source-serif", "source-serif-italic")),
    ("sans", "IBM Plex Sans", "system-ui, sans-serif", "sign", "100 700", ("plex-sans",)),
)
PAGES: tuple[tuple[str, str, str, str, Json | None, Json], ...] = (
    # id, file, title, slug, template, members of its own
    ("front", "front", "Fieldnotes", "index", None, {}),
    ("topics", "topics", "{site.ui-labels.nav.topics}", "topics", None, {}),
    ("authors", "authors", "{site.ui-labels.nav.authors}", "authors", None, {}),
    ("about", "about.en", "About", "about", None, {"locales": ["en"], "translation": "about"}),
    ("about-tr", "about.tr", "Hakkında", "hakkinda", None, {"locales": ["tr"], "translation": "about"}),
    ("frame", "everywhere", "Every page", "everywhere", {"kind": "everywhere"}, {}),
    ("article", "article", "Article", "article", {"kind": "postTypes", "tableSlugs": ["articles"]}, {}),
    ("topic", "topic", "Topic", "topic", {"kind": "postTypes", "tableSlugs": ["topics"]}, {}),
    ("missing", "missing", "{site.ui-labels.error.not_found}", "not-found", {"kind": "notFound"}, {}),
)
COLLECTIONS: dict[str, Json] = {
    "articles": {
        "routeBase": {"en": "articles", "tr": "yazilar"},
        "titleField": "title",
        "mediaField": "cover",
        "mediaFiles": "img/{slug}.svg",
        "descriptionField": "summary",
        "dateField": "published_on",
    },
    "topics": {
        "routeBase": {"en": "topics", "tr": "konular"},
        "titleField": "name",
        "descriptionField": "description",
    },
}


async def build_site(sites: Sites, project: Project, clock: Clock) -> bool:
    """Make the site of the demo project where it has none; tell whether there was one to make."""
    if await sites.exists(project.id):
        return False
    made = fieldnotes()
    job = Job(project.id, DESK, min(BEGUN_AT, clock.now()), LINE, source="human")
    wrote = await sites.repositories.write(job, lambda tree: plan_site(tree, made), "Build the site")
    await sites.repositories.merge(job, wrote.branch)
    return True


@cache
def fieldnotes() -> Site:
    """Return the site, always the same."""
    folder = resources.files("proofroom.demo") / "data" / "site"
    site = new_site("Fieldnotes", "fieldnotes")
    site.breakpoints = [
        Breakpoint("mobile", "Phone", 719, "(max-width: 719px)", "smartphone"),
        Breakpoint("tablet", "Tablet", 1023, "(max-width: 1023px)", "tablet"),
        Breakpoint("desktop", "Desktop", 1440, "(max-width: 1440px)", "monitor"),
    ]
    site.settings |= {
        "locales": ["en", "tr"],
        "autoPublish": True,
        "language": "en",
        "metaTitle": "{site.site-settings.title}: {site.site-settings.tagline}",
        "titlePattern": "%s – {site.site-settings.title}",
        "metaDescription": "{site.site-settings.tagline}",
        "socialImage": "media/original/river-under-the-market.webp",
        "texts": json.loads((folder / "texts.json").read_text("utf-8")),
        "redirects": {"/feed": "/articles.xml", "/imprint": "/about"},
        "framework": {"colors": {"tokens": list(_colours())}},
        "fonts": _fonts(),
    }
    site.collections = COLLECTIONS
    site.files = [*_files(folder, "img", "image/svg+xml"), *_files(folder, "fonts", "font/woff2")]
    ids = _ids()
    sheet = import_css((folder / "style.css").read_text("utf-8"), site.breakpoints)
    upsert_rules(site, sheet, ids, 0)
    add_conditions(site, sheet)
    index = RuleIndex(site)
    _add_component(site, folder, index, ids)
    site.pages = [_page(folder, at, index, ids) for at in range(len(PAGES))]
    return site


def _page(folder: Traversable, at: int, index: RuleIndex, ids: Callable[[], str]) -> Page:
    key, file, title, slug, target, extra = PAGES[at]
    nodes, roots = _nodes(folder, file, index, ids)
    root = f"{key}-body"
    nodes[root] = Node(root, BODY, children=roots)
    for child in roots:
        nodes[child].parent_id = root
    template: Json | None = {"enabled": True, "target": target, "priority": 100} if target else None
    return Page(key, root, nodes, slug=slug, title=title, template=template, order=at, extra=dict(extra))


def _add_component(site: Site, folder: Traversable, index: RuleIndex, ids: Callable[[], str]) -> None:
    nodes, roots = _nodes(folder, "bar", index, ids)
    site.components = [Component("bar", roots[0], nodes, name="Site bar")]


def _nodes(
    folder: Traversable, file: str, index: RuleIndex, ids: Callable[[], str]
) -> tuple[dict[str, Node], list[str]]:
    found = import_html((folder / f"{file}.html").read_text("utf-8"), ids)
    link_classes(index, found.nodes.values(), ids, 0)
    for node in found.nodes.values():
        if node.props.get("customTag") == "x-component":
            name = node.props["htmlAttributes"]["data-name"]
            node.module_id, node.props = COMPONENT, {"componentId": name, "propOverrides": {}}
        for child in node.children:
            found.nodes[child].parent_id = node.id
    return dict(reversed(found.nodes.items())), found.root_ids


def _ids() -> Callable[[], str]:
    numbers = count()
    return lambda: short_id("fieldnotes", str(next(numbers)))


def _colours() -> Iterator[Json]:
    for order, (slug, value) in enumerate(COLOURS.items()):
        yield {
            "id": f"colour-{slug}",
            "category": "",
            "slug": slug,
            "lightValue": value,
            "darkValue": "",
            "darkModeEnabled": False,
            "generateUtilities": {"text": False, "background": False, "border": False, "fill": False},
            "generateTransparent": False,
            "generateShades": {"enabled": False, "count": 0},
            "generateTints": {"enabled": False, "count": 0},
            "order": order,
            "createdAt": 0,
            "updatedAt": 0,
        }


def _fonts() -> Json:
    items, tokens = list[Json](), list[Json]()
    for order, (key, family, fallback, name, weight, files) in enumerate(FONTS):
        faces: list[Json] = [
            {
                "variant": f"{weight}{' italic' if file.endswith('italic') else ''}",
                "subset": subset,
                "path": f"/fonts/{file}-{subset}.woff2",
                "format": "woff2",
                "unicodeRange": covers,
            }
            for file in files
            for subset, covers in (("latin", _LATIN), ("latin-ext", _EXTENDED))
        ]
        about: Json = {"id": f"font-{key}", "source": "custom", "family": family, "variants": [weight]}
        items.append({**about, "subsets": ["latin", "latin-ext"], "files": faces})
        token: dict[str, Any] = {"id": f"token-{name}", "name": name.title(), "variable": f"font-{name}"}
        tokens.append({**token, "familyId": f"font-{key}", "fallback": fallback, "order": order})
    return {"items": items, "tokens": tokens}


def _files(folder: Traversable, name: str, type: str) -> Iterator[SiteFile]:
    for file in sorted((folder / name).iterdir(), key=lambda one: one.name):
        path, data = f"{name}/{file.name}", file.read_bytes()
        if type == "image/svg+xml":
            yield SiteFile(short_id("fieldnotes", path), path, "asset", data.decode())
        elif file.name.endswith(".woff2"):
            blob = {"mimeType": type, "base64": base64.b64encode(data).decode()}
            yield SiteFile(short_id("fieldnotes", path), path, "asset", blob=blob)
