"""A proposal as pages: where what it changes can be seen, before and after, and how it is marked there."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from proofroom.site.document.types import Site
from proofroom.site.publish.build import SiteBuilder
from proofroom.site.rendering.stylesheet import is_selector

INK = "#0b6a6f"
# A page as wide as a desk is shown smaller than it is, a phone's as it is: the numbers must be read on both.
_LETTERS, _LINE = "clamp(12px,1.9vw,24px)", "clamp(2px,.3vw,4px)"
_ID = re.compile(r"[\w-]{1,80}\Z")


@dataclass(frozen=True, slots=True)
class Changed:
    """A change to be shown: in which document, and which node or rule. `number` is what it is called by."""

    number: int
    type: str
    id: str
    area: str


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page that shows changes, and what to mark on it: `number:node` or `number:rule`."""

    title: str
    path: str
    marks: tuple[str, ...]


def pages_with(builder: SiteBuilder, changes: Iterable[Changed]) -> list[RenderedPage]:
    """Return the pages on which changes can be seen, each once, in the order of the changes."""
    site = builder.site
    marks, titles = dict[str, list[str]](), dict[str, str]()
    for change in changes:
        tree_id = change.area if change.type in ("node", "page", "component") else _first_use(site, change.id)
        tree = next((one for one in site.trees if one.id == tree_id), None)
        path = builder.path_of(_page_of(site, tree_id))
        titles.setdefault(path, str(getattr(tree, "title", "") or getattr(tree, "name", "") or path))
        found = marks.setdefault(path, [])
        if change.type in ("node", "rule"):
            found.append(f"{change.number}:{change.id}")
    return [RenderedPage(titles[path], path, tuple(found)) for path, found in marks.items()]


def marked(builder: SiteBuilder, html: bytes, marks: Sequence[str]) -> bytes:
    """Return a page of a branch with outlines and numbers where something changed."""
    rules, numbers = list[str](), dict[str, list[int]]()
    for mark in marks[:200]:
        number, _, key = mark.partition(":")
        if number.isdigit() and _ID.match(key) is not None:
            numbers.setdefault(key, []).append(int(number))
    for key, found in numbers.items():
        rule = builder.site.rules.get(key)
        selector = rule.selector if rule is not None else f'[uid="{key}"]'
        if not is_selector(selector) or "," in selector or "::" in selector:
            continue
        rules.append(
            f"{selector}{{outline:{_LINE} dashed {INK};outline-offset:3px}}"
            f'{selector}::before{{content:"{_spoken(found)}";position:absolute;translate:-.2em -70%;'
            "z-index:9;"
            f"background:{INK};color:#fff;font:600 {_LETTERS}/1.4 system-ui,sans-serif;letter-spacing:0;"
            "padding:0 .4em;text-transform:none}"
        )
    style = f"<style>{''.join(rules)}</style></head>".encode()
    return html.replace(b"</head>", style, 1) if rules else html


def _spoken(numbers: Sequence[int]) -> str:
    """Return how several changes of one thing are called: `2-5`, or `2 5` where others stand between them."""
    is_row = len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1
    return f"{numbers[0]}-{numbers[-1]}" if is_row else " ".join(map(str, numbers))


def _first_use(site: Site, rule_id: str) -> str:
    """Return the first document that has a class; for any other rule the homepage."""
    for tree in site.trees:
        if any(rule_id in node.class_ids for node in tree.nodes.values()):
            return tree.id
    return site.homepage.id if site.homepage else ""


def _page_of(site: Site, tree_id: str) -> str:
    """Return a document that is shown at an address: a component's is the first that holds it."""
    if not any(one.id == tree_id for one in site.components):
        return tree_id
    for page in site.pages:
        if any(node.props.get("componentId") == tree_id for node in page.nodes.values()):
            return page.id
    return tree_id
