"""A component on a page of its own, for whoever edits it: its tree, and no page that holds it."""

from dataclasses import replace

from proofroom.site.document.modules import BODY
from proofroom.site.document.types import Component, Node, Page

ALONE = "_component/"
"""Before a component's id, the path of its own page in a preview."""


def alone_path(component_id: str) -> str:
    """Return where a preview shows a component by itself."""
    return f"/{ALONE}{component_id}"


def alone_page(component: Component) -> Page:
    """Return a page that holds nothing but a component's own nodes."""
    body = Node(f"{component.id}-alone", BODY, children=[component.root_id])
    root = component.nodes.get(component.root_id)
    nodes = {**component.nodes, body.id: body}
    if root is not None:
        nodes[root.id] = replace(root, parent_id=body.id)
    return Page(component.id, body.id, nodes, slug=ALONE + component.id, title=component.name)
