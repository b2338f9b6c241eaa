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
from proofroom.kernel.errors import ContentRefused, ProviderFailed, ProviderRateLimited, WindowExceeded
from proofroom.providers.anthropic import Anthropic
from proofroom.providers.frames import open_frames
from proofroom.providers.profiles import profile_for
from proofroom.providers.protocol import Credential
from proofroom.providers.replay import Ear, rounds
from proofroom.providers.types import ModelRequest, ToolChoice, ToolDef
from proofroom.providers.whole import whole_reader
from tests.providers.reading import RECORDINGS, begin, events, read, with_recordings
from tests.providers.strict import check_anthropic

ADAPTER = Anthropic()
KEY = Credential("anthropic", key="sk-ant-secret")
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}
TOOLS = [
    ToolDef("get_entry", "Reads.", {"type": "object", "properties": {"id": {"type": "string"}}}),
    ToolDef("save_entry", "Writes.", {"type": "object", "properties": {}}),
]


def build(request: ModelRequest, **options: Any) -> dict[str, Any]:
    call = ADAPTER.build(request, KEY, profile_for("anthropic", request.model), **options)
    body = json.loads(call.body)
    check_anthropic(body)
    return body


def start(index: int, block: dict[str, Any]) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": block}


def delta(index: int, kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": {"type": kind, **fields}}


def stop(index: int) -> dict[str, Any]:
    return {"type": "content_block_stop", "index": index}


BEGIN = {
    "type": "message_start",
    "message": {
        "model": "claude-sonnet-5",
        "usage": {"input_tokens": 12, "cache_read_input_tokens": 900, "output_tokens": 1},
    },
}
STOP = {"type": "message_stop"}


def end(reason: str, **usage: Any) -> dict[str, Any]:
    return {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": usage}


def test_the_call_names_the_version_and_the_key_and_asks_for_plain_bytes():
    call = ADAPTER.build(
        ModelRequest("claude-sonnet-5", [user("hi")]), KEY, profile_for("anthropic", "claude-sonnet-5")
    )
    assert (call.method, call.url, call.framing) == ("POST", "https://api.anthropic.com/v1/messages", "sse")
    assert call.headers == {
        "content-type": "application/json",
        "x-api-key": "sk-ant-secret",
        "anthropic-version": "2023-06-01",
        "accept-encoding": "identity",
    }
    assert "sk-ant-secret" not in repr(call)
    assert "sk-ant-secret" not in repr(KEY)


def test_only_the_stable_prefix_and_the_end_are_marked_for_the_cache():
    body = build(ModelRequest("claude-sonnet-5", [user("hi")], "stable", "moving", TOOLS))
    assert body["system"] == [
        {"type": "text", "text": "stable", "cache_control": {"type": "ephemeral"}},
        {"type": "text", "text": "moving"},
    ]
    assert body["cache_control"] == {"type": "ephemeral"}
    assert not any("cache_control" in tool for tool in body["tools"])


def test_without_a_system_prompt_the_last_tool_is_marked():
    body = build(ModelRequest("claude-sonnet-5", [user("hi")], tools=TOOLS))
    assert [("cache_control" in tool) for tool in body["tools"]] == [False, True]


def test_a_host_that_knows_no_cache_marks_gets_none():
    body = build(
        ModelRequest("claude-sonnet-5", [user("hi")], "stable"), left_out=frozenset({"cache_control"})
    )
    assert "cache_control" not in json.dumps(body)


@pytest.mark.parametrize(
    ("model", "thinking", "effort", "temperature"),
    [
        ("claude-sonnet-5", {"type": "adaptive", "display": "summarized"}, "medium", None),
        ("claude-opus-4-6", {"type": "adaptive", "display": "summarized"}, "medium", None),
        ("claude-sonnet-4-5", {"type": "enabled", "budget_tokens": 8192}, None, None),
        ("claude-3-5-haiku-20241022", None, None, 0.3),
    ],
)
def test_each_model_is_asked_to_think_in_its_own_way(model, thinking, effort, temperature):
    body = build(ModelRequest(model, [user("hi")], thinking="medium", temperature=0.3))
    assert body.get("thinking") == thinking
    assert body.get("output_config", {}).get("effort") == effort
    assert body.get("temperature") == temperature


@pytest.mark.parametrize(
    "model", ["claude-opus-4-7", "claude-opus-4-8", "claude-opus-5", "claude-sonnet-5", "claude-fable-5"]
)
def test_models_that_reject_sampling_get_none(model):
    assert "temperature" not in build(ModelRequest(model, [user("hi")], temperature=0.3))


@pytest.mark.parametrize(
    ("choice", "expected", "offered"),
    [
        (ToolChoice(), {"type": "auto"}, 2),
        (ToolChoice("none"), {"type": "none"}, 2),
        (ToolChoice("required"), {"type": "any"}, 2),
        (ToolChoice("required", ("get_entry",)), {"type": "tool", "name": "get_entry"}, 2),
        (ToolChoice("required", ("get_entry", "save_entry")), {"type": "any"}, 2),
        (ToolChoice("auto", ("get_entry",)), {"type": "auto"}, 1),
    ],
)
def test_tool_choices_are_spelt(choice, expected, offered):
    body = build(ModelRequest("claude-sonnet-4-6", [user("hi")], tools=TOOLS, tool_choice=choice))
    assert (body["tool_choice"], len(body["tools"])) == (expected, offered)


def test_a_forced_tool_goes_before_budget_thinking():
    choice = ToolChoice("required", ("get_entry",))
    body = build(
        ModelRequest("claude-sonnet-4-5", [user("hi")], tools=TOOLS, tool_choice=choice, thinking="high")
    )
    assert "thinking" not in body


def test_models_that_cannot_be_forced_are_only_asked():
    body = build(
        ModelRequest("claude-fable-5", [user("hi")], tools=TOOLS, tool_choice=ToolChoice("required"))
    )
    assert body["tool_choice"] == {"type": "auto"}


def test_budget_thinking_is_off_in_a_tool_turn_that_began_without_it():
    said = [
        user("hi"),
        Message("assistant", [ToolCallBlock("toolu_1", "get_entry", {})]),
        Message("tool", [ToolResultBlock("toolu_1", "get_entry", True, "ok")]),
    ]
    assert "thinking" not in build(ModelRequest("claude-sonnet-4-5", said, tools=TOOLS, thinking="low"))
    assert "thinking" in build(ModelRequest("claude-sonnet-4-6", said, tools=TOOLS, thinking="low"))


def test_old_tool_uses_are_cleared_where_the_profile_allows():
    request = ModelRequest("claude-sonnet-5", [user("hi")], tools=TOOLS, clear_old_tool_uses=True)
    call = ADAPTER.build(request, KEY, profile_for("anthropic", request.model))
    assert call.headers["anthropic-beta"] == "context-management-2025-06-27"
    (edit,) = json.loads(call.body)["context_management"]["edits"]
    assert edit["type"] == "clear_tool_uses_20250919"
    older = ModelRequest("claude-3-5-haiku-20241022", [user("hi")], tools=TOOLS, clear_old_tool_uses=True)
    assert "context_management" not in build(older)


def test_what_was_cleared_is_in_the_usage():
    edits = {"applied_edits": [{"type": "x", "cleared_tool_uses": 8, "cleared_input_tokens": 50_000}]}
    reply, _ = read(ADAPTER, BEGIN, {**end("end_turn", output_tokens=5), "context_management": edits}, STOP)
    assert reply.usage is not None
    assert (reply.usage.cleared_tool_uses, reply.usage.cleared_input_tokens) == (8, 50_000)


def test_images_go_into_results_and_errors_are_marked():
    said = [
        user("hi"),
        Message("assistant", [ToolCallBlock("toolu_1", "get_entry", {})]),
        Message(
            "tool", [ToolResultBlock("toolu_1", "get_entry", False, "no", [ImageBlock("image/png", "aaaa")])]
        ),
        user("now make it blue"),
    ]
    content = build(ModelRequest("claude-sonnet-5", said, tools=TOOLS))["messages"][-1]["content"]
    assert content[0] == {
        "type": "tool_result",
        "tool_use_id": "toolu_1",
        "is_error": True,
        "content": [
            {"type": "text", "text": "no"},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aaaa"}},
        ],
    }
    assert content[1] == {"type": "text", "text": "now make it blue"}


def test_strict_tools_are_strict_only_where_schema_and_model_allow():
    closed = {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "required": ["a"],
        "additionalProperties": False,
    }
    strict = ToolDef("t", "d", closed, strict=True)
    assert build(ModelRequest("claude-sonnet-5", [user("hi")], tools=[strict]))["tools"][0]["strict"] is True
    loose = ToolDef("t", "d", {"type": "object", "properties": {"a": {"minimum": 1}}}, strict=True)
    assert "strict" not in build(ModelRequest("claude-sonnet-5", [user("hi")], tools=[loose]))["tools"][0]
    assert "strict" not in build(ModelRequest("claude-opus-4", [user("hi")], tools=[strict]))["tools"][0]


def test_an_answer_can_be_held_to_a_schema():
    body = build(ModelRequest("claude-sonnet-5", [user("hi")], output_schema=SCHEMA, thinking="low"))
    assert body["output_config"]["format"]["type"] == "json_schema"
    assert body["output_config"]["effort"] == "low"


def test_text_thinking_and_calls_are_read_in_order():
    reply, ear = read(
        ADAPTER,
        BEGIN,
        start(0, {"type": "thinking", "thinking": "", "signature": ""}),
        delta(0, "thinking_delta", thinking="Let me"),
        delta(0, "signature_delta", signature="Eq"),
        delta(0, "signature_delta", signature="QB"),
        stop(0),
        {"type": "ping"},
        start(1, {"type": "text", "text": ""}),
        delta(1, "text_delta", text="Adding "),
        delta(1, "text_delta", text="it."),
        stop(1),
        start(
            2,
            {
                "type": "tool_use",
                "id": "toolu_2",
                "name": "get_entry",
                "input": {},
                "caller": {"type": "direct"},
            },
        ),
        delta(2, "input_json_delta", partial_json=""),
        delta(2, "input_json_delta", partial_json='{"id":'),
        delta(2, "input_json_delta", partial_json='"a"}'),
        stop(2),
        end("tool_use", input_tokens=12, cache_read_input_tokens=900, output_tokens=48),
        STOP,
    )
    assert reply.blocks == [
        ThinkingBlock(
            "Let me", {"type": "thinking", "thinking": "Let me", "signature": "EqQB"}, "anthropic", "m"
        ),
        TextBlock("Adding it."),
        ToolCallBlock("toolu_2", "get_entry", {"id": "a"}, provider_id="toolu_2"),
    ]
    assert (ear.thought, ear.said) == ({0: "Let me"}, {1: "Adding it."})
    assert (reply.stop, reply.raw_stop, reply.model) == ("tool_calls", "tool_use", "claude-sonnet-5")
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.cache_read, reply.usage.output) == (12, 900, 48)
    assert reply.usage.context == 912


def test_pieces_of_one_read_reach_the_sink_as_one():
    class Counting(Ear):
        calls = 0

        def text(self, block: int, text: str) -> None:
            self.calls += 1
            super().text(block, text)

    ear = Counting()
    reader = ADAPTER.reader(ModelRequest("m", []))
    reader.feed(events(BEGIN, start(0, {"type": "text", "text": ""})), ear)
    reader.feed(events(*(delta(0, "text_delta", text=str(n)) for n in range(10))), ear)
    assert (ear.calls, ear.said) == (1, {0: "0123456789"})


def test_sealed_blocks_come_back_byte_for_byte():
    sealed = {"type": "redacted_thinking", "data": "abc=="}
    reply, _ = read(
        ADAPTER,
        BEGIN,
        start(0, sealed),
        stop(0),
        start(1, {"type": "text", "text": "x"}),
        stop(1),
        end("end_turn"),
        STOP,
    )
    said = [user("hi"), Message("assistant", reply.blocks), user("go on")]
    body = build(ModelRequest("m", said))
    assert body["messages"][1]["content"] == [sealed, {"type": "text", "text": "x"}]


def test_thinking_without_text_keeps_its_signature():
    reply, ear = read(
        ADAPTER,
        BEGIN,
        start(0, {"type": "thinking", "thinking": "", "signature": ""}),
        delta(0, "signature_delta", signature="sig"),
        stop(0),
        end("end_turn"),
        STOP,
    )
    assert isinstance(reply.blocks[0], ThinkingBlock)
    assert reply.blocks[0].opaque == {"type": "thinking", "thinking": "", "signature": "sig"}
    assert ear.thought == {}


def test_citations_go_back_with_their_text():
    cite = {"type": "web_search_result_location", "url": "https://example.com"}
    reply, _ = read(
        ADAPTER,
        BEGIN,
        start(0, {"type": "text", "text": ""}),
        delta(0, "text_delta", text="Known."),
        delta(0, "citations_delta", citation=cite),
        stop(0),
        end("end_turn"),
        STOP,
        request=ModelRequest("claude-sonnet-5", []),
    )
    said = [user("hi"), Message("assistant", reply.blocks), user("more")]
    own = build(ModelRequest("claude-sonnet-5", said))["messages"][1]["content"][0]
    assert own == {"type": "text", "text": "Known.", "citations": [cite]}
    other = build(ModelRequest("claude-opus-5", said))["messages"][1]["content"][0]
    assert other == {"type": "text", "text": "Known."}


def test_arguments_that_are_no_json_are_handed_on_as_text():
    reply, _ = read(
        ADAPTER,
        BEGIN,
        start(0, {"type": "tool_use", "id": "t", "name": "f", "input": {}}),
        delta(0, "input_json_delta", partial_json='{"a": '),
        stop(0),
        end("max_tokens"),
        STOP,
    )
    (call,) = reply.tool_calls
    assert (call.input, call.invalid_json) == ({}, '{"a": ')


def test_an_id_the_conversation_has_used_is_replaced():
    said = [user("hi"), Message("assistant", [ToolCallBlock("t", "f", {})])]
    reply, _ = read(
        ADAPTER,
        BEGIN,
        start(0, {"type": "tool_use", "id": "t", "name": "f", "input": {}}),
        stop(0),
        end("tool_use"),
        STOP,
        request=ModelRequest("m", said),
    )
    assert (reply.tool_calls[0].tool_call_id, reply.tool_calls[0].provider_id) == ("1:0", "t")


def test_a_count_that_is_missing_at_the_end_is_the_one_of_the_beginning():
    reply, _ = read(ADAPTER, BEGIN, end("end_turn", output_tokens=7, cache_read_input_tokens=None), STOP)
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.cache_read, reply.usage.output) == (12, 900, 7)
    assert reply.usage.raw == {"input_tokens": 12, "cache_read_input_tokens": None, "output_tokens": 7}


