"""Which field an entry is called by: the rules for `title_field`, and a choice where none was made."""

from typing import Any

from proofroom.content.format.types import TITLE_TYPES, Field, Model
from proofroom.content.validation.types import Finding
from proofroom.kernel.strings import say

DICTIONARY_TITLE = "key"
_NAMES = ("title", "name", "label", "heading")
_ALLOWED = "string, text, slug, email, url, code, markdown, richtext"


def title_findings(model: Model) -> list[Finding]:
    """Return what is wrong with a model's title field."""
    name: Any = model.raw.get("title_field")
    if name is None or name == "":
        return [Finding("error", "model.title_field.missing", say("finding.title.missing"))]
    if not isinstance(name, str):
        return [_invalid(say("finding.title.name"))]
    if model.kind == "dictionary":
        if name == DICTIONARY_TITLE:
            return []
        message = say("finding.title.dictionary", name=name)
        return [_invalid(message)]
    field = model.fields.get(name)
    if field is None:
        return [_invalid(say("finding.title.undefined", name=name))]
    if field.type not in TITLE_TYPES:
        return [_invalid(say("finding.title.type", name=name, type=field.type, known=_ALLOWED))]
    if not field.required:
        return [Finding("warning", "model.title_field.optional", say("finding.title.optional", name=name))]
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
