"""A room that the house has never seen works through every door; nothing outside its folder knows it."""

import subprocess
from pathlib import Path

from proofroom.kernel.settings import Settings
from proofroom.providers.offline import ScriptedDriver, ScriptedReply
from tests.api.conftest import serve
from tests.rooms import lamps
from tests.rooms.lamps import api

ROOT = Path(__file__).parent.parent.parent
CALL = ScriptedReply(calls=(("set_lamp", {"lamp": "desk", "colour": "red", "brightness": 9}),))


async def test_a_configuration_is_proposed_in_chat_decided_field_by_field_found_and_undone(
    sqlite_settings: Settings,
) -> None:
    drivers = {"scripted": ScriptedDriver(CALL, ScriptedReply("Done."))}
    async with serve(sqlite_settings, drivers, [lamps.room], [api]) as owner:
        await owner.set_up()
        asked = {"message": "Make it red", "agent": "electrician"}
        events = await owner.lines("POST", "/api/ai/chat/workspace", asked)
        assert [event["toolName"] for event in events if event["type"] == "toolCall"] == ["set_lamp"]
        assert (await owner.call("GET", "/api/lamps/desk"))[1] == {"colour": "white", "brightness": 5}

        _, inbox = await owner.call("GET", "/api/inbox")
        (waiting,) = [line for line in inbox if line["kind"] == "proposal"]
        path = f"/api/proposals/{waiting['id']}"
        _, review = await owner.call("GET", path)
        assert [(hunk["target"]["room"], hunk["path"]) for hunk in review["hunks"]] == [
            ("lamps", ["colour"]),
            ("lamps", ["brightness"]),
        ]
        decided = {"hunks": ["desk.colour"], "decision": "accepted"}
        assert (await owner.call("POST", f"{path}/decisions", decided))[0] == 200
        rejected = {"hunks": ["desk.brightness"], "decision": "rejected"}
        assert (await owner.call("POST", f"{path}/decisions", rejected))[0] == 200
        status, ended = await owner.call("POST", f"{path}/finish", {})
        assert status == 200, ended
        assert (await owner.call("GET", "/api/lamps/desk"))[1] == {"colour": "red", "brightness": 5}

        _, found = await owner.call("GET", "/api/search?query=desk")
        assert [(one["room"], one["href"]) for one in found] == [("lamps", "/lamps?lamp=desk")]
        status, undone = await owner.call("POST", f"{path}/undo")
        assert status == 200, undone


def test_nothing_outside_its_folder_names_the_room() -> None:
    found = subprocess.run(
        [
            "git",
            "grep",
            "-ilE",
            "set_lamp|electrician|rooms[./]lamps",
            "--",
            "src",
            "web/src",
            ".importlinter",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout.splitlines() == []
