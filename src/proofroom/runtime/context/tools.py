"""Tools in a small window: shorter descriptions first, then fewer tools, the most relevant ones first.

Pure: sizes and definitions in, definitions out. A tool that was used before in the conversation stays, and
what a request names by its words comes before what it does not.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, cast

import orjson

from proofroom.kernel.beside import Beside
from proofroom.kernel.tool import ToolSpec
from proofroom.providers.types import ToolDef

SHARE = 0.4
"""Of the room for a request, what its tools may take before they are cut."""

SLACK = 4
"""Tokens by which a tool among others may differ from the same one alone: a new line, and rounding."""

MOST_KEPT = 500
"""Tools of which it is remembered how they are written."""

_WORD = re.compile(r"[a-z]{3,}")
_SAYS = frozenset({"description", "title", "examples"})


def fit_tools(
    tools: list[ToolDef],
    room: int,
    size: Callable[[list[ToolDef]], int],
    wish: str,
    used: Collection[str] = (),
    whole: Collection[str] = (),
) -> list[ToolDef]:
    """Return the tools as they fit: all of them, all in short, or the most relevant ones in short.

    `whole` are doors to other tools: what they lead to is in their words, so these are not cut.
    """
    most = int(room * SHARE)
    if size(tools) <= most:
        return tools
    brief = [tool if tool.name in whole else shortened(tool) for tool in tools]
    if size(brief) <= most:
        return brief
    words = _stems(wish)
    first = {*used, *whole}
    ranked = sorted(brief, key=lambda tool: (tool.name not in first, -_relevance(tool, words)))
    names = {tool.name for tool in _first_that_fit(ranked, most, size)}
    return [tool for tool in brief if tool.name in names]


def _first_that_fit(ranked: list[ToolDef], most: int, size: Callable[[list[ToolDef]], int]) -> list[ToolDef]:
    """Return the tools that fit together, one after the other.

    Each is counted by itself, as it was before; all together only where it is close.
    """
    kept: list[ToolDef] = []
    total = 0
    for tool in ranked:
        about = total + size([tool])
        slack = SLACK * (len(kept) + 1)
        if about - slack > most:
            continue
        if about + slack <= most or size([*kept, tool]) <= most:
            kept.append(tool)
            total = about
    return kept


def _shorten(tool: ToolDef) -> ToolDef:
    first = re.split(r"(?<=[.!?])\s", tool.description.strip(), maxsplit=1)[0]
    return replace(tool, description=first, input_schema=_without_words(tool.input_schema))


def _write(tool: ToolDef) -> str:
    return f"{tool.name} {tool.description} {orjson.dumps(tool.input_schema).decode()}"


def _find_words(tool: ToolDef) -> tuple[set[str], set[str]]:
    return _stems(_spaced(tool.name)), _stems(tool.description)


_shortened, _text = Beside(_shorten, MOST_KEPT), Beside(_write, MOST_KEPT)
_words_of = Beside(_find_words, MOST_KEPT)


def _define(spec: ToolSpec) -> ToolDef:
    return ToolDef(spec.name, spec.description, spec.input_schema)


definition_of = Beside(_define, MOST_KEPT)
"""What a model is told of a tool."""


def shortened(tool: ToolDef) -> ToolDef:
    """Return a tool with the first sentence of its description, and a schema without words."""
    return _shortened(tool)


def tool_text(tools: list[ToolDef]) -> str:
    """Return the tools as a model reads them, to be counted."""
    return "\n".join(map(_text, tools))


def _without_words(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema without its descriptions; properties that are called so stay."""
    kept: dict[str, Any] = {}
    for name, value in schema.items():
        if name in ("properties", "$defs") and isinstance(value, dict):
            inner = cast("dict[str, Any]", value)
            kept[name] = {key: _bare(each) for key, each in inner.items()}
        elif name not in _SAYS:
            kept[name] = _bare(value)
    return kept


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return _without_words(cast("dict[str, Any]", value))
    if isinstance(value, list):
        return [_bare(each) for each in cast("list[Any]", value)]
    return value


def _relevance(tool: ToolDef, words: set[str]) -> int:
    name, description = _words_of(tool)
    return 3 * len(name & words) + len(description & words)


def _spaced(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name)


def _stems(text: str) -> set[str]:
    """Return the beginnings of words: endings differ between a request and a description."""
    return {word[:5] for word in _WORD.findall(text.lower())}
