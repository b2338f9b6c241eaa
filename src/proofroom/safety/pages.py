"""The text of a page from outside, as a person reads it."""

from typing import Any, Final

from selectolax.lexbor import LexborHTMLParser

from proofroom.kernel.decoding import decode_page
from proofroom.safety.nesting import costs_too_much

_ASIDE: Final = "script, style, noscript, nav, footer, header, template, aside, form, button, svg"
"""What is on a page and not of it."""
_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS: Final = """
body main article section div p li ul ol dl dt dd table tr br hr pre blockquote figure figcaption
address details summary
"""
_CELLS: Final = ("td", "th")
_BREAKS: Final = frozenset([*_HEADINGS, *_BLOCKS.split()])


def read_page(raw: bytes) -> tuple[str, str] | None:
    """Return a page's title and its text in paragraphs; None where reading it would cost too much."""
    text = decode_page(raw)
    if costs_too_much(text):
        return None
    tree = LexborHTMLParser(text)
    title = tree.css_first("h1") or tree.css_first("title")
    name = " ".join(title.text().split()) if title else ""
    for node in tree.css(_ASIDE):
        node.decompose()
    return name, _blocks(tree.body) if tree.body else ""


def _blocks(body: Any) -> str:
    """Return a page as paragraphs, with its headings marked: a sentence is not cut where a link begins."""
    blocks: list[str] = []
    mark, words = "", list[str]()

    def close() -> None:
        text = " ".join("".join(words).split()).strip("| ")
        if text:
            blocks.append(f"{mark}{text}")
        words.clear()

    waiting: list[tuple[Any, bool]] = [(body, True)]
    while waiting:
        node, is_opening = waiting.pop()
        tag = str(node.tag or "")
        if tag == "-text":
            words.append(node.text(deep=False))
        elif tag in _BREAKS:
            close()
            mark = f"{'#' * int(tag[1])} " if is_opening and tag in _HEADINGS else ""
            if tag == "li" and is_opening:
                mark = "- "
        elif tag in _CELLS and not is_opening:
            words.append(" | ")  # a row is one line: what stands in a cell is of its neighbours
        if is_opening and tag != "-text":
            waiting.append((node, False))
            waiting += [(child, True) for child in reversed(list(node.iter(include_text=True)))]
    close()
    return "\n\n".join(blocks)
