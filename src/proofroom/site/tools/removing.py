"""Edits that only the editor makes: taking a rule, a code asset or a component away from all that uses it."""

from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.strings import say
from proofroom.site.document import tree as trees
from proofroom.site.document.modules import CONTAINER
from proofroom.site.document.types import Component, Json
from proofroom.site.reading.uses import shows
from proofroom.site.tools.code import find_asset
from proofroom.site.tools.open_site import OpenSite
from proofroom.site.tools.schemas import CodeAssetInput, Name, SiteInput
from proofroom.site.tools.tool import STRUCTURE, STYLE, site_tool


class RuleInput(SiteInput):
    """Input of `delete_rule`."""

    rule_id: Name


class ComponentInput(SiteInput):
    """Input of `delete_component`."""

    component_id: Name


class RenameComponentInput(ComponentInput):
    """Input of `rename_component`."""

    name: Name


@site_tool("delete_rule", STYLE)
def delete_rule(opened: OpenSite, given: RuleInput) -> Json:
    """Delete a style rule."""
    rule = opened.site.rules.get(given.rule_id)
    if rule is None or rule.generated:
        raise InvalidInput(say("site.no_rule", id=given.rule_id))
    del opened.site.rules[rule.id]
    freed = 0
    for tree in (*opened.site.pages, *opened.site.components):
        if isinstance(tree, Component):
            tree.class_ids = [key for key in tree.class_ids if key != rule.id]
        for node in tree.nodes.values():
            if rule.id in node.class_ids:
                node.class_ids = [key for key in node.class_ids if key != rule.id]
                freed += 1
    return {"nodesChanged": freed}


@site_tool("delete_code_asset", STRUCTURE)
def delete_code_asset(opened: OpenSite, given: CodeAssetInput) -> None:
    """Delete a script or style sheet."""
    file = find_asset(opened, given)
    opened.site.files.remove(file)
    opened.site.runtime.get(f"{file.type}s", {}).pop(file.id, None)


@site_tool("rename_component", STRUCTURE)
def rename_component(opened: OpenSite, given: RenameComponentInput) -> None:
    """Say what a component is called."""
    _component(opened, given).name = given.name.strip()


@site_tool("delete_component", STRUCTURE)
def delete_component(opened: OpenSite, given: ComponentInput) -> Json:
    """Delete a component with every node that shows it."""
    gone = _component(opened, given)
    opened.site.components.remove(gone)
    removed = 0
    for tree in (*opened.site.pages, *opened.site.components):
        for node in [one for one in tree.nodes.values() if shows(one, gone.id)]:
            removed += 1
            if node.id == tree.root_id:  # a document keeps its root: an empty one
                node.module_id, node.props = CONTAINER, {}
            elif node.id in tree.nodes:  # else it went with a node around it
                trees.delete(tree, node.id)
    if opened.current is not None and opened.current.id == gone.id:
        opened.current = None
    return {"nodesRemoved": removed}


def _component(opened: OpenSite, given: ComponentInput) -> Component:
    found = opened.site.component(given.component_id)
    if found is None:
        raise NotFound(say("site.no_component", id=given.component_id))
    return found
