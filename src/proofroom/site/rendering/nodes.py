"""Nodes as HTML, bottom-up and without recursion, so that no depth of nesting can stop it.

Only loops and components are rendered by a call of their own: what is in them is rendered several times, or
with other values.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from proofroom.site.document import modules
from proofroom.site.document.interpolate import as_text, interpolate, walk
from proofroom.site.document.load import as_object
from proofroom.site.document.modules import URL_CONTROLS, Module, Prop, find_module
from proofroom.site.document.slugs import public_path
from proofroom.site.document.types import Json, Node, Site, Tree
from proofroom.site.markup.escape import escape_html, is_safe_url
from proofroom.site.markup.sanitize import clean_rich_text, clean_svg
from proofroom.site.rendering.elements import RENDERERS, FindPicture, Given, tag_of
from proofroom.site.rendering.forms import FORM_RENDERERS
from proofroom.site.rendering.markdown import is_rich, markdown_html
from proofroom.site.rendering.stylesheet import inline_style

MOST_NESTED = 16
"""Components and loops inside each other."""
_FIRST_TAG = re.compile(r"<([a-zA-Z][^\s/>]*)")
_PAGE_REF = re.compile(r"cms:page:([^#]+)(#.*)?")


@dataclass(frozen=True, slots=True)
class Items:
    """What a loop shows: the fields of each item, and what a page of an endless list needs."""

    rows: Sequence[Json]
    page: int = 1
    has_more: bool = False


LoopItems = Callable[[Node, "Frame"], Items | None]
"""Returns what a loop shows; None where there is no data at hand."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What tokens stand for: the entries from the outermost inwards, the page, the site, the route."""

    entries: tuple[Json, ...] = ()
    page: Json = field(default_factory=dict[str, Any])
    site: Json = field(default_factory=dict[str, Any])
    route: Json = field(default_factory=dict[str, Any])

    def lookup(self, source: str, path: str) -> Any:
        """Return a field of a source, or None."""
        if source == "currentEntry":
            base: Json = self.entries[-1] if self.entries else {}
        elif source == "parentEntry":
            base = self.entries[-2] if len(self.entries) > 1 else {}
        else:
            base = {"page": self.page, "site": self.site, "route": self.route}.get(source, {})
        return walk(base, path)

    def inside(self, entry: Json) -> "Frame":
        """Return the frame inside an item of a loop."""
        return replace(self, entries=(*self.entries, entry))


@dataclass(frozen=True, slots=True)
class Rendering:
    """How a document is rendered."""

    site: Site
    annotate: bool = False
    """Whether every element says which node it is (`uid`)."""
    raw_tokens: bool = False
    """Whether tokens and loop bodies are shown as they were written, as an editor needs them."""
    loop_items: LoopItems | None = None
    picture: FindPicture | None = None


def render_node(rendering: Rendering, tree: Tree, node_id: str, frame: Frame | None = None) -> str:
    """Return a node with everything below it as HTML."""
    return _Renderer(rendering, tree).render(node_id, frame or Frame())


def frame_of(site: Site, page_id: str, title: str, slug: str) -> Frame:
    """Return the frame of a page that is rendered by itself."""
    path = public_path(slug)
    segments = [part for part in path.split("/") if part]
    return Frame(
        page={"id": page_id, "slug": slug, "title": title, "permalink": path},
        site={"id": site.id, "name": site.name},
        route={"path": path, "slug": slug, "segments": segments, "query": {}},
    )


