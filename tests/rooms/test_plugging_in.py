"""Rooms that the house has never seen work through every door; nothing outside their folders knows them."""

import re
from pathlib import Path
from typing import Any

import pytest

from proofroom.kernel.settings import Settings
from proofroom.providers.types import Driver
from tests.api.conftest import Browser, serve
from tests.api.test_content import make_project, ok
from tests.rooms import lamps, notes
from tests.rooms.lamps import api as lamps_api
from tests.rooms.notes import api as notes_api
from tests.scripted import ScriptedDriver, ScriptedReply

ROOT = Path(__file__).parent.parent.parent
CALL = ScriptedReply(calls=(("set_lamp", {"lamp": "desk", "colour": "red", "brightness": 9}),))


async def test_a_configuration_is_proposed_in_chat_decided_field_by_field_found_and_undone(
    sqlite_settings: Settings,
) -> None:
    drivers: dict[str, Driver] = {"scripted": ScriptedDriver(CALL, ScriptedReply("Done."))}
    async with serve(sqlite_settings, drivers, [lamps.room], [lamps_api]) as owner:
        await owner.set_up()
        asked = {"message": "Make it red", "agent": "electrician"}
        events = await owner.lines("POST", "/api/ai/chat/workspace", asked)
        assert [event["toolName"] for event in events if event["type"] == "toolCall"] == ["set_lamp"]
        assert (await owner.call("GET", "/api/lamps/desk"))[1] == {"colour": "white", "brightness": 5}

        path = await _waiting(owner)
        review = await ok(owner, "GET", path)
        assert [(hunk["target"]["room"], hunk["path"]) for hunk in review["hunks"]] == [
            ("lamps", ["colour"]),
            ("lamps", ["brightness"]),
        ]
        await _decide(owner, path, accepted=["desk.colour"], rejected=["desk.brightness"])
        assert (await owner.call("GET", "/api/lamps/desk"))[1] == {"colour": "red", "brightness": 5}

        _, found = await owner.call("GET", "/api/search?query=desk")
        assert [(one["room"], one["href"]) for one in found] == [("lamps", "/lamps?lamp=desk")]
        status, undone = await owner.call("POST", f"{path}/undo")
        assert (status, undone["state"]) == (200, "waiting")
        await _decide(owner, await _waiting(owner), accepted=["desk.colour"], rejected=[])
        assert (await owner.call("GET", "/api/lamps/desk"))[1] == {"colour": "white", "brightness": 5}


async def test_a_note_and_an_entry_of_one_conversation_are_one_proposal_decided_apart_found_and_undone(
    sqlite_settings: Settings,
) -> None:
    async with serve(sqlite_settings, None, [notes.room], [notes_api]) as owner:
        await owner.set_up()
        project = (await make_project(owner, "review", "Harbour"))["id"]
        book = f"/api/projects/{project}/notes/desk"
        entries = f"/api/projects/{project}/content/entries/topics?locale=en"

        asked = {"message": "What can you do?", "agent": "scribe", "model": "offline", "projectId": project}
        assert "keep a note" in _said(await owner.lines("POST", "/api/ai/chat/content", asked))
        turn = {**asked, "message": "Note “Ask the ferryman”: “About the quay.”"}
        events = await owner.lines("POST", "/api/ai/chat/content", turn)
        assert (_tools(events), _said(events)) == (["jot_note"], "Noted Ask the ferryman.")
        run, conversation = events[0]["runId"], events[0]["conversationId"]
        turn = {"message": 'Add a topic named "Rivers"', "conversationId": conversation, "model": "offline"}
        assert "save_content" in _tools(await owner.lines("POST", "/api/ai/chat/content", turn))
        assert await ok(owner, "GET", book) == {}, "it waits on the conversation's branch"

        path = await _waiting(owner)
        hunks = {hunk["target"]["room"]: hunk for hunk in (await ok(owner, "GET", path))["hunks"]}
        assert (hunks["notes"]["title"], hunks["content"]["title"]) == ("Ask the ferryman", "Rivers")
        await _decide(owner, path, accepted=[hunks["notes"]["id"]], rejected=[hunks["content"]["id"]])
        assert await ok(owner, "GET", book) == {
            "ask-the-ferryman": {"heading": "Ask the ferryman", "text": "About the quay."}
        }
        assert (await ok(owner, "GET", entries))["data"] == []

        found = await ok(owner, "GET", f"/api/search?query=ferryman&project={project}")
        assert [(one["room"], one["kind"], one["href"]) for one in found] == [
            ("notes", "note", "/notes?notebook=desk&note=ask-the-ferryman")
        ]
        undone = await ok(owner, "POST", f"/api/runs/{run}/undo")
        assert undone["state"] == "merged"
        assert await ok(owner, "GET", book) == {}


