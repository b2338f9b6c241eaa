"""Putting a trace together: waiting, refusals, several calls, children, forks."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from proofroom.durable import Run, Step
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.trace import read_traceparent, trace_id_of
from proofroom.telemetry import UsageRecord
from proofroom.telemetry.trace.build import build_trace
from proofroom.telemetry.trace.names import CONTENT_LIMIT

NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
ROOT = RunId("019a0000-0000-7000-8000-000000000001")
CHILD = RunId("019a0000-0000-7000-8000-000000000002")
SPACE = WorkspaceId("019a0000-0000-7000-8000-0000000000ff")


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def a_run(run_id: RunId = ROOT, **changes: Any) -> Run:
    made = Run(
        **dict.fromkeys(Run.__dataclass_fields__),  # type: ignore[arg-type]
    )
    facts = {
        "id": run_id,
        "workspace_id": SPACE,
        "workflow": "turn",
        "agent": "assistant",
        "agent_version": 1,
        "source": "chat",
        "root_id": ROOT,
        "title": "",
        "input": {},
        "status": "completed",
        "created_at": at(0),
        "started_at": at(0),
        "ended_at": at(10),
        "last_number": 0,
    }
    return replace(made, **{**facts, **changes})


def a_step(key: str, kind: str, begun: float, ended: float | None, run_id: RunId = ROOT, **more: Any) -> Step:
    facts: dict[str, Any] = {"status": "finished" if ended is not None else "running", "attempt": 1}
    facts |= {"input": None, "result": None, "error": None, "name": kind, **more}
    ended_at = at(ended) if ended is not None else None
    return Step(run_id, key, 1, kind=kind, started_at=at(begun), ended_at=ended_at, **facts)  # type: ignore[arg-type]


def a_call(step: str, number: int, status: str, cost: int | None, ms: int = 1_000) -> UsageRecord:
    return UsageRecord(
        id=f"u{number}",
        workspace_id=SPACE,
        run_id=ROOT,
        step=step,
        attempt=1,
        agent="assistant",
        source="chat",
        scope="workspace",
        kind="model",
        provider="anthropic",
        model=f"model-{number}",
        status=status,  # type: ignore[arg-type]
        created_at=NOON,
        call_number=number,
        input_tokens=10,
        cache_read_tokens=5,
        output_tokens=2,
        cost_micros=cost,
        duration_ms=ms,
    )


def test_a_question_to_a_person_lasts_until_it_is_answered() -> None:
    steps = [a_step("001.pause", "guard", 1, 1.1), a_step("001.tool.00", "tool", 8, 9)]
    trace = build_trace(ROOT, [a_run()], steps, [], with_content=False)
    asked = trace.root.children[0]
    assert (asked.ended_at, asked.status) == (at(8), "ok")
    waiting = a_run(status="awaiting_tool", ended_at=None)
    trace = build_trace(ROOT, [waiting], steps[:1], [], with_content=False)
    assert (trace.root.status, trace.root.children[0].status) == ("waiting", "running")
    assert trace.root.children[0].ended_at is None


def test_a_refused_call_is_an_error_in_the_trace() -> None:
    error = {"code": "invalid_status", "message": "Not now."}
    steps = [a_step("001.tool.00", "tool", 1, 2, result={"output": {"ok": False, "error": error}})]
    (span,) = build_trace(ROOT, [a_run()], steps, [], with_content=False).root.children
    assert (span.status, span.error, span.attributes["error.type"]) == ("failed", error, "invalid_status")
    stopped = a_step("002.model", "model", 2, 3, status="failed", error={"code": "cancelled", "message": ""})
    (span,) = build_trace(ROOT, [a_run()], [stopped], [], with_content=False).root.children
    assert span.status == "cancelled"


def test_what_a_step_timed_inside_of_itself_is_shown_below_it() -> None:
    parts = [
        {"kind": "guard", "name": "guard", "afterMs": 1.0, "ms": 0.5, "decision": "allowed"},
        {
            "kind": "git",
            "name": "commit",
            "afterMs": 2.0,
            "ms": 8.0,
            "branch": "cr/x",
            "commit": "abc",
            "files": 2,
        },
    ]
    step = a_step("001.tool.00", "tool", 1, 2, result={"output": {"ok": True}, "parts": parts})
    tool = build_trace(ROOT, [a_run()], [step], [], with_content=False).root.children[0]
    guard, commit = tool.children
    assert guard.attributes["openinference.span.kind"] == "GUARDRAIL"
    assert commit.attributes["proofroom.git.commit"] == "abc"
    assert commit.started_at == at(1.002)
    assert commit.ended_at == at(1.01)
    refused = a_step("001.tool.01", "tool", 2, 3, result={"parts": [parts[0] | {"decision": "refused"}]})
    (barred,) = build_trace(ROOT, [a_run()], [refused], [], with_content=False).root.children[0].children
    assert (guard.status, barred.status) == ("ok", "failed")


def test_several_calls_of_a_step_are_shown_one_by_one_and_counted_once() -> None:
    calls = [a_call("001.model", 1, "failed", None), a_call("001.model", 2, "ok", 7)]
    steps = [a_step("001.model", "model", 1, 3.5, result={"model": "anthropic:model-2", "stop": "end"})]
    (span,) = build_trace(ROOT, [a_run()], steps, calls, with_content=False).root.children
    assert (span.cost_micros, span.attributes["gen_ai.usage.input_tokens"]) == (7, 30)
    assert span.attributes["gen_ai.request.model"] == "model-2"
    first, second = span.children
    assert (first.status, second.status) == ("failed", "ok")
    assert (first.ended_at, second.started_at, second.ended_at) == (at(2), at(2), at(3))
    assert first.is_part
    assert second.is_part


def test_a_child_hangs_below_the_step_that_started_it_and_stretches_it() -> None:
    child = a_run(CHILD, agent="editor", parent_id=ROOT, parent_step="001.tool.00.start", started_at=at(2))
    steps = [a_step("001.tool.00.start", "delegation", 1, 1.5), a_step("000.begin", "other", 2, 3, CHILD)]
    trace = build_trace(ROOT, [a_run(), replace(child, ended_at=at(6))], steps, [], with_content=False)
    (handed,) = trace.root.children
    assert (handed.run_id, handed.kind, handed.name) == (CHILD, "run", "editor"), (
        "one thing handed on, one span"
    )
    assert (handed.started_at, handed.ended_at) == (at(1), at(6))
    assert [span.step for span in handed.children] == ["000.begin"]
    assert trace.span_of(CHILD).parent_id == trace.root.id
    gone = build_trace(ROOT, [a_run(), child], [], [], with_content=False)
    assert [span.run_id for span in gone.root.children] == [CHILD]  # its step was removed by retention
    alone = build_trace(CHILD, [child], [], [], with_content=False)
    assert alone.trace_id == trace.trace_id


def test_a_fork_shows_only_what_it_did_itself() -> None:
    fork = a_run(forked_from=CHILD, created_at=at(5), started_at=at(5))
    steps = [a_step("000.begin", "other", 1, 2), a_step("001.model", "model", 6, 7)]
    trace = build_trace(ROOT, [fork], steps, [], with_content=False)
    assert [span.step for span in trace.root.children] == ["001.model"]


def test_content_is_redacted_cut_and_spelled_as_messages() -> None:
    blocks = [
        {"kind": "text", "text": "x" * (CONTENT_LIMIT + 5)},
        {"kind": "toolCall", "toolCallId": "c1", "toolName": "get", "input": {"api_key": "hush", "q": "a"}},
    ]
    steps = [
        a_step("001.model", "model", 1, 2, result={"blocks": blocks, "model": "m", "stop": "tool_calls"})
    ]
    (span,) = build_trace(ROOT, [a_run()], steps, [], with_content=True).root.children
    message = "llm.output_messages.0.message."
    assert len(str(span.attributes[f"{message}content"])) == CONTENT_LIMIT + 1
    arguments = span.attributes[f"{message}tool_calls.0.tool_call.function.arguments"]
    assert arguments == '{"api_key":"[redacted]","q":"a"}'
    assert "hush" not in repr(span)


def test_trace_ids_are_those_of_w3c() -> None:
    assert trace_id_of(ROOT) == "019a000000007000800000000000" + "0001"
    assert len(trace_id_of("not an id")) == 32
    assert read_traceparent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01") == (
        "4bf92f3577b34da6a3ce929d0e0e4736"
    )
    assert read_traceparent(f"00-{'0' * 32}-00f067aa0ba902b7-01") is None
    assert read_traceparent("4bf92f") is None
