"""Writing front matter, byte for byte as the official tools do."""

import re
from typing import Any, cast

from proofroom.repository.json.ecma import WHITESPACE, indexes_first, scalar_text

_SPECIAL = re.compile("[:#{}\\[\\]*&!|>'\"%@`]|\\A[-?]")
_WORDS = frozenset({"", "true", "false", "null", "yes", "no"})


def render_front_matter(front: dict[str, Any]) -> list[str]:
    """Return the lines between the two rulers; `body` is never one of them."""
    return _object_lines({key: value for key, value in front.items() if key != "body"}, "")


def needs_quotes(text: str) -> bool:
    """Tell whether the official writer puts a scalar's text into double quotes."""
    return text in _WORDS or _SPECIAL.search(text) is not None


def _scalar(value: Any) -> str:
    text = scalar_text(value)
    if not needs_quotes(text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _object_lines(members: dict[str, Any], indent: str) -> list[str]:
    lines: list[str] = []
    for key in indexes_first(list(members)):
        value = members[key]
        match value:
            case None:
                continue
            case list():
                lines.append(f"{indent}{key}:")
                lines += _list_lines(cast("list[Any]", value), indent + "  ")
            case dict():
                lines.append(f"{indent}{key}:")
                lines += _object_lines(cast("dict[str, Any]", value), indent + "  ")
            case _:
                lines.append(f"{indent}{key}: {_scalar(value)}")
    return lines


def _list_lines(items: list[Any], indent: str) -> list[str]:
    lines: list[str] = []
    for item in items:
        if isinstance(item, dict):
            inner = _object_lines(cast("dict[str, Any]", item), indent + "  ")
            if inner:
                lines.append(f"{indent}- {inner[0].lstrip(WHITESPACE)}")
                lines += inner[1:]
        else:
            lines.append(f"{indent}- {_scalar(item)}")
    return lines
