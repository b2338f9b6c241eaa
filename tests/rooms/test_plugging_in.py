"""Rooms that the house has never seen work through every door; nothing outside their folders knows them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
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
DOORS = {"http", "chat", "review", "undo", "inbox", "palette"}
CALL = ScriptedReply(calls=(("set_lamp", {"lamp": "desk", "colour": "red", "brightness": 9}),))


class Doors:
    """The doors that a room was reached through; a failure says at which one it was."""

    def __init__(self) -> None:
        self.passed = set[str]()

    @contextmanager
    def at(self, name: str) -> Iterator[None]:
        try:
            yield
        except BaseException as error:
            error.add_note(f"at the door: {name}")
            raise
        self.passed.add(name)


async def test_a_configuration_goes_through_every_door(sqlite_settings: Settings) -> None:
    drivers: dict[str, Driver] = {"scripted": ScriptedDriver(CALL, ScriptedReply("Done."))}
    doors = Doors()
    async with serve(sqlite_settings, drivers, [lamps.room], [lamps_api]) as owner:
        await owner.set_up()
        with doors.at("http"):
            assert await ok(owner, "GET", "/api/lamps/desk") == {"colour": "white", "brightness": 5}
        with doors.at("chat"):
            asked = {"message": "Make it red", "agent": "electrician"}
            assert _tools(await owner.lines("POST", "/api/ai/chat/workspace", asked)) == ["set_lamp"]
            assert await ok(owner, "GET", "/api/lamps/desk") == {"colour": "white", "brightness": 5}
        with doors.at("inbox"):
            (line,) = await _lines(owner)
            assert line["title"] == "electrician proposes 2 changes to “desk”"
            path = f"/api/proposals/{line['id']}"
        with doors.at("review"):
            review = await ok(owner, "GET", path)
            assert [(hunk["target"]["room"], hunk["path"]) for hunk in review["hunks"]] == [
                ("lamps", ["colour"]),
                ("lamps", ["brightness"]),
            ]
            await _decide(owner, path, accepted=["desk.colour"], rejected=["desk.brightness"])
            assert await ok(owner, "GET", "/api/lamps/desk") == {"colour": "red", "brightness": 5}
            assert await _lines(owner) == []
        with doors.at("palette"):
            found = await ok(owner, "GET", "/api/search/global?query=desk")
            assert [(one["room"], one["href"]) for one in found] == [("lamps", "/lamps?lamp=desk")]
        with doors.at("undo"):
            assert (await ok(owner, "POST", f"{path}/undo"))["state"] == "waiting"
            await _decide(owner, await _waiting(owner), accepted=["desk.colour"], rejected=[])
            assert await ok(owner, "GET", "/api/lamps/desk") == {"colour": "white", "brightness": 5}
    assert doors.passed == DOORS


async def test_a_note_and_an_entry_of_one_conversation_go_through_every_door_as_one_proposal(
    sqlite_settings: Settings,
) -> None:
    doors = Doors()
    async with serve(sqlite_settings, None, [notes.room], [notes_api]) as owner:
        await owner.set_up()
        project = (await make_project(owner, "review", "Harbour"))["id"]
        book = f"/api/projects/{project}/notes/desk"
        entries = f"/api/projects/{project}/content/entries/topics?locale=en"

        with doors.at("chat"):
            asked = {
                "message": "What can you do?",
                "agent": "scribe",
                "model": "offline",
                "projectId": project,
            }
            assert "keep a note" in _said(await owner.lines("POST", "/api/ai/chat/content", asked))
            turn = {**asked, "message": "Note “Ask the ferryman”: “About the quay.”"}
            events = await owner.lines("POST", "/api/ai/chat/content", turn)
            assert (_tools(events), _said(events)) == (["jot_note"], "Noted Ask the ferryman.")
            run, conversation = events[0]["runId"], events[0]["conversationId"]
            turn = {
                "message": 'Add a topic named "Rivers"',
                "conversationId": conversation,
                "model": "offline",
            }
            assert "save_content" in _tools(await owner.lines("POST", "/api/ai/chat/content", turn))
        with doors.at("http"):
            assert await ok(owner, "GET", book) == {}, "it waits on the conversation's branch"
        with doors.at("inbox"):
            path = await _waiting(owner)
        with doors.at("review"):
            hunks = {hunk["target"]["room"]: hunk for hunk in (await ok(owner, "GET", path))["hunks"]}
            assert (hunks["notes"]["title"], hunks["content"]["title"]) == ("Ask the ferryman", "Rivers")
            await _decide(owner, path, accepted=[hunks["notes"]["id"]], rejected=[hunks["content"]["id"]])
            assert await ok(owner, "GET", book) == {
                "ask-the-ferryman": {"heading": "Ask the ferryman", "text": "About the quay."}
            }
            assert (await ok(owner, "GET", entries))["data"] == []
        with doors.at("palette"):
            found = await ok(owner, "GET", f"/api/search/global?query=ferryman&project={project}")
            assert [(one["kind"], one["href"]) for one in found if one["room"] == "notes"] == [
                ("note", "/notes?notebook=desk&note=ask-the-ferryman")
            ]
        with doors.at("undo"):
            assert (await ok(owner, "POST", f"/api/runs/{run}/undo"))["state"] == "merged"
            assert await ok(owner, "GET", book) == {}
    assert doors.passed == DOORS


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


async def _lines(owner: Browser) -> list[dict[str, Any]]:
    lines = await ok(owner, "GET", "/api/inbox")
    return [line for line in lines if line["kind"] == "proposal" and line["isWaiting"]]


async def _waiting(owner: Browser) -> str:
    (waiting,) = await _lines(owner)
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
