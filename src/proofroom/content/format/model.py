"""Model files: lenient reading, canonical writing."""

from collections.abc import Mapping
from typing import Any, cast

from proofroom.content.format.types import STRATEGIES, Field, Json, Model
from proofroom.kernel.words import word_list
from proofroom.repository.json.ecma import order_keys
from proofroom.repository.json.text import parse_json, render_json

MODEL_ORDER = word_list("""
    id name kind domain i18n title_field description content_path locale_strategy fields
    """)
"""The keys that open a model file, in this order."""

_DEPTH_LIMIT = 32


def parse_model(raw: bytes) -> Model | None:
    """Read a model file; None when it is not JSON or has no id (such files are skipped)."""
    try:
        data = parse_json(raw)
    except ValueError:
        return None
    if not isinstance(data, dict):
        return None
    members = cast("Json", data)
    return model_from(members) if isinstance(members.get("id"), str) and members["id"] else None


def model_from(data: Json) -> Model:
    """Return the model an object defines; what is malformed reads as absent."""
    strategy = data.get("locale_strategy")
    return Model(
        id=str(data.get("id", "")),
        kind=str(data.get("kind", "")),
        domain=str(data.get("domain", "")),
        i18n=bool(data.get("i18n")),
        name=_text(data.get("name")) or "",
        title_field=_text(data.get("title_field")),
        description=_text(data.get("description")),
        content_path=_text(data.get("content_path")),
        strategy=strategy if strategy in STRATEGIES else "file",
        fields=fields_from(data.get("fields")),
        raw=data,
    )


def render_model(data: Json) -> bytes:
    """Return the bytes of a model file."""
    return render_json(data, MODEL_ORDER)


def fields_from(value: Any, depth: int = 0) -> dict[str, Field]:
    """Return the fields an object defines."""
    if not isinstance(value, dict) or depth > _DEPTH_LIMIT:
        return {}
    members = cast("dict[str, Any]", value)
    return {
        name: field_from(cast("Json", definition), depth)
        for name, definition in members.items()
        if isinstance(definition, dict)
    }


def field_from(data: Json, depth: int = 0) -> Field:
    """Return the field a definition describes."""
    options, target = data.get("options"), data.get("model")
    return Field(
        type=_text(data.get("type")) or "",
        required=data.get("required") is True,
        unique=data.get("unique") is True,
        min=_number(data.get("min")),
        max=_number(data.get("max")),
        pattern=_text(data.get("pattern")),
        options=tuple(cast("list[Any]", options)) if isinstance(options, list) else None,
        targets=_targets(target),
        items=_items(data.get("items"), depth),
        fields=fields_from(data.get("fields"), depth + 1),
        accept=_text(data.get("accept")),
        raw=data,
    )


def ordered_fields(fields: Mapping[str, Field]) -> list[str]:
    """Return field names as an editor shows them: by `order`, then alphabetically."""
    ranked = {name: _number(field.raw.get("order")) for name, field in fields.items()}
    placed = [name for name, rank in ranked.items() if rank is not None]
    return [
        *sorted(placed, key=lambda name: (ranked[name] or 0, name)),
        *order_keys([name for name, rank in ranked.items() if rank is None]),
    ]


def _items(value: Any, depth: int) -> Field | None:
    if isinstance(value, str) and value:
        return Field(type=value, raw={"type": value})
    if isinstance(value, dict) and depth <= _DEPTH_LIMIT:
        return field_from(cast("Json", value), depth + 1)
    return None


def _targets(value: Any) -> tuple[str, ...]:
    if isinstance(value, str) and value:
        return (value,)
    if isinstance(value, list):
        return tuple(item for item in cast("list[Any]", value) if isinstance(item, str) and item)
    return ()


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _number(value: Any) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
