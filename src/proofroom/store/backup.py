"""Taking a backup while the studio runs.

Databases come first, as consistent snapshots; then repositories, each one's references before its objects;
then blobs and all other files. So everything a row or a reference names is in the backup. The key file is
left out unless asked for: a backup without it is useless to a thief, and to you without the key.
"""

import asyncio
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from proofroom.kernel.clock import Clock, SystemClock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, StorageFailed
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.store import rows
from proofroom.store.archive import DATABASE, FILES, Manifest, Progress, Writer, clear_partial, no_progress
from proofroom.store.database import VERSION_TABLE, maintenance_engine, read_schema
from proofroom.store.secrets import key_file, load_keyring
from proofroom.store.trouble import explain_any

FOLDER = "backups"
ASIDE = ".before-"
STAGING = ".restoring"
_NEVER = {FOLDER, STAGING, "cache"}
_PASSING = (".lock", ".tmp", ".partial", ".db-wal", ".db-shm", ".db-journal")


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was taken."""

    path: Path
    manifest: Manifest


async def backup(
    settings: Settings,
    to: Path,
    *,
    include_key: bool = False,
    only_database: bool = False,
    progress: Progress = no_progress,
    clock: Clock | None = None,
) -> Backup:
    """Back the studio up into one file; `to` is that file, or a folder for one named by the time."""
    moment = (clock or SystemClock()).now()
    is_sealed = settings.secret_key is not None or key_file(settings).exists()
    manifest = Manifest(
        created_at=moment.isoformat(),
        release=version("proofroom"),
        engine="postgresql" if settings.is_postgres else "sqlite",
        schema=None,
        only_database=only_database,
        has_key=include_key and key_file(settings).exists(),
        key_id=load_keyring(settings).current if is_sealed else None,
    )
    name = f"proofroom-{moment:%Y%m%d-%H%M%S}.zip"
    path = await asyncio.to_thread(_take, settings, to, name, manifest, progress)
    return Backup(path, manifest)


async def backup_before(settings: Settings, what: str, clock: Clock) -> Path:
    """Back the databases up before something that changes them, and keep only the newest few."""
    folder = settings.data / FOLDER
    path = folder / f"before-{what}-{clock.now():%Y%m%d-%H%M%S}.zip"
    taken = await backup(settings, path, only_database=True, clock=clock)
    kept = sorted(folder.glob("before-*.zip"), key=lambda old: (old.stat().st_mtime, old.name))
    for old in kept[: -settings.backups_kept]:
        old.unlink()
    return taken.path


def _take(settings: Settings, to: Path, name: str, manifest: Manifest, progress: Progress) -> Path:
    if not settings.data.is_dir():
        raise InvalidInput(say("backup.no_data", folder=settings.data))
    path = to / name if to.is_dir() or not to.suffix else to
    clear_partial(path.parent)
    try:
        writer = Writer(path, manifest)
    except OSError as error:
        raise StorageFailed(say("backup.not_writable", folder=path.parent)) from error
    try:
        _add_databases(settings, writer)
        if not manifest.only_database:
            _add_files(settings, writer, progress)
        writer.finish()
    except OSError as error:
        raise StorageFailed(say("backup.not_finished")) from error
    except (sqlite3.Error, SQLAlchemyError) as error:
        raise explain_any(error) or StorageFailed(say("backup.not_finished")) from error
    finally:
        writer.abandon()
    return path


def _add_databases(settings: Settings, writer: Writer) -> None:
    for path in sorted(settings.data.glob("*.db")):
        if path == settings.sqlite_path and settings.is_postgres:
            continue
        _add_sqlite(writer, f"{DATABASE}{path.name}", path)
    if settings.is_postgres or settings.sqlite_path.exists():
        engine = maintenance_engine(settings)
        try:
            with engine.connect() as connection:
                _add_tables(connection.execution_options(**_one_moment(settings)), writer)
        finally:
            engine.dispose()


def _one_moment(settings: Settings) -> dict[str, Any]:
    if settings.is_postgres:
        return {"isolation_level": "REPEATABLE READ"}
    return {"proofroom_read_only": True}


def _add_tables(connection: sa.Connection, writer: Writer) -> None:
    writer.manifest.schema = read_schema(connection)
    if connection.dialect.name == "sqlite":
        return
    for table in rows.reflect(connection):
        if table.name != VERSION_TABLE:
            lines = (rows.encode_row(table, row) for row in rows.read_rows(connection, table))
            writer.add_chunks(f"{DATABASE}{table.name}.jsonl", lines)


def _add_sqlite(writer: Writer, name: str, path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        source = sqlite3.connect(path, timeout=30, isolation_level=None)
        try:
            source.execute("VACUUM INTO ?", (str(copy),))
        finally:
            source.close()
        writer.add_file(name, copy)


def _add_files(settings: Settings, writer: Writer, progress: Progress) -> None:
    # Whatever a reference names was written before it: objects looked for after the references were read are
    # enough. Git may move objects into a pack meanwhile, so they are looked for twice.
    done: set[Path] = set()
    for are_objects in (False, True, True):
        found = [path for path in sorted(_walk(settings.data, settings.data)) if path not in done]
        fresh = [path for path in found if _is_object(settings, path) == are_objects]
        total = len(done) + len(found)
        for path in fresh:
            done.add(path)
            name = f"{FILES}{path.relative_to(settings.data).as_posix()}"
            with suppress(FileNotFoundError):
                _add_one(writer, name, path)
            progress(len(done), total, name)
    if writer.manifest.has_key:
        writer.add_file(f"{FILES}{key_file(settings).name}", key_file(settings))


def _is_object(settings: Settings, path: Path) -> bool:
    return "objects" in path.relative_to(settings.data).parts


def _add_one(writer: Writer, name: str, path: Path) -> None:
    if path.is_dir():
        writer.manifest.folders.append(name)
    elif path.suffix == ".db":
        _add_sqlite(writer, name, path)
    else:
        writer.add_file(name, path)


def _walk(root: Path, folder: Path) -> Iterator[Path]:
    try:
        children = list(folder.iterdir())
    except FileNotFoundError:  # gone while we looked
        return
    for path in children:
        if (folder == root and _is_left_out(path)) or path.is_symlink() or _is_passing(path.name):
            continue
        if path.is_dir():
            yield from list(_walk(root, path)) or [path]
        else:
            yield path


def _is_left_out(path: Path) -> bool:
    """Tell whether something at the top is kept otherwise (databases, the key) or not at all."""
    name = path.name
    if name in _NEVER or name.startswith((ASIDE, ".secret-")) or path.suffix == ".db":
        return True
    if name in ("secret.key", "folder.id") or path.suffix == ".token":  # no live credential is in a backup
        return True
    return name.startswith("studio") and path.suffix in (".lock", ".json")


def _is_passing(name: str) -> bool:
    return name.startswith(("tmp_obj_", ".incoming")) or name.endswith(_PASSING)
