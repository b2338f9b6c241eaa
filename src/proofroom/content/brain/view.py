"""What one branch shows: its project, and its rows.

The content branch has an index of its own. Any other branch is that index with some rows hidden and a small
index of the rows that differ, so that an open branch costs what it changes.
"""

from collections.abc import Iterable
from dataclasses import field
from heapq import merge

from proofroom.content.brain.index import (
    EntryIndex,
    Row,
    changed_rows,
    gone_ids,
    is_same,
    row_of,
    stale_keys,
    touched,
)
from proofroom.content.format.project import Project
from proofroom.content.format.types import Meta
from proofroom.content.merge.places import ContentPlace
from proofroom.kernel.data import dataclass
from proofroom.search.postings import members


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows of an index: all but the hidden ones."""

    index: EntryIndex
    hidden: int = 0

    def rows(self, model_id: str, locale: str) -> list[Row]:
        """Return the rows of a model that can be seen, by id."""
        held = self.index.by_model.get((model_id, locale))
        if held is None:
            return []
        hidden = set(members(self.hidden & held.rows))
        at, numbers = self.index.at, held.numbers
        return [at(number) for number in map(numbers.__getitem__, held.ids) if number not in hidden]


@dataclass(frozen=True, slots=True)
class View:
    """A project on one branch, with its rows."""

    project: Project
    parts: tuple[Part, ...]
    ref: str | None = field(default=None)
    """The branch; None is the content branch."""

    def ids(self, model_id: str, locale: str) -> list[str]:
        """Return the ids of a model's entries in a locale, sorted."""
        return [row.id for row in self.rows(model_id, locale)]

    def rows(self, model_id: str, locale: str) -> list[Row]:
        """Return a model's entries in a locale, by id."""
        found = [rows for part in self.parts if (rows := part.rows(model_id, locale))]
        return found[0] if len(found) == 1 else list(merge(*found, key=lambda row: row.id))

    def row(self, model_id: str, locale: str, entry_id: str) -> Row | None:
        """Return one entry, or None."""
        for part in reversed(self.parts):
            number = part.index.number(model_id, locale, entry_id)
            if number is not None and not part.hidden >> number & 1:
                return part.index.at(number)
        return None

    def meta(self, row: Row) -> Meta | None:
        """Return an entry's metadata, or None when it has none."""
        return self.project.meta(self.project.model(row.model), row.id, row.locale)

    def count(self, model_id: str, locale: str) -> int:
        """Return how many entries a model has in a locale."""
        total = 0
        for part in self.parts:
            held = part.index.by_model.get((model_id, locale))
            total += (held.rows & ~part.hidden).bit_count() if held else 0
        return total


def overlay(base: EntryIndex, project: Project, changed: Iterable[ContentPlace], ref: str) -> View:
    """Return another branch's view over the content branch's index, given which files differ."""
    own, hidden = EntryIndex(), 0
    for key in stale_keys(base, project):
        hidden |= base.by_model[key].rows
    for model, locale, entry_id in touched(project, changed):
        if entry_id is not None:
            entry = project.entry(model, entry_id, locale)
            row, before = entry and row_of(model, entry), base.row(model.id, locale, entry_id)
            rows = [row] if row and not (before and is_same(before, row)) else []
            gone = [] if entry else [entry_id]
        else:
            rows = list(changed_rows(base, project, model, locale))
            gone = gone_ids(base, project, model, locale)
        for row in rows:
            own.put(row)
        for one in (*gone, *(row.id for row in rows)):
            number = base.number(model.id, locale, one)
            if number is not None:
                hidden |= 1 << number
    return View(project, (Part(base, hidden), Part(own)), ref)
