"""What is wanted, by whom, and what it means in files."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from proofroom.content.format.types import Json
from proofroom.content.validation.types import Issue, Report
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.events import Affected
from proofroom.kernel.strings import joined, say

Mode = Literal["merge", "replace"]
"""How a save treats what is there: agents merge fields, the MCP tools replace whole records."""

_ISSUES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who changes something, when, and in which capacity."""

    by: str
    at: datetime
    source: str = "agent"
    status: str | None = None
    """A status to force on saved entries; None keeps theirs, `draft` at first."""


@dataclass(frozen=True, slots=True)
class EntrySave:
    """One entry somebody wants saved.

    `id` is an entry id, or the slug of a document. `schedule` may hold `publish_at` and `expire_at`, where
    None takes a date away. A document's text may come as `body` or inside the data.
    """

    data: Json
    id: str | None = None
    locale: str | None = None
    body: str | None = None
    schedule: Json | None = None


@dataclass(frozen=True, slots=True)
class FilePlan:
    """The bytes to write and the paths to delete, both relative to the repository, and what they mean."""

    writes: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    deletes: tuple[str, ...] = ()
    affected: Affected = field(default_factory=Affected)
    report: Report = field(default_factory=Report)
    results: tuple[Json, ...] = ()
    advisories: tuple[str, ...] = ()
    model: str | None = None
    locale: str | None = None
    touched: tuple[str, ...] = ()
    """Ids, slugs or locales of the records touched, as context.json lists them."""
    parsed: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Collection files among the writes that are parsed already, by path, to seed a cache with."""
    allows_errors: bool = False
    """Whether the report only informs, as for a cure that leaves other errors where they are."""

    @property
    def is_empty(self) -> bool:
        """Tell whether there is nothing to write or delete."""
        return not self.writes and not self.deletes

    @property
    def is_blocked(self) -> bool:
        """Tell whether validation forbids to go on."""
        return not self.allows_errors and not self.report.is_valid

    def checked(self) -> "FilePlan":
        """Return the plan, or raise with its issues when validation forbids it."""
        if not self.is_blocked:
            return self
        errors = self.report.errors
        shown = joined("; ", map(_told, errors[:_ISSUES_SHOWN]))
        if len(errors) > _ISSUES_SHOWN:
            shown = say("list.more_in_brackets", shown=shown, count=len(errors) - _ISSUES_SHOWN)
        raise InvalidInput(
            say("content.invalid", issues=shown),
            issues=[issue.as_dict() for issue in self.report.issues],
        )


def _told(issue: Issue) -> str:
    place = f"{issue.entry or issue.slug or issue.model or ''} {issue.field or ''}".strip(" :")
    return joined(": ", (place, issue.message)) if place else issue.message
