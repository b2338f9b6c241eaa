"""Front matter in TOML, between two lines of `+++`: read, changed key by key, written.

A key that nobody touches keeps its bytes, as in YAML. Keys stand before tables in TOML, so a new key goes in
front of the first table.
"""

import datetime as dt
import json
import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, cast

from proofroom.content.format.front_patch import lines_below, without_keys
from proofroom.content.format.front_scalar import SLUG_FIELD, item_field, member_field
from proofroom.content.format.types import STRING_TYPES, Field, Json
from proofroom.kernel.patterns import late_pattern

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_KEY = late_pattern(r"""[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*[.=]""")
_TABLE = late_pattern(
    r"""[ \t]*\[\[?[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*[.\]]"""
)
_TOKEN = late_pattern(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*|[\[\]{}\n]",
    re.DOTALL,
)
_DATE = late_pattern(
    r"\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?)?\Z|\d\d:\d\d:\d\d(?:\.\d+)?\Z"
)
_QUOTED = late_pattern(
    r'"""(?:[^"\\]|\\.?|"(?!""))*(?:""")?'
    r"|'''(?:[^']|'(?!''))*(?:''')?"
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
    r"|'[^'\n]*'?"
    r"|#[^\n]*",
    re.DOTALL,
)
_DEEP_KEY = late_pattern(r"(?<![\w-])(?:[\w-]+[ \t]*\.[ \t]*){50}")
"""A key of more parts than anybody writes: reading one of 30,000 took thirteen seconds."""


def read_toml(block: str, fields: Mapping[str, Field]) -> Json | None:
    """Return the front matter, or None when the block is no TOML."""
    if _DEEP_KEY.search(_QUOTED.sub("s", block)):
        return None
    root = Field(type="object", fields={"slug": SLUG_FIELD, **fields})
    try:
        return cast("Json", _as_json(tomllib.loads(block), root))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return None


def cut_toml(block: str) -> dict[str, str] | None:
    """Return each top-level key's lines in order; None when a key's lines do not stand together.

    Lines before the first key stand under the empty name; comments stay with the key above.
    """
    found: dict[str, str] = {}
    current, in_table = "", False
    for statement in _statements(block) if block else ():
        table = _TABLE.match(statement)
        key = None if in_table or table else _KEY.match(statement)
        named = _name(table or key)
        if named is None or (named == current and current in found):
            found[current] = f"{found[current]}\n{statement}" if current in found else statement
        elif named in found:
            return None
        else:
            current = named
            found[current] = statement
        in_table = in_table or table is not None
    return found


def write_toml_key(key: str, value: Any, before: str | None = None) -> str:
    """Return the lines of one key, as a table where it was one, and the comments below it."""
    return "\n".join([_key_lines(key, value, before), *lines_below(before or "")])


def _key_lines(key: str, value: Any, before: str | None) -> str:
    name = _key_text(key)
    if before is not None and _is_table(before):
        if isinstance(value, dict):
            return "\n".join([f"[{name}]", *_members(cast("Json", value))])
        if _all_objects(value):
            items = cast("list[Json]", value)
            return "\n\n".join("\n".join([f"[[{name}]]", *_members(item)]) for item in items)
    return f"{name} = {_value(value, _has_bare_date(before, key))}"


def join_toml(chunks: Mapping[str, str]) -> str:
    """Put the lines of keys together: what stands above the first key, keys, tables."""
    head = [chunk for key, chunk in chunks.items() if not key]
    keys = [chunk for key, chunk in chunks.items() if key and not _is_table(chunk)]
    tables = [chunk for key, chunk in chunks.items() if key and _is_table(chunk)]
    return "\n".join([*head, *keys, *tables])


def render_toml(front: Json) -> str:
    """Return a whole front matter, written anew."""
    return join_toml({key: write_toml_key(key, value) for key, value in front.items() if value is not None})


def patch_toml(block: str, before: Json, after: Json) -> str | None:
    """Return the block with only changed keys written anew; None when it cannot be cut at its keys."""
    chunks = cut_toml(block)
    if chunks is None or set(chunks) - {""} != set(before):
        return None
    written = without_keys(chunks, {key for key in before if after.get(key) is None})
    for key, value in after.items():
        if value is not None and (key not in before or before[key] != value):
            written[key] = write_toml_key(key, value, chunks.get(key))
    return join_toml(written)


def _statements(block: str) -> Iterator[str]:
    """Yield the lines of a block, those of one value together."""
    start = depth = 0
    for token in _TOKEN.finditer(block):
        match token[0]:
            case "[" | "{":
                depth += 1
            case "]" | "}":
                depth -= 1
            case "\n" if depth == 0:
                yield block[start : token.start()]
                start = token.end()
            case _:
                pass
    yield block[start:]


def _name(match: re.Match[str] | None) -> str | None:
    if match is None:
        return None
    double, single, bare = match.groups()
    if double is not None:
        return next(iter(tomllib.loads(f'"{double}" = 1')))
    return single if single is not None else bare


def _is_table(chunk: str) -> bool:
    return chunk.lstrip(" \t").startswith("[")


def _has_bare_date(before: str | None, key: str) -> bool:
    if before is None:
        return False
    try:
        return isinstance(tomllib.loads(before).get(key), dt.date | dt.time)
    except tomllib.TOMLDecodeError:
        return False


def _as_json(value: Any, field: Field | None) -> Any:
    match value:
        case dict():
            members = cast("Json", value)
            return {key: _as_json(item, member_field(field, key)) for key, item in members.items()}
        case list():
            return [_as_json(item, item_field(field)) for item in cast("list[Any]", value)]
        case dt.datetime() | dt.date() | dt.time():
            return value.isoformat().replace("+00:00", "Z")
        case float() if not math.isfinite(value):
            return str(value)  # JSON has none; as a text it stays in its place
        case bool() | str():
            return value
        case _:
            kind = field.type if field else ""
            # A year written as a number is the text the model asks for, as it is in YAML.
            return str(value) if kind in STRING_TYPES else value


def _members(members: Json) -> list[str]:
    return [f"{_key_text(key)} = {_value(item)}" for key, item in members.items() if item is not None]


def _all_objects(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(cast("list[Any]", value))
        and all(isinstance(item, dict) for item in cast("list[Any]", value))
    )


def _key_text(key: str) -> str:
    return key if _BARE.match(key) else f'"{_escaped(key)}"'


def _value(value: Any, is_date: bool = False) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case list():
            items = cast("list[Any]", value)
            return f"[{', '.join(_value(item) for item in items if item is not None)}]"
        case dict():
            inner = ", ".join(_members(cast("Json", value)))
            return f"{{ {inner} }}" if inner else "{}"
        case str() if is_date and _DATE.match(value):
            return value
        case _:
            return _quoted(str(value))


def _quoted(text: str) -> str:
    """Return a basic string; several lines are written as lines."""
    lines = [_escaped(line) for line in text.split("\n")]
    return f'"{lines[0]}"' if len(lines) == 1 else '"""\n' + "\n".join(lines) + '"""'


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1].replace("\x7f", "\\u007f")
