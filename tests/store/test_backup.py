"""Backup and restore."""

import os
import stat
import threading
import time
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
import pygit2
import pytest
import sqlalchemy as sa
from pydantic import SecretStr

from proofroom.kernel.errors import Conflict, InvalidInput, KeyMismatch, StorageFailed
from proofroom.kernel.settings import Settings
from proofroom.store.backup import backup
from proofroom.store.blobs import open_blobs
from proofroom.store.database import Database, open_database
from proofroom.store.lock import hold
from proofroom.store.migrate import head
from proofroom.store.restore import inspect, restore
from proofroom.store.secrets import Keyring, key_file, load_keyring
from proofroom.store.tables.access import people, projects, workspace_settings, workspaces
from tests.clocks import FixedClock
from tests.conftest import IsolatedSettings, Postgres

MOMENT = datetime(2026, 3, 4, 5, 6, 7, 891011, tzinfo=UTC)
AUTHOR = pygit2.Signature("Ada", "ada@example.test", 1767225600, 0)


async def _fill(settings: Settings, database: Database) -> None:
    """Make a small studio: rows with every kind of value, a repository, blobs, another file."""
    times = {"created_at": MOMENT, "updated_at": MOMENT}
    async with database.transaction() as connection:
        await connection.execute(workspaces.insert().values(id="w1", slug="one", name="Öne 😀", **times))
        await connection.execute(
            projects.insert().values(
                id="p1",
                workspace_id="w1",
                slug="site",
                name="Site",
                status="active",
                status_reason="",
                settings={"$time": "not a time", "n": [1, None, 2.5]},
                **times,
            )
        )
        await connection.execute(
            people.insert().values(
                id="u1", email="a@b.c", name="A", password_hash=None, is_disabled=False, **times
            )
        )
        for key, value in (("null", None), ("list", [1, "two"])):
            await connection.execute(
                workspace_settings.insert().values(
                    workspace_id="w1", scope="workspace", key=key, value=value, version=1, updated_at=MOMENT
                )
            )
    repository = pygit2.init_repository(str(settings.data / "repos" / "p1.git"), bare=True)
    _commit(repository, "first")
    blobs = open_blobs(settings)
    await blobs.put(b"picture" * 1000)
    (settings.data / "notes").mkdir()
    (settings.data / "notes" / "hello.txt").write_text("hello")
    load_keyring(settings)


def _commit(repository: Any, text: str) -> Any:
    tree = repository.TreeBuilder()
    tree.insert("file", repository.create_blob(text.encode()), pygit2.enums.FileMode.BLOB)
    parents = [] if repository.head_is_unborn else [repository.head.target]
    return repository.create_commit("HEAD", AUTHOR, AUTHOR, text, tree.write(), parents)


async def _rows(database: Database) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    async with database.reading() as connection:
        for table in (workspaces, projects, people, workspace_settings):
            rows = await connection.execute(sa.select(table).order_by(*table.primary_key.columns))
            found[table.name] = [tuple(row) for row in rows]
    return found


@pytest.fixture
async def filled(settings: Settings, database: Database) -> Settings:
    await _fill(settings, database)
    return settings


