"""SVG that can be shown anywhere: what draws is kept, what runs, loads or leads elsewhere is left out."""

import re
from typing import Final
from xml.etree import ElementTree
from xml.parsers import expat

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

SVG: Final = "http://www.w3.org/2000/svg"
XLINK: Final = "http://www.w3.org/1999/xlink"
DEEPEST: Final = 100
MOST: Final = 20_000

_ELEMENTS: Final = frozenset(
    re.findall(
        r"\w+",
        """
        svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath
        image linearGradient radialGradient stop pattern clipPath mask marker style filter
        feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
        feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
        feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
        feTurbulence
        """,
    )
)
_OUTSIDE: Final = re.compile(r"@import|javascript:|expression\(|-moz-binding|behavior:|\\", re.IGNORECASE)
_URL: Final = re.compile(r"url\(\s*['\"]?\s*(?!#)", re.IGNORECASE)
_INLINE: Final = re.compile(r"data:image/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=\s]+\Z")
_SIZE: Final = re.compile(r"\s*([0-9]*\.?[0-9]+)(?:px)?\s*\Z")


def clean_svg(data: bytes) -> tuple[bytes, int | None, int | None]:
    """Return a drawing without anything active, and its size; refuse what is no drawing or a trap."""
    root = _parse(data)
    if root.tag != f"{{{SVG}}}svg":
        raise InvalidInput(say("media.not_svg"))
    _clean(root)
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    width, height = _size(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True), width, height


def _parse(data: bytes) -> ElementTree.Element:
    builder = ElementTree.TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    depth = count = 0

    def refuse(*_: object) -> None:
        raise InvalidInput(say("media.svg_entities"))

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth, count
        depth, count = depth + 1, count + 1
        if depth > DEEPEST or count > MOST:
            raise InvalidInput(say("media.svg_parts"))
        builder.start(_named(tag), {_named(name): value for name, value in attributes.items()})

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_named(tag))

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise InvalidInput(say("media.svg_unreadable", reason=error)) from None
    return builder.close()


def _named(name: str) -> str:
    return f"{{{name}" if "}" in name else name


def _clean(element: ElementTree.Element) -> None:
    for name, value in list(element.attrib.items()):
        if not _may_stay(element, name, value):
            del element.attrib[name]
    for child in list(element):
        local = child.tag.removeprefix(f"{{{SVG}}}")
        if local not in _ELEMENTS or (local == "style" and _reaches_out("".join(child.itertext()))):
            _remove(element, child)
        else:
            _clean(child)


def _remove(parent: ElementTree.Element, child: ElementTree.Element) -> None:
    # What follows the element is its parent's text, and stays.
    at = list(parent).index(child)
    if child.tail and at:
        parent[at - 1].tail = (parent[at - 1].tail or "") + child.tail
    elif child.tail:
        parent.text = (parent.text or "") + child.tail
    parent.remove(child)


def _may_stay(element: ElementTree.Element, name: str, value: str) -> bool:
    local = name.rpartition("}")[2].lower()
    if name.startswith("{") and not name.startswith(f"{{{XLINK}}}") and local != "space":
        return False
    if local.startswith("on"):
        return False
    if local == "href":
        is_picture = element.tag == f"{{{SVG}}}image"
        return value.startswith("#") or (is_picture and _INLINE.match(value) is not None)
    return not _reaches_out(value)


def _reaches_out(text: str) -> bool:
    return _OUTSIDE.search(text) is not None or _URL.search(text) is not None


def _size(root: ElementTree.Element) -> tuple[int | None, int | None]:
    width, height = (_SIZE.match(root.get(name, "")) for name in ("width", "height"))
    if width and height:
        return round(float(width[1])), round(float(height[1]))
    box = root.get("viewBox", "").replace(",", " ").split()
    try:
        return (round(float(box[2])), round(float(box[3]))) if len(box) == 4 else (None, None)
    except (ValueError, OverflowError):
        return None, None
