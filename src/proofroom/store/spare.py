"""A connection that is kept at hand between quick transactions on SQLite.

Taking one out of the pool, looking at it, beginning, committing and giving it back takes the database layer
longer than a quick transaction. So its transaction is begun and ended past the database layer, unless a
statement went through it: then it has begun one of its own around the same, and what it does at the end
counts. Whoever comes while the connection is in use gets one from the pool.
"""

import asyncio
import sqlite3
from types import TracebackType
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from proofroom.kernel.errors import ProofroomError
from proofroom.store.core import AsyncConnection, AsyncEngine
from proofroom.store.trouble import explain

BEGIN_READING, BEGIN_WRITING = "BEGIN", "BEGIN IMMEDIATE"


class Spare:
    """The connection at hand of one engine."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._kept: AsyncConnection | None = None
        self._is_closed = False

    def reading(self) -> "_Transaction":
        """Return a transaction of which nothing is kept."""
        return _Transaction(self, commits=False)

    def writing(self) -> "_Transaction":
        """Return a transaction that may write; it commits at the end, or rolls back on an error."""
        return _Transaction(self, commits=True)

    async def lend(self) -> AsyncConnection:
        """Lend the connection, or another one while it is lent."""
        connection, self._kept = self._kept, None
        if connection is None:
            connection = await self._engine.connect().start()
            self._is_closed = False
        return connection

    async def take_back(self, connection: AsyncConnection, *, is_well: bool) -> None:
        """Keep a connection for the next one; what went wrong is not lent again."""
        if not is_well or self._kept is not None or self._is_closed or connection.invalidated:
            await asyncio.shield(asyncio.ensure_future(connection.close()))
        else:
            self._kept = connection

    async def close(self) -> None:
        """Close the connection; one that is lent is closed when it comes back."""
        self._is_closed = True
        connection, self._kept = self._kept, None
        if connection is not None:
            await connection.close()


class _Transaction:
    """One quick transaction."""

    __slots__ = ("_commits", "_connection", "_driver", "_spare", "_sync")

    def __init__(self, spare: Spare, *, commits: bool) -> None:
        self._spare, self._commits = spare, commits

    async def __aenter__(self) -> AsyncConnection:
        try:
            connection = await self._spare.lend()
        except SQLAlchemyError as error:
            raise_explained(error)
            raise
        sync = connection.sync_connection
        assert sync is not None
        self._connection, self._sync = connection, sync
        driver: Any = sync.connection.driver_connection
        driver.begin_later(BEGIN_WRITING if self._commits else BEGIN_READING, is_quick=True)
        driver.is_ours = True
        self._driver = driver
        return connection

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        is_well = False
        try:
            if error is None and self._commits:
                await self._commit()
            else:
                await self._roll_back()
            is_well = error is None
        except SQLAlchemyError as failed:
            raise_explained(failed)
            raise
        finally:
            self._driver.is_ours = False
            await self._spare.take_back(self._connection, is_well=is_well)
        if isinstance(error, SQLAlchemyError):
            raise_explained(error)

    async def _commit(self) -> None:
        if self._sync.in_transaction():
            await self._connection.commit()
            return
        try:
            await self._driver.commit()
        except sqlite3.Error as error:
            await self._driver.rollback()
            dialect = self._connection.dialect
            raise DBAPIError.instance("COMMIT", (), error, sqlite3.Error, dialect=dialect) from error

    async def _roll_back(self) -> None:
        if self._sync.in_transaction():
            await self._connection.rollback()
        else:
            await self._driver.rollback()


def raise_explained(error: SQLAlchemyError) -> None:
    """Raise what stopped the database as an error that a person can act on, if it is one."""
    cause = getattr(error, "orig", None)
    explained = cause if isinstance(cause, ProofroomError) else explain(error)
    if explained is not None:
        raise explained from error


def begin_later(connection: sa.Connection) -> None:
    """Let SQLite begin the transaction with its first statement, if it is not begun already."""
    driver: Any = connection.connection.driver_connection
    if driver.is_ours:
        return
    options = connection.get_execution_options()
    sql = BEGIN_READING if options.get("proofroom_read_only") else BEGIN_WRITING
    driver.begin_later(sql, is_quick=bool(options.get("proofroom_quick")))
