"""Tools that change nodes: HTML in, HTML out, props, moving, copying, deleting."""

from collections.abc import Mapping

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document import tree as trees
from proofroom.site.document.modules import OUTLET, find_module
from proofroom.site.document.types import Json, Node, StyleRule, Tree
from proofroom.site.importing.commit import RuleIndex, add_rules, link_classes, upsert_rules
from proofroom.site.importing.css import import_css
from proofroom.site.importing.html import ImportedHtml, import_html
from proofroom.site.rendering.nodes import Renderer
from proofroom.site.rendering.sanitize import clean_richtext
from proofroom.site.tools.open_site import OpenSite
from proofroom.site.tools.schemas import (
    DuplicateNodeInput,
    InsertHtmlInput,
    MoveNodeInput,
    NodeInput,
    RenameNodeInput,
    ReplaceNodeHtmlInput,
    UpdateNodePropsInput,
)
from proofroom.site.tools.tool import CONTENT, STRUCTURE, site_tool


@site_tool("insertHtml", STRUCTURE)
def insert_html(opened: OpenSite, given: InsertHtmlInput) -> Json:
    """Insert semantic HTML below a node, with its look as a <style> block and class attributes. One call per
    section. Scripts and event handlers are stripped; <instatic-loop> and <instatic-outlet> work.
    """
    imported = import_html(given.html, opened.new_id)
    if not imported.nodes:
        return _only_styles(opened, imported)
    tree = opened.tree_of(given.parent_id)
    parent = tree.nodes[given.parent_id] if tree else None
    if tree is None or parent is None or not trees.takes_children(parent):
        raise InvalidInput(say("site.no_parent", id=given.parent_id))
    _check_outlets(tree, imported)
    made = _put_in(opened, tree, parent, imported, given.index)
    return {"nodeIds": imported.root_ids, "created": [_created(opened.site.rules, node) for node in made]}


@site_tool("getNodeHtml", heavy=True, output_cap=100_000)
def get_node_html(opened: OpenSite, given: NodeInput) -> Json:
    """Read one node with everything in it as HTML with uids."""
    tree = opened.tree_of(given.node_id)
    if tree is None:
        for document, kind in (
            (opened.site.page(given.node_id), "page"),
            (opened.site.component(given.node_id), "visualComponent"),
        ):
            if document is not None:
                raise InvalidInput(say("site.document_id", id=given.node_id, type=kind))
        raise InvalidInput(say("site.no_node", id=given.node_id))
    return {"html": Renderer(opened.site, annotate=True).node(tree, given.node_id)}


@site_tool("replaceNodeHtml", STRUCTURE)
def replace_node_html(opened: OpenSite, given: ReplaceNodeHtmlInput) -> Json:
    """Replace what is in a node by other HTML."""
    imported = import_html(given.html, opened.new_id)
    if not imported.nodes:
        return _only_styles(opened, imported)
    tree = opened.tree_of(given.node_id)
    node = tree.nodes[given.node_id] if tree else None
    if tree is None or node is None or not trees.takes_children(node):
        raise InvalidInput(say("site.no_parent", id=given.node_id))
    _check_outlets(tree, imported, without=node)
    for child in list(node.children):
        trees.delete(tree, child)
    _put_in(opened, tree, node, imported, None)
    return {"nodeIds": imported.root_ids}


@site_tool("updateNodeProps", CONTENT)
def update_node_props(opened: OpenSite, given: UpdateNodePropsInput) -> None:
    """Set props of a node, such as text, href or src; all others stay."""
    _, node = opened.node(given.node_id)
    patch = {key: _clean(key, value) for key, value in given.patch.items()}
    if given.breakpoint_id is None:
        node.props.update(patch)
        return
    if all(one.id != given.breakpoint_id for one in opened.site.breakpoints):
        raise InvalidInput(say("site.no_breakpoint", id=given.breakpoint_id))
    module = find_module(node.module_id)
    known = module.by_key if module else {}
    fixed = [key for key in patch if key not in known or not known[key].is_responsive]
    if fixed:
        raise InvalidInput(say("site.not_responsive", module=node.module_id, props=", ".join(fixed)))
    node.breakpoint_overrides.setdefault(given.breakpoint_id, {}).update(patch)


