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
from proofroom.kernel.errors import ContentRefused, ProviderFailed, ProviderRateLimited
from proofroom.providers.chat import DIALECTS, Chat
from proofroom.providers.profiles import profile_for
from proofroom.providers.protocol import Credential
from proofroom.providers.types import ModelRequest, ToolChoice, ToolDef
from proofroom.providers.whole import whole_reader
from tests.providers.reading import begin, read
from tests.providers.strict import check_chat

ADAPTER = Chat(DIALECTS["openai-compatible"])
KEY = Credential("openai-compatible", key="secret-key", base_url="https://host.example/v1/")
TOOLS = [
    ToolDef("get_entry", "Reads.", {"type": "object", "properties": {}}),
    ToolDef("save_entry", "Writes.", {}),
]


def build(request: ModelRequest, dialect: str = "openai-compatible", **options: Any) -> dict[str, Any]:
    adapter = Chat(DIALECTS[dialect])
    body = json.loads(adapter.build(request, KEY, profile_for(dialect, request.model), **options).body)
    check_chat(body)
    return body


def chunk(finish: str | None = None, usage: Any = None, **delta: Any) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion.chunk", "model": "m-1", "choices": [choice], "usage": usage}


def tool_call(
    index: int | None, arguments: Any, call_id: str | None = None, name: str | None = None
) -> dict[str, Any]:
    made: dict[str, Any] = {"function": {"arguments": arguments}}
    if index is not None:
        made["index"] = index
    if call_id is not None:
        made |= {"id": call_id, "type": "function"}
    if name is not None:
        made["function"]["name"] = name
    return made


DONE = "[DONE]"


def test_compatible_hosts_get_only_what_all_of_them_know():
    request = ModelRequest("m", [user("hi")], "a", "b", TOOLS, max_output_tokens=5, cache_key="k")
    call = ADAPTER.build(request, KEY, profile_for("openai-compatible", "m"))
    body = json.loads(call.body)
    assert call.url == "https://host.example/v1/chat/completions"
    assert set(body) == {
        "model",
        "tools",
        "messages",
        "stream",
        "stream_options",
        "max_tokens",
        "tool_choice",
    }
    assert body["messages"][0] == {"role": "system", "content": "a\n\nb"}
    assert "strict" not in body["tools"][0]["function"]


def test_openai_itself_gets_its_own_fields():
    request = ModelRequest(
        "gpt-5", [user("hi")], "a", tools=TOOLS, max_output_tokens=5, cache_key="k", thinking="low"
    )
    body = build(request, "openai")
    assert (body["max_completion_tokens"], body["prompt_cache_key"]) == (5, "k")
    assert (body["reasoning_effort"], body["parallel_tool_calls"]) == ("low", True)
    assert body["messages"][0]["role"] == "developer"
    assert body["tools"][0]["function"]["strict"] is False


def test_a_field_a_host_does_not_know_is_left_out_and_the_limit_takes_its_other_name():
    request = ModelRequest("gpt-4o", [user("hi")], tools=TOOLS, max_output_tokens=5)
    body = build(
        request, "openai", left_out=frozenset({"max_completion_tokens", "strict", "parallel_tool_calls"})
    )
    assert body["max_tokens"] == 5
    assert "parallel_tool_calls" not in body
    assert "strict" not in json.dumps(body)


def test_a_model_that_takes_no_system_prompt_gets_it_from_the_user():
    body = build(ModelRequest("o1-mini", [user("hi")], "be kind"), "openai")
    assert body["messages"] == [{"role": "user", "content": "be kind\n\nhi"}]


@pytest.mark.parametrize(
    ("options", "url", "headers"),
    [
        (
            {"api_version": "2024-12-01-preview", "deployment": "my gpt"},
            "https://r.openai.azure.com/openai/deployments/my%20gpt/chat/completions?api-version=2024-12-01-preview",
            {"api-key": "secret-key"},
        ),
        ({}, "https://r.openai.azure.com/openai/v1/chat/completions", {"api-key": "secret-key"}),
        (
            {"auth": "bearer"},
            "https://r.openai.azure.com/openai/v1/chat/completions",
            {"authorization": "Bearer secret-key"},
        ),
    ],
)
def test_azure_is_reached_in_its_classic_and_its_new_way(options, url, headers):
    key = Credential("azure", key="secret-key", base_url="https://r.openai.azure.com/", options=options)
    call = Chat(DIALECTS["azure"]).build(
        ModelRequest("gpt-4o", [user("hi")]), key, profile_for("azure", "gpt-4o")
    )
    assert call.url == url
    assert headers.items() <= call.headers.items()
    assert Chat(DIALECTS["azure"]).models_call(key) is None


