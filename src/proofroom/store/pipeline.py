"""PostgreSQL without waiting for what answers nothing.

A statement that returns no rows waits until the next one that does, or until the commit, and travels with it:
one way to the server and back for all of them, with `BEGIN` and `COMMIT`. They are executed in the order in
which they were given, in the same transaction, so that what fails takes the others with it as ever.
"""

import select
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.util import await_only

from proofroom.kernel.data import dataclass

WAITING = "proofroom_waiting"
"""Where a connection keeps the statements that wait."""


@dataclass(frozen=True, slots=True)
class Call:
    """A statement with its values, or with those of many rows."""

    sql: str
    values: Any
    is_many: bool = False


def wait(connection: sa.Connection, call: Call) -> None:
    """Let a statement wait for the next one."""
    connection.info.setdefault(WAITING, []).append(call)


def take(connection: sa.Connection) -> list[Call]:
    """Return what waits, to be sent now."""
    return connection.info.pop(WAITING, None) or []


async def send(driver: Any, calls: list[Call], *, commits: bool = False) -> Any:
    """Send statements at once and return the cursor of the last one; a commit goes with them if it can."""
    is_begun = driver.pgconn.transaction_status != 0
    if len(calls) == 1 and (is_begun or driver.autocommit) and not commits:
        return await _execute(driver, calls[0])
    cursor = None
    async with driver.pipeline():
        for call in calls:
            cursor = await _execute(driver, call)
        if commits and is_begun:
            await driver.commit()
    return cursor


async def _execute(driver: Any, call: Call) -> Any:
    cursor = driver.cursor()
    await (cursor.executemany if call.is_many else cursor.execute)(call.sql, call.values)
    return cursor


def send_waiting(connection: sa.Connection, *, commits: bool = False) -> None:
    """Send what waits before a statement of the database layer, or with the commit."""
    calls = take(connection)
    if not calls:
        return
    try:
        await_only(send(connection.connection.driver_connection, calls, commits=commits))
    except connection.dialect.loaded_dbapi.Error as error:
        raise_failure(connection, calls[-1], error)


def send_with_commit(connection: sa.Connection) -> None:
    """Send what waits with the commit."""
    send_waiting(connection, commits=True)


def raise_failure(connection: Any, call: Call, error: BaseException) -> None:
    """Raise what the driver raised as the database layer does, which also lets a lost connection go."""
    connection._handle_dbapi_exception(error, call.sql, None, None, None)


def forget_waiting(connection: sa.Connection) -> None:
    """Leave what waits unsent: the transaction is rolled back."""
    if not connection.invalidated:
        connection.info.pop(WAITING, None)


def check_alive(dbapi_connection: Any, _record: Any, _proxy: Any) -> None:
    """Refuse a connection of the pool that the server has closed, without asking the server.

    A server that restarts tells everybody who is connected: where nothing is to be read, nothing was said.
    """
    driver = dbapi_connection.driver_connection
    if driver.closed:
        raise DisconnectionError
    poll = select.poll()
    poll.register(driver.pgconn.socket, select.POLLIN | select.POLLHUP | select.POLLERR)
    if not poll.poll(0):
        return
    cursor = dbapi_connection.cursor()
    try:
        cursor.execute("SELECT 1")
        dbapi_connection.rollback()
    except Exception as error:
        raise DisconnectionError from error
