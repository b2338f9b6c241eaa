"""All entries of a project as rows, and the words in them.

A row shares its data with the parsed file it comes from. Bringing the index to another state of the project
touches only the rows that differ. The words are indexed when somebody first searches.
"""

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import NamedTuple

from proofroom.content.format.entry import entry_label
from proofroom.content.format.project import Project
from proofroom.content.format.types import Entry, Json, Model
from proofroom.content.merge.places import ContentPlace
from proofroom.kernel.data import dataclass
from proofroom.search.postings import Postings
from proofroom.search.words import texts_of, words

_STORED = re.compile(r"\.{0,2}/?(?:[\w.-]+/)+[\w.-]+\.\w{2,5}")
"""Where a file lies: `media/original/canal.webp`."""
ModelKey = tuple[str, str]
"""A model and a locale."""


class Row(NamedTuple):
    """One entry in one locale; the id is empty for a singleton or dictionary."""

    model: str
    locale: str
    id: str
    label: str
    data: Json
    body: str | None = None


@dataclass(slots=True)
class ModelRows:
    """The rows of one model in one locale."""

    numbers: dict[str, int] = field(default_factory=dict[str, int])
    ids: list[str] = field(default_factory=list[str])
    """The same ids, sorted."""
    rows: int = 0
    """The row numbers as a set."""
    naming: tuple[str, ...] = ()
    """What of the model the labels were made with."""


class EntryIndex:
    """Rows by model, locale and id."""

    def __init__(self) -> None:
        self._rows: list[Row | None] = []
        self._free: list[int] = []
        self._by_model: dict[ModelKey, ModelRows] = {}
        self._texts: Postings | None = None
        self._titles = Postings()

    def __len__(self) -> int:
        return len(self._rows) - len(self._free)

    @property
    def by_model(self) -> dict[ModelKey, ModelRows]:
        """Return the rows by model and locale, where there are any."""
        return self._by_model

    @property
    def everything(self) -> int:
        """Return the set of all rows."""
        found = 0
        for held in self._by_model.values():
            found |= held.rows
        return found

    def at(self, number: int) -> Row:
        """Return the row with a number."""
        row = self._rows[number]
        assert row is not None, "a set holds only rows that are there"
        return row

    def number(self, model_id: str, locale: str, entry_id: str) -> int | None:
        """Return a row's number, or None when there is no such row."""
        held = self._by_model.get((model_id, locale))
        return held.numbers.get(entry_id) if held else None

    def row(self, model_id: str, locale: str, entry_id: str) -> Row | None:
        """Return a row, or None when there is none."""
        number = self.number(model_id, locale, entry_id)
        return None if number is None else self._rows[number]

    # --- words

    @property
    def texts(self) -> Postings:
        """The words of all texts."""
        if self._texts is None:
            self._texts = Postings()
            for number, row in enumerate(self._rows):
                if row is not None:
                    self._texts.add(number, _words_of(row))
                    self._titles.add(number, set(words(row.label)))
        return self._texts

    @property
    def titles(self) -> Postings:
        """The words of all titles."""
        _ = self.texts
        return self._titles

    # --- keeping up

    def load(self, project: Project) -> None:
        """Bring the rows of every model in line with a project."""
        for key in stale_keys(self, project):
            self.clear(key)
        for model in project.models.values():
            for locale in project.locales(model):
                self.fill(project, model, locale)

    def update(self, project: Project, changed: Iterable[ContentPlace]) -> None:
        """Bring the index in line with a project, given which files differ from the state it has."""
        for key in stale_keys(self, project):
            self.clear(key)
        for model, locale, entry_id in touched(project, changed):
            if entry_id is None:
                self.fill(project, model, locale)
            else:
                entry = project.entry(model, entry_id, locale)
                self._set(row_of(model, entry) if entry else None, (model.id, locale), entry_id)

    def fill(self, project: Project, model: Model, locale: str) -> None:
        """Bring the rows of one model in line with a project."""
        key = (model.id, locale)
        for row in changed_rows(self, project, model, locale):
            self._set(row, key, row.id)
        for entry_id in gone_ids(self, project, model, locale):
            self._set(None, key, entry_id)
        if key in self._by_model:
            self._by_model[key].naming = _naming(model)

    def clear(self, key: ModelKey) -> None:
        """Take the rows of one model out."""
        held = self._by_model.get(key)
        for entry_id in list(held.numbers) if held else ():
            self._set(None, key, entry_id)

    def put(self, row: Row) -> None:
        """Set one row."""
        self._set(row, (row.model, row.locale), row.id)

    def _set(self, row: Row | None, key: ModelKey, entry_id: str) -> None:
        held = self._by_model.get(key)
        number = held.numbers.get(entry_id) if held else None
        before = None if number is None else self._rows[number]
        if before is not None and row is not None and is_same(before, row):
            return
        if before is not None and number is not None and self._texts is not None:
            self._texts.remove(number, _words_of(before))
            self._titles.remove(number, set(words(before.label)))
        if row is None:
            if held is not None and number is not None:
                self._drop(key, held, entry_id, number)
            return
        if number is None:
            number = self._place(key, entry_id)
        self._rows[number] = row
        if self._texts is not None:
            self._texts.add(number, _words_of(row))
            self._titles.add(number, set(words(row.label)))

    def _place(self, key: ModelKey, entry_id: str) -> int:
        held = self._by_model.setdefault(key, ModelRows())
        if self._free:
            number = self._free.pop()
        else:
            number = len(self._rows)
            self._rows.append(None)
        held.numbers[entry_id] = number
        insort(held.ids, entry_id)
        held.rows |= 1 << number
        return number

    def _drop(self, key: ModelKey, held: ModelRows, entry_id: str, number: int) -> None:
        self._rows[number] = None
        self._free.append(number)
        del held.numbers[entry_id]
        del held.ids[bisect_left(held.ids, entry_id)]
        held.rows &= ~(1 << number)
        if not held.numbers:
            del self._by_model[key]


