"""The schema's health: models, their content in sum, and what changed against an earlier state."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Literal, cast

from proofroom.content.format.meta import timestamp
from proofroom.content.format.project import Project
from proofroom.content.format.types import FIELD_TYPES, KINDS, RELATION_TYPES, Field, Json, Model
from proofroom.content.validation.ecma_regex import compile_pattern
from proofroom.content.validation.project import validate_project
from proofroom.content.validation.types import Report
from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import say

Weight = Literal["critical", "error", "warning"]
_COSTS: dict[Weight, int] = {"critical": 20, "error": 10, "warning": 3}
_NESTING_LIMIT = 2
_SUMS: dict[str, tuple[str, Weight]] = {
    "locale.file_missing": ("locale_file_missing", "error"),
    "entry.parity": ("locale_entry_parity", "warning"),
    "key.parity": ("locale_key_parity", "warning"),
    "relation.broken": ("relation_integrity_broken", "error"),
    "relation.deep_broken": ("relation_integrity_broken", "warning"),
}
"""Content issues that count under a name of their own."""


@dataclass(frozen=True, slots=True)
class SchemaWarning:
    """One weakness of the schema."""

    model: str
    type: str
    severity: Weight
    message: str
    field: str | None = None
    previous: Any = None
    current: Any = None
    affected_entries: int = 0

    def as_dict(self) -> Json:
        """Return the warning in the official shape."""
        optional = {"field": self.field, "previous": self.previous, "current": self.current}
        return {
            "modelId": self.model,
            "type": self.type,
            **{key: value for key, value in optional.items() if value is not None},
            "affectedEntries": self.affected_entries,
            "severity": self.severity,
            "message": self.message,
        }


@dataclass(frozen=True, slots=True)
class SchemaReport:
    """The schema's weaknesses and the score they leave."""

    warnings: tuple[SchemaWarning, ...]
    model_count: int
    at: datetime

    @property
    def is_valid(self) -> bool:
        """Tell whether nothing is worse than a warning."""
        return all(warning.severity == "warning" for warning in self.warnings)

    @property
    def health_score(self) -> int:
        """Return 100 less what each weakness costs, not below 0."""
        return max(0, 100 - sum(_COSTS[warning.severity] for warning in self.warnings))

    def as_dict(self) -> Json:
        """Return the report in the official shape."""
        broken = {warning.model for warning in self.warnings if warning.severity != "warning"}
        return {
            "valid": self.is_valid,
            "warnings": [warning.as_dict() for warning in self.warnings],
            "healthScore": self.health_score,
            "modelCount": self.model_count,
            "validModels": max(0, self.model_count - len(broken - {""})),
            "timestamp": timestamp(self.at),
        }


def validate_schema(
    project: Project, at: datetime, previous: Mapping[str, Model] | None = None, report: Report | None = None
) -> SchemaReport:
    """Check models, content and, given an earlier state's models, what changed since.

    `report` spares a second run when the project was just validated.
    """
    found: list[SchemaWarning] = []
    if project.config is None:
        message = say("finding.schema.config")
        found.append(SchemaWarning("", "config_invalid", "critical", message))
    for name, path in project.model_files.items():
        found += _check_file(project, name, path)
    for model in project.models.values():
        found += _check_model(project, model)
    found += _sum_up(report or validate_project(project))
    if previous is not None:
        found += _check_changes(project, previous)
    return SchemaReport(tuple(found), len(project.models), at)


def _check_file(project: Project, name: str, path: str) -> Iterator[SchemaWarning]:
    try:
        data = json.loads((project.read(path) or b"").decode("utf-8-sig"), object_pairs_hook=_Pairs)
    except ValueError:
        yield SchemaWarning(name, "config_invalid", "error", say("finding.schema.unreadable", path=path))
        return
    members = dict(data) if isinstance(data, _Pairs) else {}
    if members.get("id") != name:
        message = say("finding.schema.file_name", file=name, model=members.get("id"))
        yield SchemaWarning(name, "id_filename_mismatch", "error", message)
    fields = members.get("fields")
    names = [key for key, _ in fields] if isinstance(fields, _Pairs) else []
    for field, count in Counter(names).items():
        if count > 1:
            message = say("finding.schema.defined_twice", field=field, count=count)
            yield SchemaWarning(name, "duplicate_field_id", "error", message, field)


class _Pairs(list[tuple[str, Any]]):
    """An object's members with duplicates kept."""


def _check_model(project: Project, model: Model) -> Iterator[SchemaWarning]:
    if model.kind not in KINDS:
        yield SchemaWarning(model.id, "invalid_kind", "critical", say("finding.schema.kind", kind=model.kind))
    if project.config is not None and model.domain not in project.config.domains:
        message = say("finding.model.domain_unlisted", domain=model.domain)
        yield SchemaWarning(model.id, "domain_not_in_config", "warning", message)
    if model.kind == "dictionary":
        if model.raw.get("fields"):
            message = say("finding.schema.dictionary_fields")
            yield SchemaWarning(model.id, "dictionary_has_fields", "error", message)
        return
    if not model.fields:
        yield SchemaWarning(model.id, "missing_fields", "error", say("finding.schema.no_fields"))
    for name, field in model.fields.items():
        yield from _check_field(project, model, name, field, 0)


