"""Changes of a tree of nodes. Every one keeps `parent_id` in step with `children`."""

import copy
from collections.abc import Callable, Iterator

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document.modules import OUTLET, find_module
from proofroom.site.document.types import Node, Tree

NewId = Callable[[], str]


def walk(tree: Tree, start: str | None = None) -> Iterator[Node]:
    """Yield a node and everything below it, as a reader meets them."""
    waiting = [start or tree.root_id]
    while waiting:
        node = tree.nodes.get(waiting.pop())
        if node is not None:
            yield node
            waiting += reversed(node.children)


def takes_children(node: Node) -> bool:
    """Tell whether nodes may be put into a node."""
    module = find_module(node.module_id)
    return module is not None and module.takes_children


def insert(tree: Tree, parent: Node, node: Node, index: int | None = None) -> None:
    """Put a node, which is in `nodes` already or not, into a parent; at the end where no index is given."""
    tree.nodes[node.id] = node
    node.parent_id = parent.id
    parent.children.insert(len(parent.children) if index is None else index, node.id)


def delete(tree: Tree, node_id: str) -> None:
    """Take out a node with everything below it."""
    if node_id == tree.root_id:
        raise InvalidInput(say("site.root_stays"))
    node = tree.nodes[node_id]
    parent = tree.nodes.get(node.parent_id or "")
    if parent is not None:
        parent.children = [child for child in parent.children if child != node_id]
    for gone in [one.id for one in walk(tree, node_id)]:
        del tree.nodes[gone]


def move(tree: Tree, node_id: str, parent_id: str, index: int) -> None:
    """Move a node; the index counts after it was taken out of its old parent."""
    if node_id not in tree.nodes:
        raise InvalidInput(say("site.move_no_node", id=node_id))
    if node_id == tree.root_id:
        raise InvalidInput(say("site.root_stays"))
    parent = tree.nodes.get(parent_id)
    if parent is None:
        raise InvalidInput(say("site.move_no_parent", id=parent_id))
    if any(node.id == parent_id for node in walk(tree, node_id)):
        raise InvalidInput(say("site.move_into_itself", id=node_id))
    if not takes_children(parent):
        raise InvalidInput(say("site.no_parent", id=parent_id))
    node = tree.nodes[node_id]
    old = tree.nodes.get(node.parent_id or "")
    if old is not None:
        old.children.remove(node_id)
    insert(tree, parent, node, max(0, min(index, len(parent.children))))


def duplicate(tree: Tree, node_id: str, new_id: NewId) -> str | None:
    """Copy a node with everything below it right after it; None where that cannot be."""
    node = tree.nodes.get(node_id)
    if node is None or node.parent_id is None:
        return None
    subtree = list(walk(tree, node_id))
    if any(one.module_id == OUTLET for one in subtree):
        return None
    names = {one.id: new_id() for one in subtree}
    for one in subtree:
        copied = copy.deepcopy(one)
        copied.id = names[one.id]
        copied.children = [names[child] for child in one.children]
        copied.parent_id = names.get(one.parent_id or "", one.parent_id)
        tree.nodes[copied.id] = copied
    siblings = tree.nodes[node.parent_id].children
    siblings.insert(siblings.index(node_id) + 1, names[node_id])
    return names[node_id]
