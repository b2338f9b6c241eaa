"""PostgreSQL without waiting for what answers nothing.

A statement that returns no rows waits until the next one that does, or until the commit, and travels with it:
one way to the server and back for all of them, with `BEGIN` and `COMMIT`. They are executed in the order in
which they were given, in the same transaction, so that what fails takes the others with it as ever.

They are handed to libpq as they are: the driver's own pipeline waits for `BEGIN` and `COMMIT` apart, and its
cursors take longer over a small statement than the server does.
"""

import asyncio
import re
import select
from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.util import await_only

from proofroom.kernel.data import dataclass
from proofroom.kernel.lazily import late_module

if TYPE_CHECKING:
    import psycopg
else:
    psycopg = late_module("psycopg")

WIRE, WAITING = "proofroom_wire", "proofroom_waiting"
"""Where a connection keeps who speaks past the driver's cursors, and the statements that wait."""
_PLACE = re.compile(r"%\((\w+)\)s|%%")


@dataclass(slots=True)
class LateRows:
    """What a statement is answered with that nobody waits for: None until it was."""

    rows: list[tuple[Any, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A statement with places for its values, and the values of each time it is executed."""

    sql: bytes
    rows: Sequence[tuple[Any, ...]]
    is_planned_anew: bool = False
    """The values decide how the server goes about it: it is not prepared for any values."""
    answer: LateRows | None = None
    """Where its rows go, if they are read later."""


_BEGIN, _COMMIT = Call(b"BEGIN", [()]), Call(b"COMMIT", [()])


def numbered(sql: str) -> tuple[bytes, list[str]]:
    """Return a statement with numbered places, as the server reads it, and the names they had."""
    names: list[str] = []

    def place(found: re.Match[str]) -> str:
        name = found[1]
        if name is None:
            return "%"
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    return _PLACE.sub(place, sql).encode(), names


class Wire:
    """One connection, spoken to in batches: each is sent at once and answered to its end."""

    def __init__(self, driver: Any) -> None:
        from psycopg.adapt import PyFormat, Transformer

        self.driver = driver
        self.is_ours = False
        """A transaction was begun past the database layer, which ends it too: see `store/spare.py`."""
        self._server = driver.pgconn
        self._values: Any = Transformer(driver)
        self._format = PyFormat.AUTO
        self._prepared: dict[tuple[bytes, tuple[int, ...]], bytes] = {}
        self._numbers = count()

    async def send(self, calls: Sequence[Call], *, commits: bool = False) -> list[list[tuple[Any, ...]]]:
        """Send statements, with `BEGIN` where one is needed, and return the rows of each that has any."""
        server = self._server
        async with self.driver.lock:
            known = len(self._prepared)
            is_begun = server.transaction_status != psycopg.pq.TransactionStatus.IDLE
            if not calls and not is_begun:  # what was to be committed is
                return []
            begins = bool(calls) and not is_begun and not self.driver.autocommit
            server.enter_pipeline_mode()
            try:
                sent = self._put_all(calls, begins=begins, commits=commits)
                with self.driver.silence.watched(server.socket):
                    results = await self._exchange()
            except BaseException:
                for late in list(self._prepared)[known:]:  # perhaps the server never came to them
                    del self._prepared[late]
                raise
            finally:
                if not self.driver.closed:
                    server.exit_pipeline_mode()
        if commits and results[-1].command_status != b"COMMIT":
            raise psycopg.InternalError("the server did not commit")
        answers = list[list[tuple[Any, ...]]]()
        for call, result in zip(sent, results, strict=True):
            if result.status == psycopg.pq.ExecStatus.TUPLES_OK:
                answers.append(self._rows(result))
                if call is not None and call.answer is not None:
                    call.answer.rows = answers[-1]
        return answers

    def _put_all(self, calls: Sequence[Call], *, begins: bool, commits: bool) -> list[Call | None]:
        """Send a batch; return what each answer will belong to."""
        sent = list[Call | None]()
        for call in ([_BEGIN] if begins else []) + [*calls] + ([_COMMIT] if commits else []):
            for row in call.rows:
                sent += self._put(call, row)
        self._server.pipeline_sync()
        return sent

    def _rows(self, result: Any) -> list[tuple[Any, ...]]:
        self._values.set_pgresult(result)
        return self._values.load_rows(0, result.ntuples, tuple)

    def _put(self, call: Call, row: tuple[Any, ...]) -> tuple[Call | None, ...]:
        """Send a statement, which is prepared first where it is new; return what each answer belongs to."""
        sql, values = call.sql, self._values
        dumped = values.dump_sequence(row, [self._format] * len(row))
        types = tuple(values.types or ())
        if call.is_planned_anew:
            self._server.send_query_params(sql, dumped, param_types=types, param_formats=values.formats)
            return (call,)
        name = self._prepared.get((sql, types))
        is_new = name is None
        if name is None:
            name = f"proofroom_{next(self._numbers)}".encode()
            self._server.send_prepare(name, sql, param_types=types)
            self._prepared[sql, types] = name
        self._server.send_query_prepared(name, dumped, param_formats=values.formats)
        return (None, call) if is_new else (call,)

    async def _exchange(self) -> list[Any]:
        """Return what was answered; a batch that was begun is heard to its end, even by who is cancelled."""
        server, results, cut = self._server, list[Any](), None
        is_sent = not server.flush()
        while not _collect(server, results):
            try:
                await _until_ready(server.socket, writes=not is_sent)
            except asyncio.CancelledError as error:
                cut = error
            server.consume_input()
            is_sent = is_sent or not server.flush()
        failed = next((one for one in results if one.status == psycopg.pq.ExecStatus.FATAL_ERROR), None)
        if failed is not None:
            raise psycopg.errors.error_from_result(failed)
        if cut is not None:
            raise cut
        return results


def _collect(server: Any, results: list[Any]) -> bool:
    """Take what has come; tell whether that is all of the batch."""
    was_none = False
    while not server.is_busy():  # asked before each answer, which would be waited for
        result = server.get_result()
        if result is None:  # stands between two answers
            if was_none:
                raise psycopg.OperationalError("the server has left")
            was_none = True
            continue
        was_none = False
        if result.status == psycopg.pq.ExecStatus.PIPELINE_SYNC:
            return True
        results.append(result)
    return False


async def _until_ready(socket: int, *, writes: bool) -> None:
    loop = asyncio.get_running_loop()
    ready = loop.create_future()

    def wake() -> None:
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(socket, wake)
    if writes:
        loop.add_writer(socket, wake)
    try:
        await ready
    finally:
        loop.remove_reader(socket)
        if writes:
            loop.remove_writer(socket)


def wire_of(connection: sa.Connection) -> Wire:
    """Return who speaks to the server over a connection past the driver's cursors."""
    found = connection.info.get(WIRE)
    if found is None:
        found = connection.info[WIRE] = Wire(connection.connection.driver_connection)
    return found


def wait(connection: sa.Connection, call: Call) -> None:
    """Let a statement wait for the next one."""
    connection.info.setdefault(WAITING, []).append(call)


def take(connection: sa.Connection) -> list[Call]:
    """Return what waits, to be sent now."""
    return connection.info.pop(WAITING, None) or []


def send_waiting(connection: sa.Connection, *, commits: bool = False) -> None:
    """Send what waits before a statement of the database layer, or with the commit."""
    calls = take(connection)
    if not calls:
        return
    try:
        await_only(wire_of(connection).send(calls, commits=commits))
    except connection.dialect.loaded_dbapi.Error as error:
        raise_failure(connection, calls[-1], error)


def send_with_commit(connection: sa.Connection) -> None:
    """Send what waits with the commit."""
    send_waiting(connection, commits=True)


def raise_failure(connection: Any, call: Call | None, error: BaseException) -> None:
    """Raise what the driver raised as the database layer does, which also lets a lost connection go."""
    sql = call.sql.decode() if call is not None else "COMMIT"
    connection._handle_dbapi_exception(error, sql, None, None, None)


def forget_waiting(connection: sa.Connection) -> None:
    """Leave what waits unsent: the transaction is rolled back."""
    if not connection.invalidated:
        connection.info.pop(WAITING, None)


def is_alive(driver: Any) -> bool:
    """Tell whether the server has said nothing to a connection that rests, without asking it.

    A server that restarts tells everybody who is connected: where nothing is to be read, nothing was said.
    """
    if driver.closed:
        return False
    poll = select.poll()
    poll.register(driver.pgconn.socket, select.POLLIN | select.POLLHUP | select.POLLERR)
    return not poll.poll(0)


def check_alive(dbapi_connection: Any, _record: Any, _proxy: Any) -> None:
    """Refuse a connection of the pool that the server has closed; where it has spoken, it is asked."""
    driver = dbapi_connection.driver_connection
    if driver.closed:
        raise DisconnectionError
    if is_alive(driver):
        return
    cursor = dbapi_connection.cursor()
    try:
        cursor.execute("SELECT 1")
        dbapi_connection.rollback()
    except Exception as error:
        raise DisconnectionError from error