class _Renderer:
    """Renders one tree; a component is another one, with values for its parameters."""

    def __init__(
        self,
        rendering: Rendering,
        tree: Tree,
        *,
        values: Json | None = None,
        slots: dict[str, str] | None = None,
        depth: int = 0,
    ) -> None:
        self._how, self._tree = rendering, tree
        self._values, self._slots, self._depth = values, slots, depth
        self._annotates = rendering.annotate and values is None

    def render(self, node_id: str, frame: Frame) -> str:
        order, waiting = list[Node](), [node_id]
        while waiting:
            node = self._tree.nodes.get(waiting.pop())
            if node is None or node.hidden:
                continue
            order.append(node)
            if node.module_id not in (modules.LOOP, modules.COMPONENT):
                waiting += node.children
        done = dict[str, str]()
        for node in reversed(order):
            children = "".join(done.pop(child, "") for child in node.children)
            done[node.id] = self._one(node, children, frame)
        return done.get(node_id, "")

    def _one(self, node: Node, children: str, frame: Frame) -> str:
        module = find_module(node.module_id)
        if module is None:
            return f"<!-- instatic: unknown module {_quoted(node.module_id)} -->"
        if module.id == modules.LOOP:
            return self._dressed(node, self._loop(node, frame))
        if module.id == modules.COMPONENT:
            return self._dressed(node, self._component(node, frame))
        if module.id == modules.SLOT:
            return children
        if module.id == modules.SLOT_OUTLET:
            return self._slot(node, children)
        props = self._escaped(module, self._effective(module, node, frame))
        render = RENDERERS.get(module.id) or FORM_RENDERERS.get(module.id)
        if render is None:
            return f"<!-- instatic: unknown module {_quoted(node.module_id)} -->"
        html = render(Given(props, children, bool(node.children), self._how.picture))
        return html if module.id == modules.BODY else self._dressed(node, html)

    # --- props

    def _effective(self, module: Module, node: Node, frame: Frame) -> Json:
        """Return the props a node has here, each of them legal."""
        found = dict(node.props)
        if self._values is not None:
            for key, binding in node.prop_bindings.items():
                if binding.get("paramId") in self._values:
                    found[key] = self._values[str(binding["paramId"])]
        if not self._how.raw_tokens:
            for key, binding in node.dynamic_bindings.items():
                self._bind(found, key, binding, frame)
            for key, value in found.items():
                if isinstance(value, str):
                    found[key] = self._resolved(key, value, frame)
                elif key == "htmlAttributes":
                    found[key] = {
                        name: interpolate(str(one), frame.lookup) for name, one in as_object(value).items()
                    }
        for prop in module.props:
            found[prop.key] = prop.repair(found[prop.key]) if prop.key in found else prop.default
        return found

    def _bind(self, props: Json, key: str, binding: Json, frame: Frame) -> None:
        text = as_text(frame.lookup(str(binding["source"]), str(binding["field"])))
        if text:
            props[key] = markdown_html(text) if binding.get("format") == "html" else text
        elif binding.get("fallback") == "empty":
            props[key] = ""

    def _resolved(self, key: str, text: str, frame: Frame) -> str:
        shown = interpolate(text, frame.lookup)
        if shown != text and is_rich(key):
            shown = markdown_html(shown)
        if reference := _PAGE_REF.fullmatch(shown):
            page = self._how.site.page(reference.group(1))
            return public_path(page.slug) + (reference.group(2) or "") if page else "#"
        return shown

    def _escaped(self, module: Module, props: Json) -> Json:
        return {
            key: self._escape(module.by_key.get(key), value) if isinstance(value, str) else value
            for key, value in props.items()
        }

    def _escape(self, prop: Prop | None, value: str) -> str:
        control = prop.type if prop else "text"
        if control in URL_CONTROLS:
            return value if is_safe_url(value) else "#"
        if control == "richtext":
            return clean_rich_text(value)
        return clean_svg(value) if control == "svg" else escape_html(value)

    # --- what is rendered by a call of its own

    def _loop(self, node: Node, frame: Frame) -> str:
        if not node.children:
            return f"<!-- instatic: loop {_quoted(node.id)} has no children -->"
        if self._depth >= MOST_NESTED:
            return ""
        inner = self._within()
        if self._how.raw_tokens:
            shown = "".join(inner.render(child, frame) for child in node.children)
            return self._loop_element(node, shown, 1, has_more=False)
        items = self._how.loop_items(node, frame) if self._how.loop_items else None
        if items is None:
            return f"<!-- instatic: loop {_quoted(node.id)} has no resolved data -->"
        if not items.rows:
            return ""
        shown = "".join(
            inner.render(node.children[at % len(node.children)], frame.inside(row))
            for at, row in enumerate(items.rows)
        )
        return self._loop_element(node, shown, items.page, has_more=items.has_more)

    def _loop_element(self, node: Node, inner: str, page: int, *, has_more: bool) -> str:
        tag = tag_of(node.props)
        told = f' data-instatic-loop="{escape_html(node.id)}" data-instatic-loop-page="{page}"'
        if node.props.get("pagination") == "infinite":
            size = escape_html(str(node.props.get("pageSize", 10)))
            told += (
                f' data-instatic-loop-mode="infinite" data-instatic-loop-has-more="{str(has_more).lower()}"'
                f' data-instatic-loop-page-size="{size}"'
            )
        return f"<{tag}{told}>{inner}</{tag}>"

    def _component(self, node: Node, frame: Frame) -> str:
        component = self._how.site.component(str(node.props.get("componentId") or ""))
        if component is None or self._depth >= MOST_NESTED:
            return f"<!-- instatic: unknown component {_quoted(str(node.props.get('componentId') or ''))} -->"
        given = as_object(node.props.get("propOverrides"))
        values = {
            str(one.get("id")): given.get(str(one.get("id")), one.get("defaultValue"))
            for one in component.params
        }
        slots = dict[str, str]()
        for child_id in node.children:
            child = self._tree.nodes.get(child_id)
            if child is not None and child.module_id == modules.SLOT:
                slots[str(child.props.get("slotName") or "children")] = self._within().render(child_id, frame)
        inner = _Renderer(self._how, component, values=values, slots=slots, depth=self._depth + 1)
        return inner.render(component.root_id, frame)

    def _slot(self, node: Node, children: str) -> str:
        if self._slots is None:
            return children
        return self._slots.get(str(node.props.get("slotName") or "children"), children)

    def _within(self) -> "_Renderer":
        return _Renderer(self._how, self._tree, values=self._values, slots=self._slots, depth=self._depth + 1)

    # --- classes, inline styles, uid

    def _dressed(self, node: Node, html: str) -> str:
        """Put classes, inline styles and the uid on the first element."""
        extra = ""
        if self._annotates:
            extra += f' uid="{escape_html(node.id)}"'
        if node.inline_styles and (style := inline_style(node.inline_styles)):
            extra += f' style="{escape_html(style)}"'
        if names := self.class_names(node):
            extra += f' class="{escape_html(" ".join(names))}"'
        if not extra or html.startswith("<!--"):
            return html
        found = _FIRST_TAG.search(html)
        if found is None or node.props.get("tag") == "none":
            return html
        return f"{html[: found.end()]}{extra}{html[found.end() :]}"

    def class_names(self, node: Node) -> list[str]:
        """Return the names of a node's classes."""
        rules = self._how.site.rules
        return [rules[key].name for key in node.class_ids if key in rules]


def _quoted(text: str) -> str:
    return f'"{escape_html(text).replace("--", "- -")}"'
