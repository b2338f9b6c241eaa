"""HTML as nodes: stripped of what is active, mapped element by element."""

from collections.abc import Callable
from dataclasses import field

from proofroom.kernel.data import dataclass
from proofroom.site.document import modules
from proofroom.site.document.modules import MODULES
from proofroom.site.document.types import Bag, Json, Node
from proofroom.site.importing.css import import_inline
from proofroom.site.importing.elements import kept_attributes, map_element
from proofroom.site.importing.texts import collapsed, tokens
from proofroom.site.markup.names import is_attribute
from proofroom.site.markup.parse import Element, parse_document

NewId = Callable[[], str]


_ACTIVE = frozenset({"script", "style", "SCRIPT", "STYLE"})


@dataclass(slots=True)
class ImportedHtml:
    """What a piece of HTML holds. `Node.class_ids` are names until they are linked to rules."""

    nodes: dict[str, Node] = field(default_factory=dict[str, Node])
    """Children come before their parents."""
    root_ids: list[str] = field(default_factory=list[str])
    scripts: int = 0
    handlers: int = 0
    style_css: str = ""
    body: Json | None = None


def import_html(source: str, new_id: NewId) -> ImportedHtml:
    """Return the nodes of a piece of HTML, and the style sheets in it."""
    document = parse_document(source)
    found = ImportedHtml()
    styles = _strip(document, found)
    body = next((one for one in document.elements if one.name == "body"), None)
    if body is not None:
        _walk(body, styles, found, new_id)
        found.body = _body(body, styles)
    return found


def _strip(root: Element, found: ImportedHtml) -> dict[int, str]:
    """Take out what is active; return the inline styles by element, and collect style sheets."""
    styles, sheets = dict[int, str](), list[str]()
    for element in root.everything():
        for child in element.children:
            if type(child) is Element and child.tag in _ACTIVE:
                _take_out(element, found, sheets)
                break
        if not element.attributes:
            continue
        for name in [one for one in element.attributes if one[:2].lower() in ("on", "st")]:
            lower = name.lower()
            if lower.startswith("on"):
                found.handlers += 1
                del element.attributes[name]
            elif lower == "style":
                styles[id(element)] = element.attributes.pop(name)
    found.style_css = "\n".join(sheets)
    return styles


def _take_out(element: Element, found: ImportedHtml, sheets: list[str]) -> None:
    """Take scripts and style sheets out of an element."""
    kept = list[Element | str]()
    for child in element.children:
        name = child.name if isinstance(child, Element) else ""
        if name == "script":
            found.scripts += 1
        elif name == "style" and isinstance(child, Element):
            text = child.text()
            if text.strip():
                sheets.append(text)
        else:
            kept.append(child)
    element.children = kept


_Task = tuple[Element | str, Node | None, bool, bool]
"""An element or text that waits to become a node: its parent, and whether it is in a form, and in a `pre`."""


def _walk(body: Element, styles: dict[int, str], found: ImportedHtml, new_id: NewId) -> None:
    """Make the nodes of a body in the order they are read; one is kept when all that is in it is."""
    nodes, path = found.nodes, list[Node]()
    waiting: list[_Task] = [(item, None, False, False) for item in reversed(_items(body, in_pre=False))]
    while waiting:
        task = waiting.pop()
        parent = task[1]
        while path and path[-1] is not parent:
            done = path.pop()
            nodes[done.id] = done
        node = _node(task, styles, new_id(), waiting)
        path.append(node)
        if parent is None:
            found.root_ids.append(node.id)
        else:
            node.parent_id = parent.id
            parent.children.append(node.id)
            parent.props.pop("text", None)
    nodes.update((one.id, one) for one in reversed(path))


def _node(task: _Task, styles: dict[int, str], node_id: str, waiting: list[_Task]) -> Node:
    """Return what an element or text becomes; what is in it waits for its turn."""
    element, _, in_form, in_pre = task
    if isinstance(element, str):
        return Node(
            node_id, modules.TEXT, {**MODULES[modules.TEXT].defaults(), "text": element, "tag": "none"}
        )
    name = element.name
    mapped = map_element(element, name, in_form=in_form)
    props = MODULES[mapped.module].defaults()
    props.update(mapped.props)
    node = Node(node_id, mapped.module, props)
    if element.attributes:
        if attributes := kept_attributes(mapped.module, element):
            props["htmlAttributes"] = attributes
        if names := element.attributes.get("class"):
            node.class_ids = tokens(names)
    if styles:
        node.inline_styles = _inline(element, styles)
    if mapped.recurses:
        in_form = in_form or name == "form"
        in_pre = in_pre or name == "pre"
        items = _items(element, in_pre=in_pre)
        waiting += [(item, node, in_form, in_pre) for item in reversed(items)]
    return node


def _inline(element: Element, styles: dict[int, str]) -> Bag:
    style = styles.get(id(element))
    return import_inline(style) if style and style.strip() else {}


def _items(element: Element, *, in_pre: bool) -> list[Element | str]:
    """Return what becomes of an element's children: texts with their white space settled."""
    if in_pre:
        return [child for child in element.children if child]
    children = element.children
    if len(children) == 1 and isinstance(children[0], str):
        text = collapsed(children[0]).removeprefix(" ").removesuffix(" ")
        return [text] if text else []
    found = list[Element | str]()
    last = len(children) - 1
    for at, child in enumerate(children):
        if isinstance(child, Element):
            found.append(child)
            continue
        text = collapsed(child)
        if at == 0:
            text = text.removeprefix(" ")
        if at == last:
            text = text.removesuffix(" ")
        if text:
            found.append(text)
    return found


def _body(body: Element, styles: dict[int, str]) -> Json | None:
    attributes = {
        name.lower(): value for name, value in body.attributes.items() if is_attribute(name.lower())
    }
    told: Json = {}
    if names := tokens(body.attributes.get("class", "")):
        told["classNames"] = names
    if attributes:
        told["htmlAttributes"] = attributes
    if inline := _inline(body, styles):
        told["inlineStyles"] = inline
    return told or None
