import json
from typing import Any

import pytest

from proofroom.kernel.blocks import (
    ImageBlock,
    Message,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
    ToolResultBlock,
    user,
)
from proofroom.kernel.errors import ProviderFailed, ProviderRateLimited
from proofroom.providers.frames import open_frames
from proofroom.providers.openrouter import OpenRouter
from proofroom.providers.profiles import profile_for
from proofroom.providers.protocol import Credential
from proofroom.providers.replay import Ear, rounds
from proofroom.providers.responses import Responses
from proofroom.providers.responses.dialect import DEEPSEEK, OPENAI
from proofroom.providers.types import ModelRequest, ToolChoice, ToolDef
from tests.providers.reading import RECORDINGS, begin, read, with_recordings
from tests.providers.strict import check_responses

ADAPTER = Responses(OPENAI)
KEY = Credential("openai", key="sk-secret-12345678")
CLOSED = {
    "type": "object",
    "properties": {"id": {"type": "string"}},
    "required": ["id"],
    "additionalProperties": False,
}
TOOLS = [ToolDef("get_entry", "Reads.", CLOSED), ToolDef("save_entry", "Writes.", {})]


def build(request: ModelRequest, adapter: Responses = ADAPTER, **options: Any) -> dict[str, Any]:
    call = adapter.build(request, KEY, profile_for(adapter.name, request.model), **options)
    body = json.loads(call.body)
    check_responses(body)
    return body


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": f"response.{kind}", **fields}


def completed(status: str = "completed", **fields: Any) -> dict[str, Any]:
    response = {"status": status, "model": "gpt-5.5-2026-04-23", "output": [], "usage": {}, **fields}
    return event(status if status != "cancelled" else "failed", response=response)


def test_nothing_is_stored_and_sealed_reasoning_is_asked_for():
    call = ADAPTER.build(
        ModelRequest(
            "gpt-5.5", [user("hi")], "stable", "moving", TOOLS, cache_key="site:v3", max_output_tokens=9
        ),
        KEY,
        profile_for("openai", "gpt-5.5"),
    )
    body = json.loads(call.body)
    check_responses(body)
    assert call.url == "https://api.openai.com/v1/responses"
    assert call.headers["authorization"] == "Bearer sk-secret-12345678"
    assert body["instructions"] == "stable\n\nmoving"
    assert (body["store"], body["include"]) == (False, ["reasoning.encrypted_content"])
    assert (body["prompt_cache_key"], body["max_output_tokens"]) == ("site:v3", 9)
    assert body["stream_options"] == {"include_obfuscation": False}


@pytest.mark.parametrize(
    ("model", "thinking", "reasoning", "takes_temperature"),
    [
        ("gpt-5.5", "medium", {"effort": "medium", "summary": "auto"}, False),
        ("gpt-5.5", "off", {"effort": "low"}, False),
        ("gpt-5.2", "off", None, True),
        ("gpt-5.2", "high", {"effort": "high", "summary": "auto"}, False),
        ("gpt-5", "off", {"effort": "minimal"}, False),
        ("o3", "low", {"effort": "low", "summary": "auto"}, False),
        ("gpt-4o", "high", None, True),
    ],
)
def test_reasoning_and_sampling_go_as_the_model_takes_them(model, thinking, reasoning, takes_temperature):
    body = build(ModelRequest(model, [user("hi")], thinking=thinking, temperature=0.2))
    assert body.get("reasoning") == reasoning
    assert ("temperature" in body) is takes_temperature
    assert ("include" in body) is (model != "gpt-4o")


def test_strict_is_always_said_and_only_true_when_it_fits():
    tools = [
        ToolDef("a", "d", CLOSED, strict=True),
        ToolDef("b", "d", {"type": "object", "properties": {"x": {"type": "string"}}}, strict=True),
        ToolDef("c", "d", CLOSED),
    ]
    assert [tool["strict"] for tool in build(ModelRequest("gpt-4o", [user("hi")], tools=tools))["tools"]] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (ToolChoice(), "auto"),
        (ToolChoice("none"), "none"),
        (ToolChoice("required"), "required"),
        (ToolChoice("required", ("get_entry",)), {"type": "function", "name": "get_entry"}),
        (
            ToolChoice("required", ("get_entry", "save_entry")),
            {
                "type": "allowed_tools",
                "mode": "required",
                "tools": [
                    {"type": "function", "name": "get_entry"},
                    {"type": "function", "name": "save_entry"},
                ],
            },
        ),
    ],
)
def test_tool_choices_keep_the_list_of_tools_whole(choice, expected):
    body = build(ModelRequest("gpt-4o", [user("hi")], tools=TOOLS, tool_choice=choice))
    assert (body["tool_choice"], len(body["tools"])) == (expected, 2)


