"""Markdown of entries as HTML that may stand on a page."""

from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # imported with the first text that is drawn

    from proofroom.site.rendering.footnotes import add_footnotes

    plain = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False})
    return add_footnotes(plain.enable(["table", "strikethrough"]))


@lru_cache(maxsize=256)
def markdown_html(text: str) -> str:
    """Return Markdown as HTML. Markup in it is shown, not used; a first heading becomes a second one."""
    from proofroom.site.rendering.footnotes import environment, render_notes

    parser, env = _parser(), environment(text)
    tokens = parser.parse(text, env)
    for token in tokens:
        if token.tag == "h1":
            token.tag = "h2"
    return parser.renderer.render(tokens, parser.options, env) + render_notes(parser, env)