@site_tool("moveNode", STRUCTURE)
def move_node(opened: OpenSite, given: MoveNodeInput) -> None:
    """Move a node inside its document."""
    tree = opened.tree_of(given.node_id)
    if tree is None:
        raise InvalidInput(say("site.move_no_node", id=given.node_id))
    trees.move(tree, given.node_id, given.new_parent_id, given.new_index)


@site_tool("deleteNode", STRUCTURE)
def delete_node(opened: OpenSite, given: NodeInput) -> None:
    """Delete a node with everything in it."""
    tree, _ = opened.node(given.node_id)
    trees.delete(tree, given.node_id)


@site_tool("duplicateNode", STRUCTURE)
def duplicate_node(opened: OpenSite, given: DuplicateNodeInput) -> Json:
    """Copy a node right after itself, 1 to 50 times."""
    tree = opened.tree_of(given.node_id)
    made = list[str]()
    source = given.node_id
    for _ in range(given.count):
        copied = trees.duplicate(tree, source, opened.new_id) if tree else None
        if copied is None:
            if made:
                raise InvalidInput(
                    say("site.duplicated_some", made=len(made), count=given.count, id=given.node_id)
                )
            raise InvalidInput(say("site.not_duplicated", id=given.node_id))
        made.append(copied)
        source = copied
    return {"nodeId": made[0], "nodeIds": made}


@site_tool("renameNode", CONTENT)
def rename_node(opened: OpenSite, given: RenameNodeInput) -> None:
    """Say what a node is called in the editor's tree."""
    _, node = opened.node(given.node_id)
    node.label = given.label.strip() or None


def _put_in(
    opened: OpenSite, tree: Tree, parent: Node, imported: ImportedHtml, index: int | None
) -> list[Node]:
    """Insert imported nodes with their styles; return them as a reader meets them."""
    css = import_css(imported.style_css, opened.site.breakpoints)
    rules = add_rules(opened.site, css, opened.new_id, opened.at) if css.rules else RuleIndex(opened.site)
    link_classes(rules, imported.nodes.values(), opened.new_id, opened.at)
    tree.nodes.update(imported.nodes)
    at = len(parent.children) if index is None else min(index, len(parent.children))
    for number, key in enumerate(imported.root_ids):
        trees.insert(tree, parent, tree.nodes[key], at + number)
    return [node for root in imported.root_ids for node in trees.walk(tree, root)]


def _check_outlets(tree: Tree, imported: ImportedHtml, without: Node | None = None) -> None:
    """Refuse a second outlet in a document: only the first would show what a template wraps."""
    count = sum(node.module_id == OUTLET for node in imported.nodes.values())
    if count == 0:
        return
    gone = {node.id for node in trees.walk(tree, without.id)} if without else set[str]()
    count += sum(node.module_id == OUTLET and key not in gone for key, node in tree.nodes.items())
    if count > 1:
        raise InvalidInput(say("site.one_outlet"))


def _created(rules: Mapping[str, StyleRule], node: Node) -> Json:
    names = [rules[key].name for key in node.class_ids if key in rules]
    return {"id": node.id, "moduleId": node.module_id, "classes": names}


def _only_styles(opened: OpenSite, imported: ImportedHtml) -> Json:
    css = import_css(imported.style_css, opened.site.breakpoints)
    if not css.rules:
        stripped = imported.scripts or imported.handlers
        raise InvalidInput(say("site.nothing_but_scripts" if stripped else "site.nothing_to_import"))
    counts = upsert_rules(opened.site, css, opened.new_id, opened.at)
    return {"cssRulesCreated": counts.created, "cssRulesUpdated": counts.updated}


def _clean(key: str, value: object) -> object:
    is_rich = key.lower().endswith(("html", "richtext"))
    return clean_richtext(value) if is_rich and isinstance(value, str) else value
