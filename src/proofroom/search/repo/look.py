"""One look at rows in the database: which table leads, what is counted, in which order rows come."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import TSQUERY

from proofroom.kernel.data import dataclass
from proofroom.search.index import Ranked, Ranking
from proofroom.search.lexemes import LONGEST, PART, Fts5, QueryLanguage, Question, TsQuery, number_of
from proofroom.search.postings import PREFIX_WORDS, SHORTEST_PREFIX
from proofroom.search.repo.filters import Sql, ValueTarget, kept_as
from proofroom.search.scorer import beginnings, least_level, score_of
from proofroom.search.snippets import passage
from proofroom.search.where import RANGE, Condition, Joined, Negated, Node, Where
from proofroom.search.words import fold
from proofroom.store import Connection
from proofroom.store.tables.search import PARTS, VECTOR, search_rows, search_terms, search_values

COUNTED, TESTED = 1_000, 200
"""Rows that are counted at most, by an index or by testing each."""
LOOKED_AT = 500
"""Rows with words that are looked at to count those that fit."""
FEW = 4_000
"""Rows up to which a condition leads, and of which those that fit are counted: all of them are looked at."""
MAX_LIMIT = 501
"""Rows of one look at most: a page, and one more that tells whether it is the last."""
MAX_SORT = 3
_BUCKETS = ((True, True), (True, False), (False, True), (False, False))


@dataclass(frozen=True, slots=True)
class Lookup:
    """What is looked for: words, conditions, or both.

    Without an order the best come first, or the newest where no words are given. `sort` names fields, with a
    minus for the other way round; `newest` orders by when rows were put.
    """

    query: str = ""
    where: Where | None = None
    sort: Sequence[str] = ()
    limit: int = 20
    after: str | None = None
    """Continue after this row; only for the newest first."""
    skip: int = 0
    """Rows of the order that were seen already; for every other order."""
    is_newest: bool = False
    is_every_word: bool = False
    """A row must have all words, not half of them."""


class Look:
    """One look at the rows of some places.

    Which table leads is decided here and not left to the databases' guesses: words or a condition that few
    rows fit, if there are; else rows are read in their order and tested one by one until there are enough.
    """

    def __init__(self, connection: Connection, places: list[int], wanted: Lookup, asked: list[str]) -> None:
        self._connection, self._places, self._wanted, self._asked = connection, places, wanted, asked
        self._is_postgres = connection.dialect.name == "postgresql"
        self._language: QueryLanguage = TsQuery() if self._is_postgres else Fts5()
        self._where = wanted.where if wanted.where and not wanted.where.is_empty else None
        self._limit = max(1, min(wanted.limit, MAX_LIMIT))

    # --- in an order that was asked for

    async def listed(self) -> Ranking[str]:
        """Return rows in the order of fields, or the newest first."""
        stems, question = await self._meant()
        words = self._with_words(question.at_least(self._least())) if self._asked else None
        few = await self._leading()
        if words is not None and few is None and await self._are_few(words):
            few, words = words, None
        bounds: list[Condition] = []
        if self._wanted.sort:
            bounds = [] if few is not None else await self._bounds()
            query, number = self._sorted(bounds, has_few=few is not None)
        elif words is not None and few is None:
            query, number, words = words, words.selected_columns[0], None
        else:
            number = search_rows.c.number
            place = search_rows.c.place + 0 if few is not None else search_rows.c.place
            query = sa.select(number).where(place.in_(self._places))
        query = query.where(*(number.in_(one) for one in (few, words) if one is not None))
        fitting = query.where(*self._tests(number, bounds))
        page = fitting if self._wanted.sort else self._newest(fitting, number)
        page = page.limit(self._limit).offset(self._wanted.skip)
        numbers = (await self._connection.execute(page)).scalars().all()
        found = [_told(row, stems, 1.0) for row in await self._rows(numbers)]
        if self._is_last(numbers):
            return Ranking(found, self._wanted.skip + len(numbers))
        counted = await (self._all(query, number, bounds) if few is None else self._counted(fitting, COUNTED))
        return Ranking(found, max(counted[0], self._wanted.skip + len(numbers)), counted[1])

    def _is_last(self, numbers: Sequence[int]) -> bool:
        """Tell whether these rows are the last of the order, so that nothing has to be counted."""
        is_known = bool(numbers) or not self._wanted.skip
        return is_known and self._wanted.after is None and len(numbers) < self._limit

    async def _all(self, query: Any, number: Any, bounds: Sequence[Condition]) -> tuple[int, bool]:
        """Count rows that fit among those of a question, and tell whether there are more.

        Where each has to be tested, only some are looked at: there are at least as many as were found.
        """
        tests = self._tests(number, bounds)
        if not tests:
            return await self._counted(query, COUNTED)
        parts = self._where.root.parts if self._where and not self._asked else ()
        if len(parts) == 1 and isinstance(parts[0], Condition) and (found := self._numbers(parts[0])):
            return await self._counted(_either(found), COUNTED)
        some = query.order_by(None).limit(FEW).subquery()
        fitting = sa.select(some.c[0]).where(*self._tests(some.c[0], bounds))
        total, is_more = await self._counted(fitting, TESTED)
        return total, is_more or not await self._are_few(query, FEW - 1)

    async def _counted(self, query: Any, most: int) -> tuple[int, bool]:
        """Return how many different rows there are among so many at most, and whether there are more.

        Each row once: a list may have several values that fit, and a union would gather all of them first.
        """
        some = query.order_by(None).limit(most + 1).subquery()
        lines, different = sa.func.count(), sa.func.count(sa.distinct(some.c[0]))
        row = (await self._connection.execute(sa.select(lines, different).select_from(some))).one()
        return min(int(row[1]), most), int(row[0]) > most

    async def _bounds(self) -> list[Condition]:
        """Return the bounds of the field that is sorted by first: rows outside of them are not read.

        Only where the field has one value in every row; of a list, any item may lie within.
        """
        path = self._wanted.sort[0].lstrip("-")
        if self._where is None or self._where.root.is_any:
            return []
        parts = [one for one in self._where.root.parts if isinstance(one, Condition)]
        found = [one for one in parts if one.path == path and one.operator == RANGE]
        fields = [number_of(str(place), path) for place in self._places]
        more = sa.select(sa.literal(1)).where(search_values.c.field.in_(fields), search_values.c.item == 1)
        is_list = found and (await self._connection.execute(more.limit(1))).first() is not None
        return [] if is_list else found

    def _numbers(self, condition: Condition) -> list[Any]:
        return ValueTarget(self._places, search_rows.c.number, self._is_postgres).numbers(condition)

    def _newest(self, query: Any, number: Any) -> Any:
        query = query.order_by(number.desc())
        if self._wanted.after is None:
            return query
        mine = sa.select(search_rows.c.number).where(
            search_rows.c.place.in_(self._places), search_rows.c.item_id == self._wanted.after
        )
        return query.where(number < mine.scalar_subquery())

    def _sorted(self, bounds: Sequence[Condition], *, has_few: bool) -> tuple[Any, Any]:
        """Return a question that reads rows in the order of their values, which an index has.

        A few rows are sorted without it: `+ 0` keeps the databases from reading all of the index.
        """
        lines = [(key, search_values.alias()) for key in self._wanted.sort[:MAX_SORT]]
        number = lines[0][1].c.number
        query: Any = sa.select(number)
        for one in bounds:
            query = query.where(*kept_as(lines[0][1], one)[0])
        for key, kept in lines:
            fields = [number_of(str(place), key.lstrip("-")) for place in self._places]
            field, item = (kept.c.field + 0, kept.c.item + 0) if has_few else (kept.c.field, kept.c.item)
            query = query.where(field.in_(fields), item == 0)
            query = query if kept.c.number is number else query.where(kept.c.number == number)
            for column in (kept.c.kind, kept.c.amount, kept.c.ordered):
                query = query.order_by(column.desc() if key[0] == "-" else column.asc())
        return query.order_by(number.desc() if lines[0][0][0] == "-" else number.asc()), number

    # --- the best first

    async def ranked(self) -> Ranking[str]:
        """Return the rows with most of the words first."""
        stems, question = await self._meant()
        words = self._with_words(question.at_least(self._least()))
        if await self._are_few(words, COUNTED):
            return await self._rank_few(words, question, stems)
        few = await self._leading()
        if few is not None:
            return await self._rank_few(few, question, stems)
        return await self._rank_many(question, stems)

    async def _rank_few(self, numbers: Any, question: Question, stems: list[str]) -> Ranking[str]:
        """Rank some rows in one statement."""
        number = search_rows.c.number
        if self._is_postgres:  # the vector stands in the row, its lexemes elsewhere
            has_each = [_has(one) for one in question.texts]
            in_title, is_exact = _has(question.title), _has(question.exact)
        else:
            has_each = [_has_text(_start(stem)) for stem in stems]
            in_title = sa.or_(*(_has_text(_start(stem, "t:")) for stem in stems))
            is_exact = sa.and_(*(_has_text(f" {word} ") for word in self._asked))
        level = sum((sa.case((one, 1), else_=0) for one in has_each), sa.literal(0))
        rules = [number.in_(numbers), (search_rows.c.place + 0).in_(self._places), *self._tests(number)]
        ranks = [level.desc(), sa.case((in_title, 0), else_=1), sa.case((is_exact, 0), else_=1), number]
        query = sa.select(*_SHOWN, level.label("level"), sa.func.count().over().label("total"))
        query = query.where(*rules, level >= self._least()).order_by(*ranks)
        query = query.limit(self._limit).offset(self._wanted.skip)
        rows = (await self._connection.execute(query)).all()
        found = [_told(row, stems, score_of(row.level, len(self._asked))) for row in rows]
        total = int(rows[0].total) if rows else 0
        return Ranking(found, min(total, COUNTED), total > COUNTED)

    async def _rank_many(self, question: Question, stems: list[str]) -> Ranking[str]:
        """Fetch rows from the best level down until there are enough."""
        levels: dict[int, int] = {}
        enough = self._wanted.skip + self._limit
        for level in range(len(self._asked), self._least() - 1, -1):
            for in_title, is_exact in _BUCKETS:
                is_whole = level == len(self._asked)
                if (is_exact and not is_whole) or len(levels) == enough:
                    continue
                if is_whole and not is_exact and question.is_literal:
                    continue  # whoever has all words has them as they were written
                words = self._with_words(question.exactly(level, in_title=in_title, is_exact=is_exact))
                levels |= dict.fromkeys(await self._first(words, enough - len(levels)), level)
        rows = await self._rows(list(levels)[self._wanted.skip :])
        found = [_told(row, stems, score_of(levels[row.number], len(self._asked))) for row in rows]
        if self._where is None:  # that there are more than a thousand is known already
            return Ranking(found, TESTED, True)
        if self._is_last(list(levels)[self._wanted.skip :]):
            return Ranking(found, len(levels))
        words = self._with_words(question.at_least(self._least())).limit(LOOKED_AT).subquery()
        total, _ = await self._counted(sa.select(words.c[0]).where(*self._tests(words.c[0])), TESTED)
        return Ranking(found, max(total, len(levels)), True)

    async def _first(self, words: Any, count: int) -> list[int]:
        """Return the first rows that fit among those with words.

        Rows are tested a portion at a time, in their order: a database would test all of them before it
        sorts a few.
        """
        number, found, last = words.selected_columns[0], list[int](), 0
        is_last = self._where is None
        if is_last:
            query = words.order_by(number).limit(count)
            return list((await self._connection.execute(query)).scalars())
        while len(found) < count and not is_last:
            some = words.where(number > last).order_by(number).limit(COUNTED).cte("some")
            fits = sa.select(some.c[0]).where(*self._tests(some.c[0])).order_by(some.c[0])
            fits = fits.limit(count - len(found)).subquery()
            most = sa.select(sa.func.max(some.c[0])).having(sa.func.count() == COUNTED)
            query = sa.select(fits.c[0], sa.literal(0)).union_all(
                sa.select(most.subquery().c[0], sa.literal(1))
            )
            rows = (await self._connection.execute(query)).all()
            found += sorted(row[0] for row in rows if not row[1])
            last = next((row[0] for row in rows if row[1]), 0)
            is_last = not last
        return found

    # --- parts

    def _least(self) -> int:
        return len(self._asked) if self._wanted.is_every_word else least_level(len(self._asked))

    def _tests(self, number: Any, known: Sequence[Condition] = ()) -> list[Sql]:
        """Return what a row must fit; conditions that are known to hold are not tested again."""
        if self._where is None:
            return []
        rest = tuple(one for one in self._where.root.parts if one not in known)
        where = Where(Joined(rest, is_any=self._where.root.is_any))
        return [] if where.is_empty else [where.compile(ValueTarget(self._places, number, self._is_postgres))]

    async def _leading(self) -> Any:
        """Return a question that only a few rows answer, or None."""
        found = await self._few(self._where.root) if self._where else []
        return _either(found) if found else None

    async def _few(self, node: Node) -> list[Any]:
        """Return questions that only a few rows answer, among them all that fit; none if there are none."""
        match node:
            case Condition():
                found = self._indexed(node)
                return found if found and await self._are_few(_either(found)) else []
            case Negated():
                return []
            case Joined(parts, is_any):
                each: list[list[Any]] = []
                for part in parts:
                    each.append(await self._few(part))
                    if bool(each[-1]) is not is_any:
                        return each[-1]
                return [one for few in each for one in few]

    def _indexed(self, condition: Condition) -> list[Any]:
        part = fold(str(condition.value)) if condition.operator == "contains" else ""
        if len(part) >= PART:
            return [self._with_words(Question(self._language, self._places).with_part(part), PARTS)]
        return self._numbers(condition)

    async def _are_few(self, query: Any, few: int = FEW) -> bool:
        return await self._count(query, few) <= few

    async def _count(self, query: Any, most: int) -> int:
        """Return how many rows there are, one more than the most for all that is more."""
        some = query.order_by(None).limit(most + 1).subquery()
        counted = await self._connection.execute(sa.select(sa.func.count()).select_from(some))
        return int(counted.scalar_one())

    async def _rows(self, numbers: Sequence[int]) -> list[Any]:
        if not numbers:
            return []
        query = sa.select(*_SHOWN).where(search_rows.c.number.in_(numbers))
        by_number = {row.number: row for row in await self._connection.execute(query)}
        return [by_number[number] for number in numbers]

    def _with_words(self, question: str, vector: str = VECTOR) -> Any:
        """Return the numbers of rows whose words answer a question, in the database's own language."""
        if self._is_postgres:
            return sa.select(search_rows.c.number).where(_has(question, vector))
        return sa.select(_WORDS.c.rowid).where(sa.literal_column("search_words").op("MATCH")(question))

    async def _meant(self) -> tuple[list[str], Question]:
        """Return what to look for of each word, and the question for all words that begin so.

        The indexes find whole words much faster than beginnings.
        """
        known = await self._terms(self._asked) if self._asked else {}
        rest = [start for word in self._asked if not known[word] for start in beginnings(word)[1:]]
        known |= await self._terms(rest) if rest else {}
        stems = [next((one for one in beginnings(word) if known[one]), word) for word in self._asked]
        meant = [list(dict.fromkeys([stem, *known[stem]])) for stem in stems]
        return stems, Question(self._language, self._places, self._asked, meant)

    async def _terms(self, starts: Sequence[str]) -> dict[str, list[str]]:
        """Return the words that begin so; short beginnings mean the whole word."""
        parts: list[Any] = []
        word = search_terms.c.word
        for start in dict.fromkeys(starts):
            first = start[:LONGEST]
            rule = (
                sa.and_(word >= first, word < first + _LAST)
                if len(start) >= SHORTEST_PREFIX
                else word == first
            )
            some = sa.select(word).where(search_terms.c.place.in_(self._places), rule).order_by(word)
            found = some.distinct().limit(PREFIX_WORDS).subquery()
            parts.append(sa.select(sa.literal(start).label("start"), found.c.word))
        known: dict[str, list[str]] = {start: [] for start in starts}
        for row in await self._connection.execute(sa.union_all(*parts)):
            known[row.start].append(row.word)
        return known


_LAST = "\U0010ffff"
_WORDS = sa.table("search_words", sa.column("rowid", sa.BigInteger))
_SHOWN: tuple[sa.Column[Any], ...] = (
    search_rows.c.number,
    search_rows.c.item_id,
    search_rows.c.title,
    search_rows.c.texts,
)


def _either(found: list[Any]) -> Any:
    return sa.union_all(*found) if len(found) > 1 else found[0]


def _has(question: str, vector: str = VECTOR) -> Sql:
    # In the statement itself: a plan made for any question would read the index also for a word of all rows.
    asked = sa.bindparam(None, question, sa.String, literal_execute=True)
    return sa.literal_column(f"search_rows.{vector}").op("@@")(sa.cast(asked, TSQUERY))


def _has_text(part: str) -> Sql:
    return sa.func.instr(search_rows.c.lexemes, part) > 0


def _start(stem: str, mark: str = "") -> str:
    return f" {mark}{stem}" if len(stem) >= SHORTEST_PREFIX else f" {mark}{stem} "


def _told(row: Any, stems: list[str], score: float) -> Ranked[str]:
    shown = passage(((path, text) for path, text in row.texts), row.title, stems) if stems else ("", "")
    return Ranked(row.item_id, row.title, score, *shown)
