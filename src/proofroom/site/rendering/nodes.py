"""Nodes → HTML. No recursion: pages nest as deep as their authors like.

`Renderer.body` walks a tree with a stack of what is still to be written: texts, and nodes with the scope they
are in (their tree, open entries, and a component's parameters and slots).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any

from proofroom.kernel.data import dataclass
from proofroom.site.document.load import as_object
from proofroom.site.document.modules import BODY, COMPONENT, LOOP, OUTLET, SLOT, SLOT_OUTLET
from proofroom.site.document.slugs import public_path
from proofroom.site.document.types import Bag, Component, Json, Node, Site, Tree
from proofroom.site.rendering.elements import CONTAINERS, ELEMENTS
from proofroom.site.rendering.escape import attributes, clean_name, clean_value, escape, tag_name
from proofroom.site.rendering.frames import Frames
from proofroom.site.rendering.loops import DRAFT, Rows, loop_source, paged
from proofroom.site.rendering.markdown import markdown_html

DEEPEST = 16
"""How many components may stand inside each other: one that holds itself ends here."""
MOST_REPEATED = 100_000
"""So many nodes loops and components may add to a page: loops in loops, and components that hold each other
twice, would never end."""
_COST = {LOOP: 20, COMPONENT: 5}
"""What finding the entries of a loop is worth in nodes."""
DRAFT_MARK = "<!-- proofroom: draft -->"
"""Stands before an entry that readers do not see yet; the editor's frame looks for it."""
PAGE_REF = "cms:page:"
_COMPOSED = re.compile(r"^(?:c0_|t\d+_)+")
_RICH = ("html", "richtext")
_URLS = frozenset({"href", "src", "action", "redirectUrl", "poster", "videoUrl"})
_URL_ATTRIBUTES = frozenset({"href", "src", "poster", "srcset"})


@dataclass(frozen=True, slots=True)
class Scope:
    """What a node is rendered in."""

    tree: Tree
    frames: Frames
    params: Json | None = None
    slots: "dict[str, tuple[list[str], Scope]]" = field(default_factory=dict[str, Any])
    depth: int = 0
    is_inner: bool = False
    """Inside a component: its nodes belong to another document, and are not annotated."""


Waiting = list["str | tuple[str, Scope, str]"]
"""Texts to write, and nodes to render: id, scope, and what a component hands to its root's tag."""
Picture = Callable[[str], Json | None]
"""Returns `src, srcset, sizes, width, height, alt` of an image of the media library; None for any other."""


