"""What validation says: findings about a value, issues of an entry or file, and the report over a project."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from proofroom.kernel.data import dataclass

Severity = Literal["error", "warning", "notice"]


class Finding(NamedTuple):
    """Something about one value, before anybody knows where the value stands."""

    severity: Severity
    code: str
    message: str


class EntryPlace(NamedTuple):
    """Where an entry stands."""

    model: str
    locale: str
    entry: str | None = None
    slug: str | None = None
    path: str | None = None

    def issue(self, finding: Finding, field: str | None = None, *, is_fixable: bool = False) -> "Issue":
        """Return a finding with this place."""
        return Issue(
            *finding,
            model=self.model,
            locale=self.locale,
            entry=self.entry,
            slug=self.slug,
            field=field,
            path=self.path,
            is_fixable=is_fixable,
        )


@dataclass(frozen=True, slots=True)
class Issue:
    """One finding with its place. `code` is stable; `message` is for people."""

    severity: Severity
    code: str
    message: str
    model: str | None = None
    locale: str | None = None
    entry: str | None = None
    slug: str | None = None
    field: str | None = None
    path: str | None = None
    """The file, relative to the content root."""
    is_fixable: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return the issue as tools report it: the official keys, our code and the file."""
        named = {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "model": self.model,
            "locale": self.locale,
            "entry": self.entry,
            "slug": self.slug,
            "field": self.field,
            "file": self.path,
            "fixable": self.is_fixable or None,
        }
        return {key: value for key, value in named.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Report:
    """All issues of a run and what was looked at."""

    issues: tuple[Issue, ...] = ()
    models_checked: int = 0
    entries_checked: int = 0
    fixed: int = 0

    @property
    def is_valid(self) -> bool:
        """Tell whether there is no error."""
        return not any(issue.severity == "error" for issue in self.issues)

    @property
    def errors(self) -> tuple[Issue, ...]:
        """The issues that block."""
        return tuple(issue for issue in self.issues if issue.severity == "error")

    @property
    def warnings(self) -> tuple[Issue, ...]:
        """The issues that do not block."""
        return tuple(issue for issue in self.issues if issue.severity == "warning")

    def with_issues(self, issues: Iterable[Issue]) -> "Report":
        """Return the report with more issues at its end."""
        return replace(self, issues=(*self.issues, *issues))

    def as_dict(self) -> dict[str, Any]:
        """Return the report in the official shape."""
        count = {"error": 0, "warning": 0, "notice": 0}
        for issue in self.issues:
            count[issue.severity] += 1
        return {
            "valid": self.is_valid,
            "summary": {
                "errors": count["error"],
                "warnings": count["warning"],
                "notices": count["notice"],
                "models_checked": self.models_checked,
                "entries_checked": self.entries_checked,
            },
            "issues": [issue.as_dict() for issue in self.issues],
            "fixed": self.fixed,
        }
