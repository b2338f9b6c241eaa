"""Reading front matter that the official writer wrote: the exact inverse of `front_matter`.

The writer escapes `\\` and `"`, quotes booleans and leaves almost everything else bare; some of what it
writes is not YAML. This reader accepts exactly what the writer can produce and refuses the rest, which then
goes to the YAML reader.
"""

from collections.abc import Mapping
from typing import Any

from proofroom.content.format.front_matter import needs_quotes, render_front_matter
from proofroom.content.format.front_scalar import SLUG_FIELD, item_field, member_field, read_scalar
from proofroom.content.format.types import Field, Json


class _Foreign(Exception):
    """The text cannot have come from the official writer."""


def read_written(block: str, fields: Mapping[str, Field]) -> Json | None:
    """Return the front matter, or None when the block was not written by the official writer."""
    lines = block.split("\n") if block else []
    root = Field(type="object", fields={"slug": SLUG_FIELD, **fields})
    try:
        front = _Lines(list(lines)).read_object("", root)
    except _Foreign:
        return None
    return front if render_front_matter(front) == lines else None


class _Lines:
    """The lines of a block and how far they have been read."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0

    def read_object(self, indent: str, field: Field | None) -> Json:
        members: Json = {}
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if not line.startswith(indent):
                break
            key, colon, value = line[len(indent) :].partition(":")
            if not colon or not key or key[0] == " " or key.startswith("- ") or key in members:
                raise _Foreign
            self._at += 1
            members[key] = self._read_member(value, indent, member_field(field, key))
        if not indent and self._at < len(self._lines):
            raise _Foreign
        return members

    def _read_member(self, value: str, indent: str, field: Field | None) -> Any:
        if value:
            if value[0] != " ":
                raise _Foreign
            return _read_text(value[1:], field)
        inner = indent + "  "
        following = self._lines[self._at] if self._at < len(self._lines) else ""
        if following.startswith(f"{inner}- "):
            return self._read_list(inner, item_field(field))
        if following.startswith(inner):
            return self.read_object(inner, field)
        return _empty(field)

    def _read_list(self, indent: str, field: Field | None) -> list[Any]:
        items: list[Any] = []
        mark = f"{indent}- "
        while self._at < len(self._lines) and self._lines[self._at].startswith(mark):
            text = self._lines[self._at][len(mark) :]
            if ":" in text and text[:1] != '"':
                # An item that is an object: its first member stands where the dash is.
                self._lines[self._at] = f"{indent}  {text}"
                items.append(self.read_object(indent + "  ", field))
            else:
                self._at += 1
                items.append(_read_text(text, field))
        return items


def _empty(field: Field | None) -> Any:
    """Return what a bare `key:` stands for: the writer leaves it for an empty list or object."""
    match field.type if field else "array":
        case "object":
            return {}
        case "array" | "relations":
            return []
        case _:
            return None


def _read_text(text: str, field: Field | None) -> Any:
    if text[:1] == '"':
        if len(text) < 2 or text[-1] != '"':
            raise _Foreign
        inner = unescape(text[1:-1])
        if not needs_quotes(inner):
            raise _Foreign
        return read_scalar(inner, field, quoted=True)
    if needs_quotes(text):
        raise _Foreign
    return read_scalar(text, field, quoted=False)


def unescape(text: str) -> str:
    """Undo the writer's two escapes."""
    out: list[str] = []
    pending = False
    for character in text:
        if character == "\\" and not pending:
            pending = True
            continue
        if pending and character not in '\\"':
            out.append("\\")
        out.append(character)
        pending = False
    return "".join(out) + ("\\" if pending else "")
