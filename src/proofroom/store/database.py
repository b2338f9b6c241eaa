"""The door to the database: one engine, one way to open a transaction."""

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from proofroom.kernel.errors import StorageFailed
from proofroom.kernel.settings import Settings
from proofroom.store.sqlite import connect
from proofroom.store.trouble import explain

Connection = AsyncConnection
"""A connection with a transaction open; rooms name it without importing SQLAlchemy."""

VERSION_TABLE = "alembic_version"
_VERSIONS, _VERSION = sa.table(VERSION_TABLE), sa.column("version_num", sa.String)

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=NORMAL",
    "PRAGMA busy_timeout=30000",
    "PRAGMA foreign_keys=ON",
    "PRAGMA temp_store=MEMORY",
    "PRAGMA cache_size=-20000",
)


class Database:
    """The studio's tables, on SQLite or PostgreSQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    @property
    def is_postgres(self) -> bool:
        """Tell whether this is PostgreSQL."""
        return self.engine.dialect.name == "postgresql"

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        """Open a transaction that may write; it commits at the end, or rolls back on an error."""
        with _explained():
            async with self.engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[Connection]:
        """Open a connection for reading; nothing is kept."""
        with _explained():
            async with self.engine.connect() as connection:
                yield await connection.execution_options(proofroom_read_only=True)

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
        await self.engine.dispose()


@contextmanager
def _explained() -> Generator[None]:
    """Raise what stopped the database as an error that a person can act on."""
    try:
        yield
    except DBAPIError as error:
        explained = explain(error)
        if explained is None:
            raise
        raise explained from error


def open_database(settings: Settings) -> Database:
    """Open the database the settings name. Nothing is read until it is used."""
    if settings.database_url is not None:
        return Database(create_async_engine(postgres_url(settings), pool_size=10, **_json_options()))
    return Database(_sqlite_engine(settings.sqlite_path))


def maintenance_engine(settings: Settings, sqlite_path: Path | None = None) -> sa.Engine:
    """Return a blocking engine for migration, backup and restore; references are not enforced on SQLite.

    SQLite changes a table by copying it and dropping the old one; with references enforced, dropping it
    would delete every row that refers to it.
    """
    if sqlite_path is None and settings.is_postgres:
        return sa.create_engine(postgres_url(settings), poolclass=sa.NullPool, **_json_options())
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
        f"sqlite+aiosqlite:///{path}", async_creator=lambda: connect(path), **_json_options()
    )
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_immediate)
    return engine


def _json_options() -> dict[str, Any]:
    return {"json_serializer": _dump_json, "json_deserializer": _load_json}


def _dump_json(value: Any) -> str:
    return orjson.dumps(value).decode()


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
    execution = connection.get_execution_options()
    connection.exec_driver_sql("BEGIN" if execution.get("proofroom_read_only") else "BEGIN IMMEDIATE")
