"""Bringing a backup back.

Everything is unpacked into a folder inside the data folder and checked before anything else is touched. What
is replaced moves to `.before-<time>` in the data folder (on PostgreSQL: into a backup) and is never deleted.
A backup of one kind of database restores into the other, which is how a studio moves to PostgreSQL.
"""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

import proofroom.store.tables  # pyright: ignore[reportUnusedImport]  # noqa: F401  (fills the metadata)
from proofroom.kernel.clock import Clock, SystemClock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, InvalidInput, StorageFailed
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.store import rows
from proofroom.store.archive import DATABASE, FILES, Manifest, Progress, Reader, no_progress
from proofroom.store.backup import ASIDE, FOLDER, STAGING, backup_before
from proofroom.store.database import VERSION_TABLE, maintenance_engine
from proofroom.store.migrate import check_references, head, revisions, upgrade
from proofroom.store.private import make_private
from proofroom.store.processes import alone
from proofroom.store.secrets import key_file, load_keyring
from proofroom.store.tables.durable import executors
from proofroom.store.tables.search import WORDS
from proofroom.store.types import metadata

_STAYS = {FOLDER, STAGING, "studio.lock"}
_PASSING = {executors.name}
"""Tables about processes that lived elsewhere, or long ago."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored, where the replaced things are, and whether the stored secrets can be opened."""

    manifest: Manifest
    aside: Path | None
    can_open_secrets: bool


async def restore(
    settings: Settings,
    source: Path,
    *,
    replace: bool = False,
    progress: Progress = no_progress,
    clock: Clock | None = None,
) -> Restored:
    """Restore a backup; with `replace` also over a data folder that is in use, which is kept aside."""
    with alone(settings):
        return await _restore(settings, source, replace, progress, clock or SystemClock())


async def _restore(
    settings: Settings, source: Path, replace: bool, progress: Progress, clock: Clock
) -> Restored:
    moment = clock.now()
    staging = settings.data / STAGING
    manifest = await asyncio.to_thread(_unpack, settings, source, staging, replace, progress)
    try:
        if settings.is_postgres:
            if replace and await asyncio.to_thread(_has_tables, settings):
                await backup_before(settings, "restore", clock)
            await asyncio.to_thread(_load_postgres, settings, staging / DATABASE, manifest)
        elif manifest.engine == "postgresql":
            await asyncio.to_thread(_load_sqlite, settings, staging / DATABASE, manifest)
        aside_name = f"{ASIDE}{moment:%Y%m%d-%H%M%S}"
        aside = await asyncio.to_thread(_swap, settings, staging, aside_name, manifest.only_database)
    finally:
        await asyncio.to_thread(shutil.rmtree, staging, True)
    is_open = manifest.key_id is None or load_keyring(settings).has(manifest.key_id)
    return Restored(manifest, aside, is_open)


async def inspect(source: Path, *, progress: Progress = no_progress) -> Manifest:
    """Check a backup from its first to its last byte and return its manifest."""

    def check() -> Manifest:
        with Reader(source) as reader:
            reader.check(progress)
            return reader.manifest

    return await asyncio.to_thread(check)


def _unpack(settings: Settings, source: Path, staging: Path, replace: bool, progress: Progress) -> Manifest:
    with Reader(source) as reader:
        _check_schema(reader.manifest)
        if not replace:
            _check_empty(settings)
        try:
            shutil.rmtree(staging, ignore_errors=True)
            staging.mkdir(parents=True)
            reader.unpack(staging, progress)
        except OSError as error:
            raise StorageFailed(say("backup.not_unpacked")) from error
        except BaseException:
            shutil.rmtree(staging, ignore_errors=True)
            raise
        return reader.manifest


def _check_schema(manifest: Manifest) -> None:
    if manifest.schema is not None and manifest.schema not in revisions():
        raise Conflict(say("backup.schema_newer", schema=manifest.schema, known=head()))


def _check_empty(settings: Settings) -> None:
    there = settings.data.exists() and any(path.name not in _STAYS for path in settings.data.iterdir())
    if there or (settings.is_postgres and _has_tables(settings)):
        raise Conflict(say("store.studio_here"))


def _has_tables(settings: Settings) -> bool:
    engine = maintenance_engine(settings)
    try:
        return sa.inspect(engine).has_table(VERSION_TABLE)
    finally:
        engine.dispose()


def _load_postgres(settings: Settings, folder: Path, manifest: Manifest) -> None:
    """Replace the tables in one transaction, so that a failure leaves the old ones."""
    engine = maintenance_engine(settings)
    try:
        with engine.begin() as connection:
            connection.execute(sa.text(f"DROP TABLE IF EXISTS {WORDS}"))
            for table in reversed(rows.reflect(connection)):
                if table.name in metadata.tables or table.name == VERSION_TABLE:
                    table.drop(connection)
            _load(connection, settings, folder, manifest)
    finally:
        engine.dispose()


def _load_sqlite(settings: Settings, folder: Path, manifest: Manifest) -> None:
    engine = maintenance_engine(settings, folder / settings.sqlite_path.name)
    try:
        with engine.begin() as connection:
            _load(connection, settings, folder, manifest)
            check_references(connection)
    finally:
        engine.dispose()


def _load(connection: sa.Connection, settings: Settings, folder: Path, manifest: Manifest) -> None:
    if manifest.schema is None:
        raise InvalidInput(say("backup.no_database"))
    upgrade(connection, manifest.schema)
    if manifest.engine == "postgresql":
        for table in rows.reflect(connection):
            path = folder / f"{table.name}.jsonl"
            if path.exists():
                if table.name not in _PASSING:
                    rows.write_rows(connection, table, _read_lines(path))
                path.unlink()
        return
    snapshot = folder / settings.sqlite_path.name
    origin = maintenance_engine(settings, snapshot)
    try:
        with origin.connect() as reading:
            there = {table.name: table for table in rows.reflect(reading)}
            for table in rows.reflect(connection):
                if table.name in there and table.name not in {VERSION_TABLE, *_PASSING}:
                    rows.write_rows(connection, table, rows.read_rows(reading, there[table.name]))
    finally:
        origin.dispose()
    for path in folder.glob("*.db*"):  # their content is in PostgreSQL now
        path.unlink()


def _read_lines(path: Path) -> Iterator[rows.Row]:
    with path.open("rb") as file:
        for line in file:
            yield rows.decode_row(line)


def _swap(settings: Settings, staging: Path, aside_name: str, only_database: bool) -> Path | None:
    """Move what is replaced aside and what was unpacked into its place. The key stays if none came."""
    aside = settings.data / aside_name
    fresh = [path for part in (DATABASE, FILES) for path in _children(staging / part)]
    for path in _children(settings.data):
        if path.name in _STAYS or path.name.startswith(ASIDE):
            continue
        is_key = path == key_file(settings)
        if is_key and not any(new.name == path.name for new in fresh):
            continue
        if not only_database or path.name.startswith(_database_names(settings)):
            aside.mkdir(exist_ok=True)
            path.rename(aside / path.name)
    for path in fresh:
        path.rename(settings.data / path.name)
    make_private(settings)
    return aside if aside.exists() else None


def _children(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.exists() else []


def _database_names(settings: Settings) -> tuple[str, ...]:
    return settings.sqlite_path.name, settings.durable_path.name
