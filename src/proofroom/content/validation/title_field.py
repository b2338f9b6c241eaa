"""Which field an entry is called by: the rules for `title_field`, and a choice where none was made."""

from typing import Any

from proofroom.content.format.types import TITLE_TYPES, Field, Model
from proofroom.content.validation.types import Finding

DICTIONARY_TITLE = "key"
_NAMES = ("title", "name", "label", "heading")
_ALLOWED = "string, text, slug, email, url, code, markdown, richtext"


def title_findings(model: Model) -> list[Finding]:
    """Return what is wrong with a model's title field."""
    name: Any = model.raw.get("title_field")
    if name is None or name == "":
        message = 'Missing "title_field". Every model must name the field shown as its title. '
        return [Finding("error", "model.title_field.missing", f'{message}Dictionary models use "key".')]
    if not isinstance(name, str):
        return [_invalid('Invalid "title_field": it must be the name of a field.')]
    if model.kind == "dictionary":
        if name == DICTIONARY_TITLE:
            return []
        message = f'Dictionary models must use title_field: "key". The key is the title. Got "{name}".'
        return [_invalid(message)]
    field = model.fields.get(name)
    if field is None:
        return [_invalid(f'Invalid "title_field": field "{name}" is not defined in fields.')]
    if field.type not in TITLE_TYPES:
        message = f'Invalid "title_field": field "{name}" has type "{field.type}" — a title must be one of: '
        return [_invalid(f"{message}{_ALLOWED}.")]
    if not field.required:
        message = f'"title_field" points at optional field "{name}" — entries may render with an empty title.'
        return [Finding("warning", "model.title_field.optional", f"{message} Consider required: true.")]
    return []


def infer_title_field(model: Model) -> str | None:
    """Return the field that fits best as a title, or None when none does."""
    if model.kind == "dictionary":
        return DICTIONARY_TITLE
    able = {name: field for name, field in model.fields.items() if field.type in TITLE_TYPES}
    for wanted in _NAMES:
        if wanted in able:
            return wanted
    for wanted in _NAMES:
        tokens = [name for name in able if wanted in name.split("_")]
        if tokens:
            return _best(tokens, able)
    return _best(list(able), able) if able else None


def _best(names: list[str], fields: dict[str, Field]) -> str:
    return min(
        names,
        key=lambda name: (not fields[name].required, TITLE_TYPES.index(fields[name].type), name),
    )


def _invalid(message: str) -> Finding:
    return Finding("error", "model.title_field.invalid", message)
