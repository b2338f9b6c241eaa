"""Markdown of entries as HTML that may stand on a page."""

from functools import lru_cache

from markdown_it import MarkdownIt

_PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


@lru_cache(maxsize=256)
def markdown_html(text: str) -> str:
    """Return Markdown as HTML. Markup in it is shown, not used."""
    return _PARSER.render(text)


def is_rich(key: str) -> bool:
    """Tell whether a prop holds rich text, by its name."""
    name = key.lower()
    return name.endswith(("html", "richtext"))
