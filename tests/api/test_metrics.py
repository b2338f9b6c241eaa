"""Numbers over HTTP: for Prometheus and for the app, and for nobody who should not see them."""

import re

from pydantic import SecretStr

from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve

SAMPLE = re.compile(r'proofroom_[a-z_]+(\{([a-z]+="([^"\\]|\\.)*",?)*\})? -?[0-9.e+-]+')


async def test_a_turn_is_counted_by_route_model_tool_and_run(owner: Browser) -> None:
    await owner.lines("POST", "/api/ai/chat/workspace", {"message": "Which projects do we have?"})
    await owner.call("GET", "/api/runs/nothing")
    status, found = await owner.call("GET", "/api/metrics")
    assert status == 200, found
    routes = {route["name"]: route for route in found["routes"]}
    assert routes["POST /api/ai/chat/{scope}"]["count"] == 1
    assert (routes["GET /api/runs/{run_id}"]["count"], routes["GET /api/runs/{run_id}"]["failed"]) == (1, 1)
    (model,) = found["models"]
    assert (model["count"], model["failed"]) == (2, 0)
    assert 0 < model["p50Ms"] <= model["p95Ms"] <= model["p99Ms"]
    (tool,) = found["tools"]
    assert tool["count"] == 1
    assert [run["count"] for run in found["runs"]] == [1]
    assert {"category": "ARTIFACT_NOT_FOUND", "code": "not_found", "count": 1} in found["errors"]


async def test_an_outside_system_that_fails_is_seen_in_the_figures_and_by_the_doctor(owner: Browser) -> None:
    breaker = owner.studio.mcp.breaker
    _, found = await owner.call("GET", "/api/doctor")
    assert [check["state"] for check in found["checks"] if check["code"] == "breakers"] == ["ok"]
    for _ in range(5):
        breaker.fail(breaker.admit("Archive"))
    _, found = await owner.call("GET", "/api/metrics")
    assert [(each["key"], each["state"], each["failures"]) for each in found["breakers"]] == [
        ("Archive", "open", 5)
    ]
    _, raw = await owner.call("GET", "/metrics")
    assert 'proofroom_breaker_state{key="Archive"} 2' in raw.decode()
    _, found = await owner.call("GET", "/api/doctor")
    (check,) = [check for check in found["checks"] if check["code"] == "breakers"]
    assert (check["state"], check["nextAction"] != "") == ("warning", True)
    assert "Archive is left alone" in check["detail"]


async def test_a_queue_has_its_percentiles(owner: Browser) -> None:
    for seconds in (0.2, 0.4, 8.0):
        owner.studio.metrics.time("queue_wait_seconds", ("nightly",), seconds)
    _, found = await owner.call("GET", "/api/metrics")
    (queue,) = found["queues"]
    assert (queue["name"], queue["waiting"], queue["wait"]["count"]) == ("nightly", 0, 3)
    assert 300 < queue["wait"]["p50Ms"] < 500 < 7_000 < queue["wait"]["p99Ms"] < 9_500


async def test_prometheus_reads_it(owner: Browser) -> None:
    await owner.lines("POST", "/api/ai/chat/workspace", {"message": "hello"})
    status, raw = await owner.call("GET", "/metrics")
    assert status == 200
    lines = raw.decode().splitlines()
    samples = [line for line in lines if not line.startswith("#")]
    assert all(SAMPLE.fullmatch(line) for line in samples), [x for x in samples if not SAMPLE.fullmatch(x)]
    assert any(line.startswith("proofroom_model_calls_total{") for line in samples)
    assert any('direction="output"' in line for line in samples)
    family = [line for line in samples if line.startswith("proofroom_run_seconds_bucket")]
    counts = [int(line.rpartition(" ")[2]) for line in family]
    assert counts == sorted(counts)
    assert counts[-1] == 1
    assert 'le="+Inf"' in family[-1]


async def test_a_stranger_may_not_read_it_unless_the_settings_say_so(sqlite_settings: Settings) -> None:
    token = {"metrics_token": SecretStr("scrape-me")}
    async with serve(sqlite_settings.model_copy(update=token)) as browser:
        assert (await browser.call("GET", "/metrics"))[0] == 401
        assert (await browser.call("GET", "/metrics", Authorization="Bearer wrong"))[0] == 401
        assert (await browser.call("GET", "/metrics", Authorization="Bearer scrape-me"))[0] == 200
        assert (await browser.call("GET", "/api/metrics", Authorization="Bearer scrape-me"))[0] == 401
    async with serve(sqlite_settings.model_copy(update={"metrics_open": True})) as browser:
        assert (await browser.call("GET", "/metrics"))[0] == 200
        assert (await browser.call("GET", "/api/metrics"))[0] == 401
