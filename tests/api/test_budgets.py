"""Budgets through HTTP: set, stand, stop a run into the inbox, go on after a raise; the gateway obeys too."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from proofroom.kernel.settings import Settings
from proofroom.providers.types import ModelInfo, TokenUsage
from tests.api.conftest import Browser, serve
from tests.patience import until
from tests.scripted import ScriptedDriver, ScriptedReply

CHAT = "/api/ai/chat/workspace"
DAY = {"scopeKind": "workspace", "period": "day"}


class Priced(ScriptedDriver):
    """A model at a dollar per million tokens both ways, with answers of at most 100,000."""

    async def models(self) -> list[ModelInfo]:
        dollar: dict[str, Any] = {"input_micros_per_mtok": 1_000_000, "output_micros_per_mtok": 1_000_000}
        return [ModelInfo("scripted", "scripted", context_window=8_000, max_output=100_000, **dollar)]


@pytest.fixture
async def owner(sqlite_settings: Settings) -> AsyncGenerator[Browser]:
    driver = Priced(ScriptedReply("Hello.", usage=TokenUsage(input=1_000, output=1_000)))
    async with serve(sqlite_settings, {"scripted": driver}) as browser:
        await browser.set_up()
        yield browser


async def add(owner: Browser, limit: int, **fields: Any) -> dict[str, Any]:
    status, made = await owner.call("POST", "/api/budgets", DAY | {"limitMicros": limit} | fields)
    assert status == 201, made
    return made


async def stopped(owner: Browser) -> tuple[str, dict[str, Any]]:
    """Send a message that does not fit; return its run and what stands in the inbox."""
    events = await owner.lines("POST", CHAT, {"message": "hi"})
    assert (events[-1]["type"], events[-1]["status"]) == ("done", "waiting_human")
    _, items = await owner.call("GET", "/api/inbox")
    (item,) = [each for each in items if each["kind"] == "budget" and each["isWaiting"]]
    return events[0]["runId"], item


async def finished(owner: Browser, run_id: str) -> dict[str, Any]:
    async def ended() -> dict[str, Any] | None:
        _, found = await owner.call("GET", f"/api/runs/{run_id}")
        return found["run"] if found["run"]["endedAt"] else None

    return await until(ended)


async def standing(owner: Browser) -> dict[str, Any]:
    _, found = await owner.call("GET", "/api/budgets")
    return found["budgets"][0]["standing"]


async def test_a_hard_stop_waits_in_the_inbox_and_goes_on_after_a_raise(owner: Browser) -> None:
    made = await add(owner, 1_000)
    run_id, item = await stopped(owner)
    assert item["runId"] == run_id
    assert item["title"].startswith("The daily budget of the workspace has $0.001 of $0.001 left;")
    _, stop = await owner.call("GET", f"/api/budgets/stops/{item['id']}")
    assert (stop["status"], stop["leftMicros"], stop["limitMicros"]) == ("waiting", 1_000, 1_000)
    assert 4_096 < stop["neededMicros"] < 100_000
    assert (await owner.call("GET", f"/api/budgets/{made['id']}"))[1]["waitingRuns"] == 1
    status, told = await owner.call(
        "POST", f"/api/budgets/stops/{item['id']}/decision", {"decision": "raise"}
    )
    assert (status, told["error"]["context"]["field"]) == (400, "limitMicros")
    raised = {"decision": "raise", "limitMicros": 500_000}
    for _ in range(2):  # the same again changes nothing
        status, decided = await owner.call("POST", f"/api/budgets/stops/{item['id']}/decision", raised)
        assert (status, decided["status"]) == (200, "raised")
    run = await finished(owner, run_id)
    assert (run["status"], run["costMicros"]) == ("completed", 2_000)
    found = await standing(owner)
    assert (found["spentMicros"], found["reservedMicros"], found["leftMicros"]) == (2_000, 0, 498_000)
    refused = {"decision": "decline"}
    assert (await owner.call("POST", f"/api/budgets/stops/{item['id']}/decision", refused))[0] == 409
    events = await owner.lines("GET", f"/api/runs/{run_id}/events")
    (notice,) = [event for event in events if event["type"] == "budget"]
    assert (notice["state"], notice["stopId"]) == ("stopped", item["id"])
    assert not [event for event in events if event["type"] == "stepRestarted"]


async def test_more_for_today_only_leaves_the_budget_as_it_is(owner: Browser) -> None:
    await add(owner, 1_000)
    run_id, item = await stopped(owner)
    more = {"decision": "raise", "extraMicros": 300_000}
    await owner.call("POST", f"/api/budgets/stops/{item['id']}/decision", more)
    assert (await finished(owner, run_id))["status"] == "completed"
    _, found = await owner.call("GET", "/api/budgets")
    (shown,) = found["budgets"]
    assert (shown["limitMicros"], shown["standing"]["limitMicros"]) == (1_000, 301_000)


async def test_a_person_can_let_the_run_end(owner: Browser) -> None:
    await add(owner, 1_000)
    run_id, item = await stopped(owner)
    status, _ = await owner.call("POST", f"/api/budgets/stops/{item['id']}/decision", {"decision": "decline"})
    run = await finished(owner, run_id)
    assert (status, run["status"], run["error"]["code"]) == (200, "failed", "budget_exceeded")
    _, again = await owner.call("GET", f"/api/conversations/{run['conversationId']}")
    assert again["conversation"]["activeRunId"] is None


async def test_trying_again_stops_again_and_changing_the_budget_sets_free(owner: Browser) -> None:
    made = await add(owner, 1_000)
    run_id, item = await stopped(owner)
    await owner.call("POST", f"/api/budgets/stops/{item['id']}/decision", {"decision": "resume"})

    async def is_at_rest_again() -> bool:
        _, waiting = await owner.call("GET", "/api/budgets/stops?status=waiting")
        _, found = await owner.call("GET", f"/api/runs/{run_id}")
        return len(waiting) == 1 and found["run"]["status"] == "waiting_human"

    await until(is_at_rest_again)
    status, changed = await owner.call("PUT", f"/api/budgets/{made['id']}", {"mode": "soft"})
    assert (status, changed["mode"]) == (200, "soft")
    assert (await finished(owner, run_id))["status"] == "completed"
    assert {stop["status"] for stop in (await owner.call("GET", "/api/budgets/stops"))[1]} == {
        "resumed",
        "raised",
    }


async def test_stopping_the_run_takes_it_out_of_the_inbox(owner: Browser) -> None:
    await add(owner, 1_000)
    run_id, item = await stopped(owner)
    await owner.call("POST", f"/api/runs/{run_id}/stop")
    assert (await owner.call("GET", f"/api/budgets/stops/{item['id']}"))[1]["status"] == "cancelled"
    assert (await finished(owner, run_id))["status"] == "cancelled"


async def test_budgets_are_made_changed_and_deleted(owner: Browser) -> None:
    agent = await add(owner, 1_000, scopeKind="agent", scopeId="assistant", period="month")
    assert (agent["scopeLabel"], agent["mode"], agent["warnPercent"]) == ("assistant", "hard", 80)
    assert agent["standing"]["state"] == "ok"
    run = await add(owner, 1_000, scopeKind="run", period="total")
    assert run["standing"] is None
    assert (await owner.call("POST", "/api/budgets", DAY | {"limitMicros": 5}))[0] == 201
    assert (await owner.call("POST", "/api/budgets", DAY | {"limitMicros": 5}))[0] == 409
    for wrong in (
        {"scopeKind": "agent", "scopeId": "nobody"},
        {"scopeKind": "project", "scopeId": "nothing"},
        {"scopeKind": "person", "scopeId": "nobody"},
        {"scopeKind": "agent"},
        {"scopeId": "assistant"},
        {"scopeKind": "run", "period": "day"},
        {"limitMicros": -1},
    ):
        status, told = await owner.call("POST", "/api/budgets", DAY | {"limitMicros": 1} | wrong)
        assert status in (400, 404), (wrong, told)
    _, changed = await owner.call("PUT", f"/api/budgets/{agent['id']}", {"limitMicros": 7, "warnPercent": 50})
    assert (changed["limitMicros"], changed["warnPercent"]) == (7, 50)
    assert (await owner.call("DELETE", f"/api/budgets/{agent['id']}"))[0] == 200
    assert (await owner.call("GET", f"/api/budgets/{agent['id']}"))[0] == 404
    _, log = await owner.call("GET", "/api/audit?action=budget.")
    entries = [entry["action"] for entry in log["entries"]]
    assert entries == ["budget.delete", "budget.update", *["budget.create"] * 3]


async def test_the_workspace_has_a_time_zone(owner: Browser) -> None:
    await add(owner, 5)
    assert (await owner.call("PUT", "/api/budgets/time-zone", {"timeZone": "Mars"}))[0] == 400
    assert (await owner.call("PUT", "/api/budgets/time-zone", {"timeZone": "Pacific/Auckland"}))[0] == 200
    _, found = await owner.call("GET", "/api/budgets")
    assert found["timeZone"] == "Pacific/Auckland"
    assert found["budgets"][0]["standing"]["since"][11:16] in ("11:00", "12:00")


async def test_the_gateway_obeys_budgets_and_says_so_in_its_own_words(owner: Browser) -> None:
    made = await add(owner, 150_000)
    key = await owner.studio.access.keys.create(await owner.studio.operator(), "Crew", role="viewer")
    headers = {"Authorization": f"Bearer {key.secret}"}
    body = {"model": "scripted", "messages": [{"role": "user", "content": "hi"}]}
    status, _ = await owner.call("POST", "/v1/chat/completions", body, **headers)
    assert status == 200
    assert (await standing(owner))["spentMicros"] == 2_000
    await owner.call("PUT", f"/api/budgets/{made['id']}", {"limitMicros": 5_000})
    for more in ({}, {"stream": True}):
        status, told = await owner.call("POST", "/v1/chat/completions", body | more, **headers)
        assert (status, told["error"]["type"]) == (402, "insufficient_quota"), told
        assert told["error"]["code"] == "budget_exceeded"
        assert "daily budget of the workspace" in told["error"]["message"]
    status, _ = await owner.call("POST", "/v1/chat/completions", body | {"max_tokens": 50}, **headers)
    assert status == 200
    assert (await standing(owner))["spentMicros"] == 4_000
    _, report = await owner.call("GET", "/api/usage?source=gateway")
    assert (report["totals"]["calls"], report["totals"]["costMicros"]) == (2, 4_000)
    _, items = await owner.call("GET", "/api/inbox")
    assert items == []


async def test_a_viewer_sees_their_own_budget_only(owner: Browser) -> None:
    await add(owner, 5)
    key = await owner.studio.access.keys.create(await owner.studio.operator(), "Reader", role="viewer")
    owner.http.cookie_jar.clear()
    headers = {"Authorization": f"Bearer {key.secret}"}
    assert (await owner.call("GET", "/api/budgets", **headers))[1]["budgets"] == []
    assert (await owner.call("POST", "/api/budgets", DAY | {"limitMicros": 1}, **headers))[0] == 403
    assert (await owner.call("GET", "/api/budgets/stops", **headers)) == (200, [])


async def test_a_beat_is_left_out_while_the_agents_own_budget_is_spent(owner: Browser) -> None:
    await owner.lines("POST", CHAT, {"message": "hi", "agent": "analyst"})
    await owner.call("POST", "/api/tasks", {"title": "Look at it", "agent": "analyst"})
    made = await add(owner, 1_500, scopeKind="agent", scopeId="analyst")
    assert (await standing(owner))["state"] == "reached"
    _, beat = await owner.call("POST", "/api/agents/analyst/run")
    assert (beat["status"], beat["skipReason"]) == ("skipped", "budget")
    _, kept = await owner.call("GET", "/api/heartbeats/beats?agent=analyst")
    assert [one["skipReason"] for one in kept] == ["budget"]
    await owner.call("DELETE", f"/api/budgets/{made['id']}")
    _, beat = await owner.call("POST", "/api/agents/analyst/run")
    assert beat["status"] == "running"
    await finished(owner, beat["runId"])