@pytest.fixture(params=["sqlite", "postgres"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """Return settings for an empty place of either kind."""
    folder = tmp_path / "elsewhere"
    if request.param == "sqlite":
        yield IsolatedSettings(data=folder)
        return
    server: Postgres = request.getfixturevalue("postgres")
    name = server.create(empty=True)
    yield IsolatedSettings(data=folder, database_url=SecretStr(server.url(name)))
    server.drop(name)


async def test_a_backup_restores_into_an_empty_place_of_either_kind(
    filled: Settings, database: Database, elsewhere: Settings, tmp_path: Path, clock: FixedClock
) -> None:
    before = await _rows(database)
    taken = await backup(filled, tmp_path / "b.zip", clock=clock)
    done = await restore(elsewhere, taken.path)
    assert done.aside is None
    other = open_database(elsewhere)
    assert await _rows(other) == before
    await other.close()
    repository = pygit2.Repository(str(elsewhere.data / "repos" / "p1.git"))
    assert repository[repository.head.target].message == "first"
    assert [blob.size async for blob in open_blobs(elsewhere).list()] == [7000]
    assert (elsewhere.data / "notes" / "hello.txt").read_text() == "hello"
    assert not (elsewhere.data / ".restoring").exists()


async def test_a_restored_studio_starts_with_its_schema(
    filled: Settings, elsewhere: Settings, tmp_path: Path
) -> None:
    from proofroom.store.migrate import migrate

    taken = await backup(filled, tmp_path / "b.zip")
    await restore(elsewhere, taken.path)
    other = open_database(elsewhere)
    assert not (await migrate(elsewhere, other)).changed
    async with other.transaction() as connection:
        await connection.execute(workspaces.delete())
        assert (await connection.execute(sa.select(sa.func.count()).select_from(projects))).scalar_one() == 0
    await other.close()


async def test_the_manifest_says_what_is_inside(filled: Settings, tmp_path: Path, clock: FixedClock) -> None:
    seen: list[tuple[int, int]] = []
    taken = await backup(
        filled, tmp_path, clock=clock, progress=lambda done, total, name: seen.append((done, total))
    )
    assert taken.path == tmp_path / "proofroom-20261116-120000.zip"
    assert stat.S_IMODE(taken.path.stat().st_mode) == 0o600
    manifest = await inspect(taken.path)
    assert manifest.schema == head()
    assert manifest.engine == ("postgresql" if filled.is_postgres else "sqlite")
    assert not manifest.has_key
    assert "files/notes/hello.txt" in manifest.entries
    assert not any(name.endswith("secret.key") for name in manifest.entries)
    assert seen[-1][0] == seen[-1][1]
    assert [path.name for path in tmp_path.iterdir() if "partial" in path.name] == []


async def test_a_folder_that_is_not_there_is_made(sqlite_settings: Settings, clock: FixedClock) -> None:
    taken = await backup(sqlite_settings, sqlite_settings.data / "backups", clock=clock)
    assert taken.path == sqlite_settings.data / "backups" / "proofroom-20261116-120000.zip"
    again = await backup(sqlite_settings, sqlite_settings.data / "backups" / "x.zip", clock=clock)
    assert not any("backups" in name for name in again.manifest.entries)


async def test_tables_of_postgres_are_documented_json_lines(
    postgres_settings: Settings, postgres_database: Database, tmp_path: Path
) -> None:
    await _fill(postgres_settings, postgres_database)
    taken = await backup(postgres_settings, tmp_path / "b.zip")
    with zipfile.ZipFile(taken.path) as archive:
        line = orjson.loads(archive.read("database/projects.jsonl").splitlines()[0])
    assert line["settings"] == {"$json": {"$time": "not a time", "n": [1, None, 2.5]}}
    assert line["created_at"] == {"$time": "2026-03-04T05:06:07.891011+00:00"}
    assert line["slug"] == "site"


async def test_the_key_comes_along_only_when_asked(filled: Settings, tmp_path: Path) -> None:
    sealed = load_keyring(filled).seal("s3cret", workspace_id="w", row_id="r")
    plain = await backup(filled, tmp_path / "plain.zip")
    whole = await backup(filled, tmp_path / "whole.zip", include_key=True)
    one, two = IsolatedSettings(data=tmp_path / "one"), IsolatedSettings(data=tmp_path / "two")
    assert not (await restore(one, plain.path)).can_open_secrets
    with pytest.raises(KeyMismatch):
        load_keyring(one).open(sealed, workspace_id="w", row_id="r")
    assert (await restore(two, whole.path)).can_open_secrets
    assert load_keyring(two).open(sealed, workspace_id="w", row_id="r") == "s3cret"


async def test_a_place_in_use_is_refused_unless_told_and_then_kept_aside(
    filled: Settings, database: Database, tmp_path: Path, clock: FixedClock
) -> None:
    taken = await backup(filled, tmp_path / "b.zip")
    async with database.transaction() as connection:
        await connection.execute(workspaces.update().values(name="Changed"))
    await database.close()
    (filled.data / "notes" / "hello.txt").write_text("changed")
    key = key_file(filled).read_text()

    with pytest.raises(Conflict, match="already"):
        await restore(filled, taken.path, clock=clock)
    assert (filled.data / "notes" / "hello.txt").read_text() == "changed"

    done = await restore(filled, taken.path, replace=True, clock=clock)
    assert done.aside == filled.data / ".before-20261116-120000"
    assert done.can_open_secrets
    assert (filled.data / "notes" / "hello.txt").read_text() == "hello"
    assert (done.aside / "notes" / "hello.txt").read_text() == "changed"
    assert key_file(filled).read_text() == key
    again = open_database(filled)
    assert (await _rows(again))["workspaces"][0][2] == "Öne 😀"
    await again.close()
    if filled.is_postgres:
        kept = filled.data / "backups" / "before-restore-20261116-120000.zip"
        assert (await inspect(kept)).only_database
    else:
        old = open_database(IsolatedSettings(data=done.aside))
        assert (await _rows(old))["workspaces"][0][2] == "Changed"
        await old.close()


async def test_a_backup_of_databases_alone_leaves_files_alone(
    filled: Settings, database: Database, tmp_path: Path
) -> None:
    taken = await backup(filled, tmp_path / "b.zip", only_database=True)
    await database.close()
    (filled.data / "notes" / "hello.txt").write_text("changed")
    await restore(filled, taken.path, replace=True)
    assert (filled.data / "notes" / "hello.txt").read_text() == "changed"


async def test_a_damaged_backup_changes_nothing(
    filled: Settings, elsewhere: Settings, tmp_path: Path
) -> None:
    taken = await backup(filled, tmp_path / "b.zip")
    with zipfile.ZipFile(taken.path) as source, zipfile.ZipFile(tmp_path / "bad.zip", "w") as target:
        for name in source.namelist():
            target.writestr(name, b"other" if name == "files/notes/hello.txt" else source.read(name))
    with pytest.raises(StorageFailed, match=r"hello\.txt"):
        await restore(elsewhere, tmp_path / "bad.zip")
    with pytest.raises(StorageFailed, match=r"hello\.txt"):
        await inspect(tmp_path / "bad.zip")
    assert list(elsewhere.data.iterdir()) == []


async def test_a_cut_off_backup_is_refused(filled: Settings, tmp_path: Path) -> None:
    taken = await backup(filled, tmp_path / "b.zip")
    data = taken.path.read_bytes()
    (tmp_path / "cut.zip").write_bytes(data[: len(data) // 2])
    with pytest.raises(InvalidInput, match="not a backup"):
        await inspect(tmp_path / "cut.zip")
    with pytest.raises(InvalidInput, match="no file"):
        await inspect(tmp_path / "absent.zip")


@pytest.mark.parametrize("name", ["../evil", "/evil", "files/../../evil", "a\\..\\b"])
async def test_a_backup_cannot_write_outside_its_folder(
    sqlite_settings: Settings, tmp_path: Path, name: str
) -> None:
    taken = await backup(sqlite_settings, tmp_path / "b.zip")
    with zipfile.ZipFile(taken.path) as source, zipfile.ZipFile(tmp_path / "bad.zip", "w") as target:
        manifest = orjson.loads(source.read("manifest.json"))
        manifest["entries"][name] = {"sha256": "0" * 64, "size": 0}
        target.writestr("manifest.json", orjson.dumps(manifest))
        for entry in source.namelist():
            if entry != "manifest.json":
                target.writestr(entry, source.read(entry))
        target.writestr(name, b"")
    with pytest.raises(InvalidInput, match="outside"):
        await restore(IsolatedSettings(data=tmp_path / "new"), tmp_path / "bad.zip")
    assert not (tmp_path / "evil").exists()


async def test_a_backup_of_a_newer_release_is_refused(sqlite_settings: Settings, tmp_path: Path) -> None:
    taken = await backup(sqlite_settings, tmp_path / "b.zip")
    with zipfile.ZipFile(taken.path) as source, zipfile.ZipFile(tmp_path / "new.zip", "w") as target:
        for entry in source.namelist():
            body = source.read(entry)
            if entry == "manifest.json":
                body = orjson.dumps({**orjson.loads(body), "schema": "9999"})
            target.writestr(entry, body)
    with pytest.raises(Conflict, match="9999"):
        await restore(IsolatedSettings(data=tmp_path / "new"), tmp_path / "new.zip")


async def test_a_running_studio_is_not_restored_over(
    sqlite_settings: Settings, tmp_path: Path, clock: FixedClock
) -> None:
    taken = await backup(sqlite_settings, tmp_path / "b.zip")
    with hold(sqlite_settings, clock), pytest.raises(Conflict, match="process"):
        await restore(sqlite_settings, taken.path, replace=True)


async def test_a_backup_taken_while_others_write_is_whole(
    sqlite_settings: Settings, sqlite_database: Database, tmp_path: Path
) -> None:
    await _fill(sqlite_settings, sqlite_database)
    path = sqlite_settings.data / "repos" / "p1.git"
    stop = threading.Event()

    def write() -> None:
        repository = pygit2.Repository(str(path))
        number = 0
        while not stop.is_set():
            number += 1
            _commit(repository, f"commit {number}")
            time.sleep(0.001)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for attempt in range(2):
            taken = await backup(sqlite_settings, tmp_path / f"{attempt}.zip")
            place = IsolatedSettings(data=tmp_path / f"restored-{attempt}")
            await restore(place, taken.path)
            copy = pygit2.Repository(str(place.data / "repos" / "p1.git"))
            for commit in copy.walk(copy.head.target):
                assert copy[commit.tree_id]["file"].data
    finally:
        stop.set()
        writer.join()


async def test_an_unwritable_target_is_explained(sqlite_settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageFailed, match="cannot be written"):
        await backup(sqlite_settings, tmp_path / "file" / "b.zip")
    with pytest.raises(InvalidInput, match="no data folder"):
        await backup(IsolatedSettings(data=tmp_path / "absent"), tmp_path / "b.zip")
    assert not (tmp_path / "absent").exists()


def test_a_key_has_a_public_name() -> None:
    key = os.urandom(32)
    ring = Keyring([key])
    assert ring.has(ring.current)
    assert not ring.has("0" * 16)
