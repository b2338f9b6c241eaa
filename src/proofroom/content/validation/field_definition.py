"""One field's definition: known keys in the right places, bounds that can be met, a default that fits."""

import math
from collections.abc import Collection, Iterator
from typing import Any, cast

from proofroom.content.format.ecma import number_text, scalar_text
from proofroom.content.format.ids import is_field_name, is_locale
from proofroom.content.format.model import field_from
from proofroom.content.format.types import FIELD_TYPES, MEDIA_TYPES, NUMBER_TYPES, RELATION_TYPES, Json
from proofroom.content.validation.ecma_regex import compile_pattern
from proofroom.content.validation.types import Finding
from proofroom.content.validation.value import check_value

Found = Iterator[tuple[str, Finding]]

DEPTH_LIMIT = 10
_KEYS = frozenset(
    {
        *("type", "required", "unique", "default", "min", "max", "pattern", "options", "model", "items"),
        *("fields", "accept", "maxSize", "description", "label", "order"),
    }
)
_HOMES = {
    "options": (frozenset({"select"}), "select"),
    "items": (frozenset({"array"}), "array"),
    "fields": (frozenset({"object"}), "object"),
    "accept": (MEDIA_TYPES, "image/video/file"),
    "maxSize": (MEDIA_TYPES, "image/video/file"),
}
"""Keys that mean something on some types only."""
_SHAPES = {"array": "an array", "relations": "an array", "object": "an object", "boolean": "a boolean"}


def check_definition(name: str, raw: Any, kind: str, model_ids: Collection[str], depth: int = 0) -> Found:
    """Return what is wrong with a field's definition, nested ones included."""
    if not is_field_name(name.rpartition(".")[2]) and not name.endswith(".items"):
        yield name, _error("name", f'Field "{name}": invalid name — must be snake_case starting with letter')
    if depth > DEPTH_LIMIT:
        yield name, _error("depth", f'Field "{name}": exceeds the maximum nesting depth of {DEPTH_LIMIT}')
        return
    if not isinstance(raw, dict):
        yield name, _error("shape", f'Field "{name}": must be an object')
        return
    definition = cast("Json", raw)
    if definition.get("type") not in FIELD_TYPES:
        yield name, _error("type", f'Field "{name}": invalid type "{definition.get("type", "undefined")}"')
    checks = (_keys, _relation, _select, _places, _bounds, _media, _pattern, _default, _label, _order)
    for check in checks:
        for finding in check(name, definition):
            yield name, finding
    if definition.get("unique") is True and kind == "singleton":
        yield name, _error("unique", f'Field "{name}": "unique" has no meaning on a singleton')
    yield from _targets(name, definition, model_ids)
    yield from _inside(name, definition, kind, model_ids, depth)


def _error(code: str, message: str) -> Finding:
    return Finding("error", f"model.field.{code}", message)


def _warning(code: str, message: str) -> Finding:
    return Finding("warning", f"model.field.{code}", message)


def _keys(name: str, raw: Json) -> Iterator[Finding]:
    for key in raw:
        if key not in _KEYS:
            yield _error("unknown_key", f'Field "{name}": unknown key "{key}"')
    for key in ("required", "unique"):
        if key in raw and not isinstance(raw[key], bool):
            yield _error("shape", f'Field "{name}": "{key}" must be true or false')
    for key in ("min", "max", "maxSize"):
        if key in raw and not _is_number(raw[key]):
            yield _error("shape", f'Field "{name}": "{key}" must be a number')
    for key in ("pattern", "accept", "description"):
        if key in raw and not isinstance(raw[key], str):
            yield _error("shape", f'Field "{name}": "{key}" must be a text')


def _relation(name: str, raw: Json) -> Iterator[Finding]:
    if raw.get("type") in RELATION_TYPES and not field_from(raw).targets:
        yield _error("model", f'Field "{name}": {raw["type"]} type requires "model" property')


def _select(name: str, raw: Json) -> Iterator[Finding]:
    options = raw.get("options")
    if raw.get("type") != "select":
        return
    if not isinstance(options, list) or not options:
        yield _error("options", f'Field "{name}": select type requires non-empty "options" array')
    elif not all(isinstance(option, str) for option in cast("list[Any]", options)):
        yield _error("options", f'Field "{name}": "options" must be texts')


