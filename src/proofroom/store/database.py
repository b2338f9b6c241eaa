"""The door to the database: one engine, one way to open a transaction."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Hashable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import orjson
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine.interfaces import ExecuteStyle
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from proofroom.kernel.errors import InvalidInput, StorageFailed
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.store.core import AsyncConnection, AsyncEngine, create_async_engine
from proofroom.store.finish import finish
from proofroom.store.pipeline import check_alive, forget_waiting, send_waiting, send_with_commit
from proofroom.store.remembered import (
    READ,
    Remembered,
    Versions,
    check_tables,
    forget_changes,
    move_versions,
    note_change,
)
from proofroom.store.silence import Silence, ask, watched_connections
from proofroom.store.spare import BEGIN_WRITING, Spare, begin_later, raise_explained
from proofroom.store.sqlite import PATIENCE_MS, connector
from proofroom.store.storable import dump_json, refuse_nul
from proofroom.store.trouble import is_lost

T = TypeVar("T")

Connection = AsyncConnection
"""A connection with a transaction open; rooms name it without importing SQLAlchemy."""

VERSION_TABLE = "alembic_version"
_VERSIONS, _VERSION = sa.table(VERSION_TABLE), sa.column("version_num", sa.String)

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=NORMAL",
    f"PRAGMA busy_timeout={PATIENCE_MS}",
    "PRAGMA wal_autocheckpoint=0",  # done on a thread, see store/sqlite.py
    "PRAGMA journal_size_limit=67108864",  # a large import leaves no log of gigabytes behind
    "PRAGMA foreign_keys=ON",
    "PRAGMA temp_store=MEMORY",
    "PRAGMA cache_size=-4000",  # kilobytes, and every connection of the pool has its own
    "PRAGMA mmap_size=1073741824",  # beyond that cache, pages are read where the system has them already
)


STATEMENT_S, LOCK_S, IDLE_S, CONNECT_S, POOL_S = 30, 10, 120, 5, 10
"""How long PostgreSQL may take over a statement, a lock, a silent transaction and a new connection."""


_PAUSES_S = (0.05, 0.1, 0.2, 0.4, 0.8, 0.8)
"""How long a new connection is tried again for, before somebody hears that the database is out of reach."""
TRIED_S = sum(_PAUSES_S)
"""After which it is not tried again: a server that takes connections and says nothing has had its time."""


def time_limits(statement_s: int = STATEMENT_S) -> dict[str, Any]:
    """Return what every connection to PostgreSQL says at its beginning: nothing waits for ever."""
    limits = {
        "statement_timeout": statement_s,
        "lock_timeout": LOCK_S,
        "idle_in_transaction_session_timeout": IDLE_S,
    }
    return {
        "connect_timeout": CONNECT_S,
        "options": " ".join(f"-c {name}={seconds * 1000}" for name, seconds in limits.items()),
        "keepalives_idle": 15,
        "keepalives_interval": 5,
        "keepalives_count": 3,
    }


class Phase:
    """A phase of reading: its transaction, begun when it is needed, and what is known of the tables."""

    def __init__(
        self, database: "Database", versions: Versions | None, connection: Connection | None = None
    ) -> None:
        self.database, self.task = database, asyncio.current_task()
        self.versions = versions
        self.is_fresh = False
        self.stack = AsyncExitStack()
        self._connection = connection

    async def connection(self) -> Connection:
        """Return the connection of the phase."""
        if self._connection is None:
            self._connection = await self.stack.enter_async_context(self.database.open_reading(quick=True))
        return self._connection

    async def read_versions(self) -> Versions:
        """Read how the remembered tables stand, once."""
        if self.versions is None or not self.is_fresh:
            self.versions = await _read_versions(await self.connection())
            self.is_fresh = True
            self.database.newest = sum(self.versions.values()), self.versions
        return self.versions


_phase: ContextVar[Phase | None] = ContextVar("phase", default=None)
"""The phase of reading around us; it belongs to one task, and others may not share it."""


class Database:
    """The studio's tables, on SQLite or PostgreSQL."""

    def __init__(self, engine: AsyncEngine, silence: Silence | None = None) -> None:
        self.engine, self._silence = engine, silence
        self.is_postgres = engine.dialect.name == "postgresql"
        # Each statement of PostgreSQL sees what is committed then, in a transaction or without one.
        alone = {"isolation_level": "AUTOCOMMIT"} if self.is_postgres else {}
        self._reader = engine.execution_options(proofroom_read_only=True, **alone)
        self._quick, self._quick_reader = (
            Spare(each.execution_options(proofroom_quick=True), _connect, is_postgres=self.is_postgres)
            for each in (engine, self._reader)
        )
        self._kept = Remembered()
        self.newest: tuple[int, Versions] | None = None  # what was read last of the remembered tables

    def transaction(self, *, quick: bool = False) -> AbstractAsyncContextManager[Connection]:
        """Open a transaction that may write; it commits at the end, or rolls back on an error.

        `quick` is for a few statements on single rows: on SQLite they are executed where they are called, on
        PostgreSQL over a connection at hand.
        """
        return self._quick.writing() if quick else self._transaction()

    @asynccontextmanager
    async def _transaction(self) -> AsyncGenerator[Connection]:
        with _explained():
            if self.is_postgres:
                async with _reached(self.engine) as connection, connection.begin():
                    yield connection
                return
            async with self.engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def phase(
        self, versions: Versions | None = None, connection: Connection | None = None
    ) -> AsyncGenerator[Phase]:
        """Let everything that this task reads meanwhile come from one quick transaction, or from a given one.

        Only for a phase of reading: what is written meanwhile is not seen. With the versions that an earlier
        phase has read, what is remembered is taken as it was then.
        """
        phase = Phase(self, versions, connection)
        before = _phase.set(phase)
        try:
            async with phase.stack:
                yield phase
        finally:
            _phase.reset(before)

    def versions_at(self, stamp: int | None) -> Versions | None:
        """Return how the remembered tables stood at a stamp that a statement brought along, if that is known.

        Their numbers only grow: where the sum is the same, all of them are.
        """
        return self.newest[1] if self.newest is not None and self.newest[0] == stamp else None

    def _around(self) -> Phase | None:
        around = _phase.get()
        is_ours = around is not None and around.database is self and around.task is asyncio.current_task()
        return around if is_ours else None

    async def remembered(
        self, key: Hashable, tables: tuple[str, ...], load: Callable[[Connection], Awaitable[T]]
    ) -> T:
        """Return what `load` reads from these tables, from memory as long as none of them has changed.

        Nobody may change what is returned: others are given the same.
        """
        if (around := self._around()) is None:
            async with self.phase():
                return await self.remembered(key, tables, load)
        if around.versions is not None and (found := self._kept.find(key, tables, around.versions)):
            return found[0]
        versions = await around.read_versions()
        if found := self._kept.find(key, tables, versions):
            return found[0]
        check_tables(tables)
        answer = await load(await around.connection())
        self._kept.keep(key, tables, versions, answer)
        return answer

    @asynccontextmanager
    async def reading(self, *, quick: bool = False) -> AsyncGenerator[Connection]:
        """Open a connection for reading; nothing is kept. For `quick` see `transaction`."""
        if (around := self._around()) is not None:
            yield await around.connection()
            return
        async with self.open_reading(quick=quick) as connection:
            yield connection

    def open_reading(self, *, quick: bool) -> AbstractAsyncContextManager[Connection]:
        """Open a connection for reading that nobody shares."""
        return self._quick_reader.reading() if quick else self._open_reading()

    @asynccontextmanager
    async def _open_reading(self) -> AsyncGenerator[Connection]:
        with _explained():
            async with _reached(self._reader) if self.is_postgres else self._reader.connect() as connection:
                yield connection

    async def answers(self) -> bool:
        """Tell whether the database can be reached."""
        try:
            async with self.reading() as connection:
                await connection.exec_driver_sql("SELECT 1")
        except (SQLAlchemyError, StorageFailed, OSError):
            return False
        return True

    async def close(self) -> None:
        """Close every connection."""
        await self._quick.close()
        await self._quick_reader.close()
        await self.engine.dispose()
        if self._silence is not None:
            await self._silence.close()


