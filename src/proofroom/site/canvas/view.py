"""What an editor needs of a site to show and change one document."""

from collections import Counter
from collections.abc import Callable

from proofroom.site.document.colors import slug_of
from proofroom.site.document.dump import (
    dump_breakpoint,
    dump_component,
    dump_condition,
    dump_file,
    dump_page,
    dump_rule,
)
from proofroom.site.document.generate import framework_of
from proofroom.site.document.load import as_list, as_object
from proofroom.site.document.scales import Family, groups_of
from proofroom.site.document.types import Component, Json, Page, Site, SiteFile
from proofroom.site.publish.alone import alone_path
from proofroom.site.reading.documents import ref_of, summary_of, title_of
from proofroom.site.reading.tokens import describe_tokens
from proofroom.site.rendering.compose import template_chain

ENDS: tuple[tuple[Family, str], ...] = (("typography", "fontSize"), ("spacing", "size"))
"""What the size at an end of a scale is called."""


def canvas_view(site: Site, wanted: str | None, path_of: Callable[[str], str]) -> Json:
    """Return a document, the templates around it, and what both are made of; else the homepage."""
    document = _find(site, wanted) or site.homepage or site.pages[0]
    around = _around(site, document)
    trees = [document, *around]
    return {
        "document": _tree(document),
        "around": [_tree(tree) for tree in around],
        "documents": [_listed(tree, path_of) for tree in (*site.pages, *site.components)],
        "path": path_of(document.id) if isinstance(document, Page) else alone_path(document.id),
        "breakpoints": [dump_breakpoint(one) for one in site.breakpoints],
        "conditions": [dump_condition(one) for one in site.conditions],
        "rules": [dump_rule(rule) for rule in sorted(site.rules.values(), key=lambda rule: rule.order)],
        "uses": _uses(site, trees),
        "tokens": describe_tokens(site),
        "scales": _scales(site),
        "colours": _colours(site),
        "files": [_file(file) for file in site.files],
        "collections": site.collections,
    }


def _colours(site: Site) -> Json:
    """Return by colour its value as somebody wrote it; what is published is another form of it."""
    tokens = as_list(as_object(framework_of(site).get("colors")).get("tokens"))
    return {slug_of(str(one.get("slug", ""))): str(one.get("lightValue", "")) for one in tokens}


def _scales(site: Site) -> Json:
    """Return by scale what its steps are counted from, at the narrowest and at the widest window."""
    framework = framework_of(site)
    return {
        str(group["id"]): {side: as_object(group.get(side)).get(name) for side in ("min", "max")}
        for family, name in ENDS
        for group in groups_of(framework, family)
    }


def _find(site: Site, wanted: str | None) -> Page | Component | None:
    return (site.page(wanted) or site.component(wanted)) if wanted else None


def _around(site: Site, document: Page | Component) -> list[Page]:
    """Return the templates that a document is shown in, so that what is pressed there is known too."""
    if (
        not isinstance(document, Page)
        or (document.template or {}).get("target", {}).get("kind") == "everywhere"
    ):
        return []
    return [page for page in template_chain(site) if page.id != document.id]


def _tree(tree: Page | Component) -> Json:
    if isinstance(tree, Page):
        return dump_page(tree) | {"type": ref_of(tree).type}
    shown = dump_component(tree)
    return {
        "id": tree.id,
        "title": tree.name,
        "slug": "",
        "type": ref_of(tree).type,
        "rootNodeId": tree.root_id,
        "nodes": shown["tree"]["nodes"],
        "params": tree.params,
    }


def _listed(tree: Page | Component, path_of: Callable[[str], str]) -> Json:
    is_page = isinstance(tree, Page)
    return {
        "type": ref_of(tree).type,
        "id": tree.id,
        "title": title_of(tree),
        "slug": tree.slug if is_page else "",
        "path": path_of(tree.id) if is_page and not tree.is_template else "",
        "summary": summary_of(tree) if is_page else "",
        "template": tree.template if is_page else None,
        "locales": tree.extra.get("locales") if is_page else None,
    }


def _file(file: SiteFile) -> Json:
    """Return a file without what is in it."""
    return {key: value for key, value in dump_file(file, with_content=False).items() if key != "blob"}


def _uses(site: Site, trees: list[Page | Component]) -> Json:
    """Return how many nodes of the shown documents have each class."""
    found = Counter(key for tree in trees for node in tree.nodes.values() for key in node.class_ids)
    return {key: count for key, count in found.items() if key in site.rules}