class Renderer:
    """Renders nodes of one site. Annotated, it is for reading: uids on nodes, loops once, tokens raw."""

    def __init__(
        self,
        site: Site,
        *,
        rows: Rows | None = None,
        annotate: bool = False,
        uids: bool = False,
        base: str = "",
        picture: Picture | None = None,
        paths: Mapping[str, str] | None = None,
    ) -> None:
        self._rows, self._annotate, self._base, self._picture = rows, annotate, base, picture
        self._with_uids = annotate or uids
        self._names = {key: escape(rule.name) for key, rule in site.rules.items() if rule.kind == "class"}
        self._components = {one.id: one for one in site.components}
        plain = (page for page in site.pages if not page.is_template)
        self._paths = paths if paths is not None else {page.id: public_path(page.slug) for page in plain}

    def body(self, tree: Tree, frames: Frames | None = None, params: Json | None = None) -> str:
        """Return what stands inside `<body>`; the parameters are those of a component that stands alone."""
        return self._write([(tree.root_id, Scope(tree, frames or Frames(), params), "")])

    def node(self, tree: Tree, node_id: str, frames: Frames | None = None) -> str:
        """Return one node with everything below it."""
        return self._write([(node_id, Scope(tree, frames or Frames()), "")])

    def body_tag(self, tree: Tree) -> str:
        """Return `<body>` with the classes, styles and attributes of the root."""
        root = tree.nodes[tree.root_id]
        authored = attributes(root.props.get("htmlAttributes"))
        return f"<body{self._head(root, annotate=False)}{authored}>"

    def _write(self, waiting: Waiting) -> str:
        out = list[str]()
        put, names, annotate = out.append, self._names, self._with_uids
        left = MOST_REPEATED + sum(len(one[1].tree.nodes) for one in waiting if not isinstance(one, str))
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                put(item)
                continue
            node_id, scope, given = item
            node = scope.tree.nodes.get(node_id)
            if node is None or node.hidden or left < 0:
                continue  # what is open already is closed all the same
            left -= _COST.get(node.module_id, 1)
            if left < 0:
                put("<!-- instatic: this page repeats too much -->")
            element = ELEMENTS.get(node.module_id)
            if element is None:
                self._special(node, scope, given, waiting)
                continue
            if given or annotate or node.inline_styles:
                head = given or self._head(node, annotate=annotate and not scope.is_inner)
            elif node.class_ids:
                shown = " ".join([names[key] for key in node.class_ids if key in names])
                head = f' class="{shown}"' if shown else ""
            else:
                head = ""
            children = node.children
            opened, closed = element(self._props(node, scope), head, bool(children))
            put(opened)
            if node.module_id == OUTLET and scope.frames.body:
                put(scope.frames.body)
            if children:
                if closed:
                    waiting.append(closed)
                    waiting += [(child, scope, "") for child in reversed(children)]
            elif closed:
                put(closed)
        return "".join(out)

    def _head(self, node: Node, *, annotate: bool) -> str:
        uid = f' uid="{escape(_own_id(node.id))}"' if annotate else ""
        style = inline_style(node.inline_styles) if node.inline_styles else ""
        shown = " ".join([self._names[key] for key in node.class_ids if key in self._names])
        return uid + (f' style="{escape(style)}"' if style else "") + (f' class="{shown}"' if shown else "")

    def _props(self, node: Node, scope: Scope) -> Json:
        """Return a node's props as they are shown: parameters, bindings, tokens, addresses of pages."""
        props = node.props
        if node.prop_bindings and scope.params is not None:
            params = scope.params
            props = props | {
                key: params[one["paramId"]]
                for key, one in node.prop_bindings.items()
                if one["paramId"] in params
            }
        if self._annotate:
            return props
        if node.dynamic_bindings:
            bindings = node.dynamic_bindings.items()
            props = props | {key: scope.frames.bound(one, props.get(key)) for key, one in bindings}
        changed: Json = {}
        for key, value in props.items():
            if type(value) is str:
                if "{" in value:
                    filled = scope.frames.fill(value)
                    is_markup = filled is not value and key.lower().endswith(_RICH)
                    value = markdown_html(filled) if is_markup else filled
                if key in _URLS and value:
                    value = self._address(value)
                if value is not props[key]:
                    changed[key] = value
            elif key == "htmlAttributes" and value:
                changed[key] = self._authored(as_object(value), scope.frames)
        if changed:
            props = props | changed
        if node.module_id == "base.image" and self._picture is not None:
            props = self._pictured(props)
        return props

    def _authored(self, value: Json, frames: Frames) -> Json:
        return {
            name: self._shown(name, frames.fill(one) if "{" in one else one) if isinstance(one, str) else one
            for name, one in value.items()
        }

    def _shown(self, name: str, value: str) -> str:
        if name == "srcset" and "data:" not in value:
            sizes = (one.strip().partition(" ") for one in value.split(","))
            return ", ".join(f"{self._address(url)} {size}".strip() for url, _, size in sizes if url)
        return self._address(value) if name in _URL_ATTRIBUTES else value

    def _address(self, value: str) -> str:
        if value.startswith(PAGE_REF):
            page_id, hash_mark, fragment = value[len(PAGE_REF) :].partition("#")
            path = self._paths.get(page_id)
            return "#" if path is None else f"{self._base}{path}{hash_mark}{fragment}"
        if self._picture is not None and (found := self._picture(value)) is not None:
            return str(found["src"])
        if self._base and value.startswith("/") and not value.startswith(("//", "/api/")):
            return f"{self._base}{value}"
        return value

    def _pictured(self, props: Json) -> Json:
        found = self._picture(str(props.get("src") or "")) if self._picture else None
        if found is None:
            return props
        alt = props.get("alt")
        return props | found | ({"alt": alt} if isinstance(alt, str) and alt else {})

    def _special(self, node: Node, scope: Scope, given: str, waiting: Waiting) -> None:
        match node.module_id:
            case _ if node.module_id == BODY or node.module_id == SLOT:
                waiting += [(child, scope, "") for child in reversed(node.children)]
            case _ if node.module_id == LOOP:
                self._loop(node, scope, given, waiting)
            case _ if node.module_id == COMPONENT:
                self._component(node, scope, waiting)
            case _ if node.module_id == SLOT_OUTLET:
                self._slot(node, scope, waiting)
            case _:
                waiting.append(f'<!-- instatic: unknown module "{escape(node.module_id)}" -->')

    def _loop(self, node: Node, scope: Scope, given: str, waiting: Waiting) -> None:
        head = given or self._head(node, annotate=self._with_uids and not scope.is_inner)
        if self._annotate:
            waiting.append("</instatic-loop>")
            waiting += [(child, scope, "") for child in reversed(node.children)]
            waiting.append(f"<instatic-loop{head}{loop_source(node.props)}>")
            return
        found = self._rows(node.props, scope.frames) if self._rows is not None else None
        if found is None:
            waiting.append(f'<!-- instatic: loop "{escape(node.id)}" has no resolved data -->')
            return
        if not node.children:
            waiting.append(f'<!-- instatic: loop "{escape(node.id)}" has no template children -->')
            return
        rows = paged(node.props, found)
        if not rows:
            return
        tag = tag_name(node.props.get("tag", "div"), node.props.get("customTag"), CONTAINERS)
        opened = f'<{tag}{head} data-instatic-loop="{escape(node.id)}" data-instatic-loop-page="1">'
        waiting.append(f"</{tag}>")
        children = node.children
        for at in range(len(rows) - 1, -1, -1):
            inner = replace(scope, frames=scope.frames.opened(rows[at]))
            waiting.append((children[at % len(children)], inner, ""))
            if self._with_uids and rows[at].get(DRAFT):
                waiting.append(DRAFT_MARK)
        waiting.append(opened)

    def _component(self, node: Node, scope: Scope, waiting: Waiting) -> None:
        component = self._components.get(str(node.props.get("componentId") or ""))
        if component is None or scope.depth >= DEEPEST:
            key = escape(str(node.props.get("componentId") or ""))
            waiting.append(f'<!-- instatic: unknown component "{key}" -->')
            return
        overrides = node.props.get("propOverrides")
        given = as_object(overrides)
        params = {key: given.get(key, value) for key, value in default_params(component).items()}
        slots = dict[str, tuple[list[str], Scope]]()
        for child in node.children:
            slot = scope.tree.nodes.get(child)
            if slot is not None and slot.module_id == SLOT:
                slots[str(slot.props.get("slotName") or "children")] = (slot.children, scope)
        inner = Scope(component, scope.frames, params, slots, scope.depth + 1, is_inner=True)
        root = component.nodes.get(component.root_id)
        head = self._head(_joined(root, node) if root else node, annotate=False)
        uid = f' uid="{escape(node.id)}"' if self._with_uids and not scope.is_inner else ""
        waiting.append((component.root_id, inner, uid + head or " "))

    def _slot(self, node: Node, scope: Scope, waiting: Waiting) -> None:
        held = scope.slots.get(str(node.props.get("slotName") or "children"))
        children, inner = held if held is not None and held[0] else (node.children, scope)
        waiting += [(child, inner, "") for child in reversed(children)]


def default_params(component: Component) -> Json:
    """Return a component's parameters as they are where nobody says otherwise."""
    return {str(one.get("id")): one.get("defaultValue") for one in component.params}


def _own_id(node_id: str) -> str:
    """Return a node's id in its own document, without what composing templates put before it."""
    return _COMPOSED.sub("", node_id)


def _joined(root: Node, ref: Node) -> Node:
    """Return a component's root with the classes and styles of the node that refers to it."""
    return replace(
        root,
        class_ids=list(dict.fromkeys([*root.class_ids, *ref.class_ids])),
        inline_styles=root.inline_styles | ref.inline_styles,
    )


def inline_style(bag: Bag) -> str:
    """Return declarations as they stand in a style attribute."""
    found = list[str]()
    for name, value in bag.items():
        shown, kept = clean_name(name), clean_value(value)
        if shown is not None and kept is not None and ";" not in kept:
            found.append(f"{shown}: {kept}")
    return "; ".join(found)
