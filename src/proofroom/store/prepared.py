"""Statements that are compiled once and executed without being looked up again.

SQLAlchemy takes several times longer to prepare a small statement than the database to execute it. What every
step of every run needs is therefore compiled on first use, and handed to the driver as text and values. Only
for statements that always have the same values; `fetch` takes text that is written when it is asked.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.store.core import AsyncConnection
from proofroom.store.pipeline import Call, LateRows, numbered, raise_failure, take, wait, wire_of
from proofroom.store.sqlite import LARGE
from proofroom.store.types import REMEMBERED

Process = Callable[[Any], Any] | None
AnyStatement = sa.Select[*tuple[Any, ...]] | sa.CompoundSelect[*tuple[Any, ...]] | sa.Insert | sa.Update


class _Form:
    """A statement as one of the databases reads it."""

    def __init__(self, statement: AnyStatement, columns: list[str] | None, dialect: sa.Dialect) -> None:
        written: Any = getattr(statement, "table", None)
        if written is not None and written.info.get(REMEMBERED):
            raise ValueError("what is written here would not be noticed: the table is remembered")
        compiled: Any = statement.compile(dialect=dialect, column_keys=columns)
        processors = compiled._bind_processors
        fixed = compiled.construct_params(_check=False)
        self.sql = str(compiled)
        self.is_postgres = dialect.name == "postgresql"
        if self.is_postgres:
            self.numbered, names = numbered(self.sql)
        else:
            self.numbered, names = b"", compiled.positiontup
        self._values: list[tuple[str, Any, Process]] = [
            (name, fixed.get(name), processors.get(name)) for name in names
        ]
        self.returns = bool(compiled._result_columns)
        found: list[Process] = [
            column.type._cached_result_processor(dialect, None) for column in compiled._result_columns
        ]
        self._processed = [(at, process) for at, process in enumerate(found) if process is not None]

    def bind(self, values: Mapping[str, Any]) -> tuple[tuple[Any, ...], bool]:
        """Return the values as the driver takes them, and whether one of them is large."""
        bound: list[Any] = []
        is_large = False
        for name, fixed, process in self._values:
            value = values.get(name, fixed)
            if process is not None:
                value = process(value)
            is_large = _is_large(value) or is_large
            bound.append(value)
        return tuple(bound), is_large

    def read(self, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Return rows as their columns' types read them."""
        if not self._processed:
            return rows
        read: list[tuple[Any, ...]] = []
        for row in rows:
            values = list(row)
            for at, process in self._processed:
                values[at] = process(values[at])
            read.append(tuple(values))
        return read


class Later:
    """The rows of a statement that were not waited for."""

    def __init__(self, form: _Form, answer: LateRows, connection: AsyncConnection) -> None:
        self._form, self._answer, self._connection = form, answer, connection

    @property
    def rows(self) -> list[tuple[Any, ...]] | None:
        """The rows, once a later statement was answered or the transaction has ended well; None before."""
        found = self._answer.rows
        return None if found is None else self._form.read(found)

    async def now(self) -> list[tuple[Any, ...]]:
        """Return the rows; all that waits in the transaction is executed for them."""
        if self._answer.rows is None:
            await _send_postgres(self._connection, None, commits=False)
        assert self._answer.rows is not None
        return self._form.read(self._answer.rows)


