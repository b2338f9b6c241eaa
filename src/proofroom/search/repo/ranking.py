"""The rows with most of the words first."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from proofroom.search.index import Ranking
from proofroom.search.lexemes import Question
from proofroom.search.postings import SHORTEST_PREFIX
from proofroom.search.repo.look import NUMBER, Look, Lookup, has, told
from proofroom.search.repo.sql import Sql, ask, comma, every, one_of, sql
from proofroom.search.scorer import score_of
from proofroom.search.where import Node
from proofroom.store import Connection

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
    SEEN, WALKED = 1_000, 10_000
    """Rows at the beginning by which PostgreSQL is told how common words are, and those that it then reads
    there in place of the index of words, which takes longer the more rows have them."""
    COMMON = 15
    """Rows among those seen from which on something is common."""

    def __init__(self, connection: Connection, places: list[int], wanted: Lookup, asked: list[str]) -> None:
        super().__init__(connection, places, wanted, asked)
        self._reached: dict[int, tuple[list[int], bool]] = {}

    async def find(self) -> Ranking[str]:
        """Return the best rows."""
        sought = Sought(*await self._meant())
        # Where many rows have all of the words, many have some.
        some, is_all = await self._reaching(sought.question, len(self._asked))
        if is_all:
            some, is_all = await self._reaching(sought.question, self._least())
        few = None if is_all else await self._leading()
        if is_all:
            places = await self._read(some, sought)
        elif few is not None:
            places = await self._read(few[0], sought, has(sought.question.at_least(self._least())), few[1])
        else:
            return await self._rank_many(sought)
        levels = self._levels(sorted(places)[: self._wanted.skip + self._limit])
        total = len(places)
        return Ranking(await self._page(levels, sought.stems), min(total, self.COUNTED), total > self.COUNTED)

    async def _reaching(self, question: Question, level: int) -> tuple[list[int], bool]:
        """Return rows with at least so many of the words, and whether these are all."""
        if level not in self._reached:
            self._reached[level] = await self._some_with_words(question.at_least(level), self.READ)
        return self._reached[level]

    async def _common(self, question: Question) -> dict[int, int]:
        """Return how many of the first rows stand where: PostgreSQL guesses it badly."""
        if not self._is_postgres or self._where is None:
            return {}
        vector = Sql("seen.vector")
        enough, *each = (has(one, vector) for one in (question.at_least(self._least()), *_compared(question)))
        first = self._first_of_all("vector", self.SEEN)
        asked = sql("SELECT {} FROM ({}) AS seen WHERE {}", comma(each), first, enough)
        found = Counter(await ask(self._connection, asked))
        return {self._standing_of(*row): count for row, count in found.items()}

    def _standing_of(self, *answered: bool) -> int:
        *level, in_title, is_exact = answered
        return self._standing(sum(level), in_title=in_title, is_exact=is_exact)

    def _standing(self, level: int, *, in_title: bool, is_exact: bool) -> int:
        return 4 * (len(self._asked) - level) + 2 * (not in_title) + (not is_exact)

    async def _rank_many(self, sought: Sought) -> Ranking[str]:
        """Fetch rows from the best level down until there are enough."""
        question = sought.question
        enough = self._wanted.skip + self._limit
        levels, many = await self._read_levels(sought, enough)
        common = await self._common(question) if len(levels) < enough else {}
        for level in range(many, self._least() - 1, -1):
            for in_title, is_exact in _BUCKETS:
                is_whole = level == len(self._asked)
                if (is_exact and not is_whole) or len(levels) >= enough:
                    continue
                if is_whole and not is_exact and question.is_literal:
                    continue  # whoever has all words has them as they were written
                asked = question.exactly(level, in_title=in_title, is_exact=is_exact)
                seen = common.get(self._standing(level, in_title=in_title, is_exact=is_exact), 0)
                for number in await self._first(asked, enough - len(levels), is_common=seen >= self.COMMON):
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
            rows, is_all = await self._reaching(sought.question, level)
            if not is_all:
                break
            new = [one for one in rows if one not in seen]
            places += await self._read(new, sought) if new else []
            seen.update(new)
            level -= 1
        return self._levels(sorted(places)), level

    def _levels(self, places: Sequence[Place]) -> dict[int, int]:
        """Return how many of the words rows have."""
        return {number: len(self._asked) - place // 4 for place, number in places}

    async def _read(
        self, rows: Sequence[int], sought: Sought, words: Sql | None = None, known: Sequence[Node] = ()
    ) -> list[Place]:
        """Return where those of some rows stand that fit, and have the words where that is not known.

        PostgreSQL compares them itself, for it keeps long texts apart; SQLite takes longer for that than we.
        """
        number, table, read = NUMBER, Sql("search_rows"), [Sql("search_rows.lexemes")]
        if self._is_postgres:
            number, table = self._word, Sql("search_words")
            read = [has(one) for one in _compared(sought.question)]
        tests = [self._chosen(number, rows), *self._tests(number, known)]
        if self._is_postgres and words is not None:
            tests.insert(1, words)  # tested first: fewer are compared
        asked = sql("SELECT {} FROM {} WHERE {}", comma([number, *read]), table, every(tests))
        found = await ask(self._connection, asked)
        if self._is_postgres:
            return [(self._standing_of(*answered), number) for number, *answered in found]
        return _Reader(self._asked, sought.stems).places(found, self._least())

    async def _page(self, levels: dict[int, int], stems: list[str]) -> list[Any]:
        shown = list(levels)[self._wanted.skip : self._wanted.skip + self._limit]
        rows = await self._rows(shown)
        return [told(row, stems, score_of(levels[row.number], len(self._asked))) for row in rows]

    async def _first(self, asked: str, count: int, *, is_common: bool) -> list[int]:
        """Return the first rows that fit among those whose words answer a question.

        Rows are tested a portion at a time, in their order: a database would test all of them before it
        sorts a few.
        """
        words = self._with_words(asked)
        if self._where is None:
            query = sql("{} ORDER BY {} LIMIT ?", words, self._word, count)
            return [row for (row,) in await ask(self._connection, query)]
        found = await self._walk(asked, count) if is_common else []
        last, is_last = max(found, default=0), False
        portion = self.FIRST_TESTED
        while len(found) < count and not is_last:
            rows = await ask(self._connection, self._portion(asked, last, portion, count - len(found)))
            found += sorted(row[0] for row in rows if not row[1])
            last = next((row[0] for row in rows if row[1]), 0)
            is_last, portion = not last, self.COUNTED
        return found

    def _portion(self, asked: str, last: int, portion: int, count: int) -> Sql:
        """Return the question for what fits among the next rows, and for the last of a whole portion."""
        # On PostgreSQL the index of words leads, not the rows' order.
        number = sql("{} + 0", self._word) if self._is_postgres else self._word
        words = sql(
            "SELECT {} AS number FROM search_words WHERE {} AND {} > ? ORDER BY {} LIMIT ?",
            number,
            self._answering(asked),
            number,
            last,
            number,
            portion,
        )
        fits = every(self._tests(Sql("portion.number")))
        return sql(
            "WITH portion AS ({}) SELECT fits.number, 0 FROM (SELECT portion.number AS number FROM portion"
            " WHERE {} ORDER BY portion.number LIMIT ?) AS fits UNION ALL SELECT most.number, 1 FROM"
            " (SELECT max(portion.number) AS number FROM portion HAVING count(*) = ?) AS most",
            words,
            fits,
            count,
            portion,
        )

    async def _walk(self, asked: str, count: int) -> list[int]:
        """Return such rows among the first of all, read in their order until there are enough."""
        tests = [has(asked, Sql("walked.vector")), *self._tests(Sql("walked.number"))]
        walked = self._first_of_all("number, vector", self.WALKED)
        query = sql("SELECT walked.number FROM ({}) AS walked WHERE {} LIMIT ?", walked, every(tests), count)
        return [row for (row,) in await ask(self._connection, query)]

    def _first_of_all(self, columns: str, most: int) -> Sql:
        """Return columns of the words of the first rows."""
        here = one_of(Sql("place"), self._places)
        return sql("SELECT {} FROM search_words WHERE {} ORDER BY number LIMIT ?", Sql(columns), here, most)


def _compared(question: Question) -> list[str]:
    """Return what to ask of a row: which of the words it has, one in its title, all as they were asked."""
    return [*question.texts, question.title, question.exact]


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