def test_explicit_breakpoints_on_models_that_take_them():
    body = build(ModelRequest("gpt-5.6", [user("hi")], "stable", "moving"))
    assert body["input"][0] == {
        "role": "developer",
        "content": [
            {"type": "input_text", "text": "stable", "prompt_cache_breakpoint": {"mode": "explicit"}},
            {"type": "input_text", "text": "moving"},
        ],
    }
    assert "instructions" not in body


def test_images_in_results_go_natively_and_errors_into_the_text():
    said = [
        user("hi"),
        Message("assistant", [ToolCallBlock("call_1", "get_entry", {"id": "a"})]),
        Message(
            "tool", [ToolResultBlock("call_1", "get_entry", False, "no", [ImageBlock("image/png", "aaaa")])]
        ),
    ]
    items = build(ModelRequest("gpt-4o", said, tools=TOOLS))["input"]
    assert items[1] == {
        "type": "function_call",
        "call_id": "call_1",
        "name": "get_entry",
        "arguments": '{"id":"a"}',
    }
    assert items[2]["output"] == [
        {"type": "input_text", "text": "Error: no"},
        {"type": "input_image", "image_url": "data:image/png;base64,aaaa", "detail": "auto"},
    ]


def test_calls_of_a_turn_stand_together_and_reasoning_stays_with_what_it_led_to():
    def thought(n: int) -> ThinkingBlock:
        return ThinkingBlock(
            "", {"type": "reasoning", "id": f"rs_{n}", "encrypted_content": "x"}, "openai", "gpt-5.5"
        )

    said = [
        user("hi"),
        Message(
            "assistant",
            [
                thought(1),
                ToolCallBlock("a", "f", {}),
                thought(2),
                TextBlock("Both."),
                thought(3),
                ToolCallBlock("b", "f", {}),
            ],
        ),
    ]
    items = build(ModelRequest("gpt-5.5", said))["input"]
    assert [item.get("id") or item.get("call_id") or item.get("content") for item in items[1:-2]] == [
        "rs_2",
        "Both.",
        "rs_1",
        "a",
        "rs_3",
        "b",
    ]


def test_the_phase_of_a_message_goes_back():
    reply, _ = read(
        ADAPTER,
        event("output_item.added", output_index=0, item={"type": "message", "phase": "commentary"}),
        event("output_text.delta", output_index=0, delta="Checking."),
        event(
            "output_item.done", output_index=0, item={"type": "message", "phase": "commentary", "content": []}
        ),
        completed(),
        request=ModelRequest("gpt-5.5", []),
    )
    said = [user("hi"), Message("assistant", reply.blocks), user("go on")]
    item = build(ModelRequest("gpt-5.5", said))["input"][1]
    assert (item["phase"], item["content"][0]["text"]) == ("commentary", "Checking.")


def test_items_closed_out_of_order_keep_their_places():
    reply, ear = read(
        ADAPTER,
        event("output_item.added", output_index=0, item={"type": "reasoning", "id": "tmp_1"}),
        event("reasoning_text.delta", output_index=0, content_index=0, delta="2+2"),
        event("output_item.added", output_index=1, item={"type": "message"}),
        event("output_text.delta", output_index=1, delta="4"),
        event(
            "output_item.done",
            output_index=1,
            item={"type": "message", "content": [{"type": "output_text", "text": "4"}]},
        ),
        event(
            "output_item.done",
            output_index=0,
            item={"type": "reasoning", "id": "tmp_1", "encrypted_content": "done"},
        ),
        completed(output=[{"type": "reasoning", "id": "other", "encrypted_content": "other"}]),
    )
    assert reply.blocks == [
        ThinkingBlock(
            "2+2", {"type": "reasoning", "id": "tmp_1", "encrypted_content": "done"}, "openai", "m"
        ),
        TextBlock("4"),
    ]
    assert (ear.thought, ear.said) == ({0: "2+2"}, {1: "4"})


