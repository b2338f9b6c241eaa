"""Markdown of entries as HTML that may stand on a page."""

from functools import lru_cache

from markdown_it import MarkdownIt

from proofroom.site.rendering.footnotes import add_footnotes, environment, render_notes

_PARSER = add_footnotes(
    MarkdownIt("commonmark", {"html": False, "xhtmlOut": False}).enable(["table", "strikethrough"])
)


@lru_cache(maxsize=256)
def markdown_html(text: str) -> str:
    """Return Markdown as HTML. Markup in it is shown, not used; a first heading becomes a second one."""
    env = environment(text)
    tokens = _PARSER.parse(text, env)
    for token in tokens:
        if token.tag == "h1":
            token.tag = "h2"
    return _PARSER.renderer.render(tokens, _PARSER.options, env) + render_notes(_PARSER, env)
