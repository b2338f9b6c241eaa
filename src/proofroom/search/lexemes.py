"""The words of a row as a database keeps them, and questions to them in the database's own language.

A row's lexemes are its place (`@…`), its words, the words of its title once more as `t:word`, and every three
signs of its values as `:number`, by which parts of values are found. Words hold letters and digits only, so
that nothing in a question can be anything but a word.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Protocol
from zlib import crc32

from proofroom.search.index import SearchRow
from proofroom.search.words import words

MAX_LEXEMES = 5_000
LONGEST = 60
PART = 3
"""Signs from which on parts of values are found by the index."""


class QueryLanguage(Protocol):
    """How a database writes a question about lexemes."""

    def term(self, lexeme: str) -> str:
        """Return a question for a lexeme."""
        ...

    def every(self, parts: Sequence[str]) -> str:
        """Return a question for all of some parts."""
        ...

    def some(self, parts: Sequence[str]) -> str:
        """Return a question for any of some parts."""
        ...

    def without(self, part: str, other: str) -> str:
        """Return a question for what has one part and not the other."""
        ...


class Fts5:
    """Questions as SQLite's full-text tables understand them."""

    def term(self, lexeme: str) -> str:
        """Return a question for a lexeme."""
        return f'"{lexeme}"'

    def every(self, parts: Sequence[str]) -> str:
        """Return a question for all of some parts."""
        return f"({' AND '.join(parts)})"

    def some(self, parts: Sequence[str]) -> str:
        """Return a question for any of some parts."""
        return f"({' OR '.join(parts)})"

    def without(self, part: str, other: str) -> str:
        """Return a question for what has one part and not the other."""
        return f"({part} NOT {other})"


class TsQuery:
    """Questions as PostgreSQL's text vectors understand them."""

    def term(self, lexeme: str) -> str:
        """Return a question for a lexeme."""
        return f"'{lexeme}'"

    def every(self, parts: Sequence[str]) -> str:
        """Return a question for all of some parts."""
        return f"({' & '.join(parts)})"

    def some(self, parts: Sequence[str]) -> str:
        """Return a question for any of some parts."""
        return f"({' | '.join(parts)})"

    def without(self, part: str, other: str) -> str:
        """Return a question for what has one part and not the other."""
        return f"({part} & !{other})"


def number_of(*names: str) -> int:
    """Return one number for some names together, small enough for a column."""
    digest = blake2b("\0".join(names).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def place_lexeme(place: int) -> str:
    """Return the lexeme that all rows of a place have."""
    return f"@{place & 0xFFFFFFFFFFFFFFFF:x}"


def words_of(row: SearchRow) -> list[str]:
    """Return a row's words as they are kept, each once."""
    texts = (row.title, *(text for _, text in row.texts))
    return list(dict.fromkeys(word[:LONGEST] for text in texts for word in words(text)))[:MAX_LEXEMES]


def lexemes_of(place: int, row: SearchRow, folded: Iterable[str] = ()) -> str:
    """Return what is kept of a row's words and values, between spaces."""
    title = [f"t:{word[:LONGEST]}" for word in words(row.title)]
    parts = [one for text in folded for one in parts_of(text)]
    found = dict.fromkeys([place_lexeme(place), *title[:MAX_LEXEMES], *words_of(row), *parts[:MAX_LEXEMES]])
    return f" {' '.join(found)} "


def parts_of(folded: str) -> list[str]:
    """Return the lexemes of every three signs of a text; two that share one only cost a look."""
    starts = range(len(folded) - PART + 1)
    return [f":{crc32(folded[at : at + PART].encode('utf-8', 'replace')) & 0xFFFFFF:x}" for at in starts]


class Question:
    """What is asked about rows, of some places or of any, by how many of the words they have."""

    def __init__(
        self,
        language: QueryLanguage,
        places: Sequence[int],
        asked: Sequence[str] = (),
        meant: Sequence[Sequence[str]] = (),
    ) -> None:
        self._language = language
        here = [language.term(place_lexeme(place)) for place in places]
        self._places = [language.some(here)] if here else []
        self.texts = [language.some([language.term(word) for word in one]) for one in meant]
        """For each word that was asked for, what has it."""
        self.title = language.some([language.term(f"t:{word}") for one in meant for word in one])
        self.exact = language.every([language.term(word) for word in asked])
        self.is_literal = [[word] for word in asked] == [list(one) for one in meant]
        """Whether nothing but the words themselves is meant."""

    def with_part(self, folded: str) -> str:
        """Return a question for rows with a value that may have this part."""
        return self._language.every([*self._places, *map(self._language.term, parts_of(folded))])

    def at_least(self, level: int) -> str:
        """Return a question for rows that have at least so many of the words."""
        return self._language.every([*self._places, self._some_of(self.texts, level)])

    def exactly(self, level: int, *, in_title: bool, is_exact: bool) -> str:
        """Return a question for rows with exactly so many of the words, of one bucket."""
        told = self._language
        wanted = [*self._places, self._some_of(self.texts, level)] + ([self.title] if in_title else [])
        wanted += [self.exact] if is_exact else []
        found = told.every(wanted)
        if level < len(self.texts):
            found = told.without(found, self._some_of(self.texts, level + 1))
        found = found if in_title else told.without(found, self.title)
        is_whole = level == len(self.texts)
        return told.without(found, self.exact) if is_whole and not is_exact else found

    def _some_of(self, texts: Sequence[str], level: int) -> str:
        """Return a question for at least so many of some words.

        By halves: so many of the one and the rest of the other. Naming every combination would have the
        databases read the list of each word once for each of them.
        """
        told = self._language
        if level == 1 or level == len(texts):
            return told.some(texts) if level == 1 else told.every(texts)
        first, second = texts[: len(texts) // 2], texts[len(texts) // 2 :]
        ways = list[str]()
        for count in range(max(0, level - len(second)), min(level, len(first)) + 1):
            halves = ((first, count), (second, level - count))
            ways.append(told.every([self._some_of(half, most) for half, most in halves if most]))
        return told.some(ways)
