"""What a front-matter scalar means, given the field it belongs to.

The official writer leaves numbers and most texts bare and quotes booleans and negative numbers, so the text
alone does not say what was meant. The model's field does; without one, a number is a number only if it would
be written the same again.
"""

from typing import Any

from proofroom.content.format.types import NUMBER_TYPES, RELATION_TYPES, STRING_TYPES, Field
from proofroom.kernel.patterns import late_pattern
from proofroom.repository.json.ecma import number_text

_NUMBER = late_pattern(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")
_BOOLEANS = {"true": True, "false": False}
SLUG_FIELD = Field(type="slug")


def read_scalar(text: str, field: Field | None, *, quoted: bool) -> Any:
    """Return the value of a scalar: by its field's type, else by how it is written."""
    kind = field.type if field else ""
    if kind in STRING_TYPES or kind in RELATION_TYPES:
        return text
    if kind == "boolean":
        return _BOOLEANS.get(text.lower(), text)
    if kind in NUMBER_TYPES:
        return parse_number(text, text)
    if quoted:
        return text
    number = parse_number(text, None)
    return text if number is None or number_text(number) != text else number


def parse_number(text: str, otherwise: Any) -> Any:
    """Return the number the text spells, or the other value when it spells none."""
    if not _NUMBER.match(text):
        return otherwise
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def member_field(field: Field | None, key: str) -> Field | None:
    """Return the definition of an object's member."""
    return field.fields.get(key) if field and field.type == "object" else None


def item_field(field: Field | None) -> Field | None:
    """Return the definition of a list's items."""
    if field is None:
        return None
    if field.type == "relations":
        return Field(type="relation", targets=field.targets)
    return field.items if field.type == "array" else None
