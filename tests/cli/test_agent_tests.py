"""`proofroom eval` and `agents review` against a running studio: what must hold, and the nightly review."""

import orjson

from tests.api.conftest import Browser
from tests.cli.test_usage import Command, command

__all__ = ["command"]


async def test_the_checks_of_a_case_are_listed_added_and_taken_away(
    studio: Browser, command: Command
) -> None:
    events = await studio.lines("POST", "/api/ai/chat/workspace", {"message": "Look"})
    run_id = next(one["runId"] for one in events if one["type"] == "runStarted")
    case = orjson.loads(await command("eval", "add", run_id, "--json"))["id"]
    listed = orjson.loads(await command("eval", "checks", case, "--json"))
    assert [one["kind"] for one in listed] == ["no_error", "max_steps"]
    added = ("output_matches=looked", "order=search, saveEntity", "json_path_equals=n=3", '{"kind":"judge"}')
    words = [word for one in added for word in ("--add", one)]
    changed = orjson.loads(await command("eval", "checks", case, *words, "--remove", "2", "--json"))
    assert changed == [
        {"kind": "no_error"},
        {"kind": "output_matches", "pattern": "looked"},
        {"kind": "order", "tools": ["search", "saveEntity"]},
        {"kind": "json_path_equals", "path": "n", "value": 3},
        {"kind": "judge"},
    ]
    assert "search, saveEntity" in await command("eval", "checks", case)
    await command("eval", "checks", case, "--remove", "9", exit_code=1)
    for nothing in ("called", "max_cost=much", "no_such_kind"):
        await command("eval", "checks", case, "--add", nothing, exit_code=1)
    await command("eval", "checks", case, *(word for n in "345" for word in ("--remove", n)))
    assert "1 of 1" in await command("eval", "run")
    muted = orjson.loads(
        await command("eval", "edit", case, "--title", "Looks", "--gate", "--status", "muted", "--json")
    )
    assert (muted["title"], muted["isGate"], muted["status"]) == ("Looks", True, "muted")


async def test_the_nightly_review_is_switched_off_and_on(studio: Browser, command: Command) -> None:
    found = orjson.loads(await command("agents", "review", "--json"))
    assert (found[0]["isOn"], bool(found[0]["nextRunAt"])) == (True, True), "it is on from the beginning"
    off = orjson.loads(await command("agents", "review", "--off", "--json"))
    assert (off[0]["isOn"], off[0]["nextRunAt"], off[0]["schedule"]) == (False, None, found[0]["schedule"])
    _, jobs = await studio.call("GET", "/api/jobs")
    assert [one["nextAt"] for one in jobs["coming"] if one["kind"] == "review"] == [None]
    assert orjson.loads(await command("agents", "review", "--on", "--json")) == found
