"""How the official tools read a document.

Their parser knows one list level and no escapes. We never rely on it: it tells us which documents they would
misread, so that a person can be told before writing one.
"""

import re
from typing import Any

from proofroom.kernel.patterns import late_pattern
from proofroom.repository.json.ecma import WHITESPACE, indexes_first, trim

_SPACE = f"[{WHITESPACE}]"
_DOCUMENT = re.compile(r"---\n(.*?)\n---\n?(.*)\Z", re.DOTALL)
_ITEM = late_pattern(rf"{_SPACE}+-{_SPACE}+(.*)\Z", re.DOTALL)
_MEMBER = late_pattern(rf"([A-Za-z0-9_][A-Za-z0-9_.-]*){_SPACE}*:{_SPACE}*([^\n\r\u2028\u2029]*)\Z")
_INTEGER = re.compile(r"-?[0-9]+\Z")
_DECIMAL = re.compile(r"-?[0-9]+\.[0-9]+\Z")
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None}


def read_as_contentrain(text: str) -> tuple[dict[str, Any], str]:
    """Return the front matter and body as an official tool would see them."""
    text = text.replace("\r\n", "\n")
    match = _DOCUMENT.match(text)
    if match is None:
        return {}, text
    return _read_lines(match[1].split("\n")), trim(match[2])


def _read_lines(lines: list[str]) -> dict[str, Any]:
    front: dict[str, Any] = {}
    items: list[str] | None = None
    for line in lines:
        if items is not None and (item := _ITEM.match(line)):
            items.append(trim(item[1]))
            continue
        items = None
        if member := _MEMBER.match(line):
            key, value = member[1], trim(member[2])
            if value in ("", "[]"):
                items = front[key] = []
            else:
                front[key] = _scalar(value)
    return {key: front[key] for key in indexes_first(list(front))}


def _scalar(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if text.startswith("[") and text.endswith("]"):
        return [item for part in text[1:-1].split(",") if (item := trim(part))]
    if _INTEGER.match(text):
        return int(text)
    if _DECIMAL.match(text):
        return float(text)
    if text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text
