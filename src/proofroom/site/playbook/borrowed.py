"""A section in a design that is not ours: the page's own elements with another heading and text."""

from selectolax.lexbor import LexborHTMLParser, LexborNode

from proofroom.kernel.data import dataclass
from proofroom.site.playbook.outline import PageOutline

_APART = frozenset({"instatic-loop", "nav", "footer", "aside"})
_HEADINGS = ("h2", "h3")
_KEPT = ("class", "data-layout")


@dataclass(frozen=True, slots=True)
class BorrowedSection:
    """A section to insert, and where."""

    parent: str
    index: int
    html: str


def borrow_section(
    page: PageOutline, title: str, text: str, *, is_markup: bool = False
) -> BorrowedSection | None:
    """Return a section that looks like the last one of a page; None where it has no heading to go by."""
    body = LexborHTMLParser(f"<body>{page.html}</body>").body
    heading = _last_heading(body) if body is not None else None
    if body is None or heading is None or heading.parent is None:
        return None
    below = text if is_markup else _element(_text_beside(heading), text, "p")
    words = _element(heading, title) + below
    around = heading.parent
    if _uid(around) and len([one for one in _children(around) if one.tag == heading.tag]) > 1:
        return BorrowedSection(_uid(around), len(_children(around)), words)  # headings in one running text
    while around.parent is not None and not _is_frame(around.parent):
        words = _element(around, words, is_markup=True)
        around = around.parent
    if around.parent is None or _is_frame(around):
        return None
    words = _element(around, words, is_markup=True)
    parent = _uid(around.parent) or page.root
    return BorrowedSection(parent, _index(around) + 1, words)


def _last_heading(body: LexborNode) -> LexborNode | None:
    for tag in _HEADINGS:
        found = [one for one in body.css(tag) if _uid(one) and not _is_apart(one)]
        if found:
            return found[-1]
    return None


def _is_apart(node: LexborNode) -> bool:
    at = node.parent
    while at is not None:
        if at.tag in _APART:
            return True
        at = at.parent
    return False


def _text_beside(heading: LexborNode) -> LexborNode | None:
    around = heading.parent
    return next((one for one in _children(around) if one.tag == "p"), None) if around is not None else None


def _element(like: LexborNode | None, inner: str, tag: str = "", *, is_markup: bool = False) -> str:
    """Return an element of the same kind and classes as another."""
    name = tag or (str(like.tag) if like is not None else "p")
    given = (like.attributes if like is not None else {}).items()
    kept = "".join(f' {key}="{_safe(value or "")}"' for key, value in given if key in _KEPT)
    return f"<{name}{kept}>{inner if is_markup else _safe(inner)}</{name}>"


def _safe(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def _children(node: LexborNode) -> list[LexborNode]:
    return [one for one in node.iter(include_text=False) if not str(one.tag).startswith(("-", "!"))]


def _index(node: LexborNode) -> int:
    beside = _children(node.parent) if node.parent is not None else []
    mine = _uid(node)
    return next((at for at, one in enumerate(beside) if _uid(one) == mine), len(beside) - 1)


def _is_frame(node: LexborNode) -> bool:
    return node.tag in ("main", "body", "html")


def _uid(node: LexborNode) -> str:
    return node.attributes.get("uid") or ""
