"""Backups over HTTP: taken while the studio runs, checked, and only by who manages the studio."""

from pathlib import Path

from tests.api.conftest import Browser


async def test_a_backup_is_taken_listed_and_checked(owner: Browser):
    assert await owner.call("GET", "/api/backups") == (200, [])
    status, taken = await owner.call("POST", "/api/backups")
    assert status == 201, taken
    _, listed = await owner.call("GET", "/api/backups")
    assert [each["name"] for each in listed] == [taken["name"]]
    assert not taken["isAutomatic"]
    assert str(owner.studio.settings.data) in taken["restoreCommand"]
    status, checked = await owner.call("POST", f"/api/backups/{taken['name']}/check")
    assert status == 200, checked
    assert checked["engine"] == "sqlite"
    assert checked["entries"] > 0
    assert not checked["hasKey"]
    _, audit = await owner.call("GET", "/api/audit?action=studio.")
    assert audit["entries"][0]["targetId"] == taken["name"]


async def test_a_damaged_backup_is_named_as_damaged(owner: Browser):
    _, taken = await owner.call("POST", "/api/backups")
    path = Path(owner.studio.settings.data) / "backups" / taken["name"]
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 3] ^= 0xFF
    path.write_bytes(raw)
    status, refused = await owner.call("POST", f"/api/backups/{taken['name']}/check")
    assert status >= 400
    assert refused["error"]["suggestion"]


async def test_a_name_leads_nowhere_but_into_the_backups(owner: Browser):
    for name in ("..%2Fstudio.db", "nothing.zip"):
        status, _ = await owner.call("POST", f"/api/backups/{name}/check")
        assert status in (404, 405)


async def test_only_who_manages_the_studio_sees_backups(browser: Browser):
    status, _ = await browser.call("GET", "/api/backups")
    assert status == 401
