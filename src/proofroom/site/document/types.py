"""The nouns of a site. Plain data; order in bags, nodes and rules is kept because it is what is emitted."""

from dataclasses import field
from typing import Any, Literal

from proofroom.kernel.data import dataclass

Json = dict[str, Any]
Bag = dict[str, Any]
"""Style declarations: camelCase names (custom properties as written) to values."""
RuleKind = Literal["class", "ambient"]
IMPORTANT = "important"


# A page has thousands of nodes, and `list[str]()` takes ten times as long as a function with `[]`.
def _ids() -> list[str]:
    return []


def _bag() -> dict[str, Any]:
    return {}


@dataclass(slots=True)
class Node:
    """One element of a page or a component. `children` is the truth; `parent_id` follows it."""

    id: str
    module_id: str
    props: Json = field(default_factory=_bag)
    children: list[str] = field(default_factory=_ids)
    class_ids: list[str] = field(default_factory=_ids)
    parent_id: str | None = None
    breakpoint_overrides: dict[str, Json] = field(default_factory=_bag)
    label: str | None = None
    locked: bool = False
    hidden: bool = False
    inline_styles: Bag = field(default_factory=_bag)
    prop_bindings: dict[str, Json] = field(default_factory=_bag)
    """Only inside components: the parameter that a prop takes its value from."""
    dynamic_bindings: dict[str, Json] = field(default_factory=_bag)
    """`{source, field, format?, fallback?}` by prop."""


@dataclass(slots=True)
class Tree:
    """Nodes by id with their root: what pages and components have in common."""

    id: str
    root_id: str
    nodes: dict[str, Node]


@dataclass(slots=True)
class Page(Tree):
    """A page, or a template where `template` says `{enabled, target, priority}`."""

    slug: str = ""
    title: str = ""
    template: Json | None = None
    order: int = 0
    """Where it stands among the pages."""
    extra: Json = field(default_factory=dict[str, Any])
    """Members that are kept although nothing here reads them, such as owners."""

    @property
    def is_template(self) -> bool:
        """Tell whether it wraps other pages or entries instead of being one."""
        return self.template is not None


@dataclass(slots=True)
class Component(Tree):
    """A visual component: a tree with parameters, shown wherever a node refers to it."""

    name: str = ""
    params: list[Json] = field(default_factory=list[Json])
    class_ids: list[str] = field(default_factory=list[str])
    created_at: int = 0


@dataclass(slots=True)
class StyleRule:
    """A style rule. A class rule is attached by `Node.class_ids`; an ambient one by its selector."""

    id: str
    name: str
    kind: RuleKind
    selector: str
    order: int = 0
    styles: Bag = field(default_factory=dict[str, Any])
    context_styles: dict[str, Bag] = field(default_factory=dict[str, Bag])
    """Declarations by breakpoint id or condition id."""
    priorities: dict[str, str] = field(default_factory=dict[str, str])
    """`important` by property, for the base declarations."""
    context_priorities: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    raw_css: str | None = None
    """Only checked `@keyframes` blocks."""
    scope: Json | None = None
    generated: Json | None = None
    """Set for utilities made from design tokens; they are locked, and never stored."""
    description: str | None = None
    tags: list[str] | None = None
    created_at: int = 0
    updated_at: int = 0


@dataclass(slots=True)
class Breakpoint:
    """A width that styles vary by."""

    id: str
    label: str
    width: float
    media_query: str = ""
    icon: str = "monitor"
    preview_frame: bool | None = None

    @property
    def query(self) -> str:
        """The media query it stands for."""
        return self.media_query.strip() or f"(max-width: {self.width:g}px)"


@dataclass(slots=True)
class Condition:
    """A condition other than a breakpoint: `@media`, `@container` or `@supports`."""

    id: str
    label: str
    kind: Literal["media", "container", "supports"]
    query: str
    name: str | None = None


@dataclass(slots=True)
class SiteFile:
    """A code asset or another file of the site."""

    id: str
    path: str
    type: str
    content: str | None = None
    blob: Json | None = None
    generated: bool = False
    ejected: bool = False
    created_at: int = 0
    updated_at: int = 0


@dataclass(slots=True)
class Site:
    """A whole site in memory. `settings` holds tokens (`framework`, `fonts`) as the wire has them."""

    id: str
    name: str
    breakpoints: list[Breakpoint]
    pages: list[Page]
    components: list[Component] = field(default_factory=list[Component])
    layouts: list[Json] = field(default_factory=list[Json])
    conditions: list[Condition] = field(default_factory=list[Condition])
    settings: Json = field(default_factory=dict[str, Any])
    rules: dict[str, StyleRule] = field(default_factory=dict[str, StyleRule])
    files: list[SiteFile] = field(default_factory=list[SiteFile])
    runtime: Json = field(default_factory=dict[str, Any])
    explorer: Json = field(default_factory=dict[str, Any])
    package_json: Json = field(default_factory=dict[str, Any])
    collections: dict[str, Json] = field(default_factory=dict[str, Json])
    """Content models that are shown as pages: `{routeBase, slugField, titleField, bodyField, mediaField}`."""
    created_at: int = 0
    updated_at: int = 0

    def page(self, page_id: str) -> Page | None:
        """Return a page or template by id."""
        return next((page for page in self.pages if page.id == page_id), None)

    def component(self, component_id: str) -> Component | None:
        """Return a component by id."""
        return next((one for one in self.components if one.id == component_id), None)

    @property
    def homepage(self) -> Page | None:
        """The page that is served at `/`, or the first one."""
        plain = [page for page in self.pages if not page.is_template]
        return next((page for page in plain if page.slug == "index"), plain[0] if plain else None)

    @property
    def trees(self) -> list[Tree]:
        """Every page, template and component."""
        return [*self.pages, *self.components]

    def tree_of(self, node_id: str) -> Tree | None:
        """Return the page or component that a node is in."""
        return next((tree for tree in self.trees if node_id in tree.nodes), None)

    def rule_named(self, name: str) -> StyleRule | None:
        """Return the class rule of a name."""
        return next(
            (rule for rule in self.rules.values() if rule.kind == "class" and rule.name == name), None
        )