def row_of(model: Model, entry: Entry) -> Row:
    """Return an entry as a row."""
    label = entry_label(entry.data, model.title_field) if model.kind in ("collection", "document") else ""
    return Row(entry.model, entry.locale, entry.id, label or model.name or model.id, entry.data, entry.body)


def is_same(one: Row, other: Row) -> bool:
    """Tell whether two rows say the same; rows of the same parsed file are compared by identity."""
    is_data_same = one.data is other.data or one.data == other.data
    return is_data_same and one.label == other.label and one.body == other.body


def changed_rows(index: EntryIndex, project: Project, model: Model, locale: str) -> Iterator[Row]:
    """Give the rows of a model as a project has them, without those that an index has alike.

    A saved collection file shares its untouched entries with the one before: they are known by identity.
    """
    held = index.by_model.get((model.id, locale))
    is_named_alike = held is not None and held.naming == _naming(model)
    file = project.collection(model, locale) if model.kind == "collection" and is_named_alike else None
    if held is None or file is None:
        entries = project.entries(model, locale)
    else:
        known = {entry_id: index.at(number).data for entry_id, number in held.numbers.items()}
        entries = (
            Entry(model.id, locale, entry_id, data)
            for entry_id, data in file.entries.items()
            if known.get(entry_id) is not data
        )
    for entry in entries:
        row = row_of(model, entry)
        before = index.row(model.id, locale, row.id)
        if before is None or not is_same(before, row):
            yield row


def gone_ids(index: EntryIndex, project: Project, model: Model, locale: str) -> list[str]:
    """Return the ids of a model that a project has no longer."""
    held = index.by_model.get((model.id, locale))
    if held is None:
        return []
    if model.kind == "collection":
        file = project.collection(model, locale)
        return list(held.numbers.keys() - (file.entries.keys() if file else ()))
    return list(held.numbers.keys() - {entry.id for entry in project.entries(model, locale)})


def _naming(model: Model) -> tuple[str, ...]:
    return (model.title_field or "", model.name, model.id)


def stale_keys(index: EntryIndex, project: Project) -> list[ModelKey]:
    """Return what a project has no place for, by model and locale."""
    models = project.models
    return [
        key for key in index.by_model if key[0] not in models or key[1] not in project.locales(models[key[0]])
    ]


def touched(project: Project, changed: Iterable[ContentPlace]) -> list[tuple[Model, str, str | None]]:
    """Return the model, locale and entry that changed files are about; None means all of the model."""
    whole: dict[ModelKey, None] = {}
    single: dict[tuple[str, str, str], None] = {}
    for place in changed:
        if place.kind == "config":
            whole.update({(model.id, locale): None for model, locale in _all_keys(project)})
        elif place.kind == "model":
            keys = _all_keys(project)
            whole.update({(model.id, locale): None for model, locale in keys if model.id == place.model})
        elif place.model in project.models and place.locale in project.locales(project.models[place.model]):
            if place.kind == "document":
                single[place.model, place.locale, place.slug or ""] = None
            elif place.kind in ("collection", "singleton", "dictionary"):
                whole[place.model, place.locale] = None
    found: list[tuple[Model, str, str | None]] = [
        (project.models[name], locale, None) for name, locale in whole
    ]
    found += [(project.models[key[0]], key[1], key[2]) for key in single if key[:2] not in whole]
    return found


def _all_keys(project: Project) -> list[tuple[Model, str]]:
    return [(model, locale) for model in project.models.values() for locale in project.locales(model)]


def told_texts(row: Row) -> Iterator[tuple[str, str]]:
    """Return what an entry says, each text with its field; where a picture lies says nothing about it."""
    return (told for told in texts_of(row.data, row.body) if not _STORED.fullmatch(told[1]))


def _words_of(row: Row) -> set[str]:
    return {word for _, text in told_texts(row) for word in words(text)}
