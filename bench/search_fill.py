"""Rows for `bench/searching.py`, written past the product: 100,000 of them one by one would take minutes.

What is written is what `SearchTable.put` writes; indexes are made once all rows are there.
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.search import SearchRow
from proofroom.search.lexemes import lexemes_of, number_of, words_of
from proofroom.search.values import TEXT, kept_values, value_at
from proofroom.store.database import maintenance_engine
from proofroom.store.storable import dump_json
from proofroom.store.tables.search import (
    INDEXES_POSTGRES,
    search_rows,
    search_terms,
    search_values,
)

HERE, KIND = WorkspaceId("bench"), "record"
FIELDS = ("status", "rank", "at", "tags", "owner", "name", "closed_at")
ADDED = "search_rows_added"
"""The trigger that indexes the words of a new row on SQLite."""

Item = tuple[str, SearchRow, dict[str, Any]]
Line = tuple[Any, ...]
Lines = tuple[list[Line], list[Line], list[Line]]


def fill(settings: Settings, lines: Lines) -> None:
    """Write rows into empty tables."""
    engine = maintenance_engine(settings)
    with engine.begin() as connection:
        tables = dict(zip((search_rows, search_values, search_terms), lines, strict=True))
        (_copy if settings.is_postgres else _insert)(connection, tables)
    engine.dispose()


def lines_of(items: Sequence[Item]) -> Lines:
    """Return what is written of rows: the rows, their values, and the words of all."""
    place = number_of(HERE, KIND, "")
    fields = {path: number_of(str(place), path) for path in FIELDS}
    rows, values, terms = list[Line](), list[Line](), set[str]()
    for number, (item_id, row, given) in enumerate(items, 1):
        kept = [(path, one) for path in FIELDS for one in kept_values(value_at(given, path))]
        lexemes = lexemes_of(place, row, (one.folded for _, one in kept if one.kind == TEXT))
        texts = dump_json([list(text) for text in row.texts]).decode()
        rows.append((number, place, HERE, KIND, "", item_id, row.title, texts, lexemes))
        values += [
            (number, fields[path], one.item, one.kind, one.amount, one.text, one.ordered, one.folded)
            for path, one in kept
        ]
        terms.update(words_of(row))
    return rows, values, [(place, word) for word in sorted(terms)]


def _insert(connection: sa.Connection, tables: dict[sa.Table, list[Line]]) -> None:
    """Fill SQLite; the index of words is made from the rows at the end."""
    made = connection.exec_driver_sql(f"SELECT sql FROM sqlite_master WHERE name = '{ADDED}'").scalar_one()
    connection.exec_driver_sql(f"DROP TRIGGER {ADDED}")
    for table, lines in tables.items():
        marks = ", ".join("?" * len(table.columns))
        connection.exec_driver_sql(f"INSERT INTO {table.name} VALUES ({marks})", lines)
    connection.exec_driver_sql("INSERT INTO search_words (search_words) VALUES ('rebuild')")
    connection.exec_driver_sql(made)


def _copy(connection: sa.Connection, tables: dict[sa.Table, list[Line]]) -> None:
    """Fill PostgreSQL by COPY, with the indexes made afterwards."""
    driver: Any = connection.connection.driver_connection
    indexes = [index for table in tables for index in table.indexes]
    for index in indexes:
        index.drop(connection)
    connection.exec_driver_sql(f"DROP INDEX {', '.join(INDEXES_POSTGRES)}")
    for table, lines in tables.items():
        names = ", ".join(column.name for column in table.columns)
        with driver.cursor() as cursor, cursor.copy(f"COPY {table.name} ({names}) FROM STDIN") as copy:
            for line in lines:
                copy.write_row(line)
    for index in indexes:
        index.create(connection)
    for name, on in INDEXES_POSTGRES.items():
        connection.exec_driver_sql(f"CREATE INDEX {name} ON {on}")
    last = "SELECT setval(pg_get_serial_sequence('search_rows', 'number'), max(number)) FROM search_rows"
    connection.exec_driver_sql(last)