class Prepared:
    """One statement."""

    def __init__(
        self, statement: AnyStatement, columns: Sequence[str] = (), *, is_planned_anew: bool = False
    ) -> None:
        self.statement, self._is_planned_anew = statement, is_planned_anew
        self._columns = list(columns) or None
        self._forms: dict[str, _Form] = {}

    async def execute(
        self, connection: AsyncConnection, values: Mapping[str, Any], *, is_last: bool = False
    ) -> list[tuple[Any, ...]]:
        """Execute it and return its rows; on PostgreSQL, where it returns none, with the next statement.

        `is_last` is for one that a quick transaction ends with, whatever it answers: PostgreSQL commits with
        it. One that the transaction depends on has to fail rather than to answer with nothing.
        """
        form = self._form(connection)
        bound, is_large = form.bind(values)
        if form.is_postgres:
            call = Call(form.numbered, [bound], self._is_planned_anew)
            return form.read(await _run_postgres(connection, call, returns=form.returns, is_last=is_last))
        return form.read(await _run_sqlite(connection, form.sql, bound, is_large=is_large))

    async def execute_later(self, connection: AsyncConnection, values: Mapping[str, Any]) -> Later:
        """Execute it, on PostgreSQL with the next statement, and return where its rows are then."""
        form = self._form(connection)
        bound, is_large = form.bind(values)
        answer = LateRows()
        if form.is_postgres:
            call = Call(form.numbered, [bound], self._is_planned_anew, answer)
            await _run_postgres(connection, call, returns=False)
        else:
            answer.rows = await _run_sqlite(connection, form.sql, bound, is_large=is_large)
        return Later(form, answer, connection)

    async def execute_many(self, connection: AsyncConnection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Execute it for each set of values."""
        form = self._form(connection)
        bound = [form.bind(row) for row in rows]
        each = [row for row, _ in bound]
        if form.is_postgres:
            await _run_postgres(connection, Call(form.numbered, each), returns=form.returns)
            return
        is_large = any(large for _, large in bound)
        await _run_sqlite(connection, form.sql, each, is_many=True, is_large=is_large)

    def _form(self, connection: AsyncConnection) -> _Form:
        dialect = connection.dialect
        found = self._forms.get(dialect.name)
        if found is None:
            found = self._forms[dialect.name] = _Form(self.statement, self._columns, dialect)
        return found


async def fetch(connection: AsyncConnection, sql: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Return the rows of a question written for the occasion, with `?` for each of its values.

    PostgreSQL plans it for these very values; what it answers with is read as the driver reads it.
    """
    large = [one for one in values if _is_large(one)]
    if connection.dialect.name == "postgresql":
        return await _run_postgres(connection, Call(_placed(sql), [values], is_planned_anew=True))
    return await _run_sqlite(connection, sql, values, is_large=bool(large))


@lru_cache(maxsize=500)
def _placed(sql: str) -> bytes:
    """Return a question with numbered places, as PostgreSQL reads it."""
    first, *rest = sql.split("?")
    return "".join([first, *(f"${at}{part}" for at, part in enumerate(rest, 1))]).encode()


def _is_large(value: Any) -> bool:
    """Tell whether a value is large; refuse what PostgreSQL cannot keep."""
    if not isinstance(value, str):
        return False
    if "\0" in value:
        raise InvalidInput(say("store.nul"))
    return len(value) > LARGE


async def _run_sqlite(
    connection: AsyncConnection, sql: str, values: Any, *, is_many: bool = False, is_large: bool
) -> list[Any]:
    sync = _sync(connection)
    driver: Any = sync.connection.driver_connection
    if not driver.is_ours and not sync.in_transaction():
        sync.begin()  # as any other statement would
    try:
        return (await driver.cross(sql, values, is_many=is_many, is_large=is_large))[0]
    except sqlite3.Error as error:
        raise DBAPIError.instance(sql, values, error, sqlite3.Error, dialect=connection.dialect) from error


async def _run_postgres(
    connection: AsyncConnection, call: Call, *, returns: bool = True, is_last: bool = False
) -> list[Any]:
    sync = _sync(connection)
    wire = wire_of(sync)
    if not wire.is_ours and not sync.in_transaction():
        sync.begin()
    if not returns and not wire.driver.autocommit:
        wait(sync, call)
        return []
    # What went through the database layer is committed by it.
    commits = is_last and wire.is_ours and not sync.in_transaction()
    answers = await _send_postgres(connection, call, commits=commits)
    return answers[-1] if returns else []


async def _send_postgres(
    connection: AsyncConnection, call: Call | None, *, commits: bool
) -> list[list[tuple[Any, ...]]]:
    """Send what waits, and perhaps one more; return the rows of each that has any."""
    sync = _sync(connection)
    calls = [*take(sync), call] if call is not None else take(sync)
    try:
        return await wire_of(sync).send(calls, commits=commits)
    except sync.dialect.loaded_dbapi.Error as error:
        failed = calls[-1] if calls else None
        await connection.run_sync(partial(raise_failure, call=failed, error=error))
        raise


def _sync(connection: AsyncConnection) -> sa.Connection:
    assert connection.sync_connection is not None
    return connection.sync_connection
