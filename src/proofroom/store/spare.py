"""Connections that are kept at hand between quick transactions.

Taking one out of the pool, looking at it, beginning, committing and giving it back takes the database layer
longer than a quick transaction. So its transaction is begun and ended past the database layer, unless a
statement went through it: then it has begun one of its own around the same, and what it does at the end
counts. Whoever comes while those at hand are in use gets one from the pool.
"""

import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from types import TracebackType
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from proofroom.kernel.errors import ProofroomError
from proofroom.store.core import AsyncConnection, AsyncEngine
from proofroom.store.finish import finish
from proofroom.store.pipeline import is_alive, raise_failure, take, wire_of
from proofroom.store.trouble import explain

BEGIN_READING, BEGIN_WRITING = "BEGIN", "BEGIN IMMEDIATE"
MOST = 4
"""How many connections to PostgreSQL are kept at hand for reading, and for writing."""

Connect = Callable[[AsyncEngine], Awaitable[AsyncConnection]]


class Spare:
    """The connections at hand of one engine."""

    def __init__(self, engine: AsyncEngine, connect: Connect, *, is_postgres: bool) -> None:
        self._engine, self._connect = engine, connect
        self._kind = _PostgresTransaction if is_postgres else _Transaction
        self._most = MOST if is_postgres else 1  # SQLite has one writer at a time
        self._kept: list[AsyncConnection] = []
        self._is_closed = False

    def reading(self) -> "_Transaction":
        """Return a transaction of which nothing is kept."""
        return self._kind(self, commits=False)

    def writing(self) -> "_Transaction":
        """Return a transaction that may write; it commits at the end, or rolls back on an error."""
        return self._kind(self, commits=True)

    async def lend(self) -> AsyncConnection:
        """Lend a connection at hand, or another one while all are lent."""
        while self._kept:
            connection = self._kept.pop()
            if self._kind.is_alive(connection):
                return connection
            await self._let_go(connection)
        self._is_closed = False
        return await self._connect(self._engine)

    async def take_back(self, connection: AsyncConnection, *, is_well: bool) -> None:
        """Keep a connection for the next one; what went wrong is not lent again."""
        if not is_well or len(self._kept) >= self._most or self._is_closed or connection.invalidated:
            await self._let_go(connection)
        else:
            self._kept.append(connection)

    async def close(self) -> None:
        """Close the connections; those that are lent are closed when they come back."""
        self._is_closed = True
        while self._kept:
            await self._let_go(self._kept.pop())

    async def _let_go(self, connection: AsyncConnection) -> None:
        await finish(self._give_back(connection))

    async def _give_back(self, connection: AsyncConnection) -> None:
        if not connection.invalidated and not self._kind.is_alive(connection):
            await connection.invalidate()
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
        self._begin()
        return connection

    @staticmethod
    def is_alive(_connection: AsyncConnection) -> bool:
        """Tell whether a connection at hand can be lent; a file is always there."""
        return True

    def _begin(self) -> None:
        driver: Any = self._sync.connection.driver_connection
        driver.begin_later(BEGIN_WRITING if self._commits else BEGIN_READING, is_quick=True)
        driver.is_ours = True
        self._driver = driver

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


class _PostgresTransaction(_Transaction):
    """One quick transaction on PostgreSQL: begun with its first statement, committed with its last."""

    __slots__ = ()

    @staticmethod
    def is_alive(connection: AsyncConnection) -> bool:
        """Tell whether the server is still there, without asking it."""
        sync = connection.sync_connection
        return sync is not None and not sync.invalidated and is_alive(sync.connection.driver_connection)

    def _begin(self) -> None:
        self._driver = wire_of(self._sync)
        self._driver.is_ours = True

    async def _commit(self) -> None:
        if self._sync.in_transaction():
            await self._connection.commit()
            return
        calls = take(self._sync)
        try:
            await self._driver.send(calls, commits=True)
        except self._sync.dialect.loaded_dbapi.Error as error:
            failed = partial(raise_failure, call=calls[-1] if calls else None, error=error)
            await self._connection.run_sync(failed)

    async def _roll_back(self) -> None:
        if self._connection.invalidated or self._driver.driver.closed:  # the server has done it
            return
        take(self._sync)
        if self._sync.in_transaction():
            await self._connection.rollback()
        else:
            await self._driver.driver.rollback()


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