@pytest.mark.parametrize(
    ("choice", "expected", "offered"),
    [
        (ToolChoice(), "auto", 2),
        (ToolChoice("none"), "none", 2),
        (ToolChoice("required"), "required", 2),
        (ToolChoice("required", ("get_entry",)), {"type": "function", "function": {"name": "get_entry"}}, 2),
        (ToolChoice("auto", ("get_entry",)), "auto", 1),
    ],
)
def test_tool_choices_are_spelt(choice, expected, offered):
    body = build(ModelRequest("m", [user("hi")], tools=TOOLS, tool_choice=choice))
    assert (body["tool_choice"], len(body["tools"])) == (expected, offered)


def test_images_of_results_follow_all_tool_messages():
    image = ImageBlock("image/png", "aaaa")
    said = [
        user("hi"),
        Message("assistant", [ToolCallBlock("a", "shot", {}), ToolCallBlock("b", "f", {})]),
        Message(
            "tool", [ToolResultBlock("a", "shot", True, "", [image]), ToolResultBlock("b", "f", False, "no")]
        ),
        user("nice"),
    ]
    messages = build(ModelRequest("gpt-4o", said))["messages"]
    assert [message["role"] for message in messages] == ["user", "assistant", "tool", "tool", "user"]
    assert messages[2]["content"] == "[The images are in the next user message.]"
    assert messages[3]["content"] == "Error: no"
    assert [part["type"] for part in messages[4]["content"]] == ["text", "image_url", "text"]


def test_mistral_gets_ids_of_nine_letters_and_digits():
    said = [user("hi"), Message("assistant", [ToolCallBlock("toolu_1", "f", {})])]
    adapter = Chat(DIALECTS["mistral"])
    body = json.loads(
        adapter.build(ModelRequest("mistral-large-latest", said), KEY, profile_for("mistral", "x")).body
    )
    check_chat(body, r"[a-zA-Z0-9]{9}")
    assert body["messages"][1]["content"] == ""


def test_deepseek_gets_its_reasoning_back_only_inside_a_running_tool_turn():
    def thought(text: str) -> ThinkingBlock:
        return ThinkingBlock(text, {"reasoning_content": text}, "deepseek", "deepseek-v4-flash")

    def turn(name: str) -> list[Message]:
        return [
            Message("assistant", [thought(name), ToolCallBlock(name, "f", {})]),
            Message("tool", [ToolResultBlock(name, "f", True, "ok")]),
        ]

    said = [user("one"), *turn("old"), user("two"), *turn("new")]
    messages = build(ModelRequest("deepseek-v4-flash", said), "deepseek")["messages"]
    assert [message.get("reasoning_content") for message in messages if message["role"] == "assistant"] == [
        None,
        "new",
    ]


def test_openrouter_details_are_merged_by_index_and_sent_back():
    adapter = Chat(DIALECTS["openrouter"])
    request = ModelRequest("anthropic/claude-opus-4.8", [])
    part = {"type": "reasoning.text", "format": "anthropic-claude-v1", "index": 0}
    reply, ear = read(
        adapter,
        chunk(reasoning="Let ", reasoning_details=[{**part, "text": "Let "}]),
        chunk(reasoning="me", reasoning_details=[{**part, "text": "me"}]),
        chunk(reasoning_details=[{**part, "signature": "sig"}]),
        chunk("stop", content="Hi"),
        DONE,
        request=request,
    )
    assert ear.thought == {0: "Let me"}
    said = [user("hi"), Message("assistant", reply.blocks), user("go on")]
    body = json.loads(
        adapter.build(ModelRequest(request.model, said), KEY, profile_for("openrouter", request.model)).body
    )
    assert body["messages"][1]["reasoning_details"] == [{**part, "text": "Let me", "signature": "sig"}]


