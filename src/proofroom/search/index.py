"""Rows in memory, searched by their words: for lists that fit there, and the model of the other back end."""

from collections.abc import Callable, Iterable
from dataclasses import field
from itertools import islice
from typing import Generic, TypeVar

from proofroom.kernel.data import dataclass
from proofroom.search.postings import Postings, as_set
from proofroom.search.scorer import BUCKETS, Levels, asked_words, least_level, score_of, stem_of
from proofroom.search.snippets import passage
from proofroom.search.words import words

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class SearchRow:
    """What is searched of a row: what it is called, and its texts by field."""

    title: str
    texts: tuple[tuple[str, str], ...] = ()

    def words(self) -> set[str]:
        """Return the words of the title and all texts."""
        return {word for text in (self.title, *(text for _, text in self.texts)) for word in words(text)}


@dataclass(frozen=True, slots=True)
class Ranked(Generic[Key]):
    """A row that has at least half of the words, and a passage with one of them."""

    key: Key
    title: str
    score: float
    field: str
    preview: str


@dataclass(frozen=True, slots=True)
class Ranking(Generic[Key]):
    """The best rows, and how many fit; `is_more` says that there are more than were counted."""

    found: list[Ranked[Key]] = field(default_factory=list[Ranked[Key]])
    total: int = 0
    is_more: bool = False


class Index(Generic[Key]):
    """Rows by key and by word."""

    def __init__(self, rows: Iterable[tuple[Key, SearchRow]] = ()) -> None:
        self._numbers: dict[Key, int] = {}
        self._rows: dict[int, tuple[Key, SearchRow]] = {}
        self._next = 0
        self._texts, self._titles = Postings(), Postings()
        for key, row in rows:
            self.put(key, row)

    def __len__(self) -> int:
        return len(self._numbers)

    def put(self, key: Key, row: SearchRow) -> None:
        """Set a row; one that was there keeps its place."""
        number = self._numbers.get(key)
        if number is None:
            number, self._next = self._next, self._next + 1
            self._numbers[key] = number
        else:
            self._forget_words(number)
        self._rows[number] = (key, row)
        self._texts.add(number, row.words())
        self._titles.add(number, set(words(row.title)))

    def delete(self, key: Key) -> None:
        """Take a row out, if it is there."""
        number = self._numbers.pop(key, None)
        if number is not None:
            self._forget_words(number)
            del self._rows[number]

    def find(
        self, query: str, limit: int = 10, is_allowed: Callable[[Key], bool] | None = None
    ) -> Ranking[Key]:
        """Return the rows that have the query's words, best first."""
        asked = asked_words(query)
        if not asked:
            return Ranking()
        stems = [stem_of(word, self._texts.has) for word in asked]
        allowed = as_set(n for n, (key, _) in self._rows.items() if is_allowed is None or is_allowed(key))
        levels = Levels(self._texts, self._titles, asked, stems, allowed)
        least = least_level(len(asked))
        found: list[Ranked[Key]] = []
        for level in range(len(asked), least - 1, -1):
            for bucket in range(BUCKETS):
                for number in islice(levels.numbers(level, bucket), limit - len(found)):
                    key, row = self._rows[number]
                    shown = passage(row.texts, row.title, stems)
                    found.append(Ranked(key, row.title, score_of(level, len(asked)), *shown))
        return Ranking(found, levels.count(least))

    def _forget_words(self, number: int) -> None:
        _, before = self._rows[number]
        self._texts.remove(number, before.words())
        self._titles.remove(number, set(words(before.title)))
