"""Versions of agents through HTTP, as the spec has them: rollback, stale, no-op, paused, disabled."""

from typing import Any

from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser
from tests.api.test_approvals import Desk, open_desk
from tests.api.test_budgets import finished
from tests.api.test_content import ok

AGENT = "/api/agents/assistant"


async def change(owner: Browser, **fields: Any) -> dict[str, Any]:
    return await ok(owner, "PUT", AGENT, fields)


async def versions(owner: Browser) -> list[dict[str, Any]]:
    found = await ok(owner, "GET", f"{AGENT}/versions")
    return sorted(found, key=lambda one: one["version"])


async def test_a_save_that_changes_nothing_makes_no_version_and_a_stale_one_is_refused(
    sqlite_settings: Settings,
) -> None:
    async with open_desk(sqlite_settings) as desk:
        await change(desk.owner, title="Clerk")
        first = await ok(desk.owner, "GET", AGENT)
        same = await change(desk.owner, name=first["name"], systemPrompt=first["systemPrompt"])
        assert same["version"] == first["version"], "nothing was changed"
        assert len(await versions(desk.owner)) == 2

        second = await change(desk.owner, systemPrompt="Second.", expectedVersion=first["version"])
        assert second["version"] == first["version"] + 1
        late = {"systemPrompt": "Late.", "expectedVersion": first["version"]}
        assert (await desk.owner.call("PUT", AGENT, late))[0] == 409
        assert (await ok(desk.owner, "GET", AGENT))["systemPrompt"] == "Second."
        assert len(await versions(desk.owner)) == 3, "what was refused left nothing"


async def test_going_back_is_a_version_of_its_own(sqlite_settings: Settings) -> None:
    async with open_desk(sqlite_settings) as desk:
        first = await ok(desk.owner, "GET", AGENT)
        await change(desk.owner, systemPrompt="Second.", title="Clerk", note="why not")
        back = await ok(desk.owner, "POST", f"{AGENT}/rollback", {"version": first["version"]})
        assert (back["version"], back["systemPrompt"]) == (first["version"] + 2, first["systemPrompt"])
        assert back["title"] == first["title"], "a snapshot is the whole agent"
        made = await versions(desk.owner)
        assert [one["version"] for one in made] == [first["version"] + step for step in range(3)]
        assert (made[-1]["source"], made[-1]["rolledBackTo"]) == ("rollback", first["version"])
        assert made[1]["note"] == "why not", "and none is lost"
        assert (await desk.owner.call("POST", f"{AGENT}/rollback", {"version": 99}))[0] == 404


async def waiting(desk: Desk) -> dict[str, Any]:
    """Let the agent stop for a person's word about its call."""
    run = await desk.say()
    assert run["status"] == "awaiting_tool", run
    return run


async def test_a_paused_run_goes_on_under_its_own_version(sqlite_settings: Settings) -> None:
    async with open_desk(sqlite_settings, policy="always_ask") as desk:
        before = await change(desk.owner, systemPrompt="Be the FIRST clerk.")
        run = await waiting(desk)
        await change(desk.owner, systemPrompt="Be the SECOND clerk.")
        assert (await desk.decide())[0] == 200
        await finished(desk.owner, run["runId"])
        assert desk.sent == [run["runId"]]
        first, resumed = desk.driver.requests[-2:]
        for request in (first, resumed):
            told = repr(request)
            assert ("FIRST clerk" in told, "SECOND clerk" in told) == (True, False)
        assert (await ok(desk.owner, "GET", f"/api/runs/{run['runId']}"))["run"]["agentVersion"] == before[
            "version"
        ]
        await desk.say()
        assert "SECOND clerk" in repr(desk.driver.requests[-1]), "a new run has the new version"


async def test_a_disabled_agent_neither_goes_on_nor_begins(sqlite_settings: Settings) -> None:
    async with open_desk(sqlite_settings, policy="always_ask") as desk:
        body = {"message": "send it", "agent": "analyst"}
        run, *_, last = await desk.owner.lines("POST", "/api/ai/chat/workspace", body)
        assert last["status"] == "awaiting_tool", last
        await ok(desk.owner, "PUT", "/api/agents/analyst", {"enabled": False})
        await desk.decide()
        ended = await finished(desk.owner, run["runId"])
        assert desk.sent == [], "a yes counts for nothing where the agent may not work"
        assert ended["status"] == "failed", ended
        assert (await desk.owner.call("POST", "/api/ai/chat/workspace", body))[0] in (400, 403, 404, 409)
        beat = await ok(desk.owner, "POST", "/api/agents/analyst/run")
        assert (beat["status"], beat["skipReason"], beat["runId"]) == ("skipped", "disabled", None), beat
        assert (await desk.owner.call("PUT", AGENT, {"enabled": False}))[0] == 400, "somebody answers"