def _places(name: str, raw: Json) -> Iterator[Finding]:
    kind = raw.get("type")
    for key, (types, wanted) in _HOMES.items():
        if key in raw and kind not in types:
            message = f'Field "{name}": "{key}" only applies to {wanted} fields — it is ignored on "{kind}"'
            yield _error("misplaced", message)


def _bounds(name: str, raw: Json) -> Iterator[Finding]:
    field = field_from(raw)
    low, high = field.min, field.max
    if low is not None and high is not None and low > high:
        message = f'Field "{name}": min ({number_text(low)}) is greater than max ({number_text(high)})'
        yield _error("bounds", message)


def _media(name: str, raw: Json) -> Iterator[Finding]:
    if raw.get("type") not in MEDIA_TYPES:
        return
    if "max" in raw:
        message = (
            f'Field "{name}": "max" limits the length of the stored path, not the file size; use "maxSize"'
        )
        yield _warning("media_max", message)
    if "maxSize" in raw:
        message = f'Field "{name}": "maxSize" is enforced when the file is uploaded, not on content'
        yield _warning("max_size", message)


def _pattern(name: str, raw: Json) -> Iterator[Finding]:
    source = raw.get("pattern")
    if not isinstance(source, str) or not source:
        return
    pattern = compile_pattern(source)
    if pattern is None:
        message = f'Field "{name}": "pattern" is not a valid regular expression — /{source}/'
        yield _error("pattern", message)
    elif not pattern.is_checkable:
        message = f'Field "{name}": "pattern" uses look-behind or references that are not checked here'
        yield _warning("pattern_unchecked", message)


def _default(name: str, raw: Json) -> Iterator[Finding]:
    default, kind = raw.get("default"), raw.get("type")
    if default is None or kind not in FIELD_TYPES:
        return
    codes = {finding.code for finding in check_value(default, field_from({**raw, "required": False}))}
    if "entry.type" in codes and kind != "relation":
        shape = _SHAPES.get(str(kind), "a number" if kind in NUMBER_TYPES else "a string")
        yield _error("default", f'Field "{name}": default must be {shape} for type "{kind}"')
    elif "entry.option" in codes:
        allowed = ", ".join(scalar_text(option) for option in field_from(raw).options or ())
        message = f'Field "{name}": default "{default}" is not one of its own options [{allowed}]'
        yield _error("default", message)


def _label(name: str, raw: Json) -> Iterator[Finding]:
    if "label" not in raw:
        return
    label = raw["label"]
    if isinstance(label, str):
        if not label.strip():
            yield _error("label", f'Field "{name}": "label" is empty')
    elif not isinstance(label, dict):
        yield _error("label", f'Field "{name}": "label" must be a string, or an object keyed by locale')
    elif not label:
        yield _error("label", f'Field "{name}": "label" has no translations')
    else:
        for locale, text in cast("Json", label).items():
            if not is_locale(locale):
                yield _error("label", f'Field "{name}": "label" key "{locale}" is not a locale code')
            if not isinstance(text, str) or not text.strip():
                yield _error("label", f'Field "{name}": "label" for "{locale}" must be a non-empty string')


def _order(name: str, raw: Json) -> Iterator[Finding]:
    if "order" in raw and not _is_number(raw["order"]):
        yield _error("order", f'Field "{name}": "order" must be a finite number')


def _targets(name: str, raw: Json, model_ids: Collection[str]) -> Found:
    for target in field_from(raw).targets if raw.get("type") in RELATION_TYPES and model_ids else ():
        if target not in model_ids:
            message = f'Field "{name}": relation target "{target}" does not exist'
            yield name, _warning("target_missing", message)


def _inside(name: str, raw: Json, kind: str, model_ids: Collection[str], depth: int) -> Found:
    items, fields = raw.get("items"), raw.get("fields")
    if raw.get("type") == "array" and items is not None:
        definition = {"type": items} if isinstance(items, str) else items
        yield from check_definition(f"{name}.items", definition, kind, model_ids, depth + 1)
    if raw.get("type") != "object":
        return
    if not isinstance(fields, dict) or not fields:
        message = (
            f'Field "{name}": "object" with no "fields" — nothing validates it and no editor can show it'
        )
        yield name, _warning("object_empty", message)
        return
    for member, definition in cast("Json", fields).items():
        yield from check_definition(f"{name}.{member}", definition, kind, model_ids, depth + 1)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
