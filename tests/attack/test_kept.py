"""What is kept: who may read the data folder, and which addresses content may hold."""

import stat
from pathlib import Path
from typing import Any

import pytest

from proofroom.content.format.model import model_from
from proofroom.content.validation.entry import EntryCheck
from proofroom.store.backup import backup
from proofroom.store.private import find_open
from proofroom.store.restore import restore
from proofroom.store.secrets import load_keyring
from proofroom.wiring import open_studio
from tests.api.conftest import Browser
from tests.api.test_content import ok
from tests.conftest import IsolatedSettings

LINKS = {
    "id": "links",
    "name": "Links",
    "kind": "singleton",
    "domain": "blog",
    "i18n": False,
    "fields": {"to": {"type": "url"}, "cover": {"type": "image"}, "paper": {"type": "file"}},
}


def test_addresses_that_run_are_errors() -> None:
    for kind in ("url", "image", "file", "video"):
        for text in (
            "javascript:alert(1)",
            " JaVaScript:x",
            "java\tscript:x",
            "data:text/html,x",
            "\x01vbscript:x",
        ):
            for data in ({"to": text}, {"all": [text]}, {"own": {"to": text}}):
                assert ("error", "entry.address") in _found(kind, data), (kind, data)
    for text in ("https://example.com/data:x", "/javascript", "media/original/a.webp"):
        assert "error" not in dict(_found("image", {"to": text}))


def _found(kind: str, data: dict[str, Any]) -> list[tuple[str, str]]:
    one = {"type": kind}
    fields = {
        "to": one,
        "all": {"type": "array", "items": one},
        "own": {"type": "object", "fields": {"to": one}},
    }
    made = model_from(LINKS | {"fields": fields})
    return [(finding.severity, finding.code) for _, finding in EntryCheck(made).check(data)]


@pytest.mark.parametrize("field", ["to", "cover", "paper"])
async def test_such_an_address_is_not_saved_through_the_door(owner: Browser, field: str) -> None:
    start = {"locales": ["en"], "domains": ["blog"], "workflow": "auto-merge", "models": [LINKS]}
    made = await ok(owner, "POST", "/api/projects", {"name": "Notes", "start": start})
    path = f"/api/projects/{made['id']}/content/entries/links"
    status, said = await owner.call("PUT", path, {"data": {field: "javascript:alert(1)"}})
    assert status == 400, said


async def test_nobody_else_reads_the_data_folder(owner: Browser) -> None:
    settings = owner.studio.settings
    assert stat.S_IMODE(settings.data.stat().st_mode) == 0o700
    settings.data.chmod(0o755)
    checks = (await ok(owner, "GET", "/api/doctor"))["checks"]
    assert [one["state"] for one in checks if one["code"] == "privacy"] == ["warning"]


async def test_a_first_start_makes_nothing_that_others_can_read(tmp_path: Path) -> None:
    settings = IsolatedSettings(data=tmp_path / "first", demo=False)
    studio = await open_studio(settings)
    try:
        assert settings.sqlite_path.exists()
        assert find_open(settings) == []
    finally:
        await studio.close()


async def test_what_is_restored_is_private(owner: Browser) -> None:
    settings = owner.studio.settings.model_copy(update={"secret_key": None})
    if settings.is_postgres:
        pytest.skip("nothing is restored into a database that a studio uses")
    load_keyring(settings)
    taken = await backup(settings, settings.data.parent / "b.zip", include_key=True)
    there = settings.model_copy(update={"data": settings.data.parent / "again"})
    await restore(there, taken.path)
    kept = [there.data, there.data / "secret.key", there.sqlite_path]
    assert [stat.S_IMODE(path.stat().st_mode) for path in kept] == [0o700, 0o600, 0o600]


async def test_personal_data_and_secrets_are_masked_in_traces(owner: Browser) -> None:
    told = ("ada.lovelace@example.com", "4111 1111 1111 1111", "sk-ant-api03-" + "a1B2c3D4" * 6)
    words = f"Write to {told[0]}, charge {told[1]} and use {told[2]}"
    events = await owner.lines("POST", "/api/ai/chat/workspace", {"message": words})
    run = events[0]["runId"]
    for path in (f"/api/runs/{run}/trace", "/api/metrics"):
        status, shown = await owner.call("GET", path)
        assert status == 200
        assert [word for word in told if word in str(shown)] == []
