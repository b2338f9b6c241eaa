"""Templates around pages and entries: which ones apply, and how their trees become one."""

from collections.abc import Sequence
from dataclasses import replace

from proofroom.site.document.modules import BODY, CONTAINER, OUTLET
from proofroom.site.document.types import Node, Page, Site


def template_chain(site: Site, table: str | None = None) -> list[Page]:
    """Return the templates of a page, or of an entry of a table, the broadest first."""
    chain = [_best([page for page in site.pages if _target(page) == "everywhere"])]
    if table is not None:
        chain.append(
            _best(
                [
                    page
                    for page in site.pages
                    if page.template and table in page.template["target"].get("tableSlugs", ())
                ]
            )
        )
    return [page for page in chain if page is not None]


def not_found_template(site: Site) -> Page | None:
    """Return the page that is served where there is none."""
    return _best([page for page in site.pages if _target(page) == "notFound"])


def compose_page(site: Site, page: Page) -> Page:
    """Return a page inside its templates."""
    return _compose(page, _with_outlet(template_chain(site)), is_entry=False)


def compose_entry(site: Site, table: str) -> Page | None:
    """Return an entry's templates as one page, whose innermost outlet shows the entry; None without any."""
    chain = _with_outlet(template_chain(site, table))
    own = [page for page in chain if _target(page) == "postTypes"]
    return _compose(own[0], [page for page in chain if page is not own[0]], is_entry=True) if own else None


def first_outlet(page: Page) -> Node | None:
    """Return where a template shows what it wraps."""
    return next((node for node in page.nodes.values() if node.module_id == OUTLET), None)


def _target(page: Page) -> str | None:
    return page.template["target"]["kind"] if page.template else None


def _best(pages: Sequence[Page]) -> Page | None:
    return max(pages, key=lambda page: page.template["priority"] if page.template else 0, default=None)


def _with_outlet(chain: list[Page]) -> list[Page]:
    return [page for page in chain if first_outlet(page) is not None]


def _compose(inner: Page, outer: list[Page], *, is_entry: bool) -> Page:
    composed, is_first = inner, True
    for at, template in enumerate(reversed(outer)):
        prefix = "c0_" if is_first and not is_entry else f"t{at}_"
        composed = _splice(template, composed, prefix)
        is_first = False
    return (
        composed if composed is inner else replace(composed, id=inner.id, slug=inner.slug, title=inner.title)
    )


def _splice(template: Page, content: Page, prefix: str) -> Page:
    """Put a page's content where a template has its first outlet; the outlet itself goes."""
    outlet = first_outlet(template)
    assert outlet is not None
    nodes = {key: node for key, node in template.nodes.items() if key != outlet.id}
    root = content.nodes[content.root_id]
    parent_id = outlet.parent_id or template.root_id
    is_plain = root.module_id == BODY and not (
        root.props or root.breakpoint_overrides or root.class_ids or root.inline_styles
    )
    for key, node in content.nodes.items():
        if key == content.root_id and is_plain:
            continue
        above = node.parent_id
        if key == content.root_id or (is_plain and above == content.root_id):
            up = parent_id
        else:
            up = f"{prefix}{above}" if above else parent_id
        nodes[prefix + key] = replace(
            node,
            id=prefix + key,
            parent_id=up,
            children=[prefix + child for child in node.children],
            module_id=CONTAINER if key == content.root_id and node.module_id == BODY else node.module_id,
        )
    put = [prefix + child for child in root.children] if is_plain else [prefix + content.root_id]
    parent = nodes[parent_id]
    children = list[str]()
    for child in parent.children:
        children += put if child == outlet.id else [child]
    nodes[parent_id] = replace(parent, children=children)
    return replace(template, nodes=nodes)
