"""Bringing the schema up to date at start, after a backup.

Alembic does the work and is imported only when there is some. Migrations are numbered files in `migrations/`;
each step forward runs in one transaction with all others, so that a failed start leaves the old schema.
There is no way down: `restore` brings the backup back.
"""

import asyncio
import re
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError, ProgrammingError

import proofroom.store.tables  # pyright: ignore[reportUnusedImport]  # noqa: F401  (fills the metadata)
from proofroom.kernel.clock import Clock, SystemClock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, StorageFailed
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.store.backup import backup_before
from proofroom.store.database import VERSION_TABLE, Database, maintenance_engine, read_schema
from proofroom.store.trouble import explain
from proofroom.store.types import metadata

MIGRATIONS = Path(__file__).parent / "migrations"
_COLUMNS_SQLITE = sa.text(
    "SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'"
)
_COLUMNS_PG = sa.text(
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
)
_LOCK = 0x70726F6F66  # an advisory lock of our own, so that of several processes one migrates


@dataclass(frozen=True, slots=True)
class Migrated:
    """What a start did to the schema: from where to where, and the backup taken before."""

    before: str | None
    after: str
    backup: Path | None = None

    @property
    def changed(self) -> bool:
        """Tell whether there was something to do."""
        return self.before != self.after


async def migrate(settings: Settings, database: Database, *, clock: Clock | None = None) -> Migrated:
    """Bring the database to this release's schema, or refuse one that is newer."""
    newest, current = head(), await current_revision(database)
    if current == newest:
        await _check_tables(database, newest)
        return Migrated(current, newest)
    if current is not None and current not in revisions():
        raise Conflict(
            say("store.schema_newer", schema=current, known=newest),
            schema=current,
            known=newest,
        )
    taken = None
    if current is not None:
        taken = await backup_before(settings, f"schema-{newest}", clock or SystemClock())
    await asyncio.to_thread(_upgrade_all, settings)
    return Migrated(current, newest, taken)


_NAMES = re.compile(r'^(?P<which>down_revision|revision) = "?(?P<name>\w+)"?$', re.MULTILINE)


def revisions() -> list[str]:
    """Return the names of all migrations, oldest first: each names the one it comes after."""
    after: dict[str, str] = {}
    for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"):
        said = {found["which"]: found["name"] for found in _NAMES.finditer(path.read_text("utf-8"))}
        before, name = said["down_revision"], said["revision"]
        if before in after:
            first, second = sorted((after[before], name))
            raise StorageFailed(say("store.two_migrations", before=before, first=first, second=second))
        after[before] = name
    ordered, last = list[str](), "None"
    while last in after:
        last = after[last]
        ordered.append(last)
    return ordered


def head() -> str:
    """Return the name of the newest migration."""
    return revisions()[-1]


async def current_revision(database: Database) -> str | None:
    """Return the schema's number; None for an empty database."""
    async with database.reading() as connection:
        names = set(await connection.run_sync(_table_names))
        if VERSION_TABLE not in names:
            if names & set(metadata.tables):
                raise Conflict(say("store.no_schema"))
            return None
        found = await connection.run_sync(read_schema)
        if found is None and names & set(metadata.tables):
            raise Conflict(say("store.version_empty"))
        return found


async def _check_tables(database: Database, schema: str) -> None:
    """Refuse tables that are not those of the schema they claim to have."""
    async with database.reading() as connection:
        rows = await connection.execute(_COLUMNS_PG if database.is_postgres else _COLUMNS_SQLITE)
        there = {(str(row[0]), str(row[1])) for row in rows}
    tables = {table for table, _ in there}
    wanted = {(table.name, column.name) for table in metadata.tables.values() for column in table.columns}
    for table, column in sorted(wanted - there):
        problem = f"{table}.{column}" if table in tables else table
        raise Conflict(say("store.schema_disagrees", schema=schema, problem=problem))


def upgrade(connection: sa.Connection, target: str = "head") -> None:
    """Run the missing migrations in the connection's transaction. Blocking."""
    from alembic import command

    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    command.upgrade(configuration(connection), target)


def configuration(connection: sa.Connection) -> Any:
    """Return Alembic's configuration for a connection whose transaction is open."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.set_main_option("file_template", "%%(rev)s")
    config.attributes["connection"] = connection
    return config


def _table_names(connection: sa.Connection) -> list[str]:
    return sa.inspect(connection).get_table_names()


def _upgrade_all(settings: Settings) -> None:
    engine = maintenance_engine(settings)
    try:
        with engine.begin() as connection:
            upgrade(connection)
            check_references(connection)
    except (OperationalError, ProgrammingError) as error:
        if explained := explain(error):
            raise explained from error
        with engine.connect() as connection:
            schema = read_schema(connection)
        problem = str(error.orig).splitlines()[0]
        raise Conflict(say("store.schema_disagrees", schema=schema, problem=problem)) from error
    finally:
        engine.dispose()


def check_references(connection: sa.Connection) -> None:
    """Refuse to commit when rows of a SQLite database refer to rows that are not there."""
    if connection.dialect.name != "sqlite":
        return
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if broken:
        tables = sorted({str(row[0]) for row in broken})
        raise StorageFailed(say("store.orphans", tables=", ".join(tables)))
