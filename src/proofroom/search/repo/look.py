"""One look at rows in the database: which table leads, and what both ways of looking need."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import orjson
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from proofroom.kernel.data import dataclass
from proofroom.search.index import Ranked
from proofroom.search.lexemes import LONGEST, PART, Fts5, QueryLanguage, Question, TsQuery
from proofroom.search.postings import PREFIX_WORDS, SHORTEST_PREFIX
from proofroom.search.repo.filters import ValueTarget
from proofroom.search.repo.sql import Sql, ask, either, every, one_of, sql
from proofroom.search.scorer import beginnings, least_level
from proofroom.search.snippets import passage
from proofroom.search.where import Condition, Joined, Negated, Node, Where
from proofroom.search.words import fold
from proofroom.store import Connection
from proofroom.store.prepared import Prepared
from proofroom.store.storable import dump_json
from proofroom.store.tables.search import PARTS, search_rows, search_terms

MAX_LIMIT = 501
"""Rows of one look at most: a page, and one more that tells whether it is the last."""


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

    COUNTED, TESTED = 1_000, 200
    """Rows that are counted at most, by an index or by testing each."""
    FEW = 4_000
    """Rows up to which a condition leads: all of them are looked at."""

    def __init__(self, connection: Connection, places: list[int], wanted: Lookup, asked: list[str]) -> None:
        self._connection, self._places, self._wanted, self._asked = connection, places, wanted, asked
        self._is_postgres = connection.dialect.name == "postgresql"
        self._language: QueryLanguage = TsQuery() if self._is_postgres else Fts5()
        self._asked_places = [] if self._is_postgres else places
        """SQLite asks about the place among the words; PostgreSQL's index is slow in what all rows have."""
        self._word = Sql("search_words.number" if self._is_postgres else "search_words.rowid")
        """The number of a row in the table of words."""
        self._where = wanted.where if wanted.where and not wanted.where.is_empty else None
        self._limit = max(1, min(wanted.limit, MAX_LIMIT))

    def _least(self) -> int:
        return len(self._asked) if self._wanted.is_every_word else least_level(len(self._asked))

    def _tests(self, number: Sql, known: Sequence[Node] = ()) -> list[Sql]:
        """Return what a row must fit; conditions that are known to hold are not tested again."""
        if self._where is None:
            return []
        rest = tuple(one for one in self._where.root.parts if one not in known)
        where = Where(Joined(rest, is_any=self._where.root.is_any))
        return [] if where.is_empty else [where.compile(ValueTarget(self._places, number, self._is_postgres))]

    async def _leading(self) -> tuple[list[int], list[Node]] | None:
        """Return a few rows, among them all that fit, and what need not be tested of them any more."""
        if self._where is None:
            return None
        if self._where.root.is_any:
            few = await self._few(self._where.root)
            return None if few is None else (few[0], [])
        for part in self._where.root.parts:
            few = await self._few(part)
            if few is not None:
                return few[0], [part] if few[1] else []
        return None

    async def _few(self, node: Node) -> tuple[list[int], bool] | None:
        """Return a few rows, among them all that fit, and whether all of them fit; None if they are many."""
        match node:
            case Condition():
                found = self._indexed(node)
                rows = await self._all_of_few(either(found)) if found else None
                return None if rows is None else (rows, node.operator != "contains")
            case Negated():
                return None
            case Joined(parts, is_any):
                each: list[tuple[list[int], bool]] = []
                for part in parts:
                    few = await self._few(part)
                    if few is None and is_any:
                        return None
                    if few is not None and not is_any:
                        return few[0], few[1] and len(parts) == 1
                    each += [few] if few is not None else []
                rows = {number for few in each for number in few[0]}
                return (sorted(rows), all(few[1] for few in each)) if is_any else None

    def _indexed(self, condition: Condition) -> list[Sql]:
        part = fold(str(condition.value)) if condition.operator == "contains" else ""
        if len(part) < PART:
            return self._numbers(condition)
        question = Question(self._language, self._asked_places).with_part(part)
        if not self._is_postgres:
            return [self._with_words(question)]
        here = one_of(Sql("search_rows.place"), self._places)
        return [sql("SELECT number FROM search_rows WHERE {} AND {}", here, has(question, _PARTS))]

    def _numbers(self, condition: Condition) -> list[Sql]:
        return ValueTarget(self._places, NUMBER, self._is_postgres).numbers(condition)

    async def _all_of_few(self, query: Sql) -> list[int] | None:
        """Return the rows that answer a question, each once, or None if they are many."""
        listed = Sql("array_agg" if self._is_postgres else "json_group_array")
        few = sql("CASE WHEN count(*) <= ? THEN CAST({}(few.number) AS VARCHAR) END", self.FEW, listed)
        asked = sql("SELECT count(*), {} FROM ({} LIMIT ?) AS few", few, query, self.FEW + 1)
        ((counted, found),) = await ask(self._connection, asked)
        if counted > self.FEW:
            return None
        return sorted(set(orjson.loads(f"[{found[1:-1]}]"))) if found else []

    async def _some_with_words(self, question: str, most: int) -> tuple[list[int], bool]:
        """Return rows whose words answer a question, and whether these are all: so many at most."""
        found = await ask(self._connection, sql("{} LIMIT ?", self._with_words(question), most + 1))
        return sorted(number for (number,) in found), len(found) <= most

    def _chosen(self, column: Sql, rows: Sequence[int]) -> Sql:
        """Return whether a column is one of some rows, however many: as one value for the database."""
        among = "= ANY (CAST(? AS BIGINT[]))" if self._is_postgres else "IN (SELECT value FROM json_each(?))"
        return sql("{} " + among, column, self._listed(rows))

    def _listed(self, rows: Sequence[int]) -> Any:
        listed = dump_json(rows).decode()  # as a text: PostgreSQL's driver takes long to write a list
        return f"{{{listed[1:-1]}}}" if self._is_postgres else listed

    async def _rows(self, numbers: Sequence[int]) -> "list[ShownRow]":
        if not numbers:
            return []
        query = _rows_query(self._is_postgres)
        found = await query.execute(self._connection, {"rows": self._listed(numbers)})
        by_number = {row[0]: ShownRow(*row) for row in found}
        return [by_number[number] for number in numbers]

    def _with_words(self, question: str) -> Sql:
        """Return the numbers of rows whose words answer a question, in the database's own language."""
        return sql("SELECT {} AS number FROM search_words WHERE {}", self._word, self._answering(question))

    def _answering(self, question: str) -> Sql:
        """Return whether the words of a row answer a question."""
        if self._is_postgres:
            return every([one_of(Sql("search_words.place"), self._places), has(question)])
        return sql("search_words MATCH ?", question)

    async def _meant(self) -> tuple[list[str], Question]:
        """Return what to look for of each word, and the question for all words that begin so.

        The indexes find whole words much faster than beginnings.
        """
        known = await self._terms(self._asked) if self._asked else {}
        rest = [start for word in self._asked if not known[word] for start in beginnings(word)[1:]]
        known |= await self._terms(rest) if rest else {}
        stems = [next((one for one in beginnings(word) if known[one]), word) for word in self._asked]
        meant = [list(dict.fromkeys([stem, *known[stem]])) for stem in stems]
        return stems, Question(self._language, self._asked_places, self._asked, meant)

    async def _terms(self, starts: Sequence[str]) -> dict[str, list[str]]:
        """Return the words that begin so; short beginnings mean the whole word."""
        known: dict[str, list[str]] = {start: [] for start in starts}
        query = _terms_query(tuple(len(start) >= SHORTEST_PREFIX for start in known), len(self._places))
        values: dict[str, Any] = {f"place{number}": place for number, place in enumerate(self._places)}
        for number, start in enumerate(known):
            first = start[:LONGEST]
            values |= {f"start{number}": start, f"first{number}": first, f"last{number}": first + _LAST}
        for start, word in await query.execute(self._connection, values):
            known[start].append(word)
        return known


