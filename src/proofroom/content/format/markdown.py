"""A document as a whole: rulers, front matter, body.

Reading accepts four hands: what the official writer wrote (exactly inverted), real YAML, TOML between lines
of `+++`, and, when a block is none of them, what the official line reader makes of it.
"""

import re
from collections.abc import Mapping

from proofroom.content.format.contentrain_reader import read_as_contentrain
from proofroom.content.format.front_matter import render_front_matter
from proofroom.content.format.front_reader import read_written
from proofroom.content.format.toml_front import read_toml
from proofroom.content.format.types import Document, Field, Json
from proofroom.content.format.yaml_reader import read_yaml
from proofroom.kernel.patterns import late_pattern
from proofroom.repository.json.ecma import WHITESPACE, indexes_first, trim

_OWN_BLOCK = late_pattern(rf"[{WHITESPACE}]*---(.*?)---[{WHITESPACE}]*(.*)\Z", re.DOTALL)
_DOCUMENT = re.compile(r"(---|\+\+\+)[ \t]*\n(?:(.*?)\n)?\1[ \t]*(?:\n|\Z)", re.DOTALL)
TOML_RULER = "+++"


def read_document(raw: bytes, fields: Mapping[str, Field]) -> Document:
    """Read a document; the model's fields decide what its scalars mean."""
    text = raw.decode(errors="replace").removeprefix("\ufeff").replace("\r\n", "\n")
    match = _DOCUMENT.match(text)
    if match is None:
        return Document({}, trim(text))
    ruler, block = match[1], match[2] or ""
    if ruler == TOML_RULER:
        front = read_toml(block, fields)
        if front is None:
            return Document({}, trim(text), None, ruler)
        return Document(front, trim(text[match.end() :]), block, ruler)
    return Document(read_block(block, fields), trim(text[match.end() :]), block)


def read_block(block: str, fields: Mapping[str, Field]) -> Json:
    """Read the lines between two YAML rulers, whoever wrote them."""
    front = read_written(block, fields)
    if front is None:
        front = read_yaml(block, fields)
    if front is None:
        front, _ = read_as_contentrain(f"---\n{block}\n---\n")
    return {key: front[key] for key in indexes_first(list(front))}


def own_front_matter(body: str, fields: Mapping[str, Field]) -> tuple[Json, str] | None:
    """Return the front matter a body opens with and the rest of it; None when it opens with none.

    A body may well begin with a horizontal rule, so what stands between two rulers counts only if it reads as
    keys and values.
    """
    text = body.replace("\r\n", "\n").lstrip(WHITESPACE)
    match = _DOCUMENT.match(text)
    if match is None or not match[2]:
        return None
    if match[1] == TOML_RULER:
        front = read_toml(match[2], fields)
    else:
        front = read_written(match[2], fields) or read_yaml(match[2], fields)
    return (front, trim(text[match.end() :])) if front else None


def compose_document(block: str, body: str, ruler: str = "---") -> str:
    """Put a front-matter block and a body together without touching either."""
    head = f"{ruler}\n{block}\n{ruler}\n" if block else f"{ruler}\n{ruler}\n"
    return f"{head}\n{body}\n" if body else head


def render_document(front: Json, body: str) -> str:
    """Return the text of a document.

    A body that opens with front matter of its own has that block merged, as official tools do.
    """
    lines = render_front_matter(front)
    own = _OWN_BLOCK.match(body)
    if own is not None:
        lines += _lines_not_in(trim(own[1]), front)
        body, gap = own[2], ""
    else:
        gap = "\n"
    head = "\n".join(["---", *lines, "---", ""])
    return f"{head}{gap}{body}\n" if body else head


def _lines_not_in(block: str, front: Json) -> list[str]:
    """Return the lines of a block except those of top-level keys that are there already."""
    return [line for line in block.split("\n") if _own_key(line) not in front] if block else []


def _own_key(line: str) -> str | None:
    key, colon, _ = line.partition(":")
    return (trim(key) or None) if colon and not line.startswith((" ", "-")) else None
