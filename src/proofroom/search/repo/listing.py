"""Rows in an order that was asked for: by the values of fields, or the newest first."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from proofroom.search.index import Ranking
from proofroom.search.lexemes import number_of
from proofroom.search.repo.filters import kept_as
from proofroom.search.repo.look import Look, either, told
from proofroom.search.where import COMPARING, RANGE, Condition, Node
from proofroom.store.prepared import fetch
from proofroom.store.tables.search import search_rows, search_values

MAX_SORT = 3
_LINES = tuple(search_values.alias(f"sorted{number}") for number in range(MAX_SORT))


class Listing(Look):
    """A look in the order of fields, or at the newest first."""

    async def find(self) -> Ranking[str]:
        """Return the rows in their order."""
        stems, question = await self._meant()
        least = question.at_least(self._least()) if self._asked else ""
        words = self._with_words(least) if least else None
        few = await self._leading()
        if words is not None and few is None:
            rows, is_all = await self._some_with_words(least, self.FEW)
            nothing: list[Node] = []
            few, words = ((rows, nothing), None) if is_all else (None, words)
        if few is not None:
            return await self._list_few(*few, words, stems)
        return await self._list_many(words, stems)

    async def _list_few(
        self, rows: list[int], known: list[Node], words: Any, stems: list[str]
    ) -> Ranking[str]:
        """List all of a few rows, so that they are counted as well."""
        rows = rows if self._wanted.sort else rows[::-1]
        query, number = self._sorted(rows) if self._wanted.sort else (None, search_rows.c.number)
        rules = self._tests(number, known) + ([number.in_(words)] if words is not None else [])
        if query is None and rules:
            query = sa.select(number).where(self._chosen(number, rows)).order_by(number.desc())
        if query is not None:
            rows = [row for (row,) in await fetch(self._connection, query.where(*rules))]
        total, skip = len(rows), self._wanted.skip
        if self._wanted.after is not None:
            last = await fetch(self._connection, self._after(self._wanted.after))
            rows = [one for one in rows if last and one < last[0][0]]
        shown = await self._rows(rows[skip : skip + self._limit])
        return Ranking(
            [told(row, stems, 1.0) for row in shown], min(total, self.COUNTED), total > self.COUNTED
        )

    async def _list_many(self, words: Any, stems: list[str]) -> Ranking[str]:
        """Read rows in their order and test them until there are enough."""
        bounds: list[Condition] = []
        if self._wanted.sort:
            bounds = await self._bounds()
            query, number = self._sorted(bounds=bounds)
            query = query if words is None else query.where(number.in_(words))
        elif words is not None:
            query, number = words, words.selected_columns[0]
        else:
            number = search_rows.c.number
            query = sa.select(number).where(search_rows.c.place.in_(self._places))
        fitting = query.where(*self._tests(number, bounds))
        page = fitting if self._wanted.sort else self._newest(fitting, number)
        page = page.limit(self._limit).offset(self._wanted.skip)
        numbers = [row for (row,) in await fetch(self._connection, page)]
        found = [told(row, stems, 1.0) for row in await self._rows(numbers)]
        if self._is_last(numbers):
            return Ranking(found, self._wanted.skip + len(numbers))
        # Where reading begins at an end of the order, counting does as well.
        is_walked = any(_ends(one, self._wanted.sort[0]) for one in bounds)
        total, is_more = await self._all(query if is_walked else query.order_by(None), number, bounds)
        return Ranking(found, max(total, self._wanted.skip + len(numbers)), is_more)

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
            return await self._counted(query, self.COUNTED)
        parts = self._where.root.parts if self._where and not self._asked else ()
        if len(parts) == 1 and isinstance(parts[0], Condition) and (found := self._numbers(parts[0])):
            return await self._counted(either(found), self.COUNTED)
        some = query.limit(self.FEW).subquery()
        fitting = sa.select(some.c[0]).where(*self._tests(some.c[0], bounds))
        total, is_more = await self._counted(fitting, self.TESTED)
        if is_more:
            return total, True
        looked_at = await self._counted(query, self.FEW - 1)
        return total, looked_at[1]

    async def _counted(self, query: Any, most: int) -> tuple[int, bool]:
        """Return how many different rows there are among so many at most, and whether there are more.

        Each row once: a list may have several values that fit, and a union would gather all of them first.
        """
        some = query.limit(most + 1).subquery()
        lines, different = sa.func.count(), sa.func.count(sa.distinct(some.c[0]))
        [(read, found)] = await fetch(self._connection, sa.select(lines, different).select_from(some))
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
        fields = [number_of(str(place), path) for place in self._places]
        more = sa.select(sa.literal(1)).where(search_values.c.field.in_(fields), search_values.c.item == 1)
        is_list = found and await fetch(self._connection, more.limit(1))
        return [] if is_list else found

    def _newest(self, query: Any, number: Any) -> Any:
        query = query.order_by(number.desc())
        if self._wanted.after is None:
            return query
        return query.where(number < self._after(self._wanted.after).scalar_subquery())

    def _after(self, item_id: str) -> Any:
        return sa.select(search_rows.c.number).where(
            search_rows.c.place.in_(self._places), search_rows.c.item_id == item_id
        )

    def _sorted(self, rows: Sequence[int] | None = None, bounds: Sequence[Condition] = ()) -> tuple[Any, Any]:
        """Return a question that reads rows in the order of their values, which an index has.

        `+ 0` and `|| ''` keep the databases from another index: a few rows are sorted without the one of all
        values, and where the bounds stand at the end of the order, reading begins there instead of sorting
        all within.
        """
        lines = list(zip(self._wanted.sort, _LINES, strict=False))
        first, number = lines[0][0], lines[0][1].c.number
        query: Any = sa.select(number)
        if rows is not None:
            query = query.where(self._chosen(number, rows))
        for one in bounds:
            kept = lines[0][1]
            rules = kept_as(kept, one)[0]
            if _ends(one, first):
                text: Any = kept.c.text.concat("")
                compared: list[Any] = [COMPARING[name](text, bound) for name, bound in one.value.items()]
                rules[2:] = compared
            query = query.where(*rules)
        for key, kept in lines:
            fields = [number_of(str(place), key.lstrip("-")) for place in self._places]
            field, item = (kept.c.field, kept.c.item) if rows is None else (kept.c.field + 0, kept.c.item + 0)
            query = query.where(field.in_(fields), item == 0)
            query = query if kept.c.number is number else query.where(kept.c.number == number)
            for column in (kept.c.kind, kept.c.amount, kept.c.ordered):
                query = query.order_by(column.desc() if key[0] == "-" else column.asc())
        return query.order_by(number.desc() if first[0] == "-" else number.asc()), number


def _ends(bounds: Condition, key: str) -> bool:
    """Tell whether texts within bounds come first in an order: the order's own end is not bounded.

    Texts are compared sign by sign and ordered without case, which is nearly the same.
    """
    outer = ("gt", "gte") if key[0] == "-" else ("lt", "lte")
    return all(name in outer and isinstance(bound, str) for name, bound in bounds.value.items())
