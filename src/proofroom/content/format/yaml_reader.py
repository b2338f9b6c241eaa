"""Reading front matter that a person or another tool wrote: YAML 1.2 narrowed to JSON types.

PyYAML builds the nodes; what a scalar means is decided here, because its own rules are those of YAML 1.1
(`no` is false, dates become objects).
"""

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from proofroom.content.format.front_scalar import (
    SLUG_FIELD,
    item_field,
    member_field,
    parse_number,
    read_scalar,
)
from proofroom.content.format.types import NUMBER_TYPES, RELATION_TYPES, STRING_TYPES, Field, Json
from proofroom.kernel.lazily import late_module

if TYPE_CHECKING:
    import yaml
else:
    yaml = late_module("yaml")

_NODE_LIMIT = 20_000
"""More nodes than any front matter has; stops aliases that multiply."""
_DEEPEST = 100
"""Levels inside each other. Nodes are built by recursion in C, where some ten thousand end the process."""
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_BASED = re.compile(r"0(?:x[0-9a-fA-F]+|o[0-7]+)\Z")


def read_yaml(block: str, fields: Mapping[str, Field]) -> Json | None:
    """Return the front matter, or None when the block is no YAML mapping."""
    root = Field(type="object", fields={"slug": SLUG_FIELD, **fields})
    try:
        node = _compose(block)
        if node is None:
            return {}
        value = _Reading().read(node, root)
    except (yaml.YAMLError, _Unreadable, RecursionError):
        return None
    return cast("Json", value) if isinstance(value, dict) else None


def _compose(block: str) -> Any:
    loader = getattr(yaml, "CSafeLoader", None) or yaml.SafeLoader
    if sum(map(block.count, "[{-?:")) > _DEEPEST:  # each level is begun by one of them
        _check_size(block, loader)
    compose = cast("Callable[..., Any]", yaml.compose)  # pyright: ignore[reportUnknownMemberType]
    return compose(block, Loader=loader)


def _check_size(block: str, loader: Any) -> None:
    """Refuse what is too deep or too much before anything is built of it: events come one by one."""
    depth = 0
    parse = cast("Callable[..., Any]", yaml.parse)  # pyright: ignore[reportUnknownMemberType]
    for number, event in enumerate(parse(block, Loader=loader)):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST or number > 2 * _NODE_LIMIT:
            raise _Unreadable


class _Unreadable(Exception):
    """The YAML says something JSON cannot."""


class _Reading:
    def __init__(self) -> None:
        self._nodes = 0

    def read(self, node: Any, field: Field | None) -> Any:
        self._nodes += 1
        if self._nodes > _NODE_LIMIT:
            raise _Unreadable
        if isinstance(node, yaml.ScalarNode):
            return _read_scalar(node, field)
        if isinstance(node, yaml.SequenceNode):
            inner = item_field(field)
            return [self.read(item, inner) for item in cast("list[Any]", node.value)]
        members: Json = {}
        for key_node, value_node in cast("list[tuple[Any, Any]]", node.value):
            if not isinstance(key_node, yaml.ScalarNode):
                raise _Unreadable
            key = str(key_node.value)
            members[key] = self.read(value_node, member_field(field, key))
        return members


def _read_scalar(node: Any, field: Field | None) -> Any:
    text = str(node.value)
    if node.style in ("'", '"', "|", ">"):
        return read_scalar(text, field, quoted=True)
    kind = field.type if field else ""
    if text in _WORDS and not (kind in STRING_TYPES | RELATION_TYPES and _WORDS[text] is not None):
        return _WORDS[text]
    if kind in NUMBER_TYPES:
        return int(text, 0) if _BASED.match(text) else parse_number(text.removeprefix("+"), text)
    return read_scalar(text, field, quoted=False)
