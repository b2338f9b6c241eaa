"""Questions put together from pieces of SQL and their values.

A filter has thousands of forms, each asked a few times: an expression tree of the database layer would take
longer to build and compile than the database to answer. No value of anybody's ever becomes text here.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from proofroom.store import Connection
from proofroom.store.prepared import fetch


class Sql(NamedTuple):
    """A piece of a question: its text with `?` where a value stands, and the values in their order."""

    text: str
    values: tuple[Any, ...] = ()


NEVER, ALWAYS = Sql("1 = 0"), Sql("1 = 1")


def sql(pattern: str, *given: Any) -> Sql:
    """Return a piece: each `{}` stands for another piece, each `?` for a value, in the order given."""
    text, values = list[str](), list[Any]()
    left = iter(given)
    for part in _parts(pattern):
        if part == "{}":
            piece: Sql = next(left)
            text.append(piece.text)
            values += piece.values
        else:
            text.append(part)
            if part == "?":
                values.append(next(left))
    return Sql("".join(text), tuple(values))


@lru_cache(maxsize=200)
def _parts(pattern: str) -> list[str]:
    return re.split(r"(\{\}|\?)", pattern)


def one_of(column: Sql, wanted: Sequence[Any]) -> Sql:
    """Return whether a column is one of some values."""
    places = ", ".join("?" * len(wanted))
    return Sql(f"{column.text} IN ({places})", (*column.values, *wanted))


def every(parts: Sequence[Sql]) -> Sql:
    """Return whether all of some rules hold."""
    return _joined(parts, " AND ") if parts else ALWAYS


def some(parts: Sequence[Sql]) -> Sql:
    """Return whether one of some rules holds."""
    return _joined(parts, " OR ") if parts else NEVER


def comma(parts: Sequence[Sql]) -> Sql:
    """Return pieces one after the other, as columns and tables are listed."""
    return Sql(", ".join(one.text for one in parts), tuple(value for one in parts for value in one.values))


def either(questions: Sequence[Sql]) -> Sql:
    """Return one question for whatever answers any of some."""
    texts = " UNION ALL ".join(one.text for one in questions)
    return Sql(texts, tuple(value for one in questions for value in one.values))


async def ask(connection: Connection, question: Sql) -> list[tuple[Any, ...]]:
    """Return the rows that answer a question."""
    return await fetch(connection, question.text, question.values)


def _joined(parts: Sequence[Sql], word: str) -> Sql:
    if len(parts) == 1:
        return parts[0]
    return Sql(
        f"({word.join(one.text for one in parts)})", tuple(value for one in parts for value in one.values)
    )
