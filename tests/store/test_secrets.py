"""Secrets at rest."""

import base64
import logging
import os
import stat
from pathlib import Path

import pytest
import sqlalchemy as sa
from pydantic import SecretStr

from proofroom.kernel.errors import InvalidInput, KeyMismatch
from proofroom.kernel.settings import Settings
from proofroom.store import secrets
from proofroom.store.columns import table
from proofroom.store.database import Database
from proofroom.store.secrets import Keyring, add_key, key_file, load_keyring, new_key, rotate

OLD, NEW = os.urandom(32), os.urandom(32)


def test_a_sealed_secret_opens_in_its_own_row() -> None:
    sealed = Keyring([OLD]).seal("s3cret ü", workspace_id="w", row_id="r")
    assert sealed.startswith(f"v1:{secrets.key_id(OLD)}:")
    assert "s3cret" not in sealed
    assert Keyring([OLD]).open(sealed, workspace_id="w", row_id="r") == "s3cret ü"


@pytest.mark.parametrize(("workspace", "row"), [("other", "r"), ("w", "other")])
def test_a_sealed_secret_does_not_open_elsewhere(workspace: str, row: str) -> None:
    sealed = Keyring([OLD]).seal("s3cret", workspace_id="w", row_id="r")
    with pytest.raises(KeyMismatch):
        Keyring([OLD]).open(sealed, workspace_id=workspace, row_id=row)


def test_a_changed_secret_is_refused() -> None:
    sealed = Keyring([OLD]).seal("s3cret", workspace_id="w", row_id="r")
    head, body = sealed.rsplit(":", 1)
    raw = bytearray(base64.b64decode(body))
    raw[-1] ^= 1
    with pytest.raises(KeyMismatch, match="changed"):
        Keyring([OLD]).open(f"{head}:{base64.b64encode(raw).decode()}", workspace_id="w", row_id="r")


def test_the_same_secret_is_never_sealed_the_same_way() -> None:
    ring = Keyring([OLD])
    assert len({ring.seal("x", workspace_id="w", row_id="r") for _ in range(20)}) == 20


def test_a_wrong_key_says_what_to_do() -> None:
    sealed = Keyring([OLD]).seal("s3cret", workspace_id="w", row_id="r")
    with pytest.raises(KeyMismatch) as caught:
        Keyring([NEW]).open(sealed, workspace_id="w", row_id="r")
    assert caught.value.status == 409
    assert "PROOFROOM_OLD_SECRET_KEYS" in caught.value.suggestion
    assert caught.value.context["sealed_with"] == secrets.key_id(OLD)


@pytest.mark.parametrize("text", ["", "v1", "v2:a:b", "v1:abc:%%%", "v1:abc:AAAA"])
def test_what_is_not_sealed_is_a_mismatch_and_not_a_crash(text: str) -> None:
    with pytest.raises(KeyMismatch):
        Keyring([OLD]).open(text, workspace_id="w", row_id="r")


def test_an_old_key_still_opens_and_resealing_moves_on() -> None:
    sealed = Keyring([OLD]).seal("s3cret", workspace_id="w", row_id="r")
    ring = Keyring([NEW, OLD])
    assert not ring.is_current(sealed)
    fresh = ring.reseal(sealed, workspace_id="w", row_id="r")
    assert Keyring([NEW]).open(fresh, workspace_id="w", row_id="r") == "s3cret"
    assert ring.reseal(fresh, workspace_id="w", row_id="r") == fresh


def test_the_key_file_is_made_once_and_only_its_owner_reads_it(sqlite_settings: Settings) -> None:
    first = load_keyring(sqlite_settings)
    assert load_keyring(sqlite_settings).current == first.current
    assert stat.S_IMODE(key_file(sqlite_settings).stat().st_mode) == 0o600
    assert [path.name for path in sqlite_settings.data.glob(".secret*")] == []


def test_no_key_file_is_made_when_the_key_is_set(sqlite_settings: Settings) -> None:
    found = sqlite_settings.model_copy(update={"secret_key": SecretStr(new_key())})
    load_keyring(found)
    assert not key_file(found).exists()


def test_a_bad_key_in_the_settings_is_explained(sqlite_settings: Settings) -> None:
    found = sqlite_settings.model_copy(update={"secret_key": SecretStr("hunter2")})
    with pytest.raises(InvalidInput, match="PROOFROOM_SECRET_KEY") as caught:
        load_keyring(found)
    assert "hunter2" not in str(caught.value.as_dict())


def test_a_damaged_key_file_is_not_replaced(sqlite_settings: Settings) -> None:
    key_file(sqlite_settings).write_text("broken\n")
    with pytest.raises(InvalidInput, match=r"secret\.key"):
        load_keyring(sqlite_settings)
    assert key_file(sqlite_settings).read_text() == "broken\n"


def test_keys_are_not_shown_or_logged(sqlite_settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    ring = load_keyring(sqlite_settings)
    text = key_file(sqlite_settings).read_text().strip()
    ring.open(ring.seal("s3cret", workspace_id="w", row_id="r"), workspace_id="w", row_id="r")
    assert text not in repr(ring)
    assert text not in caplog.text
    assert "s3cret" not in caplog.text


async def test_rotation_reseals_every_marked_column(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = sa.MetaData()
    things = table("things", "id id, workspace_id id?, secret sealed?", within=metadata)
    monkeypatch.setattr(secrets, "metadata", metadata)
    settings = Settings(data=tmp_path / "keys")
    before = load_keyring(settings)
    rows = [
        {
            "id": f"{n:04}",
            "workspace_id": "w",
            "secret": before.seal(f"s{n}", workspace_id="w", row_id=f"{n:04}"),
        }
        for n in range(450)
    ]
    async with database.transaction() as connection:
        await connection.run_sync(metadata.create_all)
        await connection.execute(
            things.insert(), [*rows, {"id": "9999", "workspace_id": "w", "secret": None}]
        )

    after = add_key(settings)
    assert after.current != before.current
    assert await rotate(database, after) == 450
    assert await rotate(database, after) == 0
    async with database.reading() as connection:
        stored = (await connection.execute(sa.select(things.c.id, things.c.secret))).all()
    only_new = Keyring([base64.b64decode(key_file(settings).read_text().split()[0])])
    opened = {row: only_new.open(text, workspace_id="w", row_id=row) for row, text in stored if text}
    assert opened["0449"] == "s449"
    assert len(opened) == 450
