"""Who points at an entry or a model: asked before deleting one, and to walk relations backwards."""

from collections.abc import Collection, Iterator

from proofroom.content.format.entry import entry_label
from proofroom.content.format.project import Project
from proofroom.content.format.types import RELATION_TYPES, Field, Json, Model
from proofroom.content.validation.relation import pointing_fields, references
from proofroom.kernel.data import dataclass


@dataclass(frozen=True, slots=True)
class Inbound:
    """One reference from an entry to the entry or model in question."""

    model: str
    locale: str
    entry: str
    field: str
    label: str
    target: str

    def as_dict(self) -> Json:
        """Return the reference as tools report it."""
        return {
            "model": self.model,
            "ref": self.entry,
            "field": self.field,
            "label": self.label,
            "target": self.target,
        }


@dataclass(frozen=True, slots=True)
class FieldReference:
    """A field of a model that points at the model in question."""

    model: str
    field: str
    type: str

    def as_dict(self) -> Json:
        """Return the reference as tools report it."""
        return {"model": self.model, "field": self.field, "type": self.type}


def referencing_fields(project: Project, model_id: str) -> list[FieldReference]:
    """Return the fields of other models, nested ones too, that may point at a model."""
    return [
        FieldReference(model.id, path, field.type)
        for model in project.models.values()
        if model.id != model_id
        for path, field in _relation_fields(model)
        if model_id in field.targets
    ]


def inbound_references(
    project: Project, model_id: str, entry_ids: Collection[str] | None = None
) -> Iterator[Inbound]:
    """Return the entries that point at some entries of a model, or at any of them.

    Only models with a field that can point there are read.
    """
    for model in project.models.values():
        if not any(model_id in field.targets for _, field in _relation_fields(model)):
            continue
        fields = pointing_fields(model)
        for locale in project.locales(model):
            for entry in project.entries(model, locale):
                for path, target, ref, _ in references(entry.data, fields):
                    if target == model_id and (entry_ids is None or ref in entry_ids):
                        label = entry_label(entry.data, model.title_field)
                        yield Inbound(model.id, locale, entry.id, path, label, ref)


def _relation_fields(model: Model) -> Iterator[tuple[str, Field]]:
    for name, field in model.fields.items():
        yield from _walk(name, field, 0)


def _walk(path: str, field: Field, depth: int) -> Iterator[tuple[str, Field]]:
    if field.type in RELATION_TYPES:
        yield path, field
    if depth > 10:
        return
    if field.items is not None:
        yield from _walk(path, field.items, depth + 1)
    for name, member in field.fields.items():
        yield from _walk(f"{path}.{name}", member, depth + 1)
