"""The words of a text as search sees them: without case, accents and language rules."""

import unicodedata
from collections.abc import Iterator
from typing import Any, cast

from proofroom.kernel.patterns import late_pattern

Json = dict[str, Any]

_EAST = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_WORD = late_pattern(f"[{_EAST}]|[^\\W_{_EAST}]{{2,}}")
_DEPTH = 6


class _Plain(dict[int, str]):
    """The plain form of each character, worked out when first met."""

    def __missing__(self, code: int) -> str:
        parts = unicodedata.normalize("NFKD", chr(code).casefold())
        plain = "".join(part for part in parts if not unicodedata.combining(part)).replace("ı", "i")
        self[code] = plain
        return plain


_PLAIN = _Plain()


def fold(text: str) -> str:
    """Return a text as words are compared: `İstanbul`, `istanbul` and `ISTANBUL` are one."""
    return text.lower() if text.isascii() else text.translate(_PLAIN)


def words(text: str) -> list[str]:
    """Return the words of a text: runs of two or more letters or digits, and single East Asian signs."""
    return _WORD.findall(fold(text))


def texts_of(data: Json, body: str | None = None) -> Iterator[tuple[str, str]]:
    """Return the texts of some fields with the way to each, nested ones too, a long body last."""
    for name, value in data.items():
        yield from _texts(name, value, 1)
    if body:
        yield "body", body


def _texts(path: str, value: Any, depth: int) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        if value:
            yield path, value
    elif depth >= _DEPTH:
        return
    elif isinstance(value, dict):
        for name, member in cast("Json", value).items():
            yield from _texts(f"{path}.{name}", member, depth + 1)
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[Any]", value)):
            yield from _texts(f"{path}[{index}]", item, depth + 1)
