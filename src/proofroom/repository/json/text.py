"""Canonical JSON: the bytes that every JSON file we write has on disk."""

import json
from collections.abc import Sequence
from typing import Any, cast

import orjson

from proofroom.repository.json.ecma import indexes_first, number_text, order_keys

_SAFE_INTEGER = 2**53


def render_json(value: Any, order: Sequence[str] = ()) -> bytes:
    """Return the canonical text of a value; `order` names top-level keys that come first."""
    try:
        return orjson.dumps(_shape(value, order), option=orjson.OPT_INDENT_2) + b"\n"
    except orjson.JSONEncodeError:
        # Lone surrogates and nesting beyond orjson's limit are legal JSON all the same.
        return (_write(value, order, "\n") + "\n").encode()


def parse_json(raw: bytes) -> Any:
    """Read JSON as leniently as the official tools do; raise ValueError when it is none."""
    if raw.startswith(b"\xef\xbb\xbf"):
        raw = raw[3:]
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        pass
    try:
        return json.loads(raw.decode(errors="replace"), parse_constant=_refuse_constant)
    except RecursionError as error:  # nobody's data: brackets in brackets, made to be read in vain
        raise ValueError("nested too deeply") from error


def compact_json(value: Any) -> str:
    """Return the value on one line with canonical key order."""
    try:
        return orjson.dumps(_shape(value, ())).decode()
    except orjson.JSONEncodeError:
        return _write(value, (), None)


def _shape(value: Any, order: Sequence[str]) -> Any:
    """Return the value with keys ordered, empty members dropped and numbers as JavaScript prints them."""
    kind = value.__class__
    if kind is dict:
        members = cast("dict[str, Any]", value)
        # Most values are texts: sparing them a call makes this function twice as fast.
        return {
            key: item if (item := members[key]).__class__ is str else _shape(item, ())
            for key in _keys(members, order)
        }
    if kind is str or kind is bool or value is None:
        return value
    if kind is list:
        return [item if item.__class__ is str else _shape(item, order) for item in cast("list[Any]", value)]
    if kind is int and -_SAFE_INTEGER <= value <= _SAFE_INTEGER:
        return value
    return orjson.Fragment(_number(value))


def _keys(members: dict[str, Any], order: Sequence[str]) -> list[str]:
    keys = order_keys([key for key, item in members.items() if item is not None])
    if "__proto__" in members and "__proto__" in keys:
        keys.remove("__proto__")
    if not order:
        return keys
    first = [key for key in order if members.get(key) is not None]
    return indexes_first([*first, *(key for key in keys if key not in first)])


def _write(value: Any, order: Sequence[str], line: str | None) -> str:
    """Write what orjson cannot; `line` is a line break with the current indent, None for one line."""
    inner = None if line is None else line + "  "
    match value:
        case str():
            return _string_text(value)
        case None | bool():
            return json.dumps(value)
        case dict():
            members = cast("dict[str, Any]", value)
            colon = ":" if line is None else ": "
            parts = [
                f"{_string_text(key)}{colon}{_write(members[key], (), inner)}"
                for key in _keys(members, order)
            ]
            return _enclose(parts, "{}", line)
        case list():
            return _enclose([_write(item, order, inner) for item in cast("list[Any]", value)], "[]", line)
        case _:
            return _number(value)


def _number(value: Any) -> str:
    if not isinstance(value, int | float):
        raise TypeError(f"{type(value).__name__} is not a JSON type")
    text = number_text(value)
    return text if text[-1].isdigit() else "null"


def _enclose(parts: list[str], brackets: str, line: str | None) -> str:
    if not parts:
        return brackets
    if line is None:
        return f"{brackets[0]}{','.join(parts)}{brackets[1]}"
    inner = line + "  "
    return f"{brackets[0]}{inner}{f',{inner}'.join(parts)}{line}{brackets[1]}"


def _string_text(text: str) -> str:
    quoted = json.dumps(text, ensure_ascii=False)
    if any("\ud800" <= character <= "\udfff" for character in quoted):
        return "".join(f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in quoted)
    return quoted


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
