"""How changes of content are told: what their entries and fields are called, and what their result breaks."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from proofroom.content.format.project import Project
from proofroom.content.format.types import Field
from proofroom.content.merge.places import ROOM
from proofroom.content.validation.project import validate_project
from proofroom.content.validation.types import Issue
from proofroom.kernel.strings import say
from proofroom.repository.merge.formats import Told
from proofroom.repository.merge.types import Hunk
from proofroom.reviews import Finding, HunkTarget

Labels = dict[str, dict[str, str]]
"""What the fields of a model are called, by field and language."""


def tell_hunks(projects: Sequence[Project], hunks: Sequence[Hunk]) -> Mapping[str, Told]:
    """Return what entries and fields of hunks are called; the last project that knows a name decides."""
    labels: dict[str, Labels] = {}
    for project in projects:
        labels |= _labels_of(project, {hunk.area for hunk in hunks})
    return {hunk.id: Told(_title(projects, hunk), _named(hunk, labels)) for hunk in hunks}


def check_models(project: Project, hunks: Sequence[Hunk]) -> list[Finding]:
    """Return what validation says of the touched models."""
    touched = sorted({hunk.area for hunk in hunks if hunk.area and hunk.area in project.models})
    return [
        Finding(
            "error" if issue.severity == "error" else "warning",
            issue.message,
            _place_of(project, issue),
        )
        for model_id in touched
        for issue in validate_project(project, model_id).issues
    ]


def _place_of(project: Project, issue: Issue) -> HunkTarget:
    model = issue.model or ""
    kind = project.model(model).kind if model in project.models else "file"
    thing = issue.entry or issue.slug or model or issue.path or ""
    path = (issue.field,) if issue.field else ()
    return HunkTarget(ROOM, "entry" if kind == "collection" else kind, thing, model, issue.locale, path)


def _title(projects: Sequence[Project], hunk: Hunk) -> str:
    if hunk.type in ("vocabulary", "config"):
        return say(f"told.{hunk.type}")
    known = (title for project in reversed(projects) if (title := _own_title(project, hunk)))
    return next(known, None) or hunk.key or hunk.area or hunk.file


def _own_title(project: Project, hunk: Hunk) -> str | None:
    """Return what an entry is called, or the model where it is the model or its only record that changes."""
    if not hunk.area or hunk.area not in project.models:
        return None
    model = project.model(hunk.area)
    if not hunk.key:
        name = model.raw.get("name")
        return name if isinstance(name, str) else None
    entry = project.entry(model, hunk.key, hunk.locale or project.locales(model)[0])
    label = entry.data.get(model.title_field or "title") if entry else None
    return label if isinstance(label, str) else None


def _labels_of(project: Project, touched: set[str | None]) -> dict[str, Labels]:
    return {
        model_id: {name: label for name, field in model.fields.items() if (label := _label(field))}
        for model_id, model in project.models.items()
        if model_id in touched
    }


def _label(field: Field) -> dict[str, str]:
    label: Any = field.raw.get("label")
    if isinstance(label, str):
        return {"en": label}
    words = cast("dict[str, Any]", label) if isinstance(label, dict) else {}
    return {language: word for language, word in words.items() if isinstance(word, str)}


def _named(hunk: Hunk, labels: dict[str, Labels]) -> Labels:
    """Return what the field of a change is called, or all fields where it is about a whole entry."""
    fields = labels.get(hunk.area or "", {})
    return {name: label for name, label in fields.items() if not hunk.path or name == hunk.path[0]}
