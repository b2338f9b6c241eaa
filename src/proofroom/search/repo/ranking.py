"""The rows with most of the words first."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from proofroom.search.index import Ranking
from proofroom.search.lexemes import Question
from proofroom.search.postings import SHORTEST_PREFIX
from proofroom.search.repo.look import WORDS, Look, has, told
from proofroom.search.scorer import score_of
from proofroom.search.where import Node
from proofroom.store.prepared import fetch
from proofroom.store.tables.search import search_rows

_BUCKETS = ((True, True), (True, False), (False, True), (False, False))


Place = tuple[int, int]
"""Where a row stands, the lowest first: four for each missing word, two without any in the title, one where
they are not word for word; and the row's number."""


class Sought(NamedTuple):
    """What is looked for of each word, and the question for it."""

    stems: list[str]
    question: Question


class BestFirst(Look):
    """A look at the rows that have most of the words.

    Of a few rows the words are read and compared here; of many, rows are fetched from the best level down.
    """

    READ = 500
    """Rows with enough of the words up to which all are read, ranked and counted."""
    FIRST_TESTED = 200
    """Rows that are tested at first, while conditions that many rows fit are likely."""

    async def find(self) -> Ranking[str]:
        """Return the best rows."""
        sought = Sought(*await self._meant())
        some, is_all = await self._some_with_words(sought.question.at_least(self._least()), self.READ)
        nothing: list[Node] = []
        few = (some, nothing) if is_all else await self._leading()
        if few is None:
            return await self._rank_many(sought)
        places = sorted(await self._read(*few, sought))
        levels = self._levels(places[: self._wanted.skip + self._limit])
        total = len(places)
        return Ranking(await self._page(levels, sought.stems), min(total, self.COUNTED), total > self.COUNTED)

    async def _rank_many(self, sought: Sought) -> Ranking[str]:
        """Fetch rows from the best level down until there are enough."""
        question = sought.question
        enough = self._wanted.skip + self._limit
        levels, many = await self._read_levels(sought, enough)
        for level in range(many, self._least() - 1, -1):
            for in_title, is_exact in _BUCKETS:
                is_whole = level == len(self._asked)
                if (is_exact and not is_whole) or len(levels) >= enough:
                    continue
                if is_whole and not is_exact and question.is_literal:
                    continue  # whoever has all words has them as they were written
                words = self._with_words(question.exactly(level, in_title=in_title, is_exact=is_exact))
                for number in await self._first(words, enough - len(levels)):
                    levels.setdefault(number, level)
        found = await self._page(levels, sought.stems)
        if self._where is None:  # that there are more is known already
            return Ranking(found, self.READ, True)
        is_last = len(levels) < enough and (levels or not self._wanted.skip)
        return Ranking(found, len(levels), not is_last)

    async def _read_levels(self, sought: Sought, enough: int) -> tuple[dict[int, int], int]:
        """Rank the levels that only a few rows reach; return them, and the first level of many rows."""
        places, seen, level = list[Place](), set[int](), len(self._asked)
        while level > self._least() and len(places) < enough:
            rows, is_all = await self._some_with_words(sought.question.at_least(level), self.READ)
            if not is_all:
                break
            new = [one for one in rows if one not in seen]
            places += await self._read(new, (), sought) if new else []
            seen.update(new)
            level -= 1
        return self._levels(sorted(places)), level

    def _levels(self, places: Sequence[Place]) -> dict[int, int]:
        """Return how many of the words rows have."""
        return {number: len(self._asked) - place // 4 for place, number in places}

    async def _read(self, rows: Sequence[int], known: Sequence[Node], sought: Sought) -> list[Place]:
        """Return where those of some rows stand that have enough of the words and fit.

        PostgreSQL compares them itself, for it keeps long texts apart; SQLite takes longer for that than we.
        """
        number = WORDS.c.number if self._is_postgres else search_rows.c.number
        tests = self._tests(number, known)
        if self._is_postgres:  # tested first: fewer are compared
            tests = [has(sought.question.at_least(self._least())), *tests]
        read = _compared(sought.question) if self._is_postgres else (search_rows.c.lexemes,)
        found: Sequence[Any]
        if tests:
            query = sa.select(number, *read).where(self._chosen(number, rows), *tests)
            found = await fetch(self._connection, query)
        else:
            found = await self._of(rows, number, *read)
        if self._is_postgres:
            count = len(self._asked)
            return [
                (4 * (count - level) + 2 * (not in_title) + (not is_exact), number)
                for number, level, in_title, is_exact in found
            ]
        return _Reader(self._asked, sought.stems).places(found, self._least())

    async def _page(self, levels: dict[int, int], stems: list[str]) -> list[Any]:
        shown = list(levels)[self._wanted.skip : self._wanted.skip + self._limit]
        rows = await self._rows(shown)
        return [told(row, stems, score_of(levels[row.number], len(self._asked))) for row in rows]

    async def _first(self, words: Any, count: int) -> list[int]:
        """Return the first rows that fit among those with words.

        Rows are tested a portion at a time, in their order: a database would test all of them before it
        sorts a few.
        """
        number, found, last = words.selected_columns[0], list[int](), 0
        is_last = self._where is None
        if is_last:
            query = words.order_by(number).limit(count)
            return [row for (row,) in await fetch(self._connection, query)]
        portion = self.FIRST_TESTED
        while len(found) < count and not is_last:
            some = words.where(number > last).order_by(number).limit(portion).cte("some")
            fits = sa.select(some.c[0]).where(*self._tests(some.c[0])).order_by(some.c[0])
            fits = fits.limit(count - len(found)).subquery()
            most = sa.select(sa.func.max(some.c[0])).having(sa.func.count() == portion)
            query = sa.select(fits.c[0], sa.literal(0)).union_all(
                sa.select(most.subquery().c[0], sa.literal(1))
            )
            rows = await fetch(self._connection, query)
            found += sorted(row[0] for row in rows if not row[1])
            last = next((row[0] for row in rows if row[1]), 0)
            is_last, portion = not last, self.COUNTED
        return found


def _compared(question: Question) -> tuple[Any, ...]:
    """Return how many of the words a row has, whether one is in its title, and whether all are as asked."""
    level = sum((sa.case((has(one), 1), else_=0) for one in question.texts), sa.literal(0))
    return level, has(question.title), has(question.exact)


class _Reader:
    """Compares the words of rows with those that are looked for."""

    def __init__(self, asked: Sequence[str], stems: Sequence[str]) -> None:
        self._starts = [_start(stem) for stem in stems]
        self._titles = [_start(stem, "t:") for stem in stems]
        self._exact = [f" {word} " for word in asked]

    def places(self, rows: Iterable[Any], least: int) -> list[Place]:
        """Return where those rows stand that have so many of the words."""
        found, asked = list[Place](), len(self._starts)
        for number, lexemes in rows:
            has = lexemes.__contains__
            level = sum(map(has, self._starts))
            if level >= least:
                in_title = any(map(has, self._titles))
                is_exact = level == asked and all(map(has, self._exact))
                found.append((4 * (asked - level) + 2 * (not in_title) + (not is_exact), number))
        return found


def _start(stem: str, mark: str = "") -> str:
    return f" {mark}{stem}" if len(stem) >= SHORTEST_PREFIX else f" {mark}{stem} "
