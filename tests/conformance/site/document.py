"""Whole site documents as the original kept them, in one piece; ours are files."""

from typing import Any

from proofroom.site.document import Page, Site
from proofroom.site.document.load import (
    as_list,
    as_object,
    load_component,
    load_file,
    load_nodes,
    load_rules,
    load_shell,
    need_object,
    page_members,
)


def load_site(raw: Any) -> Site:
    """Return the site of a whole document; raise `InvalidInput` where it is none."""
    given = need_object(raw, "site")
    site = load_shell(given)
    site.rules = load_rules(given.get("styleRules"))
    site.files = [found for one in as_list(given.get("files")) if (found := load_file(one))]
    site.pages = [_load_page(one, f"pages[{at}]") for at, one in enumerate(as_list(given.get("pages")))]
    site.components = [
        load_component(one, f"visualComponents[{at}]")
        for at, one in enumerate(as_list(given.get("visualComponents")))
    ]
    site.layouts = [one for one in as_list(given.get("layouts")) if isinstance(one, dict)]
    site.collections = {
        key: one for key, one in as_object(given.get("collections")).items() if isinstance(one, dict)
    }
    return site


def _load_page(raw: Any, path: str) -> Page:
    given = need_object(raw, path)
    root, found = load_nodes(given.get("nodes"), given.get("rootNodeId"), path)
    return Page(root_id=root, nodes=found, **page_members(given, path))
