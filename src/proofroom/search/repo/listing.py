"""Rows in an order that was asked for: by the values of fields, or the newest first."""

from collections.abc import Sequence
from typing import NamedTuple

from proofroom.search.index import Ranking
from proofroom.search.repo.filters import Kept, fields_of, kept_as
from proofroom.search.repo.look import NUMBER, Look, told
from proofroom.search.repo.sql import Sql, ask, comma, either, every, one_of, sql
from proofroom.search.where import RANGE, Condition, Node

MAX_SORT = 3


class _Reading(NamedTuple):
    """A question for rows in an order, before it is asked which of them fit."""

    number: Sql
    tables: Sql
    rules: list[Sql]
    order: Sql | None = None

    def with_rules(self, *rules: Sql) -> "_Reading":
        """Return a question for those rows that fit these rules as well."""
        return self._replace(rules=[*self.rules, *rules])

    def query(self) -> Sql:
        """Return the question."""
        asked = sql("SELECT {} AS number FROM {} WHERE {}", self.number, self.tables, every(self.rules))
        return asked if self.order is None else sql("{} ORDER BY {}", asked, self.order)


class Listing(Look):
    """A look in the order of fields, or at the newest first."""

    async def find(self) -> Ranking[str]:
        """Return the rows in their order."""
        stems, question = await self._meant()
        least = question.at_least(self._least()) if self._asked else ""
        words = self._answering(least) if least else None
        few = await self._leading()
        if words is not None and few is None:
            rows, is_all = await self._some_with_words(least, self.FEW)
            nothing: list[Node] = []
            few, words = ((rows, nothing), None) if is_all else (None, words)
        if few is not None:
            return await self._list_few(*few, words, stems)
        return await self._list_many(words, stems)

    async def _list_few(
        self, rows: list[int], known: list[Node], words: Sql | None, stems: list[str]
    ) -> Ranking[str]:
        """List all of a few rows, so that they are counted as well."""
        rows = rows if self._wanted.sort else rows[::-1]
        if self._wanted.sort:
            reading = self._sorted(rows)
        else:
            reading = _Reading(NUMBER, Sql("search_rows"), [self._chosen(NUMBER, rows)], _down(NUMBER))
        rules = self._tests(reading.number, known) + self._among_words(reading.number, words)
        if self._wanted.sort or rules:
            asked = reading.with_rules(*rules).query()
            rows = [row for (row,) in await ask(self._connection, asked)]
        total, skip = len(rows), self._wanted.skip
        if self._wanted.after is not None:
            last = await ask(self._connection, self._after(self._wanted.after))
            rows = [one for one in rows if last and one < last[0][0]]
        shown = await self._rows(rows[skip : skip + self._limit])
        return Ranking(
            [told(row, stems, 1.0) for row in shown], min(total, self.COUNTED), total > self.COUNTED
        )

    async def _list_many(self, words: Sql | None, stems: list[str]) -> Ranking[str]:
        """Read rows in their order and test them until there are enough."""
        bounds: list[Condition] = []
        if self._wanted.sort:
            bounds = await self._bounds()
            reading = self._sorted(bounds=bounds)
            reading = reading.with_rules(*self._among_words(reading.number, words))
        elif words is not None:
            reading = _Reading(self._word, Sql("search_words"), [words])
        else:
            reading = _Reading(NUMBER, Sql("search_rows"), [one_of(Sql("search_rows.place"), self._places)])
        fitting = reading.with_rules(*self._tests(reading.number, bounds))
        fitting = fitting if self._wanted.sort else self._newest(fitting)
        page = sql("{} LIMIT ? OFFSET ?", fitting.query(), self._limit, self._wanted.skip)
        numbers = [row for (row,) in await ask(self._connection, page)]
        found = [told(row, stems, 1.0) for row in await self._rows(numbers)]
        if self._is_last(numbers):
            return Ranking(found, self._wanted.skip + len(numbers))
        # Where reading begins at an end of the order, counting does as well.
        is_walked = any(_ends(one, self._wanted.sort[0]) for one in bounds)
        total, is_more = await self._all(reading if is_walked else reading._replace(order=None), bounds)
        return Ranking(found, max(total, self._wanted.skip + len(numbers)), is_more)

    def _among_words(self, number: Sql, words: Sql | None) -> list[Sql]:
        if words is None:
            return []
        return [sql("{} IN (SELECT {} FROM search_words WHERE {})", number, self._word, words)]

    def _is_last(self, numbers: Sequence[int]) -> bool:
        """Tell whether these rows are the last of the order, so that nothing has to be counted."""
        is_known = bool(numbers) or not self._wanted.skip
        return is_known and self._wanted.after is None and len(numbers) < self._limit

    async def _all(self, reading: _Reading, bounds: Sequence[Condition]) -> tuple[int, bool]:
        """Count rows that fit among those of a question, and tell whether there are more.

        Where each has to be tested, only some are looked at: there are at least as many as were found.
        """
        query = reading.query()
        tests = self._tests(Sql("seen.number"), bounds)
        if not tests:
            return await self._counted(query, self.COUNTED)
        parts = self._where.root.parts if self._where and not self._asked else ()
        if len(parts) == 1 and isinstance(parts[0], Condition) and (found := self._numbers(parts[0])):
            return await self._counted(either(found), self.COUNTED)
        seen = sql("({} LIMIT ?) AS seen", query, self.FEW)
        fitting = sql("SELECT seen.number AS number FROM {} WHERE {}", seen, every(tests))
        total, is_more = await self._counted(fitting, self.TESTED)
        if is_more:
            return total, True
        looked_at = await self._counted(query, self.FEW - 1)
        return total, looked_at[1]

    async def _counted(self, query: Sql, most: int) -> tuple[int, bool]:
        """Return how many different rows there are among so many at most, and whether there are more.

        Each row once: a list may have several values that fit, and a union would gather all of them first.
        """
        counted = "SELECT count(*), count(DISTINCT counted.number) FROM ({} LIMIT ?) AS counted"
        [(read, found)] = await ask(self._connection, sql(counted, query, most + 1))
        return min(found, most), read > most

    async def _bounds(self) -> list[Condition]:
        """Return the bounds of the field that is sorted by first: rows outside of them are not read.

        Only where the field has one value in every row; of a list, any item may lie within.
        """
        path = self._wanted.sort[0].lstrip("-")
        if self._where is None or self._where.root.is_any:
            return []
        parts = [one for one in self._where.root.parts if isinstance(one, Condition)]
        found = [one for one in parts if one.path == path and one.operator == RANGE]
        field = one_of(Sql("field"), fields_of(self._places, path))
        more = sql("SELECT 1 FROM search_values WHERE {} AND item = 1 LIMIT 1", field)
        is_list = found and await ask(self._connection, more)
        return [] if is_list else found

    def _newest(self, reading: _Reading) -> _Reading:
        reading = reading._replace(order=_down(reading.number))
        if self._wanted.after is None:
            return reading
        return reading.with_rules(sql("{} < ({})", reading.number, self._after(self._wanted.after)))

    def _after(self, item_id: str) -> Sql:
        here = one_of(Sql("place"), self._places)
        return sql("SELECT number FROM search_rows WHERE {} AND item_id = ?", here, item_id)

    def _sorted(self, rows: Sequence[int] | None = None, bounds: Sequence[Condition] = ()) -> _Reading:
        """Return a question that reads rows in the order of their values, which an index has.

        `+ 0` and `|| ''` keep the databases from another index: a few rows are sorted without the one of all
        values, and where the bounds stand at the end of the order, reading begins there instead of sorting
        all within.
        """
        keys = list(self._wanted.sort[:MAX_SORT])
        number = Sql("sorted0.number")
        rules = [] if rows is None else [self._chosen(number, rows)]
        for one in bounds:
            kept = Kept.of("sorted0")
            is_at_end = _ends(one, keys[0])
            rules += kept_as(kept._replace(text=Sql("sorted0.text || ''")) if is_at_end else kept, one)[0]
        tables, order = list[Sql](), list[Sql]()
        plus = "" if rows is None else " + 0"
        for at, key in enumerate(keys):
            name = f"sorted{at}"
            tables.append(Sql(f"search_values AS {name}"))
            rules.append(one_of(Sql(f"{name}.field{plus}"), fields_of(self._places, key.lstrip("-"))))
            rules.append(Sql(f"{name}.item{plus} = 0"))
            rules += [Sql(f"{name}.number = sorted0.number")] if at else []
            columns = (Sql(f"{name}.{column}") for column in ("kind", "amount", "ordered"))
            order += [_down(column) if key[0] == "-" else column for column in columns]
        order.append(_down(number) if keys[0][0] == "-" else number)
        return _Reading(number, comma(tables), rules, comma(order))


def _down(column: Sql) -> Sql:
    return sql("{} DESC", column)


def _ends(bounds: Condition, key: str) -> bool:
    """Tell whether texts within bounds come first in an order: the order's own end is not bounded.

    Texts are compared sign by sign and ordered without case, which is nearly the same.
    """
    outer = ("gt", "gte") if key[0] == "-" else ("lt", "lte")
    return all(name in outer and isinstance(bound, str) for name, bound in bounds.value.items())
