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
