"""What is made new: ids, and a site with one empty page."""

import base64
import hashlib

from proofroom.site.document.modules import BODY
from proofroom.site.document.types import Breakpoint, Json, Node, Page, Site

ID_LENGTH = 21


def short_id(*parts: str) -> str:
    """Return a 21-character id, the same for the same parts."""
    digest = hashlib.sha256("\x1f".join(parts).encode()).digest()
    return base64.urlsafe_b64encode(digest).decode()[:ID_LENGTH]


def default_breakpoints() -> list[Breakpoint]:
    """Return the three widths that a site starts with."""
    named = (("mobile", "Mobile", 375, "smartphone"), ("tablet", "Tablet", 768, "tablet"))
    named = (*named, ("desktop", "Desktop", 1440, "monitor"))
    return [
        Breakpoint(key, label, width, f"(max-width: {width}px)", icon) for key, label, width, icon in named
    ]


def empty_runtime() -> Json:
    """Return the runtime of a site without code."""
    return {
        "dependencyLock": {"version": 1, "packages": {}, "updatedAt": 0},
        "scripts": {},
        "styles": {},
    }


def new_page(page_id: str, root_id: str, title: str, slug: str) -> Page:
    """Return an empty page."""
    return Page(page_id, root_id, {root_id: Node(root_id, BODY)}, slug=slug, title=title)


def new_site(name: str, seed: str, at_ms: int = 0) -> Site:
    """Return a site with an empty homepage; its ids follow from the seed, so that all first sites agree."""
    return Site(
        id=short_id(seed, "site"),
        name=name,
        breakpoints=default_breakpoints(),
        pages=[new_page(short_id(seed, "page"), short_id(seed, "root"), "Home", "index")],
        settings={"shortcuts": {}},
        runtime=empty_runtime(),
        package_json={"dependencies": {}, "devDependencies": {}},
        created_at=at_ms,
        updated_at=at_ms,
    )
