"""Rows for the measurements of searching and of records, written past the product in bulk.

One by one 100,000 of them would take minutes. What is written is what the product writes; indexes and
references are made once all rows are there.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.search import SearchRow
from proofroom.search.lexemes import lexemes_of, number_of, words_of
from proofroom.search.values import TEXT, kept_values, value_at
from proofroom.store.database import maintenance_engine
from proofroom.store.tables.search import (
    INDEXES_POSTGRES,
    search_rows,
    search_terms,
    search_values,
)

HERE = WorkspaceId("bench")
ADDED = "search_rows_added"
"""The trigger that indexes the words of a new row on SQLite."""

Item = tuple[str, SearchRow, dict[str, Any]]
Line = tuple[Any, ...]
Lines = dict[sa.Table, list[Line]]
"""What is written into which table, its values in the order of the columns."""


def fill(settings: Settings, tables: Lines) -> None:
    """Write rows into empty tables, in the order of the tables."""
    engine = maintenance_engine(settings)
    with engine.begin() as connection:
        indexes = [index for table in tables for index in table.indexes]
        for index in indexes:
            index.drop(connection)
        (_copy if settings.is_postgres else _insert)(connection, tables)
        for index in indexes:
            index.create(connection)
    engine.dispose()


class Place(NamedTuple):
    """Where rows are searched."""

    workspace_id: WorkspaceId
    kind: str
    scope: str


def search_lines(items: Sequence[Item], where: Place, fields: Sequence[str]) -> Lines:
    """Return what is written of searched rows: the rows, their values, and the words of all."""
    place = number_of(*where)
    numbers = {path: number_of(str(place), path) for path in fields}
    rows, values, terms = list[Line](), list[Line](), set[str]()
    for number, (item_id, row, given) in enumerate(items, 1):
        kept = [(path, one) for path in fields for one in kept_values(value_at(given, path))]
        lexemes = lexemes_of(place, row, (one.folded for _, one in kept if one.kind == TEXT))
        texts = [list(text) for text in row.texts]
        rows.append((number, place, *where, item_id, row.title, texts, lexemes))
        values += [
            (number, numbers[path], one.item, one.kind, one.amount, one.text, one.ordered, one.folded)
            for path, one in kept
        ]
        terms.update(words_of(row))
    words = [(place, word) for word in sorted(terms)]
    return {search_rows: rows, search_values: values, search_terms: words}


def _bound(table: sa.Table, lines: list[Line], dialect: sa.Dialect) -> list[Line]:
    """Return lines as the driver takes them: times and JSON as the product would write them."""
    types = [column.type.dialect_impl(dialect) for column in table.columns]
    turned = [(at, turn) for at, one in enumerate(types) if (turn := one.bind_processor(dialect)) is not None]
    if not turned:
        return lines
    bound: list[Line] = []
    for line in lines:
        values = list(line)
        for at, turn in turned:
            values[at] = turn(values[at])
        bound.append(tuple(values))
    return bound


def _names(table: sa.Table) -> str:
    """Return the names of the columns; one that a migration has added stands last in the database."""
    return ", ".join(f'"{column.name}"' for column in table.columns)


def _insert(connection: sa.Connection, tables: Lines) -> None:
    """Fill SQLite; the index of words is made from the rows at the end."""
    made = connection.exec_driver_sql(f"SELECT sql FROM sqlite_master WHERE name = '{ADDED}'").scalar_one()
    connection.exec_driver_sql(f"DROP TRIGGER {ADDED}")
    for table, lines in tables.items():
        names, marks = _names(table), ", ".join("?" * len(table.columns))
        bound = _bound(table, lines, connection.dialect)
        connection.exec_driver_sql(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", bound)
    connection.exec_driver_sql("INSERT INTO search_words (search_words) VALUES ('rebuild')")
    connection.exec_driver_sql(made)


def _copy(connection: sa.Connection, tables: Lines) -> None:
    """Fill PostgreSQL by COPY."""
    driver: Any = connection.connection.driver_connection
    references = [one for table in tables for one in table.foreign_key_constraints]
    for one in references:
        connection.execute(sa.schema.DropConstraint(one))
    connection.exec_driver_sql(f"DROP INDEX {', '.join(INDEXES_POSTGRES)}")
    for table, lines in tables.items():
        put = f"COPY {table.name} ({_names(table)}) FROM STDIN"
        with driver.cursor() as cursor, cursor.copy(put) as copy:
            for line in _bound(table, lines, connection.dialect):
                copy.write_row(line)
    for one in references:
        connection.execute(sa.schema.AddConstraint(one))
    for name, on in INDEXES_POSTGRES.items():
        connection.exec_driver_sql(f"CREATE INDEX {name} ON {on}")
    last = "SELECT setval(pg_get_serial_sequence('search_rows', 'number'), max(number)) FROM search_rows"
    connection.exec_driver_sql(last)