def test_parts_of_a_summary_are_blocks_of_their_own_and_one_carries_the_seal():
    item = {"type": "reasoning", "id": "rs", "encrypted_content": "x", "summary": []}
    reply, ear = read(
        ADAPTER,
        event("reasoning_summary_text.delta", output_index=0, summary_index=0, delta="First"),
        event("reasoning_summary_text.delta", output_index=0, summary_index=1, delta="Second"),
        event("output_item.done", output_index=0, item=item),
        completed(),
    )
    assert [(block.text, block.opaque) for block in reply.blocks if isinstance(block, ThinkingBlock)] == [
        ("First", item),
        ("Second", None),
    ]
    assert ear.thought == {0: "First", 1: "Second"}


def test_calls_take_their_arguments_from_the_closed_item():
    call = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "f", "arguments": ""}
    reply, _ = read(
        ADAPTER,
        event("output_item.added", output_index=0, item=call),
        event("function_call_arguments.delta", output_index=0, delta='{"id"'),
        event("output_item.done", output_index=0, item={**call, "arguments": '{"id":"a"}'}),
        completed(),
    )
    assert reply.tool_calls == [ToolCallBlock("call_1", "f", {"id": "a"}, provider_id="call_1")]
    assert reply.stop == "tool_calls"


def test_a_host_that_sends_only_the_end_is_understood():
    output = [
        {"type": "message", "content": [{"type": "output_text", "text": "Hi"}]},
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"},
    ]
    reply, ear = read(ADAPTER, completed(output=output))
    assert (reply.blocks[0], ear.said) == (TextBlock("Hi"), {0: "Hi"})
    assert reply.tool_calls[0].tool_name == "f"


@pytest.mark.parametrize(
    ("status", "details", "stop"),
    [
        ("completed", None, "end"),
        ("incomplete", {"reason": "max_output_tokens"}, "length"),
        ("incomplete", {"reason": "content_filter"}, "refused"),
    ],
)
def test_stop_reasons_are_named(status, details, stop):
    reply, _ = read(ADAPTER, completed(status, incomplete_details=details))
    assert (reply.stop, reply.raw_stop) == (stop, status)


def test_a_refusal_is_text_and_a_stop():
    reply, _ = read(ADAPTER, event("refusal.delta", output_index=0, delta="I cannot."), completed())
    assert (reply.blocks, reply.stop) == ([TextBlock("I cannot.")], "refused")


def test_a_failed_response_is_an_error():
    failed = completed("failed", error={"code": "rate_limit_exceeded", "message": "slow"})
    reader, _ = begin(ADAPTER, failed)
    with pytest.raises(ProviderRateLimited, match="slow"):
        reader.finish()
    reader, _ = begin(ADAPTER, {"type": "error", "code": "server_error", "message": "oops", "param": None})
    with pytest.raises(ProviderFailed, match="oops"):
        reader.finish()


def test_a_stream_without_its_end_is_interrupted():
    reader, _ = begin(ADAPTER, event("output_text.delta", output_index=0, delta="Hal"))
    with pytest.raises(ProviderFailed, match="broke off"):
        reader.finish()


def test_cached_and_written_tokens_are_parts_of_the_input():
    usage = {
        "input_tokens": 100,
        "input_tokens_details": {"cached_tokens": 64, "cache_write_tokens": 16},
        "output_tokens": 20,
        "output_tokens_details": {"reasoning_tokens": 12},
    }
    found = read(ADAPTER, completed(usage=usage))[0].usage
    assert found is not None
    assert (found.input, found.cache_read, found.cache_write, found.output, found.reasoning) == (
        20,
        64,
        16,
        20,
        12,
    )
    assert found.context == 100