_LAST = "\U0010ffff"
_PARTS = Sql(f"search_rows.{PARTS}")
VECTOR = Sql("search_words.vector")
NUMBER = Sql("search_rows.number")


class ShownRow(NamedTuple):
    """What is shown of a row."""

    number: int
    item_id: str
    title: str
    texts: list[tuple[str, str]]


@cache
def _rows_query(is_postgres: bool) -> Prepared:
    """Return the question for what is shown of some rows."""
    rows, number = sa.bindparam("rows", type_=sa.String), search_rows.c.number
    if is_postgres:
        chosen: Any = number == sa.any_(sa.cast(rows, ARRAY(sa.BigInteger)))
    else:
        chosen = number.in_(sa.select(sa.func.json_each(rows).table_valued("value").c.value))
    return Prepared(sa.select(*(search_rows.c[name] for name in ShownRow._fields)).where(chosen))


@lru_cache(maxsize=64)
def _terms_query(are_beginnings: tuple[bool, ...], places: int) -> Prepared:
    """Return the question for some words, or for what begins with them: made once for as many."""
    parts: list[Any] = []
    word = search_terms.c.word
    here = search_terms.c.place.in_(
        [sa.bindparam(f"place{one}", type_=sa.BigInteger) for one in range(places)]
    )
    for number, is_beginning in enumerate(are_beginnings):
        start, first, last = (
            sa.bindparam(f"{one}{number}", type_=sa.String) for one in ("start", "first", "last")
        )
        rule = sa.and_(word >= first, word < last) if is_beginning else word == first
        some = sa.select(word).where(here, rule).order_by(word)
        found = some.distinct().limit(PREFIX_WORDS).subquery()
        parts.append(sa.select(start.label("start"), found.c.word))
    return Prepared(sa.union_all(*parts))


def has(question: str, vector: Sql = VECTOR) -> Sql:
    """Return whether a row's words answer a question, as PostgreSQL tests it."""
    return sql("{} @@ CAST(? AS TSQUERY)", vector, question)


def told(row: ShownRow, stems: list[str], score: float) -> Ranked[str]:
    """Return a row as it is shown."""
    shown = passage(row.texts, row.title, stems) if stems else ("", "")
    return Ranked(row.item_id, row.title, score, *shown)
