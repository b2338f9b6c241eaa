"""The doctor finds what is wrong, gives it a code, and says what to do."""

import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from proofroom.doctor import examine
from proofroom.kernel.check import Check
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.settings import Settings
from proofroom.providers.corpus.index import CorpusIndex
from proofroom.store import Database, load_keyring
from proofroom.store.secrets import key_file, new_key
from proofroom.store.tables.connections import connections
from proofroom.store.types import SEALED
from tests.clocks import FixedClock

CODES = {
    "python",
    "git",
    "git_identity",
    "data_folder",
    "free_space",
    "port",
    "clock",
    "web_app",
    "database",
}


async def find(settings: Settings, code: str, clock: SystemClock | FixedClock | None = None) -> Check:
    checks = {check.code: check for check in await examine(settings, clock or SystemClock())}
    return checks[code]


async def test_every_check_has_a_code_and_every_trouble_a_next_action(sqlite_settings: Settings) -> None:
    checks = await examine(sqlite_settings, SystemClock())
    assert {check.code for check in checks} >= CODES
    assert all(check.next_action for check in checks if check.state != "ok")


async def test_a_taken_port_is_found(sqlite_settings: Settings) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        check = await find(sqlite_settings.model_copy(update={"port": port}), "port")
    assert check.state == "failed"
    assert str(port) in check.detail
    assert "PROOFROOM_PORT" in check.next_action


async def test_a_data_folder_that_cannot_be_written_is_found(
    sqlite_settings: Settings, tmp_path: Path
) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("not a folder")
    check = await find(sqlite_settings.model_copy(update={"data": blocker / "data"}), "data_folder")
    assert check.state == "failed"
    assert "PROOFROOM_DATA" in check.next_action


async def test_a_missing_git_identity_is_found(
    sqlite_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
    check = await find(sqlite_settings, "git_identity")
    assert check.state == "warning"
    assert "git config" in check.next_action


async def test_a_clock_that_is_off_is_found(sqlite_settings: Settings) -> None:
    late = FixedClock(datetime.now(UTC) - timedelta(minutes=10))
    check = await find(sqlite_settings, "clock", late)
    assert check.state == "failed"
    assert "600 s" in check.detail or "599 s" in check.detail


async def test_a_database_clock_that_is_off_is_found(settings: Settings, database: Database) -> None:
    late = FixedClock(datetime.now(UTC) - timedelta(minutes=10))
    assert (await find(settings, "database_clock", late)).state == "failed"
    assert (await find(settings, "database_clock")).state == "ok"


async def test_a_wrong_key_is_found(settings: Settings, database: Database) -> None:
    keyring = load_keyring(settings)
    sealed = keyring.seal("secret", workspace_id="w", row_id="r")
    await _store_secret(database, sealed)
    assert (await find(settings, "key")).state == "ok"
    key_file(settings).unlink()
    key_file(settings).write_text(new_key())
    check = await find(settings, "key")
    assert check.state == "failed"
    assert "PROOFROOM_OLD_SECRET_KEYS" in check.next_action


async def _store_secret(database: Database, sealed: str) -> None:
    now = datetime.now(UTC)
    values = {
        column.name: _filler(column.name, now)
        for column in connections.c
        if not column.nullable and column.server_default is None
    }
    values |= {"id": "r", "workspace_id": "w"}
    secret = next(column.name for column in connections.c if column.info.get(SEALED))
    async with database.transaction() as connection:
        await connection.execute(connections.insert().values(**values | {secret: sealed}))


def _filler(name: str, now: datetime) -> object:
    if name.endswith("_at"):
        return now
    if name == "config":
        return {}
    return 1 if name.endswith("version") else "x"


async def test_documents_that_cannot_be_read_are_named(sqlite_settings: Settings) -> None:
    folder = sqlite_settings.data / "corpus"
    folder.mkdir()
    (folder / "broken.pdf").write_bytes(b"not a pdf")
    index = sqlite_settings.data / "cache" / "corpus.db"
    index.parent.mkdir(exist_ok=True)
    CorpusIndex(index).refresh([folder])
    check = await find(sqlite_settings, "documents")
    assert (check.state, "broken.pdf" in check.detail) == ("warning", True)
    assert check.next_action
