"""Looking at what a stranger sent: only what the form asks for, without markup, checked against the model."""

from dataclasses import field, replace
from typing import Any, Final, Literal, cast

from proofroom.content.format.form import Form
from proofroom.content.format.types import Json, Model
from proofroom.content.validation.entry import EntryCheck
from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.safety import strip_markup

HONEYPOT: Final = "_hp"
LONGEST_TEXT: Final = 10_000
DEEPEST: Final = 4
MOST_ITEMS: Final = 100
_SHOWN_KEYS: Final = (
    *("type", "required", "label", "description", "options", "min", "max", "pattern", "order", "accept"),
    *("items", "fields"),
)


@dataclass(frozen=True, slots=True)
class Sent:
    """A request to a form: what it holds, and where it comes from."""

    data: Json
    honeypot: str = ""
    captcha: str | None = None
    locale: str | None = None
    address: str = field(default="", repr=False)
    user_agent: str = ""
    referrer: str = ""
    origin: str | None = None
    language: Language = "en"
    """The language in which the sender is thanked where the form says nothing."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the sender is told. A sender in a trap is told what everybody is told."""

    state: Literal["taken", "wrong"]
    message: str = ""
    errors: tuple[tuple[str, str], ...] = ()
    submission_id: str | None = None


def describe_form(model: Model, form: Form) -> Json:
    """Return what a page needs to show the form."""
    fields: Json = {}
    for name in form.exposed:
        raw = cast("Json", cast("Json", model.raw.get("fields") or {}).get(name) or {})
        shown: Json = {key: raw[key] for key in _SHOWN_KEYS if key in raw}
        fields[name] = shown | {"required": form.required.get(name, model.fields[name].required)}
    return {
        "modelId": model.id,
        "fields": fields,
        "captcha": form.captcha,
        "successMessage": form.success_message,
        "honeypotField": HONEYPOT if form.has_honeypot else None,
    }


def examine(model: Model, form: Form, data: Json) -> tuple[Json, tuple[tuple[str, str], ...]]:
    """Return what is kept of the data, and what is wrong with it by field.

    Whether a value is taken already is not told: that would tell strangers who is on a list.
    """
    kept = {name: _plain(data[name], 0) for name in form.exposed if data.get(name) is not None}
    asked = {
        name: replace(model.fields[name], required=form.required.get(name, model.fields[name].required))
        for name in form.exposed
    }
    found = EntryCheck(replace(model, fields=asked)).check(kept)
    wrong = {path: finding.message for path, finding in reversed(found) if finding.severity != "notice"}
    wrong |= {
        name: f"Longer than {LONGEST_TEXT:,} characters"
        for name, value in kept.items()
        if isinstance(value, str) and len(value) > LONGEST_TEXT
    }
    return kept, tuple(wrong.items())


def _plain(value: Any, depth: int) -> Any:
    if isinstance(value, str):
        return strip_markup(value[: LONGEST_TEXT * 2])
    if depth >= DEEPEST:
        return None
    if isinstance(value, list):
        return [_plain(item, depth + 1) for item in cast("list[Any]", value)[:MOST_ITEMS]]
    if isinstance(value, dict):
        members = list(cast("Json", value).items())[:MOST_ITEMS]
        return {strip_markup(str(name)): _plain(member, depth + 1) for name, member in members}
    return value
