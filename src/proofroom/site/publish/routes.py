"""What is published where: pages and entries, each in every locale it has."""

from collections.abc import Iterator
from dataclasses import field, replace

from proofroom.kernel.data import dataclass
from proofroom.site.document.new import new_page
from proofroom.site.document.slugs import HOME
from proofroom.site.document.types import Json, Node, Page, Site
from proofroom.site.publish.catalogue import Catalogue
from proofroom.site.rendering.compose import template_chain


@dataclass(frozen=True, slots=True)
class Route:
    """One address: a page, or an entry in the templates of its table."""

    path: str
    """From the site's root, without its base: `/`, `/about`, `/tr/articles/x`."""
    locale: str
    page: Page | None = None
    table: str = ""
    entry: Json | None = None
    group: str = ""
    """Routes of one group are the same thing in other locales."""
    alternates: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def file(self) -> str:
        """The file that holds it."""
        return f"{self.path.strip('/')}/index.html".lstrip("/")


def routes_of(site: Site, catalogue: Catalogue) -> list[Route]:
    """Return every address of a site; the first that claims one has it."""
    found = dict[str, Route]()
    for route in (*_pages(site, catalogue), *_entries(site, catalogue)):
        found.setdefault(route.path, route)
    groups = dict[str, dict[str, str]]()
    for route in found.values():
        groups.setdefault(route.group, {}).setdefault(route.locale, route.path)
    return [replace(route, alternates=groups[route.group]) for route in found.values()]


def prefix_of(catalogue: Catalogue, locale: str) -> str:
    """Return what stands before every path of a locale."""
    return "" if locale == catalogue.locales[0] else f"/{locale}"


def page_paths(site: Site, catalogue: Catalogue, locale: str) -> dict[str, str]:
    """Return where pages are in a locale; a page that it lacks leads to another locale's."""
    found = dict[str, str]()
    for page in site.pages:
        if not page.is_template:
            shown = _translated(site, page, catalogue, locale)
            locales = page_locales(shown, catalogue)
            here = locale if locale in locales else locales[0]
            found[page.id] = _page_path(shown, prefix_of(catalogue, here))
    return found


def _translated(site: Site, page: Page, catalogue: Catalogue, locale: str) -> Page:
    """Return the page that is the same one in a locale, or the page itself."""
    group = page.extra.get("translation")
    if group is None or locale in page_locales(page, catalogue):
        return page
    others = (one for one in site.pages if one.extra.get("translation") == group and not one.is_template)
    return next((one for one in others if locale in page_locales(one, catalogue)), page)


def page_locales(page: Page, catalogue: Catalogue) -> list[str]:
    """Return the locales that a page is published in: those it names, or all."""
    named = page.extra.get("locales")
    kept = [one for one in catalogue.locales if not isinstance(named, list) or one in named]
    return kept or [catalogue.locales[0]]


def _page_path(page: Page, prefix: str) -> str:
    return (prefix or "/") if page.slug == HOME else f"{prefix}/{page.slug}"


def _pages(site: Site, catalogue: Catalogue) -> Iterator[Route]:
    for page in site.pages:
        if page.is_template:
            continue
        group = str(page.extra.get("translation") or page.id)
        for locale in page_locales(page, catalogue):
            yield Route(_page_path(page, prefix_of(catalogue, locale)), locale, page, group=f"page:{group}")


def _entries(site: Site, catalogue: Catalogue) -> Iterator[Route]:
    for table in catalogue.collections:
        chain = template_chain(site, table)
        if not any(page.template and page.template["target"]["kind"] == "postTypes" for page in chain):
            continue
        for locale in catalogue.locales:
            for row in catalogue.tables.get((table, locale), []):
                path, group = str(row["permalink"]), f"entry:{table}/{row['id']}"
                yield Route(path, locale, None, table, row, group)


def plain_404() -> Page:
    """Return the page that says that there is none, for a site without one of its own."""
    page = new_page("404", "404-root", "404", "404")
    page.nodes["404-text"] = Node("404-text", "base.text", {"text": "404", "tag": "h1"}, parent_id="404-root")
    page.nodes["404-root"].children.append("404-text")
    return page
