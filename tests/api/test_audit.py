"""The audit log over HTTP: filters, files, and a check that names what was changed."""

import csv
import io

import orjson
import sqlalchemy as sa

from proofroom.store.tables.access import audit_log
from tests.api.conftest import Browser


async def test_what_people_do_is_found_by_action_person_and_time(owner: Browser) -> None:
    agent = {"slug": "scout", "name": "=Scout", "description": "d", "scope": "workspace"}
    status, answer = await owner.call("POST", "/api/agents", agent)
    assert status == 201, answer
    await owner.call("PUT", "/api/agents/scout", {"description": "other"})
    await owner.call("DELETE", "/api/agents/scout")
    _, page = await owner.call("GET", "/api/audit?action=agent.")
    assert [entry["action"] for entry in page["entries"]] == ["agent.delete", "agent.change", "agent.create"]
    deleted, changed, created = page["entries"]
    assert created["afterDigest"] == changed["beforeDigest"]
    assert changed["afterDigest"] == deleted["beforeDigest"]
    person = created["actorId"]
    _, mine = await owner.call("GET", f"/api/audit?action=agent.&person={person}&limit=2")
    assert (len(mine["entries"]), mine["next"] is not None) == (2, True)
    _, none = await owner.call("GET", "/api/audit?since=2999-01-01T00:00:00Z")
    assert none["entries"] == []
    status, _ = await owner.call("GET", "/api/audit?since=2999-01-01T00:00:00")
    assert status == 400


async def test_the_log_can_be_taken_away_as_csv_and_as_lines(owner: Browser) -> None:
    await owner.call("POST", "/api/agents", {"slug": "scout", "name": "=Scout", "scope": "workspace"})
    _, raw = await owner.call("GET", "/api/audit/export?action=agent.")
    (row,) = csv.DictReader(io.StringIO(raw.decode()))
    assert (row["action"], row["targetName"]) == ("agent.create", "'=Scout")
    _, raw = await owner.call("GET", "/api/audit/export?format=jsonl&action=agent.")
    assert [orjson.loads(line)["targetName"] for line in raw.splitlines()] == ["=Scout"]


async def test_a_check_names_the_entry_that_was_changed(owner: Browser) -> None:
    studio = owner.studio
    await studio.access.seals.seal()
    _, whole = await owner.call("GET", "/api/audit/verify")
    assert (whole["isWhole"], whole["unsealed"], whole["breaks"]) == (True, 0, [])
    async with studio.database.transaction() as connection:
        await connection.execute(sa.update(audit_log).values(actor_name="Somebody else"))
    _, broken = await owner.call("GET", "/api/audit/verify")
    assert not broken["isWhole"]
    assert broken["breaks"][0]["kind"] == "changed"
    assert broken["breaks"][0]["entryId"]


async def test_a_key_for_reading_content_may_not_read_the_log(owner: Browser) -> None:
    _, made = await owner.call("POST", "/api/keys", {"name": "CI", "role": "viewer"})
    owner.http.cookie_jar.clear()
    for path in ("/api/audit", "/api/audit/export", "/api/audit/verify"):
        status, _ = await owner.call("GET", path, Authorization=f"Bearer {made['secret']}")
        assert status == 403
