"""What a tool works on: the site, what is open, and how ids and times are made."""

from collections.abc import Callable, Sequence
from dataclasses import field

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document.types import Component, Json, Node, Page, Site, Tree
from proofroom.site.reading.documents import DocumentRef, find_document, ref_of


@dataclass(frozen=True, slots=True)
class Table:
    """A content model as loops and templates know it: a data table."""

    id: str
    slug: str
    name: str
    kind: str = "postType"
    route_base: str = ""
    row_count: int = 0
    primary_field: str = ""
    fields: Sequence[Json] = ()
    """`{id, label, type, format?}`."""


@dataclass(slots=True)
class OpenSite:
    """A site with what is open on it. Tools change the site; `shown` tells editors what to show."""

    site: Site
    new_id: Callable[[], str]
    at: int
    """Milliseconds."""
    current: DocumentRef | None = None
    selected: str | None = None
    breakpoint: str | None = None
    tables: Sequence[Table] = ()
    shown: list[Json] = field(default_factory=list[Json])

    # --- documents

    def document(self) -> Page | Component:
        """Return the open document: the one that was opened, or the homepage."""
        found = find_document(self.site, self.current) if self.current else None
        found = found or self.site.homepage or (self.site.pages[0] if self.site.pages else None)
        if found is None:
            raise InvalidInput(say("site.no_document"))
        return found

    def open(self, tree: Tree, node_id: str | None = None) -> None:
        """Open a document."""
        self.current = ref_of(tree)
        self.shown.append({"document": self.current.as_dict()} | ({"nodeId": node_id} if node_id else {}))

    def named(self, ref: DocumentRef | None) -> Page | Component:
        """Return a document that an agent names, or the open one."""
        if ref is None:
            return self.document()
        found = find_document(self.site, ref)
        if found is None:
            raise InvalidInput(say("site.no_such_document"))
        return found

    # --- nodes

    def tree_of(self, node_id: str) -> Tree | None:
        """Return the document that a node is in, the open one first; it is opened where it was not."""
        here = self.document()
        if node_id in here.nodes:
            return here
        found = self.site.tree_of(node_id)
        if found is not None:
            self.open(found, node_id)
        return found

    def node(self, node_id: str) -> tuple[Tree, Node]:
        """Return a node with the document it is in."""
        tree = self.tree_of(node_id)
        if tree is None:
            raise InvalidInput(say("site.no_node", id=node_id))
        return tree, tree.nodes[node_id]

    def page(self, page_id: str) -> Page:
        """Return a page or template."""
        page = self.site.page(page_id)
        if page is None:
            raise InvalidInput(say("site.page_not_found", id=page_id))
        return page
