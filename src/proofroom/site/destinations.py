"""Pages of a site that a person finds by words from anywhere."""

from urllib.parse import urlencode

from proofroom.access import Principal
from proofroom.house import Destination, FindDestinations
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ProjectId
from proofroom.search.words import words
from proofroom.site.document.types import Site
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