def test_text_and_parallel_calls_are_read():
    reply, ear = read(
        ADAPTER,
        chunk(role="assistant", content=""),
        chunk(content="Both"),
        chunk(content=" now."),
        chunk(tool_calls=[tool_call(0, "", "call_1", "f")]),
        chunk(tool_calls=[tool_call(0, '{"a"')]),
        chunk(tool_calls=[tool_call(1, "", "call_2", "g")]),
        chunk(tool_calls=[tool_call(0, ":1}")]),
        chunk(tool_calls=[tool_call(1, "{}")]),
        chunk("tool_calls"),
        {
            "choices": [],
            "usage": {
                "prompt_tokens": 9,
                "prompt_tokens_details": {"cached_tokens": 4},
                "completion_tokens": 2,
            },
        },
        DONE,
    )
    assert reply.blocks == [
        TextBlock("Both now."),
        ToolCallBlock("call_1", "f", {"a": 1}, provider_id="call_1"),
        ToolCallBlock("call_2", "g", {}, provider_id="call_2"),
    ]
    assert ear.said == {0: "Both now."}
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.cache_read, reply.usage.output) == (5, 4, 2)


@pytest.mark.parametrize("arguments", [None, "", " ", "null", "{}"])
def test_no_arguments_come_in_many_forms(arguments):
    reply, _ = read(ADAPTER, chunk(tool_calls=[tool_call(0, arguments, "0", "f")]), DONE)
    assert reply.tool_calls == [ToolCallBlock("0", "f", {}, provider_id="0")]


def test_ids_and_names_repeated_in_every_piece_are_set_not_added():
    reply, _ = read(
        ADAPTER,
        chunk(role="assistant", tool_calls=[tool_call(0, '{"a":', "x", "f")]),
        chunk(role="assistant", tool_calls=[tool_call(0, "1}", "x", "f")]),
        chunk("tool_calls"),
    )
    assert reply.tool_calls == [ToolCallBlock("x", "f", {"a": 1}, provider_id="x")]


def test_hosts_without_an_index_and_hosts_with_only_one_are_understood():
    for index in (None, 0):
        reply, _ = read(
            ADAPTER,
            chunk(tool_calls=[tool_call(index, '{"a":1}', "x", "f")]),
            chunk(tool_calls=[tool_call(index, '{"b"', "y", "g")]),
            chunk(tool_calls=[tool_call(None, ":2}")]),
            DONE,
        )
        assert [(call.tool_name, call.input) for call in reply.tool_calls] == [
            ("f", {"a": 1}),
            ("g", {"b": 2}),
        ]


def test_calls_are_to_be_run_even_when_the_finish_reason_says_stop():
    reply, _ = read(ADAPTER, chunk(tool_calls=[tool_call(0, "{}", "x", "f")]), chunk("stop"), DONE)
    assert reply.stop == "tool_calls"


def test_content_in_typed_parts_is_read():
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
        {"type": "text", "text": "Yes"},
        "!",
    ]
    reply, ear = read(ADAPTER, chunk(content=parts), chunk("stop", content=" Bye"), DONE)
    assert [block.text for block in reply.blocks if not isinstance(block, ToolCallBlock)] == [
        "Hm.",
        "Yes! Bye",
    ]  # type: ignore[union-attr]
    assert (ear.thought, ear.said) == ({0: "Hm."}, {1: "Yes! Bye"})


@pytest.mark.parametrize("field", ["reasoning", "reasoning_content"])
def test_reasoning_is_read_from_either_field(field):
    _, ear = read(ADAPTER, chunk(**{field: "Hm"}), chunk("stop", content="Yes"), DONE)
    assert (ear.thought, ear.said) == ({0: "Hm"}, {1: "Yes"})


def test_usage_is_read_from_whichever_chunk_has_it():
    on_finish = chunk(
        "stop", usage={"prompt_tokens": 1, "completion_tokens": 2, "prompt_cache_hit_tokens": 1}
    )
    usage = read(ADAPTER, chunk(content="a"), on_finish, chunk(content=""), DONE)[0].usage
    assert usage is not None
    assert (usage.input, usage.cache_read, usage.output) == (0, 1, 2)
    groq = {**chunk("stop"), "x_groq": {"usage": {"prompt_tokens": 3, "completion_tokens": 4}}}
    usage = read(ADAPTER, groq, DONE)[0].usage
    assert usage is not None
    assert usage.input == 3


