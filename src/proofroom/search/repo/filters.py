"""Conditions as SQL over the kept values of rows."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.search.lexemes import number_of
from proofroom.search.repo.sql import NEVER, Sql, every, one_of, some, sql
from proofroom.search.values import COMPARED, NOTHING, NUMBER, OBJECT, TEXT, TRUTH
from proofroom.search.where import RANGE, Condition
from proofroom.search.words import fold

SIGNS = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}
"""How the operators that compare are written."""
_ESCAPED = str.maketrans({"/": "//", "%": "/%", "_": "/_"})


class Kept(NamedTuple):
    """Columns of a value as a question names them."""

    kind: Sql
    amount: Sql
    text: Sql
    folded: Sql

    @classmethod
    def of(cls, table: str) -> "Kept":
        """Return the columns of a table or of another name for it."""
        return cls(*(Sql(f"{table}.{name}") for name in cls._fields))


VALUES = Kept.of("search_values")
_TESTED = Kept.of("kept")._replace(kind=Sql("kept.kind + 0"))
"""Of one row's values. `+ 0` keeps the databases from reading the index of all values for them."""


class ValueTarget:
    """Compiles conditions for rows of some places, known by their number."""

    def __init__(self, places: Sequence[int], number: Sql, is_postgres: bool) -> None:
        self._places, self._number, self._is_postgres = places, number, is_postgres

    def condition(self, condition: Condition) -> Sql:
        """Return one condition, to be tested row by row."""
        path, operator, value = condition.path, condition.operator, condition.value
        if operator == "ne":
            return self.negate(self.condition(Condition(path, "eq", value)))
        return some([self._exists(path, rules) for rules in kept_as(_TESTED, condition)])

    def join(self, parts: list[Sql], *, is_any: bool) -> Sql:
        """Return parts of which all must hold, or any."""
        return some(parts) if is_any and parts else every(parts)

    def negate(self, part: Sql) -> Sql:
        """Return the opposite of a part."""
        return sql("NOT ({})", part)

    def numbers(self, condition: Condition) -> list[Sql]:
        """Return questions for the numbers of rows that fit; none where no index helps to answer."""
        if condition.operator in ("ne", "contains"):
            return []
        mine = one_of(Sql("search_values.field"), fields_of(self._places, condition.path))
        found = kept_as(VALUES, condition) or [[NEVER]]
        asked = "SELECT search_values.number AS number FROM search_values WHERE {}"
        return [sql(asked, every([mine, *rules])) for rules in found]

    def _exists(self, path: str, rules: list[Sql]) -> Sql:
        # The row's own values are few: SQLite would read the index of all values for the field alone. An
        # offset keeps PostgreSQL from making a join of it, which reads that index after all.
        field, end = ("kept.field", "") if self._is_postgres else ("kept.field + 0", "LIMIT -1 ")
        mine = sql("kept.number = {}", self._number)
        fits = every([mine, one_of(Sql(field), fields_of(self._places, path)), *rules])
        return sql("EXISTS (SELECT 1 FROM search_values AS kept WHERE {} {}OFFSET 0)", fits, Sql(end))


def fields_of(places: Sequence[int], path: str) -> list[int]:
    """Return the numbers of a field, one for each place."""
    return [number_of(str(place), path) for place in places]


def kept_as(kept: Kept, condition: Condition) -> list[list[Sql]]:
    """Return what values that fit are kept as, one set of rules per kind of value."""
    path, operator, value = condition.path, condition.operator, condition.value
    if operator == "exists":
        empty = [_is(kept, TEXT), sql("{} = 0.0", kept.amount), sql("{} = ''", kept.text)]
        if not value:
            return [[_is(kept, NOTHING)], empty]
        return [[sql("{} > ?", kept.kind, NOTHING), sql("NOT {}", every(empty))]]
    if operator == "contains":
        part = fold(str(value)).replace("\0", "").translate(_ESCAPED)
        return [[_is(kept, TEXT), sql("{} LIKE '%' || ? || '%' ESCAPE '/'", kept.folded, part)]]
    if operator == RANGE:
        return [_compared(kept, path, value)]
    wanted: list[Any] = value if operator == "in" else [value]
    if any(isinstance(one, list | dict) for one in wanted):
        raise InvalidInput(say("search.where_whole", field=path))
    return _equal(kept, path, wanted)


def _is(kept: Kept, kind: int) -> Sql:
    return sql("{} = ?", kept.kind, kind)


def _compared(kept: Kept, path: str, bounds: dict[str, Any]) -> list[Sql]:
    texts = [one for one in bounds.values() if isinstance(one, str)]
    for one in texts:
        _check_length(path, one)
    if texts and len(texts) < len(bounds):
        return [NEVER]
    column = kept.text if texts else kept.amount
    kinds = [_is(kept, TEXT), sql("{} = 0.0", kept.amount)] if texts else [_is(kept, NUMBER)]
    limits = {SIGNS[one]: bound if texts else float(bound) for one, bound in bounds.items()}
    return [*kinds, *(sql("{} {} ?", column, Sql(sign), bound) for sign, bound in limits.items())]


def _equal(kept: Kept, path: str, wanted: list[Any]) -> list[list[Sql]]:
    found: list[list[Sql]] = []
    texts = [one for one in wanted if isinstance(one, str)]
    for one in texts:
        _check_length(path, one)
    if texts:
        kinds = one_of(kept.kind, (TEXT, OBJECT))
        rules = [kinds, sql("{} = 0.0", kept.amount), one_of(kept.text, texts)]
        # An object that points at nothing is kept with an empty text, and is none.
        rules += [some([_is(kept, TEXT), sql("{} <> ''", kept.text)])] if "" in texts else []
        found.append(rules)
    for kind, are_truths in ((TRUTH, True), (NUMBER, False)):
        numbers = [
            float(one)
            for one in wanted
            if isinstance(one, int | float) and isinstance(one, bool) is are_truths
        ]
        if numbers:
            found.append([_is(kept, kind), one_of(kept.amount, numbers)])
    if any(one is None for one in wanted):
        found.append([_is(kept, NOTHING)])
    return found


def _check_length(path: str, text: str) -> None:
    if len(text) > COMPARED:
        raise InvalidInput(say("search.where_text", field=path, most=COMPARED))
