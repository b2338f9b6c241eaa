"""A room's flow through the doors for runs: HTTP, the inbox and the command line."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from proofroom.durable import NewRun, StepContext
from proofroom.house import House, Room
from proofroom.kernel.ids import RunId, new_id
from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.patience import until
from tests.runtime.flow.letter_flow import GATE_NAME, LETTER, letter_flow
from tests.scripted import ScriptedDriver, ScriptedReply

WAITS = 5
"""How a command ends that followed a run to where it waits for a person."""

pytestmark = pytest.mark.timeout(180)


@pytest.fixture
async def done() -> list[str]:
    return []


@pytest.fixture
async def owner(sqlite_settings: Settings, done: list[str]) -> AsyncGenerator[Browser]:
    async def note(word: str, step: StepContext) -> None:
        done.append(word)

    def room(house: House) -> Room:
        return Room(name="letters", flows={LETTER: letter_flow(note)})

    driver = ScriptedDriver(*[ScriptedReply("Dear Ada.") for _ in range(6)])
    async with serve(sqlite_settings, {"offline": driver}, more_rooms=[room]) as browser:
        await browser.set_up()
        yield browser


async def start(owner: Browser, **given: Any) -> str:
    """Start a letter for the owner, as its room would."""
    _, session = await owner.call("GET", "/api/session")
    run = NewRun(
        RunId(new_id()),
        owner.studio.workspace_id,
        LETTER,
        person_id=session["person"]["id"],
        title="A letter to Ada",
        input={"to": "Ada", "failAt": None, **given},
    )
    await owner.studio.engine.start(run)
    return run.id


async def get(owner: Browser, path: str) -> Any:
    status, found = await owner.call("GET", path)
    assert status == 200, found
    return found


async def post(owner: Browser, path: str, body: Any = None) -> Any:
    status, found = await owner.call("POST", path, body)
    assert status < 300, found
    return found


async def reached(owner: Browser, run_id: str, *statuses: str) -> Any:
    async def look() -> Any:
        found = await get(owner, f"/api/runs/{run_id}")
        return found if found["run"]["status"] in statuses else None

    return await until(look)


async def asked(owner: Browser, run_id: str) -> Any:
    """Return the gate as the inbox shows it."""
    inbox = await get(owner, "/api/inbox")
    (item,) = [each for each in inbox if each["runId"] == run_id and each["isWaiting"]]
    return await get(owner, f"/api/approvals/{item['id']}")


async def answer(owner: Browser, gate: Any, **said: Any) -> Any:
    body = {"decision": "approved", "inputSha256": gate["inputSha256"], **said}
    return await post(owner, f"/api/actions/{gate['id']}/tool-approval", body)


async def test_a_gate_is_answered_in_the_inbox_and_the_flow_goes_on(owner: Browser):
    run_id = await start(owner)
    await reached(owner, run_id, "waiting_human")
    gate = await asked(owner, run_id)
    assert (gate["toolName"], gate["input"]) == (GATE_NAME, {"to": "Ada", "text": "Dear Ada."})
    assert gate["mayDecide"]
    status, refused = await owner.call(
        "POST", f"/api/actions/{gate['id']}/tool-approval", {"decision": "approved", "input": {"from": "me"}}
    )
    assert (status, refused["error"]["code"]) == (400, "invalid_input")
    await answer(owner, gate, input={"to": "Grace", "text": "Dear Grace."})
    found = await reached(owner, run_id, "completed")
    assert found["steps"][-1]["result"] == {"to": "Grace", "text": "Dear Grace."}
    lines = await owner.lines("GET", f"/api/runs/{run_id}/events")
    progress = [line for line in lines if line["type"] == "progress"]
    assert (progress[-1]["percent"], progress[-1]["done"], progress[-1]["total"]) == (100, 7, 7)


async def test_a_flow_is_stopped_retried_from_a_step_and_forked(owner: Browser, done: list[str]):
    run_id = await start(owner)
    await reached(owner, run_id, "waiting_human")
    assert await post(owner, f"/api/runs/{run_id}/stop") == {"stopped": True}
    await reached(owner, run_id, "cancelled")
    assert [each for each in (await get(owner, "/api/inbox")) if each["isWaiting"]] == []
    done.clear()
    fresh = (await post(owner, f"/api/runs/{run_id}/retry", {"step": "make/picture/paint"}))["id"]
    await reached(owner, fresh, "waiting_human")
    await answer(owner, await asked(owner, fresh))
    await reached(owner, fresh, "completed")
    assert done == ["paint", "send"]
    done.clear()
    changed = {"step": "gate", "input": {"to": "Grace"}}
    forked = (await post(owner, f"/api/runs/{fresh}/fork", changed))["id"]
    await reached(owner, forked, "waiting_human")
    gate = await asked(owner, forked)
    assert (gate["input"]["to"], done) == ("Grace", [])
    failed = await start(owner, failAt="plan")
    await reached(owner, failed, "failed")
    done.clear()
    await post(owner, f"/api/runs/{failed}/resume")
    await until(lambda: done == ["plan"])


async def test_the_command_line_shows_and_steers_a_flow(owner: Browser, sqlite_settings: Settings):
    async def command(*words: str) -> str:
        clean = {key: value for key, value in os.environ.items() if not key.startswith("PROOFROOM_")}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "proofroom", "run", *words),
            env={**clean, "PROOFROOM_DATA": str(sqlite_settings.data), "COLUMNS": "200"},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, error = await process.communicate()
        assert process.returncode in (0, WAITS), error.decode()
        return out.decode()

    owner.studio.lock.announce(owner.url)
    run_id = await start(owner)
    await reached(owner, run_id, "waiting_human")
    assert run_id in [run["id"] for run in json.loads(await command("list", "--json"))["runs"]]
    assert "make/words/write" in await command("show", run_id)
    told = [json.loads(line) for line in (await command("events", run_id, "--json")).splitlines()]
    assert [line["done"] for line in told if line["type"] == "progress"] == [1, 2, 3, 4, 5]
    assert "Stopped" in await command("cancel", run_id)
    await command("retry", run_id, "--step", "make/words/outline")
    await command("fork", run_id, "--step", "make/picture/sketch", "--value", "to=Grace")
    newest = (await get(owner, "/api/runs?status=waiting_human"))["runs"]
    assert {run["forkedFrom"] for run in newest} == {run_id}
    gates = [await asked(owner, run["id"]) for run in newest]
    assert {gate["input"]["to"] for gate in gates} == {"Ada", "Grace"}