async def _connect(engine: AsyncEngine) -> Connection:
    """Open a connection; a server that restarts is waited for, as nothing has been said to it yet."""
    waits, begun_at = iter(_PAUSES_S), time.monotonic()
    while True:
        try:
            return await engine.connect().start()
        except DBAPIError as error:
            pause_s = next(waits, None)
            if pause_s is None or not is_lost(error) or time.monotonic() - begun_at > TRIED_S:
                raise
            await asyncio.sleep(pause_s)


@asynccontextmanager
async def _reached(engine: AsyncEngine) -> AsyncGenerator[Connection]:
    """Open a connection for a while."""
    connection = await _connect(engine)
    try:
        yield connection
    finally:
        await finish(connection.close())


@contextmanager
def _explained() -> Generator[None]:
    """Raise what stopped the database as an error that a person can act on."""
    try:
        yield
    except SQLAlchemyError as error:
        raise_explained(error)
        raise


def open_database(settings: Settings) -> Database:
    """Open the database the settings name. Nothing is read until it is used."""
    if settings.database_url is not None:
        silence = Silence(partial(ask, postgres_url(settings)))
        opens = {"async_creator_fn": watched_connections(silence)}
        engine = create_async_engine(
            postgres_url(settings),
            pool_size=10,
            pool_timeout=POOL_S,
            # The driver's own prepared statements would be let go with ours at every rollback.
            connect_args={**time_limits(), **opens, "prepare_threshold": None},
            **_json_options(),
        )
        # A restart of the server leaves dead connections in the pool.
        event.listen(engine.sync_engine, "checkout", check_alive)
        _listen(engine)
        event.listen(engine.sync_engine, "commit", send_with_commit)
        event.listen(engine.sync_engine, "rollback", forget_waiting)
        return Database(engine, silence)
    return Database(_sqlite_engine(settings.sqlite_path))


