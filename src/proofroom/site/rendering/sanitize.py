"""Markup that strangers wrote, rebuilt from what is allowed: rich text and drawings."""

import re
from collections.abc import Mapping
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser, LexborNode

from proofroom.safety.nesting import costs_too_much
from proofroom.site.rendering.escape import escape, is_safe_url, is_safe_value

_RICH_NAMES = """
p br h1 h2 h3 h4 h5 h6 strong b em i u s del ins a ul ol li blockquote code pre span div
"""
RICH_TAGS = {name: name for name in _RICH_NAMES.split()}
_RICH_ATTRIBUTES = frozenset({"href", "target", "rel", "class", "id"})
_SVG_NAMES = """
svg g defs symbol title desc path rect circle ellipse line polyline polygon text tspan textPath
linearGradient radialGradient stop pattern clipPath mask marker filter animate animateTransform
animateMotion set mpath switch view metadata feBlend feColorMatrix
feComponentTransfer feComposite feConvolveMatrix
feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
feTurbulence
"""
SVG_TAGS = {name.lower(): name for name in _SVG_NAMES.split()}
_SVG_NOT = frozenset({"href", "xlink:href", "srcdoc", "formaction", "attributename"})
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]*\Z")
_OUTSIDE = re.compile(r"url\(\s*['\"]?\s*(?!#)|expression\(|javascript:|@import", re.IGNORECASE)
_VOID = frozenset({"br"})
_DROPPED = frozenset(
    {"script", "style", "template", "iframe", "object", "embed", "noscript", "foreignobject"}
)


@lru_cache(maxsize=512)
def clean_richtext(html: str) -> str:
    """Return rich text with nothing in it but what text needs; links open beside the page."""
    root = _body(html)
    return _build(root, RICH_TAGS, is_svg=False) if root is not None else ""


@lru_cache(maxsize=512)
def clean_svg(svg: str) -> str:
    """Return a drawing with nothing in it that runs, loads or leads elsewhere."""
    root = _body(svg)
    return _build(root, SVG_TAGS, is_svg=True) if root is not None else ""


def _body(source: str) -> LexborNode | None:
    return None if costs_too_much(source) else LexborHTMLParser(source).body


def _build(root: LexborNode, tags: Mapping[str, str], *, is_svg: bool) -> str:
    out = list[str]()
    waiting: list[LexborNode | str] = _children(root)
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            out.append(one)
            continue
        tag = (one.tag or "").lower()
        if tag == "-text":
            out.append(escape(one.text_content or "") if not is_svg else _plain(one.text_content or ""))
            continue
        if tag.startswith(("-", "!")) or tag in _DROPPED:
            continue
        name = tags.get(tag)
        if name is None:
            waiting += _children(one)
            continue
        given = {key: value or "" for key, value in one.attributes.items()}
        out.append(f"<{name}{_svg_attributes(given) if is_svg else _rich_attributes(name, given)}>")
        if name not in _VOID:
            waiting.append(f"</{name}>")
            waiting += _children(one)
    return "".join(out)


def _children(node: LexborNode) -> "list[LexborNode | str]":
    found: list[LexborNode | str] = list(node.iter(include_text=True))
    found.reverse()
    return found


def _plain(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _rich_attributes(name: str, given: dict[str, str]) -> str:
    kept = {key: value for key, value in given.items() if key in _RICH_ATTRIBUTES}
    if "href" in kept and not is_safe_url(kept["href"]):
        del kept["href"]
    if name == "a":
        kept |= {"target": "_blank", "rel": "noopener noreferrer"}
    return "".join(f' {key}="{escape(value)}"' for key, value in kept.items())


def _svg_attributes(given: dict[str, str]) -> str:
    return "".join(
        f' {key}="{escape(value)}"'
        for key, value in given.items()
        if _NAME.match(key)
        and key.lower() not in _SVG_NOT
        and not key.lower().startswith("on")
        and is_safe_value(value)
        and not _OUTSIDE.search(value)
    )
