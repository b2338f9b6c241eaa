"""One field's definition: known keys in the right places, bounds that can be met, a default that fits."""

import math
from collections.abc import Collection, Iterator
from typing import Any, cast

from proofroom.content.format.ids import is_field_name, is_locale
from proofroom.content.format.model import field_from
from proofroom.content.format.types import FIELD_TYPES, MEDIA_TYPES, NUMBER_TYPES, RELATION_TYPES, Json
from proofroom.content.validation.ecma_regex import compile_pattern
from proofroom.content.validation.types import Finding
from proofroom.content.validation.value import check_value
from proofroom.kernel.strings import say
from proofroom.repository.json.ecma import number_text, scalar_text

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
        yield name, _error("name", say("finding.field.name", name=name))
    if depth > DEPTH_LIMIT:
        yield name, _error("depth", say("finding.field.depth", name=name, limit=DEPTH_LIMIT))
        return
    if not isinstance(raw, dict):
        yield name, _error("shape", say("finding.field.shape", name=name))
        return
    definition = cast("Json", raw)
    if definition.get("type") not in FIELD_TYPES:
        yield (
            name,
            _error("type", say("finding.field.type", name=name, type=definition.get("type", "undefined"))),
        )
    checks = (_keys, _relation, _select, _places, _bounds, _media, _pattern, _default, _label, _order)
    for check in checks:
        for finding in check(name, definition):
            yield name, finding
    if definition.get("unique") is True and kind == "singleton":
        yield name, _error("unique", say("finding.field.unique", name=name))
    yield from _targets(name, definition, model_ids)
    yield from _inside(name, definition, kind, model_ids, depth)


def _error(code: str, message: str) -> Finding:
    return Finding("error", f"model.field.{code}", message)


def _warning(code: str, message: str) -> Finding:
    return Finding("warning", f"model.field.{code}", message)


def _keys(name: str, raw: Json) -> Iterator[Finding]:
    for key in raw:
        if key not in _KEYS:
            yield _error("unknown_key", say("finding.field.unknown_key", name=name, key=key))
    for key in ("required", "unique"):
        if key in raw and not isinstance(raw[key], bool):
            yield _error("shape", say("finding.field.boolean", name=name, key=key))
    for key in ("min", "max", "maxSize"):
        if key in raw and not _is_number(raw[key]):
            yield _error("shape", say("finding.field.number", name=name, key=key))
    for key in ("pattern", "accept", "description"):
        if key in raw and not isinstance(raw[key], str):
            yield _error("shape", say("finding.field.text", name=name, key=key))


def _relation(name: str, raw: Json) -> Iterator[Finding]:
    if raw.get("type") in RELATION_TYPES and not field_from(raw).targets:
        yield _error("model", say("finding.field.model", name=name, type=raw["type"]))


def _select(name: str, raw: Json) -> Iterator[Finding]:
    options = raw.get("options")
    if raw.get("type") != "select":
        return
    if not isinstance(options, list) or not options:
        yield _error("options", say("finding.field.options", name=name))
    elif not all(isinstance(option, str) for option in cast("list[Any]", options)):
        yield _error("options", say("finding.field.options_text", name=name))


def _places(name: str, raw: Json) -> Iterator[Finding]:
    kind = raw.get("type")
    for key, (types, wanted) in _HOMES.items():
        if key in raw and kind not in types:
            message = say("finding.field.misplaced", name=name, key=key, wanted=wanted, kind=kind)
            yield _error("misplaced", message)


def _bounds(name: str, raw: Json) -> Iterator[Finding]:
    field = field_from(raw)
    low, high = field.min, field.max
    if low is not None and high is not None and low > high:
        message = say("finding.field.bounds", name=name, low=number_text(low), high=number_text(high))
        yield _error("bounds", message)


def _media(name: str, raw: Json) -> Iterator[Finding]:
    if raw.get("type") not in MEDIA_TYPES:
        return
    if "max" in raw:
        message = say("finding.field.media_max", name=name)
        yield _warning("media_max", message)
    if "maxSize" in raw:
        message = say("finding.field.max_size", name=name)
        yield _warning("max_size", message)


def _pattern(name: str, raw: Json) -> Iterator[Finding]:
    source = raw.get("pattern")
    if not isinstance(source, str) or not source:
        return
    pattern = compile_pattern(source)
    if pattern is None:
        message = say("finding.field.pattern", name=name, source=source)
        yield _error("pattern", message)
    elif not pattern.is_checkable:
        message = say("finding.field.pattern_unchecked", name=name)
        yield _warning("pattern_unchecked", message)


def _default(name: str, raw: Json) -> Iterator[Finding]:
    default, kind = raw.get("default"), raw.get("type")
    if default is None or kind not in FIELD_TYPES:
        return
    codes = {finding.code for finding in check_value(default, field_from({**raw, "required": False}))}
    if "entry.type" in codes and kind != "relation":
        shape = _SHAPES.get(str(kind), "a number" if kind in NUMBER_TYPES else "a string")
        yield _error("default", say("finding.field.default_type", name=name, shape=shape, kind=kind))
    elif "entry.option" in codes:
        allowed = ", ".join(scalar_text(option) for option in field_from(raw).options or ())
        message = say("finding.field.default_option", name=name, default=default, allowed=allowed)
        yield _error("default", message)


def _label(name: str, raw: Json) -> Iterator[Finding]:
    if "label" not in raw:
        return
    label = raw["label"]
    if isinstance(label, str):
        if not label.strip():
            yield _error("label", say("finding.field.label_empty", name=name))
    elif not isinstance(label, dict):
        yield _error("label", say("finding.field.label", name=name))
    elif not label:
        yield _error("label", say("finding.field.label_none", name=name))
    else:
        for locale, text in cast("Json", label).items():
            if not is_locale(locale):
                yield _error("label", say("finding.field.label_key", name=name, locale=locale))
            if not isinstance(text, str) or not text.strip():
                yield _error("label", say("finding.field.label_text", name=name, locale=locale))


def _order(name: str, raw: Json) -> Iterator[Finding]:
    if "order" in raw and not _is_number(raw["order"]):
        yield _error("order", say("finding.field.order", name=name))


def _targets(name: str, raw: Json, model_ids: Collection[str]) -> Found:
    for target in field_from(raw).targets if raw.get("type") in RELATION_TYPES and model_ids else ():
        if target not in model_ids:
            message = say("finding.field.target_missing", name=name, target=target)
            yield name, _warning("target_missing", message)


def _inside(name: str, raw: Json, kind: str, model_ids: Collection[str], depth: int) -> Found:
    items, fields = raw.get("items"), raw.get("fields")
    if raw.get("type") == "array" and items is not None:
        definition = {"type": items} if isinstance(items, str) else items
        yield from check_definition(f"{name}.items", definition, kind, model_ids, depth + 1)
    if raw.get("type") != "object":
        return
    if not isinstance(fields, dict) or not fields:
        message = say("finding.field.object_empty", name=name)
        yield name, _warning("object_empty", message)
        return
    for member, definition in cast("Json", fields).items():
        yield from check_definition(f"{name}.{member}", definition, kind, model_ids, depth + 1)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
