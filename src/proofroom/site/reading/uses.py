"""What uses a rule, a code asset or a component, or leads to a page: documents, with how many nodes."""

from collections.abc import Callable

from proofroom.site.document.assets import applies_to, config_of
from proofroom.site.document.modules import COMPONENT
from proofroom.site.document.slugs import public_path
from proofroom.site.document.types import Component, Json, Node, Page, Site
from proofroom.site.reading.documents import ref_of, title_of
from proofroom.site.rendering.nodes import PAGE_REF

Document = Page | Component


def shows(node: Node, component_id: str) -> bool:
    """Tell whether a node shows a component."""
    return node.module_id == COMPONENT and node.props.get("componentId") == component_id


def uses_of(site: Site, key: str) -> list[Json] | None:
    """Return the documents that use something of the site, with how often; None where there is no such thing.

    An asset is used once by every document that it runs on.
    """
    counted = _counter(site, key)
    if counted is None:
        return None
    found = list[Json]()
    for tree in (*site.pages, *site.components):
        if count := counted(tree):
            found.append({**ref_of(tree).as_dict(), "title": title_of(tree), "count": count})
    return found


def _counter(site: Site, key: str) -> Callable[[Document], int] | None:
    if key in site.rules:
        return lambda tree: sum(key in node.class_ids for node in tree.nodes.values())
    if site.component(key) is not None:
        return lambda tree: sum(shows(node, key) for node in tree.nodes.values())
    page = site.page(key)
    if page is not None:
        addresses = {f"{PAGE_REF}{page.id}", public_path(page.slug)}
        return lambda tree: (
            tree is not page and sum(_leads_to(node) in addresses for node in tree.nodes.values())
        )
    file = next((one for one in site.files if one.id == key), None)
    if file is None:
        return None
    config = config_of(site, file)
    return lambda tree: int(isinstance(tree, Page) and applies_to(config, tree))


def _leads_to(node: Node) -> str:
    """Return where a node's link leads, without the place on that page."""
    return str(node.props.get("href") or "").partition("#")[0]