def test_a_first_chunk_without_choices_is_normal():
    filters = {"choices": [], "prompt_filter_results": []}
    assert read(ADAPTER, filters, chunk(content="a"), chunk("stop"), DONE)[0].blocks == [TextBlock("a")]


@pytest.mark.parametrize(
    ("raw", "stop"),
    [
        ("stop", "end"),
        ("length", "length"),
        ("model_length", "length"),
        ("content_filter", "refused"),
        ("error", "other"),
    ],
)
def test_stop_reasons_are_named(raw, stop):
    assert read(ADAPTER, chunk(raw, content="x"), DONE)[0].stop == stop


def test_a_stream_needs_an_end_of_either_kind():
    assert read(ADAPTER, chunk(content="a"), DONE)[0].raw_stop is None
    assert read(ADAPTER, chunk("stop", content="a"))[0].raw_stop == "stop"
    reader, _ = begin(ADAPTER, chunk(content="a"))
    with pytest.raises(ProviderFailed, match="broke off"):
        reader.finish()


def test_an_error_after_the_finish_reason_is_still_an_error():
    error = {"code": 502, "message": "Upstream died"}
    reader, _ = begin(ADAPTER, chunk(content="a"), chunk("stop"), {**chunk("error"), "error": error}, DONE)
    with pytest.raises(ProviderFailed, match="Upstream died"):
        reader.finish()
    assert reader.outcome()["error"] == error


def test_something_that_is_not_json_is_an_error():
    with pytest.raises(ProviderFailed, match="format"):
        begin(ADAPTER, "<html>")


def test_a_call_the_host_refused_can_be_put_right_by_the_model():
    groq = Chat(DIALECTS["groq"])
    error = {
        "message": "Tool call validation failed",
        "code": "tool_use_failed",
        "failed_generation": '{"name": "f", "arguments": {"wrong": 1}}',
        "status_code": 400,
    }
    reader, _ = begin(groq, chunk(reasoning="Hm"), {"error": error})
    with pytest.raises(ProviderFailed, match="validation failed"):
        reader.finish()
    reply = reader.recover()
    assert reply is not None
    assert [(call.tool_name, call.input) for call in reply.tool_calls] == [("f", {"wrong": 1})]
    assert reply.tool_calls[0].tool_call_id == "0:1"
    reader, _ = begin(groq, {"error": {"message": "no", "code": "other"}})
    assert reader.recover() is None


@pytest.mark.parametrize(
    ("status", "error", "kind", "retryable"),
    [
        (404, {"message": "no such model"}, ProviderFailed, False),
        (
            400,
            {
                "code": "content_filter",
                "message": "blocked",
                "innererror": {"content_filter_result": {"hate": {}}},
            },
            ContentRefused,
            False,
        ),
        (429, {"code": "rate_limit_exceeded", "message": "slow"}, ProviderRateLimited, True),
        (500, {"message": "oops"}, ProviderFailed, True),
    ],
)
def test_http_errors_are_named(status, error, kind, retryable):
    found = ADAPTER.error(status, {}, json.dumps({"error": error}).encode())
    assert type(found) is kind
    assert found.context["retryable"] is retryable


def test_a_whole_answer_is_read_like_a_streamed_one():
    message = {"role": "assistant", "content": "Hi", "tool_calls": [tool_call(None, '{"a":1}', "x", "f")]}
    body = {
        "model": "m",
        "choices": [{"message": message, "finish_reason": "tool_calls"}],
        "usage": {"prompt_tokens": 1},
    }
    reply = whole_reader(ADAPTER, ModelRequest("m", []), json.dumps(body).encode()).finish()
    assert reply.blocks == [TextBlock("Hi"), ToolCallBlock("x", "f", {"a": 1}, provider_id="x")]


def test_vllm_says_how_long_its_models_window_is():
    models, _ = Chat(DIALECTS["vllm"]).parse_models(b'{"data":[{"id":"m","max_model_len":32768}]}')
    assert models[0].context_window == 32768
