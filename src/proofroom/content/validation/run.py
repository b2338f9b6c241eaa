"""What one validation run carries from check to check."""

from collections.abc import Iterable
from functools import cached_property

from proofroom.content.format.paths import content_path
from proofroom.content.format.project import Project
from proofroom.content.format.types import Config, Json, Model
from proofroom.content.validation.entry import EntryCheck, Found
from proofroom.content.validation.relation import TargetIndex
from proofroom.content.validation.types import EntryPlace, Finding, Issue
from proofroom.kernel.strings import say


class Run:
    """The project, its indexes, and the issues found so far.

    A run over a few entries is not `is_bulk`: it looks targets up one by one instead of listing them all.
    """

    def __init__(self, project: Project, *, is_bulk: bool = True) -> None:
        self.project = project
        self._is_bulk = is_bulk
        self.config = project.config or Config()
        self.issues: list[Issue] = []
        self.entries_checked = 0
        self._checks: dict[str, EntryCheck] = {}

    @cached_property
    def targets(self) -> TargetIndex:
        """What relations can point at."""
        return TargetIndex(self.project, is_bulk=self._is_bulk)

    def entry_check(self, model: Model) -> EntryCheck:
        """Return the model's checks, made ready once."""
        check = self._checks.get(model.id)
        if check is None:
            check = self._checks[model.id] = EntryCheck(model)
        return check

    def report(self, place: EntryPlace, found: Iterable[tuple[str, Finding]]) -> None:
        """Add findings about an entry's fields."""
        self.issues += [place.issue(finding, field) for field, finding in found]

    def say(
        self, place: EntryPlace, finding: Finding, field: str | None = None, *, is_fixable: bool = False
    ) -> None:
        """Add one finding."""
        self.issues.append(place.issue(finding, field, is_fixable=is_fixable))

    def check_data(self, model: Model, place: EntryPlace, data: Json) -> None:
        """Check an entry's values and references."""
        self.report(place, self.find(model, place.locale, data))

    def find(self, model: Model, locale: str, data: Json) -> Found:
        """Return what is wrong with an entry's values and references."""
        self.entries_checked += 1
        found = self.entry_check(model).check(data)
        found += self.targets.check(data, model, locale)
        return found

    def check_file(self, model: Model, place: EntryPlace, *, is_there: bool) -> None:
        """Say that a locale's file is missing, or there but unreadable."""
        path = content_path(model, place.locale)
        if not is_there and self.project.read(path) is not None:
            message = say("finding.content.unreadable", path=path)
            self.say(place, Finding("error", "content.unreadable", message))
        elif not is_there and model.i18n:
            finding = Finding(
                "error", "locale.file_missing", say("finding.locale.file_missing", locale=place.locale)
            )
            self.say(place, finding, is_fixable=True)
