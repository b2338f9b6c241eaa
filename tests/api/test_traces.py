"""The trace of a run over HTTP: one tree with times, names, cost and errors."""

from collections.abc import Iterator
from typing import Any

import orjson

from tests.api.conftest import Browser


def walk(span: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield span
    for child in span["children"]:
        yield from walk(child)


async def test_a_turn_with_tools_is_one_tree_with_times_and_names(owner: Browser) -> None:
    events = await owner.lines("POST", "/api/ai/chat/workspace", {"message": "Which projects do we have?"})
    run_id = events[0]["runId"]
    status, trace = await owner.call("GET", f"/api/runs/{run_id}/trace")
    assert status == 200, trace
    assert trace["traceId"] == run_id.replace("-", "") == events[0]["traceId"]
    assert (trace["hasEnded"], trace["errors"], trace["runs"]) == (True, 0, 1)
    root = trace["root"]
    assert (root["kind"], root["parentId"], root["status"]) == ("run", None, "ok")
    assert root["attributes"]["openinference.span.kind"] == "AGENT"
    spans = list(walk(root))
    assert trace["spans"] == len(spans) == len({span["id"] for span in spans})
    (tool,) = [span for span in spans if span["kind"] == "tool"]
    (guard,) = tool["children"]
    assert (guard["kind"], guard["attributes"]["proofroom.guard.decision"]) == ("guard", "allowed")
    assert all(span["parentId"] == root["id"] for span in spans[1:] if span is not guard)
    assert tool["attributes"]["gen_ai.tool.name"] == tool["name"]
    assert "output.value" in tool["attributes"]
    models = [span for span in spans if span["kind"] == "model"]
    assert len(models) == 2
    asked = "llm.output_messages.0.message.tool_calls.0.tool_call.function.name"
    assert models[0]["attributes"][asked] == tool["name"]
    assert models[1]["attributes"]["llm.output_messages.0.message.content"]
    assert trace["outputTokens"] == sum(span["attributes"]["gen_ai.usage.output_tokens"] for span in models)
    for span in spans:
        assert 0 <= span["offsetMs"] <= root["durationMs"]
        assert span["offsetMs"] + span["durationMs"] <= root["durationMs"] + 1


async def test_content_can_be_left_out(owner: Browser) -> None:
    events = await owner.lines("POST", "/api/ai/chat/workspace", {"message": "Which projects do we have?"})
    _, trace = await owner.call("GET", f"/api/runs/{events[0]['runId']}/trace?content=false")
    assert not [span for span in walk(trace["root"]) if "input.value" in span["attributes"]]
    assert not [span for span in walk(trace["root"]) if "output.value" in span["attributes"]]


async def test_a_trace_of_nobody_s_run_is_not_found(owner: Browser) -> None:
    status, answer = await owner.call("GET", "/api/runs/019a0000-0000-7000-8000-000000000000/trace")
    assert (status, answer["error"]["code"]) == (404, "not_found")


async def test_every_event_names_its_trace_live_and_read_again_at_every_door(owner: Browser) -> None:
    asked = {"message": "Ask the editor to tell me what time it is"}
    live = await owner.lines("POST", "/api/ai/chat/workspace", asked)
    run_id, child_id = live[0]["runId"], next(each["runId"] for each in live if each["type"] == "delegated")
    again = await owner.lines("GET", f"/api/runs/{run_id}/events")
    _, framed = await owner.call("GET", f"/api/runs/{run_id}/events", Accept="text/event-stream")
    _, export = await owner.call("GET", f"/api/runs/{run_id}/export")
    doors = [
        live,
        again,
        [orjson.loads(part.partition(b"data: ")[2]) for part in framed.split(b"\n\n") if part],
        export["events"],
        await owner.lines("GET", f"/api/runs/{child_id}/events"),  # a run it started is in the same trace
    ]
    for events in doors:
        assert {event["traceId"] for event in events} == {run_id.replace("-", "")}
    assert again == export["events"]
    assert doors[2] == again