def _check_field(
    project: Project, model: Model, path: str, field: Field, depth: int
) -> Iterator[SchemaWarning]:
    for type_, severity, message in _field_weaknesses(project, field, depth):
        yield SchemaWarning(
            model.id, type_, severity, say("finding.schema.field", field=path, problem=message), path
        )
    if depth > 10:
        return
    if field.type == "array" and field.items is not None:
        yield from _check_field(project, model, f"{path}.items", field.items, depth)
    for name, member in field.fields.items() if field.type == "object" else ():
        yield from _check_field(project, model, f"{path}.{name}", member, depth + 1)


def _field_weaknesses(project: Project, field: Field, depth: int) -> Iterator[tuple[str, Weight, str]]:
    if field.type not in FIELD_TYPES:
        yield "invalid_field_type", "error", say("finding.schema.type", type=field.type)
    for target in (field.targets or ("",)) if field.type in RELATION_TYPES else ():
        if target not in project.models:
            yield "relation_target_missing", "error", say("finding.schema.target", target=target)
    if field.type == "select" and not field.options:
        yield "select_missing_options", "error", say("finding.schema.no_options")
    if field.pattern and compile_pattern(field.pattern) is None:
        yield "invalid_pattern", "error", say("finding.schema.pattern", pattern=field.pattern)
    if field.type == "object" and depth >= _NESTING_LIMIT:
        yield "object_nesting_too_deep", "warning", say("finding.schema.nested", limit=_NESTING_LIMIT)
    items = field.items if field.type == "array" else None
    if items is not None and items.type == "object" and not items.fields:
        yield "array_missing_item_fields", "warning", say("finding.schema.bare_items")


def _sum_up(report: Report) -> Iterator[SchemaWarning]:
    """Return one warning per model, kind of issue and field instead of one per entry."""
    sums: dict[tuple[str, str, Weight, str], list[str]] = {}
    for issue in report.issues:
        if issue.code in _SUMS:
            type_, severity = _SUMS[issue.code]
        elif issue.severity == "error" and issue.code.split(".")[0] in ("entry", "secret", "content"):
            type_, severity = "content_validation_error", "error"
        else:
            continue
        place = issue.locale if type_.startswith("locale_") else (issue.field or "").split("[")[0]
        sums.setdefault((issue.model or "", type_, severity, place or ""), []).append(issue.message)
    for (model, type_, severity, place), messages in sums.items():
        said = messages[0]
        if len(messages) > 1:
            said = say("list.more_in_brackets", shown=said, count=len(messages) - 1)
        field = None if type_.startswith("locale_") else place or None
        yield SchemaWarning(model, type_, severity, said, field, affected_entries=len(messages))


def _check_changes(project: Project, previous: Mapping[str, Model]) -> Iterator[SchemaWarning]:
    for model_id, before in previous.items():
        now = project.models.get(model_id)
        if now is None:
            yield SchemaWarning(
                model_id, "model_removed", "critical", say("finding.schema.model_removed", model=model_id)
            )
            continue
        count = _count(project, now)
        for type_, severity, old, new in (
            ("kind_changed", "critical", before.kind, now.kind),
            ("i18n_changed", "error", before.i18n, now.i18n),
        ):
            if old != new:
                message = say(f"finding.schema.{type_}", old=old, new=new)
                yield SchemaWarning(
                    model_id,
                    type_,
                    cast("Weight", severity),
                    message,
                    previous=old,
                    current=new,
                    affected_entries=count,
                )
        yield from _check_fields(before, now, count)


def _check_fields(before: Model, now: Model, count: int) -> Iterator[SchemaWarning]:
    for name, old in before.fields.items():
        new = now.fields.get(name)
        if new is None:
            message = say("finding.schema.field_removed", field=name)
            yield SchemaWarning(now.id, "field_removed", "error", message, name, old.type, None, count)
        elif new.type != old.type:
            message = say("finding.schema.field_type", field=name, old=old.type, new=new.type)
            yield SchemaWarning(
                now.id, "field_type_changed", "error", message, name, old.type, new.type, count
            )
    for name, new in now.fields.items():
        if new.required and not (name in before.fields and before.fields[name].required):
            message = say("finding.schema.field_required", field=name)
            yield SchemaWarning(
                now.id, "field_required_added", "warning", message, name, affected_entries=count
            )


def _count(project: Project, model: Model) -> int:
    return sum(1 for locale in project.locales(model) for _ in project.entries(model, locale))
