"""What values a type's fields take, and how a type changes: decisions on data."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from proofroom.entities.cells import read_day
from proofroom.entities.types import FieldDef, FieldKind, TypeDef
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.strings import say

MAX_TEXT = 50_000
MAX_ITEMS = 200
_EMAIL = late_pattern(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_YES, _NO = ("true", "yes", "1", "evet"), ("false", "no", "0", "hayır", "hayir")


class SchemaChange(BaseModel):
    """One operation on a type's fields."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")

    op: Literal["addField", "renameField", "removeField", "changeType"]
    key: str = Field("", description="The field's key; for addField leave it out and give `field`.")
    field: FieldDef | None = Field(None, description="The new field, for addField.")
    to: str | None = Field(None, description="The new key, for renameField.")
    type: FieldKind | None = Field(None, description="The new type, for changeType.")

    @property
    def loses_data(self) -> bool:
        """Tell whether values may be lost by it."""
        return self.op in ("removeField", "changeType")


OWN_KEYS = ("id", "title")
"""What every record has beside its fields, in sheets too."""


def read_definition(value: Mapping[str, Any]) -> TypeDef:
    """Return a type that somebody wrote, or say what is wrong with it."""
    try:
        made = TypeDef.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InvalidInput(say("api.field_problem", field=place, problem=first["msg"])) from None
    keys = [one.key for one in made.fields]
    doubles = sorted({key for key in keys if keys.count(key) > 1})
    if doubles:
        raise InvalidInput(say("entities.field_twice", field=doubles[0]))
    if own := next((key for key in keys if key in OWN_KEYS), ""):
        raise InvalidInput(say("entities.own_key", field=own))
    for one in made.fields:
        for needed in one.depends_on:
            if needed not in keys:
                raise InvalidInput(say("entities.no_field", field=needed, type=made.name))
        if one.type in ("select", "multiSelect") and not one.options:
            raise InvalidInput(say("entities.no_options", field=one.name))
    layers_of(made.fields)
    return made


def layers_of(fields: Iterable[FieldDef]) -> list[list[FieldDef]]:
    """Return fields in layers: each needs only those before it. A circle is refused (Kahn's algorithm)."""
    found = list(fields)
    return in_layers({one.key: one.depends_on for one in found}, found)


def in_layers(needs: Mapping[str, Iterable[str]], fields: Iterable[FieldDef]) -> list[list[FieldDef]]:
    """Return fields in the layers of what they need; needs outside of them count as met."""
    by_key = {one.key: one for one in fields}
    left = {key: {each for each in needs.get(key, ()) if each in by_key} for key in by_key}
    layers: list[list[FieldDef]] = []
    while left:
        free = [key for key, missing in left.items() if not missing]
        if not free:
            raise InvalidInput(say("entities.circle", fields=", ".join(sorted(left))))
        layers.append([by_key[key] for key in free])
        left = {key: missing - set(free) for key, missing in left.items() if key not in free}
    return layers


def check_values(definition: TypeDef, values: Mapping[str, Any], *, is_whole: bool) -> dict[str, Any]:
    """Return values as they are kept, or say which does not fit; `is_whole` asks for required fields."""
    kept: dict[str, Any] = {}
    for key, value in values.items():
        field = definition.field(key)
        if field is None:
            known = ", ".join(one.key for one in definition.fields)
            raise InvalidInput(
                say("entities.no_field", field=key, type=definition.name),
                suggestion=say("next.one_of_listed", known=known),
            )
        if value is not None and value != "":
            kept[key] = check_value(field, value)
    if is_whole:
        for field in definition.fields:
            if field.required and field.key not in kept:
                raise InvalidInput(say("entities.required", field=field.name))
    return kept


def check_value(field: FieldDef, value: Any) -> Any:
    """Return a value as it is kept; what a sheet or a model wrote as text is read."""
    match field.type:
        case "number":
            return _number(field, value)
        case "boolean":
            return _truth(field, value)
        case "date":
            return _date(field, value)
        case "multiSelect" | "list":
            return _items(field, value)
        case _:
            return _text(field, value)


