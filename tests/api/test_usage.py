"""Usage over HTTP: reports in the viewer's days, own and everybody's, the file, the older audit, runs."""

import csv
import io
import json
from collections.abc import AsyncGenerator

import pytest

from proofroom.agents import Roster
from proofroom.kernel.ids import PersonId
from proofroom.kernel.settings import Settings
from proofroom.providers.types import TokenUsage
from proofroom.runtime import Asker
from tests.api.conftest import Browser, serve
from tests.scripted import ScriptedDriver, ScriptedReply

USAGE = TokenUsage(input=20, cache_read=10, cache_write=5, output=8, reasoning=3, cost_micros=2_500)
CHAT = "/api/ai/chat/workspace"


@pytest.fixture
async def owner(sqlite_settings: Settings) -> AsyncGenerator[Browser]:
    driver = ScriptedDriver(ScriptedReply("Hello.", usage=USAGE))
    async with serve(sqlite_settings, {"scripted": driver}) as browser:
        await browser.set_up()
        yield browser


async def test_a_turn_is_in_every_report_of_it(owner: Browser) -> None:
    events = await owner.lines("POST", CHAT, {"message": "hi"})
    status, report = await owner.call("GET", "/api/usage?tz=Pacific/Auckland")
    assert (status, report["timeZone"]) == (200, "Pacific/Auckland")
    assert report["totals"]["costMicros"] == 2_500
    assert report["totals"]["tokens"] == 43
    assert [(row["label"], row["calls"]) for row in report["byPerson"]] == [("Owner", 1)]
    assert [row["key"] for row in report["byModel"]] == ["scripted/scripted"]
    assert len(report["byDay"]) == 30
    assert report["byDay"][-1]["costMicros"] == 2_500
    (stack,) = report["stacks"]
    assert (stack["day"], stack["key"]) == (report["byDay"][-1]["key"], "assistant")

    _, page = await owner.call("GET", "/api/runs")
    (run,) = page["runs"]
    assert (run["tokens"], run["costMicros"], run["unpriced"], run["personName"]) == (43, 2_500, 0, "Owner")
    _, detail = await owner.call("GET", f"/api/runs/{run['id']}")
    assert detail["run"]["costMicros"] == 2_500
    _, talk = await owner.call("GET", f"/api/conversations/{events[0]['conversationId']}")
    assert talk["conversation"]["costMicros"] == 2_500
    _, talks = await owner.call("GET", "/api/conversations")
    assert talks[0]["costMicros"] == 2_500


async def test_the_file_has_a_line_per_call(owner: Browser) -> None:
    for _ in range(2):
        await owner.lines("POST", CHAT, {"message": "hi"})
    status, raw = await owner.call("GET", "/api/usage/export")
    rows = list(csv.DictReader(io.StringIO(raw.decode())))
    assert (status, len(rows)) == (200, 2)
    assert (rows[0]["cost_micros"], rows[0]["cache_read_tokens"], rows[0]["agent"]) == (
        "2500",
        "10",
        "assistant",
    )
    _, raw = await owner.call("GET", "/api/usage/export?format=jsonl")
    assert [json.loads(line)["cost_micros"] for line in raw.decode().splitlines()] == [2_500, 2_500]
    _, empty = await owner.call("GET", "/api/usage/export?since=2020-01-01&until=2020-02-01")
    assert len(empty.splitlines()) == 1


async def test_the_older_audit_counts_conversations(owner: Browser) -> None:
    await owner.lines("POST", CHAT, {"message": "hi"})
    for path in ("/api/ai/audit?tz=Nowhere/Land", "/admin/api/ai/audit"):
        status, found = await owner.call("GET", path)
        assert status == 200
        row = {"promptTokens": 20, "completionTokens": 8, "costUsd": 0.0025, "chatCount": 1}
        row |= {"cacheReadTokens": 10, "cacheCreationTokens": 5}
        assert found["totals"] == row
        assert found["byUser"][0] == row | {"userId": found["byUser"][0]["userId"], "label": "Owner"}
        assert found["byScope"] == [row | {"scope": "workspace"}]
        assert found["byModel"] == [row | {"providerId": "scripted", "modelId": "scripted"}]
        assert found["byDay"][-1] == row | {"day": found["byDay"][-1]["day"]}
    status, _ = await owner.call("GET", "/api/ai/audit?since=yesterday")
    assert status == 400


async def test_a_key_that_reads_does_not_see_what_others_used(owner: Browser) -> None:
    await owner.lines("POST", CHAT, {"message": "hi"})
    made = await owner.studio.access.keys.create(await owner.studio.operator(), "Reader", role="viewer")
    owner.http.cookie_jar.clear()
    headers = {"Authorization": f"Bearer {made.secret}"}
    assert (await owner.call("GET", "/api/usage", **headers))[0] == 403
    assert (await owner.call("GET", "/api/ai/audit", **headers))[0] == 403


async def test_what_cannot_be_read_is_named(owner: Browser) -> None:
    for query, field in (("tz=Mars", "zone"), ("since=x", "field"), ("since=1990-01-01", "field")):
        status, told = await owner.call("GET", f"/api/usage?{query}")
        assert (status, field in told["error"]["context"]) == (400, True), told


async def test_an_agent_can_look_at_the_usage(owner: Browser) -> None:
    await owner.lines("POST", CHAT, {"message": "hi"})
    studio = owner.studio
    _, session = await owner.call("GET", "/api/session")
    profile = await studio.get(Roster).profile(studio.workspace_id, "assistant", None)
    assert "getUsageStats" in profile.tools.custom
    who = Asker(studio.workspace_id, PersonId(session["person"]["id"]))
    called = await studio.direct.use(who, None, "getUsageStats", {"groupBy": "model"})
    assert called.output.data["totals"]["costMicros"] == 2_500
    assert called.output.data["groups"][0]["model"] == "scripted/scripted"
    assert called.output.data["totals"]["cacheHitPercent"] == 29
