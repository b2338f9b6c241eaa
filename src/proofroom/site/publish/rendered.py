"""A proposal as pages: where what it changes can be seen, before and after, and how it is marked there."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from proofroom.kernel.data import dataclass
from proofroom.site.document.types import Site
from proofroom.site.publish.build import SiteBuilder
from proofroom.site.rendering.stylesheet import is_selector

_ID = re.compile(r"[\w-]{1,80}\Z")


@dataclass(frozen=True, slots=True)
class Changed:
    """A change to be shown: in which document, and which node or rule."""

    hunk: str
    type: str
    id: str
    area: str


class ChangeMark(NamedTuple):
    """A change, and what it is seen on."""

    hunk: str
    selector: str


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page that shows changes, and what to mark on it."""

    title: str
    path: str
    marks: tuple[ChangeMark, ...]


def pages_with(builder: SiteBuilder, changes: Iterable[Changed]) -> list[RenderedPage]:
    """Return the pages on which changes can be seen, each once, in the order of the changes."""
    site = builder.site
    marks, titles = dict[str, list[ChangeMark]](), dict[str, str]()
    for change in changes:
        tree_id = change.area if change.type in ("node", "page", "component") else _first_use(site, change.id)
        tree = next((one for one in site.trees if one.id == tree_id), None)
        path = builder.path_of(_page_of(site, tree_id))
        titles.setdefault(path, str(getattr(tree, "title", "") or getattr(tree, "name", "") or path))
        found = marks.setdefault(path, [])
        if selector := _selector(site, change):
            found.append(ChangeMark(change.hunk, selector))
    return [RenderedPage(titles[path], path, tuple(found)) for path, found in marks.items()]


def _selector(site: Site, change: Changed) -> str:
    """Return what a change is seen on, for `querySelectorAll`; empty where nothing can be pointed at."""
    if change.type == "node":
        return f'[uid="{change.id}"]' if _ID.match(change.id) else ""
    rule = site.rules.get(change.id)
    is_plain = rule is not None and is_selector(rule.selector) and "::" not in rule.selector
    return rule.selector if rule is not None and is_plain else ""


def _first_use(site: Site, rule_id: str) -> str:
    """Return the first document that has a class; for any other rule the homepage."""
    for tree in site.trees:
        if any(rule_id in node.class_ids for node in tree.nodes.values()):
            return tree.id
    return site.homepage.id if site.homepage else ""


def _page_of(site: Site, tree_id: str) -> str:
    """Return a document that is shown at an address: a component's is the first that holds it."""
    if not any(one.id == tree_id for one in site.components):
        return tree_id
    for page in site.pages:
        if any(node.props.get("componentId") == tree_id for node in page.nodes.values()):
            return page.id
    return tree_id
