"""Markup that people or models wrote as markup: rich text and drawings, cleaned by lists of what may stay."""

import re
from collections.abc import Callable
from functools import lru_cache

from proofroom.kernel.errors import InvalidInput
from proofroom.site.markup.escape import is_safe_url
from proofroom.site.markup.parse import Element, parse_body, serialize
from proofroom.site.markup.values import clean_value

_RICH = "p br h1 h2 h3 h4 h5 h6 strong b em i u s del ins a ul ol li blockquote code pre span div"
_SVG = (
    "svg circle clippath defs desc ellipse filter g line lineargradient marker mask metadata path pattern"
    " polygon polyline radialgradient rect stop switch symbol text textpath title tspan view"
    " feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting"
    " fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr"
    " fegaussianblur femerge femergenode femorphology feoffset fepointlight fespecularlighting"
    " fespotlight fetile feturbulence"
)
RICH_TAGS, SVG_TAGS = frozenset(_RICH.split()), frozenset(_SVG.split())
RICH_ATTRIBUTES = frozenset({"href", "target", "rel", "class", "id"})
_DROPPED = frozenset(
    {"script", "style", "foreignobject", "iframe", "object", "embed", "template", "noscript"}
)
_SVG_ATTRIBUTE = re.compile(r"[a-zA-Z][a-zA-Z0-9_.:-]*")
_OUTSIDE = re.compile(r"url\(\s*['\"]?\s*(?!#)|javascript:|vbscript:|data:", re.I)


@lru_cache(maxsize=512)
def clean_rich_text(markup: str) -> str:
    """Return rich text with only what may stay; links open elsewhere and do not tell where from."""
    try:
        body = parse_body(markup)
    except InvalidInput:
        return ""
    return _inner(_clean(body, RICH_TAGS, _rich_attributes))


@lru_cache(maxsize=512)
def clean_svg(markup: str) -> str:
    """Return a drawing with only what may stay: nothing that runs, and nothing that reaches outside."""
    try:
        body = parse_body(markup)
    except InvalidInput:
        return ""
    return _inner(_clean(body, SVG_TAGS, _svg_attributes))


def _clean(root: Element, tags: frozenset[str], keep: Callable[[Element], dict[str, str]]) -> Element:
    made = Element(root.tag)
    waiting: list[tuple[Element, Element]] = [(root, made)]
    while waiting:
        source, target = waiting.pop()
        for child in source.children:
            if isinstance(child, str):
                target.children.append(child)
            elif child.name in tags:
                inner = Element(child.tag, keep(child))
                target.children.append(inner)
                waiting.append((child, inner))
            elif child.name not in _DROPPED:
                # What is in an element that may not stay takes its place.
                inner = Element("")
                target.children.append(inner)
                waiting.append((child, inner))
    return made


def _inner(root: Element) -> str:
    found = list[str]()
    for child in _flat(root):
        found.append(
            serialize(child) if isinstance(child, Element) else serialize(Element("", {}, [child]))[2:-3]
        )
    return "".join(found)


def _flat(root: Element) -> "list[Element | str]":
    """Return the children of an element, with nameless ones replaced by theirs, all the way down."""
    order, waiting = list[Element](), [root]
    while waiting:
        one = waiting.pop()
        order.append(one)
        waiting += one.elements
    for one in reversed(order):  # the innermost first
        kept = list[Element | str]()
        for child in one.children:
            kept += child.children if isinstance(child, Element) and not child.tag else [child]
        one.children = kept
    return root.children


def _rich_attributes(element: Element) -> dict[str, str]:
    kept = {
        name: value
        for name, value in element.attributes.items()
        if name in RICH_ATTRIBUTES and (name != "href" or is_safe_url(value))
    }
    if element.name == "a":
        kept |= {"target": "_blank", "rel": "noopener noreferrer"}
    return kept


def _svg_attributes(element: Element) -> dict[str, str]:
    return {name: value for name, value in element.attributes.items() if _may_stay(name, value)}


def _may_stay(name: str, value: str) -> bool:
    lower = name.lower()
    if not _SVG_ATTRIBUTE.fullmatch(name) or lower.startswith("on") or lower.endswith("href"):
        return False
    if lower == "style":
        return clean_value(value) is not None and not _OUTSIDE.search(value)
    return lower.startswith("xmlns") or not _OUTSIDE.search(value)
