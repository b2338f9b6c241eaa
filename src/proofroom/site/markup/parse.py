"""HTML as a browser parses it, in a small tree of our own. The parser's library is known here only."""

import re
from collections.abc import Iterator
from dataclasses import field
from html import escape

from selectolax.lexbor import LexborHTMLParser, LexborNode

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.safety.nesting import MOST_ATTRIBUTES, has_too_many_attributes

MOST_DEPTH = 2_000
"""Elements inside each other. The parser's time grows with the square of it."""
MOST_CHARACTERS = 4_000_000
MOST_ELEMENTS = 10_000
"""Elements that are taken in at once; a long page of a magazine has a fifth of that."""
VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source"}
    | {"track", "wbr"}
)
_RAW = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"})
_CLOSES_ITSELF = VOID | {"li", "p", "option", "dd", "dt", "tr", "td", "th", "rp", "rt", "optgroup"}
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)")


def _no_children() -> "list[Element | str]":
    return []


@dataclass(slots=True)
class Element:
    """An element. Text that a comment separated stays separate."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict[str, str])
    children: "list[Element | str]" = field(default_factory=_no_children)
    """Elements and texts."""

    @property
    def name(self) -> str:
        """Its tag in lower case."""
        return self.tag.lower()

    @property
    def elements(self) -> "list[Element]":
        """Its children that are elements."""
        return [one for one in self.children if isinstance(one, Element)]

    @property
    def has_elements(self) -> bool:
        """Whether there is an element among its children."""
        return any(type(one) is not str for one in self.children)

    def everything(self) -> "Iterator[Element]":
        """Yield it and every element in it, in document order; what is taken out on the way is not met."""
        waiting: list[Element] = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += [one for one in reversed(element.children) if type(one) is Element]

    def text(self) -> str:
        """Return all text in it."""
        if len(self.children) == 1 and isinstance(self.children[0], str):
            return self.children[0]
        found, waiting = list[str](), list[Element | str](reversed(self.children))
        while waiting:
            one = waiting.pop()
            if isinstance(one, str):
                found.append(one)
            else:
                waiting += reversed(one.children)
        return "".join(found)


def parse_document(source: str) -> Element:
    """Return the root of a document that was parsed as a browser does, with scripting off."""
    check_size(source)
    root = LexborHTMLParser(_plain(source)).root
    return _convert(root) if root is not None else Element("html")


def check_count(*sources: str) -> None:
    """Refuse more elements than are taken in at once: each is a change that somebody would review."""
    if sum(map(_most_tags, sources)) <= MOST_ELEMENTS:
        return
    if sum(1 for source in sources for found in _TAG.finditer(source) if not found.group(1)) > MOST_ELEMENTS:
        raise InvalidInput(say("site.html_too_many", most=MOST_ELEMENTS))


def check_size(source: str) -> None:
    """Refuse what would take the parser too long: too many characters or attributes, or too deep."""
    if len(source) > MOST_CHARACTERS:
        raise InvalidInput(say("site.html_too_long", most=MOST_CHARACTERS))
    check_count(source)
    if has_too_many_attributes(source):
        raise InvalidInput(say("site.html_attributes", most=MOST_ATTRIBUTES))
    if _most_tags(source) <= MOST_DEPTH:
        return
    depth = 0
    for found in _TAG.finditer(source):
        name = found.group(2).lower()
        if name in _CLOSES_ITSELF:
            continue
        if found.group(1):
            depth = max(0, depth - 1)
        else:
            depth += 1
            if depth > MOST_DEPTH:
                raise InvalidInput(say("site.html_too_deep", most=MOST_DEPTH))


def _most_tags(source: str) -> int:
    """Return how many elements a text can open at most; cheap, and enough for nearly all of them."""
    return source.count("<") - source.count("</")


def serialize(element: Element) -> str:
    """Return an element as HTML."""
    found = list[str]()
    waiting: list[Element | str | tuple[str]] = [element]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            found.append(one[0])
        elif isinstance(one, str):
            found.append(escape(one, quote=False))
        else:
            attributes = "".join(f' {name}="{_quoted(value)}"' for name, value in one.attributes.items())
            found.append(f"<{one.tag}{attributes}>")
            if one.tag in VOID:
                continue
            waiting.append((f"</{one.tag}>",))
            waiting += [
                (child,) if isinstance(child, str) and one.tag in _RAW else child
                for child in reversed(one.children)
            ]
    return "".join(found)


def _quoted(value: str) -> str:
    return value.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace('"', "&quot;")


def _plain(source: str) -> str:
    """Return a text that has a UTF-8 form."""
    return source.encode("utf-8", "replace").decode("utf-8")


def _convert(root: LexborNode) -> Element:
    made = _element(root)
    waiting = [(root, made)]
    while waiting:
        node, element = waiting.pop()
        child = node.first_child
        while child is not None:
            if child.is_text_node:
                element.children.append(child.text_content or "")
            elif child.is_element_node:
                inner = _element(child)
                element.children.append(inner)
                waiting.append((child, inner))
            child = child.next
    return made


def _element(node: LexborNode) -> Element:
    given = node.attributes
    return Element(node.tag or "", {name: value or "" for name, value in given.items()} if given else {})
