"""Edits that only the editor makes: components from nodes and back into pages, declarations taken out."""

from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.strings import say
from proofroom.site.document import tree as trees
from proofroom.site.document.modules import COMPONENT, OUTLET
from proofroom.site.document.types import Component, Json, Node
from proofroom.site.importing.commit import RuleIndex
from proofroom.site.importing.css import import_css
from proofroom.site.tools.open_site import OpenSite
from proofroom.site.tools.schemas import ApplyCssInput, Name, NodeInput, SiteInput
from proofroom.site.tools.tool import STRUCTURE, STYLE, site_tool


class CreateComponentInput(NodeInput):
    """Input of `create_component`."""

    name: Name


class InsertComponentInput(SiteInput):
    """Input of `insert_component`."""

    component_id: Name
    parent_id: Name
    index: int | None = None


@site_tool("create_component", STRUCTURE)
def create_component(opened: OpenSite, given: CreateComponentInput) -> Json:
    """Make a component of a node."""
    tree, node = opened.node(given.node_id)
    inside = list(trees.walk(tree, node.id))
    parent = tree.nodes.get(node.parent_id or "")
    if parent is None or isinstance(tree, Component) or any(one.module_id == OUTLET for one in inside):
        raise InvalidInput(say("site.root_stays"))
    at = parent.children.index(node.id)
    for one in inside:
        del tree.nodes[one.id]
    parent.children.remove(node.id)
    made = Component(
        opened.new_id(), node.id, {one.id: one for one in inside}, given.name.strip(), created_at=opened.at
    )
    node.parent_id = None
    opened.site.components.append(made)
    shown = _reference(opened, made.id)
    trees.insert(tree, parent, shown, at)
    return {"componentId": made.id, "nodeId": shown.id}


@site_tool("insert_component", STRUCTURE)
def insert_component(opened: OpenSite, given: InsertComponentInput) -> Json:
    """Show a component below a node."""
    component = opened.site.component(given.component_id)
    if component is None:
        raise NotFound(say("site.no_component", id=given.component_id))
    tree, parent = opened.node(given.parent_id)
    if tree.id == component.id:
        raise InvalidInput(say("site.move_into_itself", id=component.id))
    if not trees.takes_children(parent):
        raise InvalidInput(say("site.no_parent", id=parent.id))
    shown = _reference(opened, component.id)
    trees.insert(tree, parent, shown, given.index)
    return {"nodeId": shown.id}


@site_tool("remove_styles", STYLE)
def remove_styles(opened: OpenSite, given: ApplyCssInput) -> Json:
    """Take declarations out of style rules."""
    css = import_css(given.css, opened.site.breakpoints)
    index, changed = RuleIndex(opened.site), 0
    for rule in css.rules:
        known = index.find(rule)
        if known is None or known.generated:
            continue
        changed += 1
        known.updated_at = opened.at
        for name in rule.styles:
            known.styles.pop(name, None)
            known.priorities.pop(name, None)
        for context, bag in rule.context_styles.items():
            kept = known.context_styles.get(context, {})
            for name in bag:
                kept.pop(name, None)
                known.context_priorities.get(context, {}).pop(name, None)
            if not kept:
                known.context_styles.pop(context, None)
                known.context_priorities.pop(context, None)
    return {"cssRulesUpdated": changed}


def _reference(opened: OpenSite, component_id: str) -> Node:
    return Node(opened.new_id(), COMPONENT, {"componentId": component_id, "propOverrides": {}})
