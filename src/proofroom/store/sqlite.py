"""A SQLite connection on a thread of its own that crosses to that thread as rarely as possible.

The plain driver crosses over for every small thing: to make a cursor, execute, fetch, close it, begin, commit
and roll back what is not open, 12 to 15 times for a transaction of three statements. Here a statement is one
crossing with its result, and `BEGIN` travels with the first statement.

A transaction whose statements are all small does not cross at all: a crossing costs more than they do. It
never waits here: where somebody else writes, the thread waits for them. What may take long is always done on
the thread: checkpoints of the log, and whatever writes a large value, with all that follows it.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, cast

import aiosqlite

from proofroom.store.finish import finish

Row = tuple[Any, ...]

PATIENCE_MS = 30_000
"""How long the thread waits for somebody else who writes."""

LARGE = 64 * 1024
"""Characters of a value that are not written on the caller's thread: the event loop would stand still."""

CHECKPOINT_EVERY = 200
"""Commits after which the log is written back. It syncs files, so it is never left to a quick commit."""


Answer = tuple[list[Row], Any, int, int | None]
"""The rows of a statement, what describes them, how many were changed, and the last one's number."""


class Cursor:
    """One statement and its whole result."""

    arraysize = 1

    def __init__(self, connection: "FileConnection") -> None:
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self._connection = connection
        self._rows: list[Row] = []

    async def execute(self, sql: str, parameters: Any = ()) -> "Cursor":
        """Execute a statement and fetch everything it returns."""
        self._keep(await self._connection.cross(sql, parameters, is_large=is_large(parameters)))
        return self

    async def executemany(self, sql: str, parameters: Any) -> "Cursor":
        """Execute a statement for each set of parameters."""
        rows = list(parameters)
        self._keep(await self._connection.cross(sql, rows, is_many=True, is_large=is_large(rows)))
        return self

    def _keep(self, answer: Answer) -> None:
        self._rows, self.description, self.rowcount, self.lastrowid = answer

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


class FileConnection(aiosqlite.Connection):
    """A connection as the database layer expects it."""

    is_ours = False
    """A transaction was begun past the database layer, which ends it too: see `store/spare.py`."""

    _begin: str | None = None
    _is_quick = False
    _is_patient = True
    commits: "count[int]"
    """Counts the commits of all connections to the file."""

    def cursor(self) -> Any:
        """Return a cursor; nothing happens yet."""
        return Cursor(self)

    def begin_later(self, sql: str, *, is_quick: bool) -> None:
        """Begin a transaction with the next statement; a quick one stays on the caller's thread."""
        self._begin, self._is_quick = sql, is_quick

    async def cross(self, sql: str, values: Any, *, is_many: bool = False, is_large: bool = False) -> Answer:
        """Execute a statement after what is to be done first: here if it is quick, else on the own thread."""
        begin, self._begin = self._begin, None
        if is_large:
            self._is_quick = False
        if self._is_quick:
            try:
                return self._work(False, begin, sql, values, is_many)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
            if self._conn.in_transaction:  # begun, but the statement met somebody
                begin = None
        return await self._on_thread(self._work, True, begin, sql, values, is_many)

    async def commit(self) -> None:
        """Commit what was begun."""
        if self._begin is not None or not self._conn.in_transaction:
            self._begin = None
            return
        if self._is_quick:
            self._conn.commit()
        else:
            await self._on_thread(self._conn.commit)
        if next(self.commits) % CHECKPOINT_EVERY == 0:
            await self._on_thread(self._checkpoint)

    async def rollback(self) -> None:
        """Roll back if there is anything to roll back."""
        self._begin = None
        if not self._conn.in_transaction:
            return
        if self._is_quick:
            self._conn.rollback()
        else:
            await self._on_thread(self._conn.rollback)

    async def _on_thread(self, work: Any, *arguments: Any) -> Any:
        """Do something on the thread; who is cancelled hears of it when the thread has done it.

        The thread does it in any case: it would begin the transaction that was rolled back before.
        """
        ours = cast(Any, self)
        try:
            return await ours._execute(work, *arguments)
        except asyncio.CancelledError:
            with suppress(ValueError):  # the connection is closed
                await finish(ours._execute(_nothing))
            raise

    def stop(self) -> "asyncio.Future[None] | None":
        """Let the thread end; the second time there is nobody left who would answer."""
        return cast(Any, super()).stop() if self._running else None

    def _work(self, is_patient: bool, begin: str | None, sql: str, values: Any, is_many: bool) -> Answer:
        raw = self._conn
        if is_patient != self._is_patient:
            raw.execute(f"PRAGMA busy_timeout={PATIENCE_MS if is_patient else 0}").close()
            self._is_patient = is_patient
        if begin is not None:
            raw.execute(begin).close()
        cursor = raw.executemany(sql, values) if is_many else raw.execute(sql, values)
        try:
            described, changed, last = cursor.description, cursor.rowcount, cursor.lastrowid
            return (cursor.fetchall() if described else []), described, changed, last
        finally:
            cursor.close()

    def _checkpoint(self) -> None:
        self._conn.execute("PRAGMA wal_checkpoint(PASSIVE)").close()


def _nothing() -> None:
    pass


def is_large(values: Any) -> bool:
    """Tell whether one of a statement's values is long; of many rows, one of any row."""
    if isinstance(values, dict):
        values = cast("dict[str, Any]", values).values()
    for value in values:
        is_text = isinstance(value, str | bytes)
        if (is_text and len(value) > LARGE) or (isinstance(value, tuple) and is_large(value)):
            return True
    return False


def connector(path: Path) -> Callable[[], FileConnection]:
    """Return what makes connections to a file; awaiting one opens it."""
    commits = count(1)

    def connect() -> FileConnection:
        made = FileConnection(
            lambda: sqlite3.connect(path, isolation_level=None, check_same_thread=False), 64
        )
        made.commits = commits
        made._thread.daemon = True  # pyright: ignore[reportPrivateUsage]  (as the database layer does)
        return made

    return connect
