"""Footnotes in Markdown: `[^1]` in the text, `[^1]: what it says` on a line of its own.

Notes are numbered as they are first pointed at; one that nothing points at is not shown. Comments are taken
out here too: they are for whoever reads the source.
"""

import re
import zlib
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

_REFERENCE = re.compile(r"\[\^([\w-]{1,40})\]")
_DEFINITION = re.compile(r"\[\^([\w-]{1,40})\]:[ \t]+(\S.*)")
_CODE_INDENT = 4


def add_footnotes(parser: MarkdownIt) -> MarkdownIt:
    """Let a parser know notes and comments; `render_notes` shows the notes of what it has parsed."""
    stops: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    parser.block.ruler.before("reference", "footnote", _define, stops)
    parser.block.ruler.before("reference", "comment", _skip_comment, stops)
    parser.inline.ruler.before("link", "footnote_reference", _refer)
    parser.add_render_rule("footnote_reference", _render_reference)
    return parser


def environment(text: str) -> dict[str, Any]:
    """Return where a parser keeps the notes of a text; ids differ from those of other texts on a page."""
    return {"notes": {}, "used": {}, "place": f"{zlib.crc32(text.encode()):08x}"}


def render_notes(parser: MarkdownIt, env: dict[str, Any]) -> str:
    """Return the notes that the text points at as a list, each with the way back."""
    if not env["used"]:
        return ""
    place = env["place"]
    items = "".join(
        f'<li id="note-{place}-{number}">{parser.renderInline(env["notes"][label], environment(""))}'
        f' <a href="#ref-{place}-{number}">↩</a></li>\n'
        for label, number in env["used"].items()
    )
    return f'<section class="footnotes">\n<ol>\n{items}</ol>\n</section>\n'


def _line(state: StateBlock, number: int) -> str | None:
    """Return a line without its indent; None where it is code."""
    if state.sCount[number] - state.blkIndent >= _CODE_INDENT:
        return None
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _define(state: StateBlock, first: int, _last: int, silent: bool) -> bool:
    line = _line(state, first)
    found = _DEFINITION.match(line) if line else None
    if found is None:
        return False
    if not silent:
        state.env["notes"].setdefault(found[1], found[2].strip())
        state.line = first + 1
    return True


def _skip_comment(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    line = _line(state, first)
    # A comment that never ends is looked for once: else a text of beginnings would be read over and over.
    if not line or not line.startswith("<!--") or state.env.get("has_open_comment"):
        return False
    for number in range(first, last):
        _, closed, rest = state.src[state.bMarks[number] : state.eMarks[number]].partition("-->")
        if closed:
            if rest.strip():
                return False
            if not silent:
                state.line = number + 1
            return True
    state.env["has_open_comment"] = True
    return False


def _refer(state: StateInline, silent: bool) -> bool:
    found = _REFERENCE.match(state.src, state.pos)
    if found is None or found[1] not in state.env.get("notes", {}):
        return False
    if not silent:
        used: dict[str, int] = state.env["used"]
        is_first = found[1] not in used
        token = state.push("footnote_reference", "", 0)
        token.meta = {"number": used.setdefault(found[1], len(used) + 1), "is_first": is_first}
    state.pos = found.end()
    return True


def _render_reference(
    _renderer: Any, tokens: list[Token], at: int, _options: Any, env: dict[str, Any]
) -> str:
    number, place = tokens[at].meta["number"], env["place"]
    named = f' id="ref-{place}-{number}"' if tokens[at].meta["is_first"] else ""
    return f'<sup><a href="#note-{place}-{number}"{named}>{number}</a></sup>'