def _number(field: FieldDef, value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise _wrong(field, value)
    if isinstance(value, str):
        text = value.strip().replace(" ", "").replace("\u00a0", "")
        try:
            number = float(text if text.count(",") != 1 or "." in text else text.replace(",", "."))
        except ValueError:
            raise _wrong(field, value) from None
        value = int(number) if number.is_integer() and abs(number) < 2**53 else number
    if value != value or abs(value) > 1e300:
        raise _wrong(field, value)
    return value


def _truth(field: FieldDef, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    said = str(value).strip().casefold()
    if said in _YES or said in _NO:
        return said in _YES
    raise _wrong(field, value)


def _date(field: FieldDef, value: Any) -> str:
    if isinstance(value, str):
        text = value.strip()
        for read in (date.fromisoformat, datetime.fromisoformat):
            try:
                read(text)
            except ValueError:
                continue
            return text
        if (day := read_day(text)) is not None:
            return day
        if re.fullmatch(r"\d{4}(-\d{2})?", text):
            return text
    raise _wrong(field, value)


def _items(field: FieldDef, value: Any) -> list[str]:
    parts = cast("list[Any]", value) if isinstance(value, list) else re.split(r"[;|]", str(value))
    if len(parts) > MAX_ITEMS:
        raise _wrong(field, f"{len(parts)} items")
    found = [str(one).strip() for one in parts if str(one).strip()]
    return [_option(field, one) for one in found] if field.type == "multiSelect" else found


def _text(field: FieldDef, value: Any) -> str:
    if isinstance(value, dict | list):
        raise _wrong(field, value)
    text = str(value).strip()
    if len(text) > MAX_TEXT:
        raise InvalidInput(say("entities.too_long", field=field.name, most=MAX_TEXT))
    if field.type == "select":
        return _option(field, text)
    if field.type == "email" and not _EMAIL.fullmatch(text):
        raise _wrong(field, value)
    if field.type == "url" and not re.match(r"https?://\S+$", text):
        raise _wrong(field, value)
    return text


def _option(field: FieldDef, text: str) -> str:
    for option in field.options:
        if option.casefold() == text.casefold():
            return option
    raise InvalidInput(
        say("entities.no_option", field=field.name, value=text[:80]),
        suggestion=say("next.one_of_listed", known=", ".join(field.options)),
    )


def _wrong(field: FieldDef, value: Any) -> InvalidInput:
    shown = str(value)[:80]
    return InvalidInput(say("entities.wrong_value", field=field.name, value=shown, type=field.type))


def changed_definition(definition: TypeDef, changes: Iterable[SchemaChange]) -> TypeDef:
    """Return a type after operations on its fields."""
    fields = list(definition.fields)
    for change in changes:
        if change.op == "addField":
            if change.field is None:
                raise InvalidInput(say("entities.needs", what="field"))
            fields.append(change.field)
            continue
        place = next((n for n, one in enumerate(fields) if one.key == change.key), None)
        if place is None:
            raise InvalidInput(say("entities.no_field", field=change.key, type=definition.name))
        if change.op == "removeField":
            fields.pop(place)
        elif change.op == "renameField":
            if not change.to:
                raise InvalidInput(say("entities.needs", what="to"))
            fields[place] = fields[place].model_copy(update={"key": change.to})
            fields = [_renamed(one, change.key, change.to) for one in fields]
        else:
            if change.type is None:
                raise InvalidInput(say("entities.needs", what="type"))
            fields[place] = fields[place].model_copy(update={"type": change.type})
    value = definition.model_dump() | {"fields": [one.model_dump() for one in fields]}
    return read_definition(value)


def _renamed(field: FieldDef, key: str, to: str) -> FieldDef:
    needs = tuple(to if one == key else one for one in field.depends_on)
    return field.model_copy(update={"depends_on": needs})


def carried_values(
    before: TypeDef, after: TypeDef, changes: Iterable[SchemaChange], values: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a record's values after its type changed: renamed ones move, unreadable ones are dropped."""
    names = {one.key: one.to for one in changes if one.op == "renameField" and one.to}
    moved = {names.get(key, key): value for key, value in values.items()}
    kept: dict[str, Any] = {}
    for field in after.fields:
        if moved.get(field.key) is None:
            continue
        try:
            kept[field.key] = check_value(field, moved[field.key])
        except InvalidInput:
            continue
    return kept
