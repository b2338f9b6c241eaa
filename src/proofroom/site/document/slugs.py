"""Slugs of pages, and the paths they are served at."""

import re
from collections.abc import Container

RESERVED = frozenset({"admin", "api", "assets", "health"})
HOME = "index"


def page_slug(text: str) -> str:
    """Return the slug that a text makes; empty where nothing is left of it."""
    parts = (_segment(part) for part in text.lower().split("/"))
    kept = [part for part in parts if part]
    if kept and kept[0] in RESERVED:
        kept[0] += "-page"
    return "/".join(kept)


def free_slug(wanted: str, taken: Container[str]) -> str:
    """Return a slug that nobody has: the wanted one, or with a number behind it."""
    slug, number = wanted, 2
    while slug in taken:
        slug, number = f"{wanted}-{number}", number + 1
    return slug


def public_path(slug: str) -> str:
    """Return the path that a page is served at."""
    return "/" if slug == HOME else f"/{slug}"


def _segment(text: str) -> str:
    plain = re.sub(r"['\"’‘“”`]", "", text.strip())
    return re.sub(r"-+", "-", re.sub(r"[^a-z0-9-]", "-", re.sub(r"\s+", "-", plain))).strip("-")