async def test_a_note_written_by_hand_is_a_run_and_waits_where_its_writer_may_not_merge(
    sqlite_settings: Settings,
) -> None:
    async with serve(sqlite_settings, None, [notes.room], [notes_api]) as owner:
        await owner.set_up()
        project = (await make_project(owner, "review", "Harbour"))["id"]
        book = f"/api/projects/{project}/notes/desk"
        note = {"heading": "Low tide", "text": "At six."}
        saved = await ok(owner, "PUT", f"{book}/tide", note)
        assert (saved["state"], saved["summary"]) == ("merged", "Wrote the note Low tide")
        key = await owner.studio.access.keys.create(await owner.studio.operator(), "Reader", role="viewer")
        status, _ = await owner.call("PUT", f"{book}/tide", note, Authorization=f"Bearer {key.secret}")
        assert status == 403
        key = await owner.studio.access.keys.create(await owner.studio.operator(), "Writer", role="editor")
        writer = {"Authorization": f"Bearer {key.secret}"}
        saved = await ok(owner, "PUT", f"{book}/tide", {**note, "text": "At seven."}, **writer)
        assert saved["state"] == "waiting"
        (hunk,) = (await ok(owner, "GET", await _waiting(owner)))["hunks"]
        assert (hunk["target"]["id"], hunk["path"], hunk["old"], hunk["new"]) == (
            "tide",
            ["text"],
            "At six.",
            "At seven.",
        )


def naming_lines(pattern: str, root: Path = ROOT) -> list[str]:
    """Return the lines of the house that name a room."""
    files = [*(root / "src").rglob("*"), *(root / "web/src").rglob("*"), root / ".importlinter"]
    texts = [path for path in files if path.suffix in {".py", ".ts", ".tsx", ".json", ".toml", ""}]
    return [
        f"{path.relative_to(root)}: {line.strip()}"
        for path in texts
        if path.is_file()
        for line in path.read_text("utf-8").splitlines()
        if re.search(pattern, line)
    ]


@pytest.mark.parametrize(
    "pattern",
    [r"set_lamp|electrician|\blamps[./]|[./]lamps\b", r"jot_note|\bscribe\b|rooms[./]notes|notes\?notebook"],
)
def test_the_house_has_three_lines_at_most_about_a_room(pattern: str) -> None:
    lines = naming_lines(pattern)
    assert len(lines) <= 3, lines


def test_lines_about_a_room_are_counted(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src/reviews.py").write_text('if room == "lamps":\n    pass  # a lamp\nelse: clamps()\n')
    assert len(naming_lines(r"\blamps?\b", tmp_path)) == 2


async def _waiting(owner: Browser) -> str:
    (waiting,) = [
        line
        for line in await ok(owner, "GET", "/api/inbox")
        if line["kind"] == "proposal" and line["isWaiting"]
    ]
    return f"/api/proposals/{waiting['id']}"


async def _decide(owner: Browser, path: str, *, accepted: list[str], rejected: list[str]) -> None:
    await ok(owner, "POST", f"{path}/decisions", {"hunks": accepted, "decision": "accepted"})
    if rejected:
        await ok(owner, "POST", f"{path}/decisions", {"hunks": rejected, "decision": "rejected"})
    shown = await ok(owner, "GET", f"{path}/preview")
    assert [hunk["id"] for hunk in shown["hunks"]] == accepted
    assert (shown["conflicts"], shown["findings"]) == ([], [])
    await ok(owner, "POST", f"{path}/finish", {})


def _said(events: list[dict[str, Any]]) -> str:
    return "".join(event["text"] for event in events if event["type"] == "text")


def _tools(events: list[dict[str, Any]]) -> list[str]:
    return [event["toolName"] for event in events if event["type"] == "toolCall"]