@pytest.mark.parametrize(
    ("status", "error", "kind", "retryable"),
    [
        (
            400,
            {"code": "decimal_below_min_value", "param": "temperature", "message": "bad"},
            ProviderFailed,
            False,
        ),
        (429, {"code": "insufficient_quota", "message": "quota"}, ProviderRateLimited, False),
        (429, {"code": "credit_balance_exhausted", "message": "credit"}, ProviderRateLimited, False),
        (429, {"code": "rate_limit_exceeded", "message": "slow"}, ProviderRateLimited, True),
        (503, {"code": None, "type": "server_error", "message": "down"}, ProviderFailed, True),
    ],
)
def test_http_errors_are_named(status, error, kind, retryable):
    found = ADAPTER.error(status, {}, json.dumps({"error": error}).encode())
    assert type(found) is kind
    assert found.context["retryable"] is retryable


def test_the_list_of_models_leaves_out_what_cannot_talk():
    listed = [
        {"id": name}
        for name in ("gpt-5.5", "text-embedding-3-large", "gpt-image-2", "whisper-1", "gpt-4o-mini-tts")
    ]
    models, _ = ADAPTER.parse_models(json.dumps({"data": listed}).encode())
    assert [model.id for model in models] == ["gpt-5.5"]


def test_openrouter_says_what_a_call_really_cost():
    usage = {"input_tokens": 78, "output_tokens": 37, "cost": 0.0000113, "is_byok": False}
    found = read(OpenRouter(), completed(usage=usage))[0].usage
    assert found is not None
    assert found.cost_micros == 12
    own_key = {**usage, "is_byok": True, "cost_details": {"upstream_inference_cost": 0.001}}
    assert read(OpenRouter(), completed(usage=own_key))[0].usage.cost_micros == 1012  # type: ignore[union-attr]


def test_openrouter_marks_the_prefix_for_models_that_cache_by_mark():
    adapter = OpenRouter()
    request = ModelRequest("anthropic/claude-opus-4.8", [user("hi")], "stable", "moving")
    body = build(request, adapter)
    assert body["input"][0]["content"][0]["cache_control"] == {"type": "ephemeral"}
    call = adapter.build(
        request,
        Credential("openrouter", key="k", options={"referer": "https://x.example"}),
        profile_for("openrouter", request.model),
    )
    assert (call.headers["x-title"], call.headers["http-referer"]) == ("Proofroom", "https://x.example")


def test_openrouter_errors_quote_the_provider_behind_it():
    body = {
        "error": {
            "code": 429,
            "message": "Provider returned error",
            "metadata": {"provider_name": "X", "raw": "too hot"},
        }
    }
    found = OpenRouter().error(429, {}, json.dumps(body).encode())
    assert isinstance(found, ProviderRateLimited)
    assert "too hot" in found.message
    assert (
        OpenRouter().error(402, {}, b'{"error":{"code":402,"message":"credits"}}').context["retryable"]
        is False
    )
    moderated = {"error": {"code": 403, "message": "flagged", "metadata": {"reasons": ["violence"]}}}
    assert OpenRouter().error(403, {}, json.dumps(moderated).encode()).code == "content_refused"


@with_recordings
def test_a_recorded_answer_goes_back_as_the_recording_sent_it_back():
    adapter = Responses(DEEPSEEK)
    first, _ = rounds(RECORDINGS / "05-responses-deepseek-tool")
    reader = adapter.reader(ModelRequest("deepseek-v4-flash", []))
    reader.feed(open_frames("sse").feed(first.body), Ear())
    reply = reader.finish()
    result = ToolResultBlock(reply.tool_calls[0].tool_call_id, "get_temperature", True, "21.0")
    said = [
        user("What is the temperature in Tokyo?"),
        Message("assistant", reply.blocks),
        Message("tool", [result]),
    ]
    items = build(ModelRequest("deepseek-v4-flash", said), adapter)["input"]
    recorded = json.loads((RECORDINGS / "05-responses-deepseek-tool/r2.request.json").read_text())["json"][
        "input"
    ]
    assert items[1]["id"] == recorded[1]["id"]
    assert items[1]["content"] == recorded[1]["content"]
    assert json.loads(items[2].pop("arguments")) == json.loads(recorded[2].pop("arguments"))
    assert items[2:] == recorded[2:]
