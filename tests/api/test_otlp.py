"""One connected trace, in the app and in a collector: a run that delegates, uses MCP and writes content."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from pydantic import SecretStr

from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.api.studio_cast import Cast
from tests.api.test_content import make_project
from tests.api.test_mcp_servers import Scene
from tests.api.test_traces import walk
from tests.patience import LIMIT_S, until
from tests.scripted import ScriptedReply
from tests.telemetry.collector import Collector, collecting
from tests.tools.mcp.host import open_mcp

SECRET = "sk-proj-canary0123456789abcdefghijklmnop"

CAST = {
    "assistant": (
        ScriptedReply("", calls=(("delegateToAgent", {"agentSlug": "editor", "task": "Add a topic."}),)),
        ScriptedReply(
            "",
            calls=(
                (
                    "callMcpTool",
                    {"serverName": "dictionary", "toolName": "look_up", "arguments": {"query": SECRET}},
                ),
            ),
        ),
        ScriptedReply("Both done."),
    ),
    "editor": (
        ScriptedReply(
            "", calls=(("save_content", {"model": "topics", "data": {"new": {"name": "Rivers"}}}),)
        ),
        ScriptedReply("Saved."),
    ),
}


async def delegate_and_write(browser: Browser) -> str:
    """Let the assistant hand on, look up and finish; return the id of its run."""
    project = await make_project(browser)
    said = {"message": "add a topic and look a word up", "projectId": project["id"]}
    events = await browser.lines("POST", "/api/ai/chat/workspace", said)
    assert events[-1]["type"] == "done", events[-1]
    return events[0]["runId"]


def settings_for(settings: Settings, collector: Collector, **more: Any) -> Settings:
    sent = {"otlp_endpoint": collector.url, "otlp_project": "desk", **more}
    return settings.model_copy(update=sent)


async def test_a_run_that_delegates_uses_mcp_and_writes_is_one_connected_trace(
    sqlite_settings: Settings,
) -> None:
    async with collecting() as collector, open_mcp() as host:
        settings = settings_for(
            sqlite_settings,
            collector,
            allow_private_hosts=[host.place],
            otlp_headers=SecretStr("api_key=abc%3D,x-team=desk"),
        )
        driver = Cast(**CAST)
        async with serve(settings, {"scripted": driver}) as browser:
            await browser.set_up()
            scene = Scene(browser, host, driver.agents["assistant"])
            await scene.accept(await scene.connect())
            run_id = await delegate_and_write(browser)
            _, trace = await browser.call("GET", f"/api/runs/{run_id}/trace")
            shown = list(walk(trace["root"]))
            found = await _until(collector, {span["id"] for span in shown})
    assert host.called[0][0] == "look_up"

    # In the app: one tree; the editor's run hangs below the step that started it.
    assert (trace["runs"], trace["hasEnded"], trace["errors"]) == (2, True, 0)
    runs = [span for span in shown if span["kind"] == "run"]
    assert runs[1]["name"] == "editor"
    assert runs[0]["name"] not in ("", "assistant"), "the first span is called by what was asked"
    assert runs[1]["parentId"] == runs[0]["id"], "what was handed on is one span"
    assert "delegation" not in {span["kind"] for span in shown}
    kinds = {(span["kind"], span["name"]) for span in shown}
    assert {("tool", "dictionary: look_up"), ("tool", "save_content")} <= kinds
    assert {("guard", "guard"), ("git", "commit"), ("git", "end the turn")} <= kinds
    assert ("publish", "publish") not in kinds, "what another agent wrote after reading outside text waits"

    # In the collector: the same spans under the same trace, all but the root with a parent that is there.
    ours = {span["id"]: span for span in shown}
    assert {span.trace_id for span in found.values()} == {trace["traceId"]}
    assert [span.span_id for span in found.values() if not span.parent_id] == [trace["root"]["id"]]
    for span_id, span in found.items():
        assert span.parent_id == (ours[span_id]["parentId"] or "")
        assert not span.parent_id or span.parent_id in found
        assert span.start <= span.end
    models = [span for span in found.values() if span.attributes["openinference.span.kind"] == "LLM"]
    assert len(models) == 5
    assert all(span.kind == 3 and span.attributes["gen_ai.request.model"] == "scripted" for span in models)
    tool = next(span for span in found.values() if span.attributes.get("gen_ai.tool.name") == "save_content")
    assert (tool.name, tool.status) == ("execute_tool save_content", 1)
    assert collector.resources[0]["openinference.project.name"] == "desk"
    assert collector.resources[0]["service.name"] == "proofroom"
    assert (collector.headers[0]["api_key"], collector.headers[0]["x-team"]) == ("abc=", "desk")
    assert not [span for span in found.values() if "input.value" in span.attributes]


async def _until(collector: Collector, wanted: set[str]) -> dict[str, Any]:
    async with collector.arrived, asyncio.timeout(LIMIT_S):
        await collector.arrived.wait_for(lambda: wanted <= set(collector.spans))
    return {span_id: collector.spans[span_id] for span_id in wanted}


@pytest.mark.parametrize(("where", "carries"), [("everywhere", True), ("off", False)])
async def test_content_is_sent_only_if_asked_for_and_redacted(
    sqlite_settings: Settings, where: str, carries: bool
) -> None:
    async with collecting() as collector:
        driver = Cast(
            assistant=(ScriptedReply("", calls=(("get_time", {"zone": SECRET}),)), ScriptedReply("No."))
        )
        settings = settings_for(sqlite_settings, collector, trace_content=where)
        async with serve(settings, {"scripted": driver}) as browser:
            await browser.set_up()
            events = await browser.lines("POST", "/api/ai/chat/workspace", {"message": f"my key is {SECRET}"})
            _, trace = await browser.call("GET", f"/api/runs/{events[0]['runId']}/trace")
            found = await _until(collector, {span["id"] for span in walk(trace["root"])})
    sent = [span for span in found.values() if "input.value" in span.attributes]
    assert bool(sent) is carries
    assert SECRET not in repr(found)
    assert SECRET not in repr(trace)
    assert bool([span for span in walk(trace["root"]) if "input.value" in span["attributes"]]) is carries


async def test_what_a_collector_missed_is_sent_by_the_next_start(settings: Settings) -> None:
    async with collecting() as collector:
        settings = settings_for(settings, collector)
        collector.answers = [503] * 3
        async with serve(settings) as browser:
            await browser.set_up()
            await browser.lines("POST", "/api/ai/chat/workspace", {"message": "hello"})
        assert collector.headers
        collector.answers = []
        async with serve(settings) as again:
            assert len(await collector.wait_for(3)) >= 3
            before = len(collector.headers)
            ended = again.studio.clock.now() - timedelta(hours=1)

            async def all_marked() -> bool:  # a moment after it arrived
                return not await again.studio.traces.unsent(since=ended, limit=5)

            await until(all_marked)
        assert len(collector.headers) == before  # nothing is sent twice