def maintenance_engine(settings: Settings, sqlite_path: Path | None = None) -> sa.Engine:
    """Return a blocking engine for migration, backup and restore; references are not enforced on SQLite.

    SQLite changes a table by copying it and dropping the old one; with references enforced, dropping it
    would delete every row that refers to it.
    """
    if sqlite_path is None and settings.is_postgres:
        limits = time_limits(statement_s=0)  # a migration takes as long as it takes
        return sa.create_engine(
            postgres_url(settings), poolclass=sa.NullPool, connect_args=limits, **_json_options()
        )
    path = sqlite_path or settings.sqlite_path
    engine = sa.create_engine(f"sqlite:///{path}", poolclass=sa.NullPool, **_json_options())
    event.listen(engine, "connect", _prepare_maintenance)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def read_schema(connection: sa.Connection) -> str | None:
    """Return the number of the schema a database has; None if it has none."""
    if not sa.inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(sa.select(_VERSION).select_from(_VERSIONS)).scalar_one_or_none()


def postgres_url(settings: Settings) -> str:
    """Return the PostgreSQL address with our driver."""
    assert settings.database_url is not None
    url = sa.make_url(settings.database_url.get_secret_value())
    return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)


def _sqlite_engine(path: Path) -> AsyncEngine:
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{path}", async_creator=connector(path), **_json_options()
    )
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", begin_later)
    _listen(engine)
    return engine


def _listen(engine: AsyncEngine) -> None:
    event.listen(engine.sync_engine, "before_cursor_execute", _look_at_statement)
    event.listen(engine.sync_engine, "commit", move_versions)
    event.listen(engine.sync_engine, "rollback", forget_changes)


async def _read_versions(connection: Connection) -> Versions:
    return {name: int(number) for name, number in await READ.execute(connection, {})}


def _json_options() -> dict[str, Any]:
    return {"json_serializer": _dump_json, "json_deserializer": _load_json}


def _dump_json(value: Any) -> str:
    dumped = dump_json(value)
    refuse_nul(dumped)
    return dumped.decode()


def _look_at_statement(
    connection: Any, _cursor: Any, _statement: str, parameters: Any, context: Any, is_many: bool
) -> None:
    """Note a change of what is remembered, and refuse what one of the databases cannot keep."""
    send_waiting(connection)
    note_change(connection, context)
    # Many rows that are inserted with an answer come as the values of one statement.
    is_one = not is_many or getattr(context, "execute_style", None) is ExecuteStyle.INSERTMANYVALUES
    rows: list[Any] = [parameters] if is_one else list(parameters)
    for row in rows:
        values: list[Any] = list(row.values()) if hasattr(row, "values") else list(row or ())
        for value in values:
            if isinstance(value, str) and "\0" in value:
                raise InvalidInput(say("store.nul"))


def _load_json(stored: Any) -> Any:
    # SQLite turns a JSON text that is a mere number into a number when it stores it.
    return stored if isinstance(stored, int | float) else orjson.loads(stored)


def _prepare_sqlite(dbapi_connection: Any, _record: Any) -> None:
    dbapi_connection.isolation_level = None  # we say BEGIN ourselves, see _begin_immediate
    cursor = dbapi_connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _prepare_maintenance(dbapi_connection: Any, _record: Any) -> None:
    dbapi_connection.isolation_level = None
    for pragma in ("foreign_keys=OFF", "busy_timeout=30000", "journal_mode=WAL"):
        dbapi_connection.execute(f"PRAGMA {pragma}")


def _begin_immediate(connection: sa.Connection) -> None:
    # A deferred transaction that reads and then writes fails at once when another writer was faster,
    # whatever the busy time-out; taking the write lock first makes it wait instead.
    connection.exec_driver_sql(BEGIN_WRITING)