def test_inner_calls_are_billed_together_but_only_the_last_fills_the_window():
    iterations = [
        {"type": "compaction", "input_tokens": 100, "cache_read_input_tokens": 55_096, "output_tokens": 20},
        {"type": "message", "input_tokens": 30, "output_tokens": 10},
    ]
    reply, _ = read(
        ADAPTER, BEGIN, end("end_turn", input_tokens=30, output_tokens=10, iterations=iterations), STOP
    )
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.cache_read, reply.usage.output) == (130, 55_096, 30)
    assert reply.usage.context == 30


@pytest.mark.parametrize(
    ("raw", "stop"),
    [
        ("end_turn", "end"),
        ("stop_sequence", "end"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("pause_turn", "paused"),
        ("refusal", "refused"),
        ("something_new", "other"),
    ],
)
def test_stop_reasons_are_named(raw, stop):
    assert read(ADAPTER, BEGIN, end(raw), STOP)[0].stop == stop


def test_a_stream_without_its_end_is_interrupted():
    reader, _ = begin(ADAPTER, BEGIN, start(0, {"type": "text", "text": "Hal"}), end("end_turn"))
    with pytest.raises(ProviderFailed) as caught:
        reader.finish()
    assert caught.value.context["provider_code"] == "interrupted"


def test_an_error_inside_the_stream_is_an_error():
    overloaded = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    reader, _ = begin(ADAPTER, BEGIN, overloaded)
    with pytest.raises(ProviderFailed, match="Overloaded") as caught:
        reader.finish()
    assert caught.value.context["retryable"] is True
    assert reader.outcome()["error"] == overloaded["error"]


def test_unknown_events_blocks_and_fields_are_normal():
    reply, _ = read(
        ADAPTER,
        BEGIN,
        {"type": "weather_report", "sunny": True},
        start(0, {"type": "hologram", "data": 1}),
        delta(0, "hologram_delta", data=2),
        stop(0),
        delta(7, "text_delta", text="lost"),
        {**end("end_turn"), "stop_details": {}},
        STOP,
    )
    assert [block.opaque for block in reply.blocks if isinstance(block, ThinkingBlock)] == [
        {"type": "hologram", "data": 1}
    ]


@pytest.mark.parametrize(
    ("status", "kind", "error", "retryable"),
    [
        (400, "invalid_request_error", ProviderFailed, False),
        (401, "authentication_error", ProviderFailed, False),
        (402, "billing_error", ProviderRateLimited, False),
        (413, "request_too_large", WindowExceeded, False),
        (429, "rate_limit_error", ProviderRateLimited, True),
        (500, "api_error", ProviderFailed, True),
        (504, "timeout_error", ProviderFailed, True),
        (529, "overloaded_error", ProviderFailed, True),
    ],
)
def test_http_errors_are_named(status, kind, error, retryable):
    body = {"type": "error", "error": {"type": kind, "message": "words"}, "request_id": "req_1"}
    found = ADAPTER.error(status, {"retry-after": "7"}, json.dumps(body).encode())
    assert type(found) is error
    assert found.context["retryable"] is retryable
    assert "words" in found.message


def test_a_spending_limit_is_not_tried_again():
    body = {
        "error": {
            "type": "rate_limit_error",
            "message": "m",
            "details": {"error_code": "enforced_spend_limit_reached"},
        }
    }
    found = ADAPTER.error(429, {}, json.dumps(body).encode())
    assert isinstance(found, ProviderRateLimited)
    assert found.context["retryable"] is False
    assert not isinstance(found, ContentRefused)


def test_a_whole_answer_is_read_like_a_streamed_one():
    message = {
        "model": "claude-sonnet-5",
        "content": [
            {"type": "thinking", "thinking": "Hm", "signature": "s"},
            {"type": "text", "text": "Hi"},
            {"type": "tool_use", "id": "t", "name": "f", "input": {"a": 1}},
        ],
        "stop_reason": "tool_use",
        "usage": {"input_tokens": 3, "output_tokens": 4},
    }
    reply = whole_reader(ADAPTER, ModelRequest("m", []), json.dumps(message).encode()).finish()
    assert [type(block) for block in reply.blocks] == [ThinkingBlock, TextBlock, ToolCallBlock]
    assert reply.tool_calls[0].input == {"a": 1}
    assert reply.usage is not None
    assert reply.usage.output == 4


def test_models_are_listed():
    page = {
        "data": [{"id": "claude-sonnet-5", "display_name": "Claude Sonnet 5"}],
        "has_more": True,
        "last_id": "z",
    }
    models, following = ADAPTER.parse_models(json.dumps(page).encode())
    assert ([model.name for model in models], following) == (["Claude Sonnet 5"], "z")
    assert ADAPTER.models_call(KEY, "z").url.endswith("/v1/models?limit=1000&after_id=z")


@with_recordings
def test_a_recorded_answer_goes_back_as_the_recording_sent_it_back():
    first, second = rounds(RECORDINGS / "01-anthropic-tool-use")
    reader = ADAPTER.reader(ModelRequest("claude-sonnet-4-6", []))
    reader.feed(open_frames("sse").feed(first.body), Ear())
    reply = reader.finish()
    result = ToolResultBlock(reply.tool_calls[0].tool_call_id, "get_exchange_rate", True, "1 USD = 0.92 EUR")
    said = [
        user("What is the current USD to EUR exchange rate?"),
        Message("assistant", reply.blocks),
        Message("tool", [result]),
    ]
    request = ModelRequest("claude-sonnet-4-6", said)
    body = json.loads(ADAPTER.build(request, KEY, profile_for("anthropic", request.model)).body)
    recorded = json.loads((RECORDINGS / "01-anthropic-tool-use/r2.request.json").read_text())["json"]
    assert body["messages"] == recorded["messages"]
    assert second.expected is not None


def test_thinking_is_sealed_even_when_its_end_is_not_announced():
    reply, _ = read(
        ADAPTER,
        BEGIN,
        start(0, {"type": "thinking", "thinking": "", "signature": ""}),
        delta(0, "thinking_delta", thinking="Hm"),
        delta(0, "signature_delta", signature="s"),
        end("end_turn"),
        STOP,
    )
    assert reply.blocks[0].opaque == {"type": "thinking", "thinking": "Hm", "signature": "s"}  # type: ignore[union-attr]
