"""Statements that are compiled once and executed without being looked up again.

SQLAlchemy takes several times longer to prepare a small statement than SQLite to execute it. What every step
of every run needs is therefore compiled on first use, and handed to the connection as text and values. Only
for statements that always have the same values; on PostgreSQL they are executed as any other.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.store.types import REMEMBERED

Process = Callable[[Any], Any] | None
AnyStatement = sa.Select[*tuple[Any, ...]] | sa.Insert | sa.Update


class Prepared:
    """One statement."""

    def __init__(self, statement: AnyStatement, columns: Sequence[str] = ()) -> None:
        self.statement = statement
        self._columns = list(columns) or None
        self._sql = ""
        self._values: list[tuple[str, Any, Process]] = []
        self._results: list[Process] = []

    async def execute(self, connection: AsyncConnection, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Execute it and return its rows."""
        if connection.dialect.name != "sqlite":
            result = await connection.execute(self.statement, dict(values))
            return [tuple(row) for row in result] if result.returns_rows else []
        if not self._sql:
            self._compile(connection)
        rows = await self._run(connection, "execute", self._bind(values))
        if not any(self._results):
            return rows
        return [
            tuple(
                value if process is None else process(value)
                for process, value in zip(self._results, row, strict=True)
            )
            for row in rows
        ]

    async def execute_many(self, connection: AsyncConnection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Execute it for each set of values."""
        if connection.dialect.name != "sqlite":
            await connection.execute(self.statement, [dict(row) for row in rows])
            return
        if not self._sql:
            self._compile(connection)
        await self._run(connection, "executemany", [self._bind(row) for row in rows])

    def _compile(self, connection: AsyncConnection) -> None:
        written: Any = getattr(self.statement, "table", None)
        if written is not None and written.info.get(REMEMBERED):
            raise ValueError("what is written here would not be noticed: the table is remembered")
        compiled: Any = self.statement.compile(dialect=connection.dialect, column_keys=self._columns)
        processors = compiled._bind_processors
        fixed = compiled.construct_params(_check=False)
        self._values = [(name, fixed.get(name), processors.get(name)) for name in compiled.positiontup]
        self._results = [
            column.type._cached_result_processor(connection.dialect, None)
            for column in compiled._result_columns
        ]
        self._sql = str(compiled)

    def _bind(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        bound = tuple(_processed(process, values.get(name, fixed)) for name, fixed, process in self._values)
        if any(isinstance(value, str) and "\0" in value for value in bound):
            raise InvalidInput(say("store.nul"))  # PostgreSQL cannot keep it
        return bound

    async def _run(self, connection: AsyncConnection, how: str, values: Any) -> list[tuple[Any, ...]]:
        assert connection.sync_connection is not None
        if not connection.sync_connection.in_transaction():
            connection.sync_connection.begin()  # as any other statement would
        driver: Any = connection.sync_connection.connection.driver_connection
        cursor = driver.cursor()
        try:
            await getattr(cursor, how)(self._sql, values)
        except sqlite3.Error as error:
            raise DBAPIError.instance(
                self._sql, values, error, sqlite3.Error, dialect=connection.dialect
            ) from error
        return await cursor.fetchall()


def _processed(process: Process, value: Any) -> Any:
    return value if process is None else process(value)
