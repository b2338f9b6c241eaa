"""Candidates: a version of an agent is tried against its cases before it goes live, or never does."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.api.conftest import Browser, serve
from tests.api.test_agent_work import chat
from tests.api.test_content import ok
from tests.conftest import copied_settings

pytestmark = pytest.mark.asyncio(loop_scope="module")
PLACE = "/api/agents/assistant/candidates"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def studio(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> AsyncGenerator[Browser]:
    async with serve(copied_settings(tmp_path_factory.mktemp("studio"), sqlite_template)) as browser:
        await browser.set_up()
        yield browser


async def refused(browser: Browser, path: str, status: int = 400) -> str:
    got, answer = await browser.call("POST", path, {})
    assert got == status, answer
    return str(answer["error"]["message"])


async def without_memory(browser: Browser) -> dict[str, Any]:
    """Return a configuration of the assistant that cannot remember anything."""
    config = (await ok(browser, "GET", "/api/agents/assistant"))["config"]
    groups = [one for one in config["toolGroups"] if one != "memory"]
    tools = [one for one in config["customTools"] if one not in ("remember", "addCorrection", "addLesson")]
    denied = [*config["deniedTools"], "remember", "addCorrection", "addLesson"]
    return config | {"toolGroups": groups, "customTools": tools, "deniedTools": denied}


async def test_a_candidate_goes_live_when_it_passes_what_the_live_version_passes(studio: Browser) -> None:
    events = await chat(studio, "Remember that terns are birds")
    case = await ok(studio, "POST", "/api/evals", {"runId": events[0]["runId"]})
    play = f"/api/evals/{case['id']}/play"
    live = (await ok(studio, "GET", "/api/agents/assistant"))["version"]
    assert [one["passed"] for one in await ok(studio, "POST", play, {})] == [True]

    worse = await ok(
        studio,
        "POST",
        PLACE,
        {"config": await without_memory(studio), "note": "Forgetful", "expectedVersion": live},
    )
    number = worse["version"]
    assert (number, worse["source"], worse["liveAt"]) == (live + 1, "candidate", None)
    assert (await ok(studio, "GET", "/api/agents/assistant"))["version"] == live, "nobody talks to it yet"
    assert "terns" in str(await chat(studio, "Remember that terns fly far")).lower()
    assert "1 of 1" in await refused(studio, f"{PLACE}/{number}/publish"), "it was not tried"
    [trial] = await ok(studio, "POST", play, {"version": number})
    assert (trial["agentVersion"], trial["passed"]) == (number, False)
    assert case["title"] in await refused(studio, f"{PLACE}/{number}/publish")
    assert (await ok(studio, "GET", "/api/agents/assistant"))["version"] == live
    assert (
        "never live"
        in (await studio.call("POST", "/api/agents/assistant/rollback", {"version": number}))[1]["error"][
            "message"
        ]
    )

    # A person may say that the case does not count, or put the candidate away and make a better one.
    await ok(studio, "DELETE", f"{PLACE}/{number}")
    assert "no candidate" in await refused(studio, f"{PLACE}/{number}/publish")
    better = await ok(studio, "POST", PLACE, {"description": "Helps with everything.", "note": "Shorter"})
    assert better["version"] == number + 1, "a number that has trials is not given again"
    assert [one["passed"] for one in await ok(studio, "POST", play, {"version": number + 1})] == [True]
    now = await ok(studio, "POST", f"{PLACE}/{number + 1}/publish")
    assert (now["version"], now["description"]) == (number + 1, "Helps with everything.")
    told = {one["version"]: one for one in await ok(studio, "GET", "/api/agents/assistant/versions")}
    assert (told[number]["source"], told[number]["liveAt"]) == ("withdrawn", None)
    assert told[number + 1]["liveAt"] > told[number + 1]["createdAt"]
    assert "no candidate" in await refused(studio, f"{PLACE}/{number + 1}/publish"), "a second press"
    back = await ok(studio, "POST", "/api/agents/assistant/rollback", {"version": live})
    assert back["version"] == number + 2
    done = [one["action"] for one in (await ok(studio, "GET", "/api/audit?target=assistant"))["entries"]]
    assert {"agent.candidate", "agent.withdraw", "agent.change"} <= set(done)


async def test_a_candidate_of_an_older_agent_is_not_put_over_newer_changes(studio: Browser) -> None:
    made = await ok(studio, "POST", "/api/agents/analyst/candidates", {"systemPrompt": "Be brief."})
    changed = await ok(studio, "PUT", "/api/agents/analyst", {"description": "Ours."})
    assert changed["version"] == made["version"] + 1, "its number is taken"
    path = f"/api/agents/analyst/candidates/{made['version']}/publish"
    assert "was changed after" in await refused(studio, path, 409)
    assert (await ok(studio, "GET", "/api/agents/analyst"))["systemPrompt"] != "Be brief."
    same = {"description": "Ours."}
    assert (await studio.call("POST", "/api/agents/analyst/candidates", same))[0] == 400
    stale = {"description": "Other.", "expectedVersion": 1}
    assert (await studio.call("POST", "/api/agents/analyst/candidates", stale))[0] == 409
