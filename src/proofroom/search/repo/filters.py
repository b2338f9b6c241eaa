"""Conditions as SQL over the kept values of rows."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import sqlalchemy as sa

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.search.lexemes import number_of
from proofroom.search.values import COMPARED, NOTHING, NUMBER, OBJECT, TEXT, TRUTH
from proofroom.search.where import COMPARING, RANGE, Condition
from proofroom.search.words import fold
from proofroom.store.tables.search import search_values

Sql = sa.ColumnElement[bool]
_KEPT = search_values.alias("kept")
"""The values of one row. Made once: each test looks at them by itself, and an alias takes long to make."""


class _Tested:
    """Columns of a row's values. `+ 0` keeps the databases from reading the index of all values for them."""

    c = SimpleNamespace(
        kind=_KEPT.c.kind + 0, amount=_KEPT.c.amount, text=_KEPT.c.text, folded=_KEPT.c.folded
    )


class ValueTarget:
    """Compiles conditions for rows of some places, known by their number."""

    def __init__(self, places: Sequence[int], number: Any, is_postgres: bool) -> None:
        self._places, self._number, self._is_postgres = places, number, is_postgres

    def condition(self, condition: Condition) -> Sql:
        """Return one condition, to be tested row by row."""
        path, operator, value = condition.path, condition.operator, condition.value
        if operator == "ne":
            return sa.not_(self.condition(Condition(path, "eq", value)))
        tests = [self._exists(path, rules) for rules in kept_as(_Tested, condition)]
        return sa.or_(*tests) if tests else sa.false()

    def join(self, parts: list[Sql], *, is_any: bool) -> Sql:
        """Return parts of which all must hold, or any."""
        if not parts:
            return sa.true()
        return sa.or_(*parts) if is_any else sa.and_(*parts)

    def negate(self, part: Sql) -> Sql:
        """Return the opposite of a part."""
        return sa.not_(part)

    def numbers(self, condition: Condition) -> list[Any]:
        """Return questions for the numbers of rows that fit; none where no index helps to answer."""
        if condition.operator in ("ne", "contains"):
            return []
        kept = search_values
        found = kept_as(kept, condition) or [[sa.false()]]
        return [sa.select(kept.c.number).where(self._of(condition.path, kept), *rules) for rules in found]

    def _of(self, path: str, kept: Any) -> Sql:
        return kept.c.field.in_([number_of(str(place), path) for place in self._places])

    def _exists(self, path: str, rules: list[Sql]) -> Sql:
        # The row's own values are few: SQLite would read the index of all values for the field alone.
        kept = _KEPT
        fields = [number_of(str(place), path) for place in self._places]
        mine = sa.select(sa.literal(1)).select_from(kept).where(kept.c.number == self._number)
        field = kept.c.field if self._is_postgres else kept.c.field + 0
        found = mine.where(field.in_(fields), *rules).correlate_except(kept)
        # An offset keeps PostgreSQL from making a join of it, which reads the index of all values after all.
        return sa.exists(found.offset(sa.literal_column("0")))


def kept_as(kept: Any, condition: Condition) -> list[list[Sql]]:
    """Return what values that fit are kept as, one set of rules per kind of value."""
    path, operator, value = condition.path, condition.operator, condition.value
    if operator == "exists":
        empty = [kept.c.kind == TEXT, kept.c.amount == 0.0, kept.c.text == ""]
        if not value:
            return [[kept.c.kind == NOTHING], empty]
        return [[kept.c.kind > NOTHING, sa.not_(sa.and_(*empty))]]
    if operator == "contains":
        part = fold(str(value)).replace("\0", "")
        return [[kept.c.kind == TEXT, kept.c.folded.contains(part, autoescape=True)]]
    if operator == RANGE:
        return [_compared(kept, path, value)]
    wanted: list[Any] = value if operator == "in" else [value]
    if any(isinstance(one, list | dict) for one in wanted):
        raise InvalidInput(say("search.where_whole", field=path))
    return _equal(kept, path, wanted)


def _compared(kept: Any, path: str, bounds: dict[str, Any]) -> list[Sql]:
    texts = [one for one in bounds.values() if isinstance(one, str)]
    for one in texts:
        _check_length(path, one)
    if texts and len(texts) < len(bounds):
        return [sa.false()]
    column = kept.c.text if texts else kept.c.amount
    kinds = [kept.c.kind == TEXT, kept.c.amount == 0.0] if texts else [kept.c.kind == NUMBER]
    return kinds + [COMPARING[one](column, bound if texts else float(bound)) for one, bound in bounds.items()]


def _equal(kept: Any, path: str, wanted: list[Any]) -> list[list[Sql]]:
    found: list[list[Sql]] = []
    texts = [one for one in wanted if isinstance(one, str)]
    for one in texts:
        _check_length(path, one)
    if texts:
        rules = [kept.c.kind.in_((TEXT, OBJECT)), kept.c.amount == 0.0, kept.c.text.in_(texts)]
        # An object that points at nothing is kept with an empty text, and is none.
        found.append([*rules, sa.or_(kept.c.kind == TEXT, kept.c.text != "")] if "" in texts else rules)
    for kind, are_truths in ((TRUTH, True), (NUMBER, False)):
        some = [one for one in wanted if isinstance(one, int | float) and isinstance(one, bool) is are_truths]
        if some:
            found.append([kept.c.kind == kind, kept.c.amount.in_([float(one) for one in some])])
    if any(one is None for one in wanted):
        found.append([kept.c.kind == NOTHING])
    return found


def _check_length(path: str, text: str) -> None:
    if len(text) > COMPARED:
        raise InvalidInput(say("search.where_text", field=path, most=COMPARED))
