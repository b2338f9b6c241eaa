"""Curing what can be cured without a person: the files that make fixable issues go away."""

from collections.abc import Callable
from dataclasses import field
from datetime import datetime
from typing import Any

from proofroom.content.format import paths
from proofroom.content.format.markdown import render_document
from proofroom.content.format.meta import touch
from proofroom.content.format.model import render_model
from proofroom.content.format.project import Project
from proofroom.content.format.types import Json, Model
from proofroom.content.validation.metadata import is_repairable, stray_records
from proofroom.content.validation.project import validate_project
from proofroom.content.validation.title_field import infer_title_field
from proofroom.content.validation.types import Issue, Report
from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import say
from proofroom.repository.json.text import render_json

_FIXER = "contentrain-mcp"
_TITLE = "model.title_field.missing"
"""The one cure that changes a model."""


@dataclass
class Fixes:
    """The files to write and delete, the issues that go, and the report as it will be afterwards."""

    report: Report
    cured: tuple[Issue, ...] = ()
    writes: dict[str, bytes] = field(default_factory=dict[str, bytes])
    deletes: list[str] = field(default_factory=list[str])


def plan_fixes(
    project: Project,
    at: datetime,
    model_id: str | None = None,
    by: str = _FIXER,
    *,
    with_models: bool = True,
) -> Fixes:
    """Return the changes that cure every fixable issue, and what is left once they are made.

    Paths are relative to the content root. Without `with_models` no model's own file is changed.
    """
    before = validate_project(project, model_id)
    fixing = _Fixing(project, at, by)
    cured = tuple(
        issue
        for issue in before.issues
        if issue.is_fixable and (with_models or issue.code != _TITLE) and fixing.fix(issue)
    )
    if not cured:
        return Fixes(before)
    after = validate_project(project.with_changes(fixing.writes, fixing.deletes), model_id)
    report = Report(
        (*fixing.notices, *after.issues), after.models_checked, after.entries_checked, fixed=len(cured)
    )
    return Fixes(report, cured, fixing.writes, sorted(fixing.deletes))


class _Fixing:
    def __init__(self, project: Project, at: datetime, by: str) -> None:
        self._project = project
        self._at = at
        self._by = by
        self.writes: dict[str, bytes] = {}
        self.deletes: set[str] = set()
        self.notices: list[Issue] = []
        self._records: dict[str, Json] = {}
        self._fixers: dict[str, Callable[[Issue, Model], bool]] = {
            _TITLE: self._title,
            "locale.file_missing": self._locale_file,
            "content.key_order": self._rewrite,
            "content.legacy_list": self._rewrite,
            "meta.orphan": self._orphan_record,
            "meta.missing": self._missing_record,
            "meta.layout": self._layout,
            "doc.translation_missing": self._translation,
            "doc.meta_missing": self._document_record,
        }

    def fix(self, issue: Issue) -> bool:
        model = self._project.models.get(issue.model or "")
        return model is not None and self._fixers[issue.code](issue, model)

    def _title(self, issue: Issue, model: Model) -> bool:
        name = infer_title_field(model)
        if name is None:
            return False
        path = self._project.model_files.get(model.id, paths.model_path(model.id))
        self.writes[path] = render_model({**model.raw, "title_field": name})
        message = say("finding.fixed.title_field", name=name)
        self.notices.append(
            Issue(
                "notice", "model.title_field.chosen", message, model=model.id, field="title_field", path=path
            )
        )
        return True

    def _locale_file(self, issue: Issue, model: Model) -> bool:
        self.writes[paths.content_path(model, issue.locale or "")] = b"{}\n"
        return True

    def _rewrite(self, issue: Issue, model: Model) -> bool:
        path = paths.content_path(model, issue.locale or "")
        if model.kind == "collection":
            file = self._project.collection(model, issue.locale or "")
            content: Any = {**file.entries, **file.others} if file else None
        else:
            content = self._project.record(model, issue.locale or "")
        if content is None:
            return False
        self.writes[path] = render_json(content)
        return True

    def _orphan_record(self, issue: Issue, model: Model) -> bool:
        records = self._open_records(model, issue.locale or "")
        records.pop(issue.entry or "", None)
        return self._save_records(model, issue.locale or "", records)

    def _missing_record(self, issue: Issue, model: Model) -> bool:
        if stray_records(self._project, model):
            return False  # the record may be in one of the strays
        records = self._open_records(model, issue.locale or "")
        records[issue.entry or ""] = touch(None, source="import", by=self._by, at=self._at)
        return self._save_records(model, issue.locale or "", records)

    def _document_record(self, issue: Issue, model: Model) -> bool:
        if stray_records(self._project, model):
            return False
        path = self._project.meta_path(model, issue.locale or "", issue.slug)
        self.writes[path] = render_json(touch(None, source="import", by=self._by, at=self._at))
        return True

    def _layout(self, issue: Issue, model: Model) -> bool:
        right = issue.path or ""
        strays = stray_records(self._project, model).get(right, [])
        if not is_repairable(self._project, right, strays):
            return False
        if self._project.read(right) is None:
            self.writes[right] = self._project.read(strays[0]) or b"{}\n"
        self.deletes.update(strays)
        return True

    def _translation(self, issue: Issue, model: Model) -> bool:
        path = paths.document_path(model, issue.slug or "", issue.locale or "")
        self.writes[path] = render_document({"slug": issue.slug}, "").encode()
        if self._project.meta_file(model, issue.locale or "", issue.slug) is None:
            self._document_record(issue, model)
        return True

    def _open_records(self, model: Model, locale: str) -> Json:
        path = self._project.meta_path(model, locale)
        if path not in self._records:
            self._records[path] = dict(self._project.meta_file(model, locale) or {})
        return self._records[path]

    def _save_records(self, model: Model, locale: str, records: Json) -> bool:
        path = self._project.meta_path(model, locale)
        if records:
            self.deletes.discard(path)
            self.writes[path] = render_json(records)
        else:
            self.writes.pop(path, None)
            self.deletes.add(path)
        return True
