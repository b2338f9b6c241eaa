"""Rows of any table as JSON lines, and back: what a backup of PostgreSQL is made of, and how a studio moves.

Tables are read as they are in the database, not as this release knows them, so that a backup taken before a
migration is whole. Each line is an object by column name. A moment is `{"$time": "<ISO 8601, UTC>"}`, bytes
are `{"$bytes": "<base64>"}`, the value of a JSON column is `{"$json": ...}`; the rest is plain JSON.
"""

import base64
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import orjson
import sqlalchemy as sa

from proofroom.store.tables.search import WORDS

_BATCH = 500

Row = dict[str, Any]


def reflect(connection: sa.Connection, names: Iterable[str] | None = None) -> list[sa.Table]:
    """Return the tables that are in the database, those referred to before those that refer.

    The index of words is none of them: it is filled by what is written into others.
    """
    found = sa.MetaData()
    found.reflect(connection, only=list(names) if names is not None else None, resolve_fks=False)
    for table in found.tables.values():
        for column in table.columns:
            if isinstance(
                column.type, sa.JSON
            ):  # where both can be, "nothing" means NULL and not JSON's null
                column.type.none_as_null = bool(column.nullable)
    return [table for table in found.sorted_tables if not table.name.startswith(WORDS)]


def read_rows(connection: sa.Connection, table: sa.Table) -> Iterator[Row]:
    """Yield every row of a table, a few hundred in memory at a time."""
    columns = [column for column in table.columns if column.computed is None]
    result = connection.execution_options(yield_per=_BATCH).execute(sa.select(*columns))
    for row in result.mappings():
        yield {str(name): _aware(value) for name, value in row.items()}


def write_rows(connection: sa.Connection, table: sa.Table, rows: Iterable[Row]) -> int:
    """Insert rows; columns the table does not have are an error. Return how many were written."""
    inner = [key.parent.name for key in table.foreign_keys if key.column.table is table]
    later: list[tuple[Row, Row]] = []
    written = 0
    for batch in _batches(rows):
        for row in batch if inner else ():
            held = {name: row[name] for name in inner if row.get(name) is not None}
            if held:  # a row may refer to one that comes after it
                later.append(({column.name: row[column.name] for column in table.primary_key}, held))
                row.update(dict.fromkeys(held))
        connection.execute(table.insert(), batch)
        written += len(batch)
    _count_on(connection, table)
    for key, held in later:
        same = [table.c[name] == value for name, value in key.items()]
        connection.execute(table.update().where(*same).values(**held))
    return written


def _count_on(connection: sa.Connection, table: sa.Table) -> None:
    """Let PostgreSQL number new rows after those that brought their number."""
    column = next((one for one in table.primary_key if one.server_default is not None), None)
    if connection.dialect.name == "postgresql" and column is not None:
        sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
        most = sa.select(sa.func.max(column)).scalar_subquery()
        connection.execute(sa.select(sa.func.setval(sequence, most)))


def encode_row(table: sa.Table, row: Row) -> bytes:
    """Return a row as one line."""
    body = {name: _encode(table.c[name], value) for name, value in row.items()}
    return orjson.dumps(body) + b"\n"


def decode_row(line: bytes) -> Row:
    """Return the row of a line."""
    return {name: _decode(value) for name, value in orjson.loads(line).items()}


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    source = iter(rows)
    while batch := list(islice(source, _BATCH)):
        yield batch


def _aware(value: Any) -> Any:
    # SQLite gives times without their zone; all our times are UTC.
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) and value.tzinfo is None else value


def _encode(column: sa.Column[Any], value: Any) -> Any:
    if value is None:
        return None
    if isinstance(column.type, sa.JSON):
        return {"$json": value}
    if isinstance(value, datetime):
        return {"$time": value.astimezone(UTC).isoformat()}
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode()}
    return value


def _decode(value: Any) -> Any:
    match value:
        case {"$time": str(text)}:
            return datetime.fromisoformat(text)
        case {"$bytes": str(text)}:
            return base64.b64decode(text)
        case {"$json": inner}:
            return inner
        case _:
            return value
