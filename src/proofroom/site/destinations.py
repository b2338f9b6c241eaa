"""Pages of a site that a person finds by words from anywhere."""

from collections.abc import Iterator
from urllib.parse import urlencode

from proofroom.access import Principal
from proofroom.content.origins import Origins
from proofroom.house import Destination, FindDestinations, FindExcerpt
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ProjectId
from proofroom.runtime import PromptFacts
from proofroom.search.words import texts_of, words
from proofroom.site.document.types import Page, Site
from proofroom.site.sites import Sites


def find_pages(sites: Sites) -> FindDestinations:
    """Return what finds the pages of a project's site by title and address."""

    async def find(
        principal: Principal, project_id: ProjectId | None, query: str, limit: int
    ) -> list[Destination]:
        if project_id is None or not principal.can("site.read", project_id):
            return []

        def look(site: Site) -> list[Destination]:
            return _found(site, words(query))[:limit]

        try:
            return await sites.look(project_id, None, look)
        except NotFound:  # nothing was made in it yet
            return []

    return find


def _found(site: Site, asked: list[str]) -> list[Destination]:
    found: list[Destination] = []
    for page in site.pages:
        there = words(f"{page.title} {page.slug}")
        if asked and all(any(word.startswith(each) for word in there) for each in asked):
            href = "/site?" + urlencode({"page": page.id})
            found.append(Destination("site", "page", page.id, page.title or page.slug, href, f"/{page.slug}"))
    return found


def excerpt_of_page(sites: Sites, origins: Origins) -> FindExcerpt:
    """Return what tells the words of a page, as far as the run may read it and nobody outside wrote it."""

    async def tell(facts: PromptFacts, _kind: str, page_id: str) -> str | None:
        if facts.project_id is None or "site.read" not in facts.authority.permissions:
            return None
        if await origins.pinned(facts.workspace_id, facts.project_id, {}):
            return None

        def look(site: Site) -> str:
            page = site.page(page_id)
            return " ".join(_words_on(page)) if page else ""

        try:
            return await sites.look(facts.project_id, None, look)
        except NotFound:
            return ""

    return tell


def _words_on(page: Page) -> Iterator[str]:
    """Yield the texts of a page from top to bottom; settings of its elements have no spaces and are none."""
    waiting = [page.root_id]
    while waiting:
        node = page.nodes.get(waiting.pop())
        if node is None:
            continue
        yield from (text for _, text in texts_of(node.props) if " " in text.strip())
        waiting.extend(reversed(node.children))
