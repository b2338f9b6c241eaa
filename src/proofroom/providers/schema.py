"""JSON Schemas as providers take them: an object at the root, a strict subset, or Gemini's reading of it."""

from typing import Any

from proofroom.kernel.words import word_set
from proofroom.providers.shapes import Json, as_list, as_object, as_objects, is_list, is_object

_STRICT_FORBIDDEN = word_set("""
    default oneOf allOf not if minLength maxLength patternProperties propertyNames minProperties
    maxProperties unevaluatedProperties unevaluatedItems contains minContains maxContains uniqueItems
    prefixItems
    """)
_LIMITS = frozenset(
    {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems"}
)
_STRICT_FORMATS = frozenset(
    {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}
)


def is_any_object(schema: Json) -> bool:
    """Tell whether a schema asks for JSON and nothing more: hosts have a mode for that."""
    return schema.get("type") == "object" and set(schema) <= {"type"}


def object_root(schema: Json) -> Json:
    """Return the schema with `type: object` and `properties` at its root.

    Alternatives at the root, which several providers reject, become one object with the properties of all
    and the requirements they share; the tool itself still checks its input against the real schema.
    """
    alternatives = [*as_objects(schema.get("anyOf")), *as_objects(schema.get("oneOf"))]
    parts = [*as_objects(schema.get("allOf")), schema]
    properties: Json = {}
    for part in (*alternatives, *parts):
        properties.update(as_object(part.get("properties")))
    required: set[str] = {name for part in parts for name in as_list(part.get("required"))}
    if alternatives:
        shared = [set[str](as_list(part.get("required"))) for part in alternatives]
        required |= shared[0].intersection(*shared[1:])
    made = {
        name: value for name, value in schema.items() if name not in ("anyOf", "oneOf", "allOf", "required")
    }
    made.update(type="object", properties=properties)
    if required:
        made["required"] = [name for name in properties if name in required]
    return made


def fits_strict(schema: Any, *, limits: bool = True) -> bool:
    """Tell whether a schema is in the subset that providers can hold a model to.

    `limits` says whether bounds on numbers and lists belong to it, as they do at OpenAI.
    """
    if not is_object(schema) or not _STRICT_FORBIDDEN.isdisjoint(schema):
        return False
    if not limits and not _LIMITS.isdisjoint(schema):
        return False
    if "$ref" in schema:
        return len(schema) == 1
    if schema.get("format") not in (None, *_STRICT_FORMATS) or "(?" in str(schema.get("pattern", "")):
        return False
    if _has_type(schema, "object") and not _is_closed(schema):
        return False
    if _has_type(schema, "array") and not isinstance(schema.get("items"), dict):
        return False
    return all(fits_strict(part, limits=limits) for part in _parts(schema))


def for_gemini(schema: Any) -> Any:
    """Return the schema without what Gemini does not read: const, format and title take other forms."""
    if is_list(schema):
        return [for_gemini(part) for part in schema]
    if not is_object(schema):
        return schema
    made: Json = {}
    for name, value in schema.items():
        if name in ("title", "format", "const") and not isinstance(value, dict):
            continue
        if name in ("properties", "$defs", "definitions"):
            made[name] = {key: for_gemini(part) for key, part in as_object(value).items()}
        elif name in ("enum", "required", "default", "examples"):
            made[name] = value
        else:
            made[name] = for_gemini(value)
    if "const" in schema:
        made["enum"] = [schema["const"]]
    if isinstance(schema.get("format"), str):
        made["description"] = f"{made.get('description', '')} (format: {schema['format']})".strip()
    return made


def _is_closed(schema: Json) -> bool:
    properties: Json = schema.get("properties") or {}
    required = set(schema.get("required") or ())
    return schema.get("additionalProperties") is False and required == set(properties)


def _has_type(schema: Json, name: str) -> bool:
    found = schema.get("type")
    return found == name or (is_list(found) and name in found)


def _parts(schema: Json) -> list[Any]:
    parts: list[Any] = []
    for name in ("properties", "$defs", "definitions"):
        parts.extend(as_object(schema.get(name)).values())
    parts.extend(as_list(schema.get("anyOf")))
    if isinstance(schema.get("items"), dict):
        parts.append(schema["items"])
    return parts
