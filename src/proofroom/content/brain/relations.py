"""What an entry points at, and what points at it."""

from collections.abc import Iterator

from proofroom.content.brain.view import View
from proofroom.content.format.project import Project
from proofroom.content.format.types import Config, Model
from proofroom.content.validation.references import inbound_references
from proofroom.content.validation.relation import pointing_fields, references
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound
from proofroom.kernel.strings import say


@dataclass(frozen=True, slots=True)
class RelatedEntry:
    """An entry at the other end of a relation; `label` is empty when there is no such entry."""

    field: str
    model: str
    ref: str
    label: str


def forward(view: View, model: Model, entry_id: str, locale: str) -> list[RelatedEntry]:
    """Return what an entry points at, by field."""
    row = view.row(model.id, locale, entry_id)
    if row is None:
        raise missing_entry(model, entry_id, locale)
    return [
        RelatedEntry(_field_of(one.path), one.target, one.ref, label_of(view, one.target, one.ref, locale))
        for one in references(row.data, pointing_fields(model))
    ]


def reverse(view: View, model: Model, entry_id: str, locale: str) -> Iterator[RelatedEntry]:
    """Return the entries that point at an entry, each once per field."""
    if not any(view.row(model.id, each, entry_id) for each in view.project.locales(model)):
        raise missing_entry(model, entry_id, locale)
    seen: set[tuple[str, str, str]] = set()
    for one in inbound_references(view.project, model.id, {entry_id}):
        key = (one.model, one.entry, _field_of(one.field))
        if key not in seen:
            seen.add(key)
            yield RelatedEntry(key[2], one.model, one.entry, one.label)


def label_of(view: View, model_id: str, entry_id: str, locale: str) -> str:
    """Return what an entry is called in a locale, or in the default one."""
    model = view.project.models.get(model_id)
    if model is None:
        return ""
    wanted = (locale, _default(view.project))
    for each in dict.fromkeys(one for one in wanted if one in view.project.locales(model)):
        row = view.row(model_id, each, entry_id)
        if row is not None:
            return row.label
    return ""


def missing_entry(model: Model, entry_id: str, locale: str) -> NotFound:
    """Return the error for an entry that is not there."""
    return NotFound(say("content.no_entry", entry=entry_id, model=model.id, locale=locale))


def _field_of(path: str) -> str:
    return path.partition("[")[0]


def _default(project: Project) -> str:
    return (project.config or Config()).default_locale
