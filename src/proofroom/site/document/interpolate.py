"""The token grammar in texts: `{source.path}` and `{source.path|fallback}`."""

from collections.abc import Callable
from typing import Any, cast

import orjson

from proofroom.kernel.data import dataclass
from proofroom.site.document.load import SOURCES
from proofroom.site.document.numbers import plain
from proofroom.site.document.types import Json

LEAST = 5
"""Shorter texts cannot hold a token."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token in a text."""

    source: str
    field: str
    raw: str
    fallback: str | None = None


Segment = str | Token
Lookup = Callable[[str, str], Any]
"""Returns the value of a field of a source, or None."""


def segments(text: str) -> list[Segment]:
    """Return a text taken apart into plain parts and tokens."""
    found, plain_part = list[Segment](), list[str]()
    at = 0
    while at < len(text):
        stop = _next_brace(text, at)
        if stop is None:
            plain_part.append(text[at:])
            break
        plain_part.append(text[at:stop])
        if text[stop] == "\\":
            plain_part.append("{")
            at = stop + 2
            continue
        close = text.find("}", stop + 1)
        if close < 0:
            plain_part.append(text[stop:])
            break
        token = _token(text[stop : close + 1])
        if token is None:
            plain_part.append(text[stop : close + 1])
            at = close + 1
            continue
        if joined := "".join(plain_part):
            found.append(joined)
        plain_part.clear()
        found.append(token)
        at = close + 1
    if joined := "".join(plain_part):
        found.append(joined)
    return found


def interpolate(text: str, lookup: Lookup) -> str:
    """Return a text with its tokens replaced by what they stand for."""
    if len(text) < LEAST or "{" not in text:
        return text
    parts = segments(text)
    if not any(isinstance(part, Token) for part in parts):
        return text
    return "".join(part if isinstance(part, str) else _value(part, lookup) for part in parts)


def walk(value: Any, path: str) -> Any:
    """Return what a dotted path leads to; None where it leads nowhere. Lists are not walked into."""
    for name in path.split("."):
        if not isinstance(value, dict):
            return None
        value = cast("Json", value).get(name)
    return value


def as_text(value: Any) -> str:
    """Return a value as it stands in a text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return plain(value)
    return value if isinstance(value, str) else orjson.dumps(value).decode()


def _value(token: Token, lookup: Lookup) -> str:
    text = as_text(lookup(token.source, token.field))
    return text or token.fallback or ""


def _next_brace(text: str, at: int) -> int | None:
    brace = text.find("{", at)
    if brace < 0:
        return None
    return brace - 1 if brace > at and text[brace - 1] == "\\" else brace


def _token(raw: str) -> Token | None:
    inner, bar, fallback = raw[1:-1].partition("|")
    source, dot, path = inner.partition(".")
    source, path = source.strip(), path.strip()
    if not dot or source not in SOURCES or not path:
        return None
    return Token(source, path, raw, fallback if bar else None)
