"""A SQLite connection on a thread of its own that crosses to that thread as rarely as possible.

The plain driver crosses over for every small thing: to make a cursor, execute, fetch, close it, begin, commit
and roll back what is not open, 12 to 15 times for a transaction of three statements. Here a statement is one
crossing with its result, and `BEGIN` travels with the first statement.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, cast

import aiosqlite

Row = tuple[Any, ...]


class Cursor:
    """One statement and its whole result."""

    arraysize = 1

    def __init__(self, connection: "Connection") -> None:
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self._connection = connection
        self._rows: list[Row] = []

    async def execute(self, sql: str, parameters: Iterable[Any] = ()) -> "Cursor":
        """Execute a statement and fetch everything it returns."""
        if sql.startswith("BEGIN"):
            self._connection.begin_later(sql)
        else:
            await self._connection.cross(self._execute, sql, parameters, "execute")
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> "Cursor":
        """Execute a statement for each set of parameters."""
        await self._connection.cross(self._execute, sql, parameters, "executemany")
        return self

    async def fetchall(self) -> list[Row]:
        """Return the rows that are left."""
        rows, self._rows = self._rows, []
        return rows

    async def fetchmany(self, size: int | None = None) -> list[Row]:
        """Return some of the rows that are left."""
        count = size or self.arraysize
        rows, self._rows = self._rows[:count], self._rows[count:]
        return rows

    async def fetchone(self) -> Row | None:
        """Return the next row."""
        return self._rows.pop(0) if self._rows else None

    async def close(self) -> None:
        """Do nothing: the statement is closed as soon as it is executed."""

    async def __aenter__(self) -> "Cursor":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def _execute(self, raw: sqlite3.Connection, sql: str, parameters: Any, how: str) -> None:
        with closing(raw.cursor()) as cursor:
            getattr(cursor, how)(sql, parameters)
            self.description = cursor.description
            self.rowcount = cursor.rowcount
            self.lastrowid = cursor.lastrowid
            self._rows = cursor.fetchall() if cursor.description else []


class Connection(aiosqlite.Connection):
    """A connection as the database layer expects it."""

    _begin: str | None = None

    def cursor(self) -> Any:
        """Return a cursor; nothing happens yet."""
        return Cursor(self)

    def begin_later(self, sql: str) -> None:
        """Begin a transaction with the next statement."""
        self._begin = sql

    async def cross(self, work: Any, *arguments: Any) -> None:
        """Do some work on the connection's thread, after what is to be done first."""
        begin, self._begin = self._begin, None
        await cast(Any, self)._execute(_work, self._conn, begin, work, arguments)

    async def commit(self) -> None:
        """Commit what was begun."""
        if self._begin is None:
            await super().commit()
        self._begin = None

    async def rollback(self) -> None:
        """Roll back if there is anything to roll back."""
        self._begin = None
        if self._conn.in_transaction:
            await super().rollback()


def _work(raw: sqlite3.Connection, begin: str | None, work: Any, arguments: tuple[Any, ...]) -> None:
    if begin is not None:
        raw.execute(begin).close()
    work(raw, *arguments)


def connect(path: Path) -> Connection:
    """Return a connection to a file; awaiting it opens it."""
    made = Connection(lambda: sqlite3.connect(path, isolation_level=None, check_same_thread=False), 64)
    made._thread.daemon = True  # pyright: ignore[reportPrivateUsage]  (as the database layer does)
    return made
