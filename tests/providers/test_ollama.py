"""Ollama's own format against a server that refuses whatever the wire reference does not know."""

import json
from typing import Any

import pytest
from aiohttp import web

from proofroom.kernel.blocks import (
    ImageBlock,
    Message,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
    ToolResultBlock,
    user,
)
from proofroom.kernel.errors import ProviderFailed
from proofroom.providers.driver import HttpDriver
from proofroom.providers.ollama import Ollama
from proofroom.providers.profiles import profile_for
from proofroom.providers.protocol import Credential
from proofroom.providers.replay import Ear
from proofroom.providers.types import ModelRequest, ToolChoice, ToolDef
from proofroom.providers.whole import whole_reader
from tests.providers.conftest import Serve
from tests.providers.strict import Refused, check_ollama

TOOLS = [
    ToolDef("get_weather", "Says how it is.", {"type": "object", "properties": {"city": {"type": "string"}}})
]


def line(done: bool = False, **fields: Any) -> bytes:
    message = {"role": "assistant", "content": "", **fields.pop("message", {})}
    return (
        json.dumps(
            {"model": "qwen3:8b", "created_at": "x", "message": message, "done": done, **fields}
        ).encode()
        + b"\n"
    )


END = line(True, done_reason="stop", prompt_eval_count=26, eval_count=10, total_duration=5)


async def strict_ollama(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
    """Answer as Ollama would, with a call first and words once it is answered."""
    match request.path:
        case "/api/tags":
            return web.json_response(
                {"models": [{"name": "qwen3:8b", "model": "qwen3:8b"}, {"name": "gone:1b"}]}
            )
        case "/api/show" if body == {"model": "qwen3:8b"}:
            shown = {
                "capabilities": ["completion", "tools", "thinking"],
                "model_info": {"qwen3.context_length": 40960},
            }
            return web.json_response(shown)
        case "/api/chat":
            try:
                check_ollama(body)
            except (Refused, KeyError) as error:
                return web.json_response({"error": f"refused: {error}"}, status=400)
        case _:
            return web.json_response({"error": "not found"}, status=404)
    answer = web.StreamResponse(headers={"content-type": "application/x-ndjson"})
    await answer.prepare(request)
    if any(message["role"] == "tool" for message in body["messages"]):
        pieces = [line(message={"content": "It is "}), line(message={"content": "mild."}), END]
    else:
        call = {"function": {"name": "get_weather", "arguments": {"city": "Bursa"}}}
        pieces = [line(message={"thinking": "Hm."}), line(message={"tool_calls": [call]}), END]
    for piece in pieces:
        await answer.write(piece)
    return answer


def driver(loopback: Any, **options: str) -> HttpDriver:
    return HttpDriver(loopback.transport, Credential("ollama", base_url=loopback.url, options=options))


async def test_a_tool_round_runs_against_a_strict_server(serve: Serve):
    loopback = await serve(strict_ollama)
    talk, ear = driver(loopback), Ear()
    said = [user("How is the weather in Bursa?")]
    first = await talk.stream(ModelRequest("qwen3:8b", said, "be brief", tools=TOOLS, thinking="low"), ear)
    assert ear.thought == {0: "Hm."}
    assert first.blocks == [
        ThinkingBlock("Hm.", None, "ollama", "qwen3:8b"),
        ToolCallBlock("0:1", "get_weather", {"city": "Bursa"}),
    ]
    said += [
        Message("assistant", first.blocks),
        Message("tool", [ToolResultBlock("0:1", "get_weather", True, "17 °C")]),
    ]
    second = await talk.stream(ModelRequest("qwen3:8b", said, "be brief", tools=TOOLS), ear)
    assert second.blocks == [TextBlock("It is mild.")]
    assert (second.stop, second.raw_stop) == ("end", "stop")
    assert second.usage is not None
    assert (second.usage.input, second.usage.output) == (26, 10)
    sent = loopback.asked[1]
    assert sent["messages"][-2]["tool_calls"] == [
        {"function": {"name": "get_weather", "arguments": {"city": "Bursa"}}}
    ]
    assert sent["messages"][-1] == {"role": "tool", "tool_name": "get_weather", "content": "17 °C"}
    assert (loopback.asked[0]["think"], sent["think"]) == (True, False)


async def test_the_strict_server_is_strict(serve: Serve):
    loopback = await serve(strict_ollama)
    with pytest.raises(ProviderFailed, match="refused"):
        await HttpDriver(
            loopback.transport, Credential("ollama", base_url=loopback.url, options={"num_ctx": "8"})
        ).stream(ModelRequest("qwen3:8b", [user("hi")]), Ear())


async def test_models_are_listed_with_what_they_can_do_and_cost_nothing(serve: Serve):
    known, bare = await driver(await serve(strict_ollama)).models()
    assert (known.id, known.context_window) == ("qwen3:8b", 40960)
    assert (known.tools, known.thinking, known.vision) == (True, True, False)
    assert (known.input_micros_per_mtok, known.output_micros_per_mtok) == (0, 0)
    assert bare.id == "gone:1b"


def body(request: ModelRequest, **options: str) -> dict[str, Any]:
    made = Ollama().build(
        request, Credential("ollama", options=options), profile_for("ollama", request.model)
    )
    found = json.loads(made.body)
    check_ollama(found)
    return found


def test_the_window_grows_with_the_conversation_in_doublings():
    def window(words: int, **options: str) -> int:
        return body(ModelRequest("llama3.1:8b", [user("word " * words)]), **options)["options"]["num_ctx"]

    assert window(10) == 8192
    assert window(9000) == 16384
    assert window(40_000) == 65536
    assert window(10, num_ctx="4096") == 4096


def test_the_window_stays_within_the_models_own():
    said = ModelRequest("gpt-oss:20b", [user("word " * 200_000)])
    assert body(said)["options"]["num_ctx"] == 131_072


def test_graded_thinking_images_and_limits():
    said = [Message("user", [TextBlock("look"), ImageBlock("image/png", "aaaa")])]
    made = body(ModelRequest("gpt-oss:20b", said, thinking="high", max_output_tokens=7, temperature=0.1))
    assert (made["think"], made["options"]["num_predict"]) == ("high", 7)
    assert "images" not in made["messages"][0]
    seeing = body(ModelRequest("gemma3:4b", said, stop_sequences=("END",)))
    assert seeing["messages"][0]["images"] == ["aaaa"]
    assert seeing["options"]["stop"] == ["END"]


def test_tools_are_left_out_when_none_may_be_used():
    assert "tools" not in body(
        ModelRequest("llama3.1:8b", [user("hi")], tools=TOOLS, tool_choice=ToolChoice("none"))
    )


def test_an_error_line_and_a_missing_end_are_errors():
    for lines, words in (([line(), b'{"error":"out of memory"}'], "out of memory"), ([line()], "broke off")):
        reader = Ollama().reader(ModelRequest("m", []))
        reader.feed(lines, Ear())
        with pytest.raises(ProviderFailed, match=words):
            reader.finish()


def test_a_cached_prompt_has_no_count():
    reader = Ollama().reader(ModelRequest("m", []))
    reader.feed([line(message={"content": "x"}), line(True, done_reason="length", eval_count=3)], Ear())
    reply = reader.finish()
    assert reply.stop == "length"
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.output) == (0, 3)


def test_a_whole_answer_is_one_line():
    whole = line(True, message={"content": "Hi"}, done_reason="stop")
    assert whole_reader(Ollama(), ModelRequest("m", []), whole).finish().blocks == [TextBlock("Hi")]
