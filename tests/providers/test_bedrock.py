import hmac
import json
import struct
from binascii import crc32
from datetime import UTC, datetime
from hashlib import sha256
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
from proofroom.kernel.errors import InvalidInput, ProviderFailed, ProviderRateLimited
from proofroom.net import EventStreamReader
from proofroom.providers.bedrock import Bedrock, sign
from proofroom.providers.driver import HttpDriver
from proofroom.providers.frames import open_frames
from proofroom.providers.profiles import profile_for
from proofroom.providers.protocol import Credential, HttpCall
from proofroom.providers.replay import Ear, rounds
from proofroom.providers.types import ModelRequest, Reply, ToolChoice, ToolDef
from proofroom.providers.whole import whole_reader
from tests.clocks import FixedClock
from tests.providers.conftest import Serve
from tests.providers.reading import RECORDINGS, with_recordings
from tests.providers.strict import check_bedrock

ADAPTER = Bedrock()
CLAUDE = "us.anthropic.claude-sonnet-4-5-20250929-v1:0"
NOVA = "us.amazon.nova-micro-v1:0"
LLAMA = "meta.llama3-3-70b-instruct-v1:0"
AWS = Credential(
    "bedrock",
    options={"region": "us-east-1"},
    secrets={"access_key_id": "AKIDEXAMPLE", "secret_access_key": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"},
)
TOOLS = [ToolDef("get_entry", "", {}), ToolDef("save_entry", "Writes.", {})]


def build(request: ModelRequest) -> dict[str, Any]:
    body = json.loads(ADAPTER.build(request, AWS, profile_for("bedrock", request.model)).body)
    check_bedrock(body)
    return body


def frame(kind: str, name: str, payload: dict[str, Any]) -> bytes:
    """Return one binary frame, made from the description of the format."""
    key = {"event": ":event-type", "exception": ":exception-type"}[kind]
    headers = b""
    for header, value in ((":message-type", kind), (key, name), (":content-type", "application/json")):
        headers += (
            bytes([len(header)]) + header.encode() + b"\x07" + struct.pack(">H", len(value)) + value.encode()
        )
    body = json.dumps(payload).encode()
    head = struct.pack(">II", 16 + len(headers) + len(body), len(headers))
    head += struct.pack(">I", crc32(head))
    return head + headers + body + struct.pack(">I", crc32(head + headers + body))


def read(*frames: bytes, model: str = CLAUDE) -> tuple[Reply, Ear]:
    ear = Ear()
    reader = ADAPTER.reader(ModelRequest(model, []))
    reader.feed(EventStreamReader().feed(b"".join(frames)), ear)
    return reader.finish(), ear


def delta(index: int, **fields: Any) -> bytes:
    return frame("event", "contentBlockDelta", {"contentBlockIndex": index, "delta": fields, "p": "abc"})


def stop(index: int) -> bytes:
    return frame("event", "contentBlockStop", {"contentBlockIndex": index})


END = frame("event", "messageStop", {"stopReason": "end_turn"})
USAGE = frame(
    "event",
    "metadata",
    {"usage": {"inputTokens": 5, "outputTokens": 7, "cacheReadInputTokens": 3, "cacheWriteInputTokens": 2}},
)


def test_the_signature_is_that_of_the_published_vector():
    body = b'{"messages":[{"role":"user","content":[{"text":"hi"}]}]}'
    url = "https://bedrock-runtime.us-east-1.amazonaws.com/model/us.amazon.nova-micro-v1%3A0/converse-stream"
    call = HttpCall("POST", url, {"content-type": "application/json"}, body, "eventstream", "sigv4")
    signed = sign(call, AWS, datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), region="us-east-1")
    assert signed.headers["authorization"] == (
        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260102/us-east-1/bedrock/aws4_request, "
        "SignedHeaders=content-type;host;x-amz-date, "
        "Signature=4ebe062833f1d86f2c065a1eea6c69b006d454c421aac673052493c72e0c40b6"
    )
    assert signed.signing == ""


def test_temporary_credentials_sign_their_token_too():
    temporary = Credential("bedrock", secrets={**AWS.secrets, "session_token": "tok"})
    call = HttpCall("POST", "https://h.example/x", {"content-type": "application/json"}, b"{}")
    signed = sign(call, temporary, datetime(2026, 1, 2, tzinfo=UTC), region="us-east-1")
    assert signed.headers["x-amz-security-token"] == "tok"
    assert "host;x-amz-date;x-amz-security-token" in signed.headers["authorization"]


def test_a_connection_without_keys_is_told_so():
    with pytest.raises(InvalidInput, match="no AWS access key"):
        sign(
            HttpCall("GET", "https://h.example/", {}),
            Credential("bedrock"),
            datetime.now(UTC),
            region="us-east-1",
        )


def test_the_model_is_encoded_in_the_address_and_a_bearer_needs_no_signature():
    call = ADAPTER.build(ModelRequest(NOVA, [user("hi")]), AWS, profile_for("bedrock", NOVA))
    assert call.url.endswith("/model/us.amazon.nova-micro-v1%3A0/converse-stream")
    assert (call.signing, call.framing) == ("sigv4", "eventstream")
    with_key = ADAPTER.build(
        ModelRequest("arn:aws:x/y", [user("hi")]),
        Credential("bedrock", key="k"),
        profile_for("bedrock", NOVA),
        stream=False,
    )
    assert with_key.url.endswith("/model/arn%3Aaws%3Ax%2Fy/converse")
    assert (with_key.signing, with_key.headers["authorization"]) == ("", "Bearer k")


def test_the_prefix_and_the_end_are_marked_for_the_cache():
    body = build(ModelRequest(CLAUDE, [user("hi")], "stable", "moving"))
    assert body["system"] == [{"text": "stable"}, {"cachePoint": {"type": "default"}}, {"text": "moving"}]
    assert body["messages"][-1]["content"][-1] == {"cachePoint": {"type": "default"}}
    long = Credential("bedrock", key="k", options={"cache_ttl": "1h"})
    call = ADAPTER.build(ModelRequest(CLAUDE, [user("hi")], "stable"), long, profile_for("bedrock", CLAUDE))
    assert json.loads(call.body)["system"][1] == {"cachePoint": {"type": "default", "ttl": "1h"}}
    assert "cachePoint" not in json.dumps(build(ModelRequest(LLAMA, [user("hi")], "stable")))


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (ToolChoice(), {"auto": {}}),
        (ToolChoice("required"), {"any": {}}),
        (ToolChoice("required", ("get_entry",)), {"tool": {"name": "get_entry"}}),
    ],
)
def test_tool_choices_are_spelt(choice, expected):
    config = build(ModelRequest(CLAUDE, [user("hi")], tools=TOOLS, tool_choice=choice))["toolConfig"]
    assert config["toolChoice"] == expected
    assert "description" not in config["tools"][0]["toolSpec"]


def test_no_tools_means_no_tools_unless_history_called_some():
    none = ToolChoice("none")
    assert "toolConfig" not in build(ModelRequest(CLAUDE, [user("hi")], tools=TOOLS, tool_choice=none))
    said = [user("hi"), Message("assistant", [ToolCallBlock("t", "get_entry", {})])]
    config = build(ModelRequest(CLAUDE, said, tools=TOOLS, tool_choice=none))["toolConfig"]
    assert [tool["toolSpec"]["name"] for tool in config["tools"]] == ["get_entry"]
    assert "toolChoice" not in config


def test_results_stand_alone_for_models_that_want_it_and_some_take_no_status():
    said = [
        user("hi"),
        Message("assistant", [ToolCallBlock("t", "get_entry", {})]),
        Message("tool", [ToolResultBlock("t", "get_entry", False, "no", [ImageBlock("image/jpeg", "aaaa")])]),
        user("and now?"),
    ]
    claude = build(ModelRequest(CLAUDE, said, tools=TOOLS))["messages"][-1]["content"]
    assert claude[0]["toolResult"] == {
        "toolUseId": "t",
        "content": [{"text": "no"}, {"image": {"format": "jpeg", "source": {"bytes": "aaaa"}}}],
        "status": "error",
    }
    llama = build(ModelRequest(LLAMA, said, tools=TOOLS))["messages"]
    assert [message["role"] for message in llama] == ["user", "assistant", "user", "assistant", "user"]
    writer = build(ModelRequest("writer.palmyra-x5-v1:0", said, tools=TOOLS))["messages"][-1]["content"]
    assert "status" not in writer[0]["toolResult"]
    assert writer[0]["toolResult"]["content"][0]["text"].startswith("Error: no")


def test_claude_thinks_through_additional_fields():
    body = build(ModelRequest(CLAUDE, [user("hi")], thinking="low", max_output_tokens=100, temperature=0.5))
    assert body["additionalModelRequestFields"] == {"thinking": {"type": "enabled", "budget_tokens": 2048}}
    assert body["inferenceConfig"] == {"maxTokens": 2148}
    newer = build(ModelRequest("us.anthropic.claude-opus-4-6-v1", [user("hi")], thinking="low"))
    assert newer["additionalModelRequestFields"]["thinking"] == {"type": "adaptive"}
    assert "additionalModelRequestFields" not in build(ModelRequest(NOVA, [user("hi")], thinking="low"))


def test_blocks_begin_without_being_announced_and_calls_are_put_together():
    reply, ear = read(
        frame("event", "messageStart", {"role": "assistant"}),
        delta(0, reasoningContent={"text": "Hm"}),
        delta(0, reasoningContent={"signature": "sig"}),
        stop(0),
        delta(1, text=""),
        delta(1, text="Hi"),
        stop(1),
        frame(
            "event",
            "contentBlockStart",
            {"contentBlockIndex": 2, "start": {"toolUse": {"toolUseId": "tooluse_1", "name": "f"}}},
        ),
        delta(2, toolUse={"input": '{"a":'}),
        delta(2, toolUse={"input": "1}"}),
        stop(2),
        frame("event", "messageStop", {"stopReason": "tool_use"}),
        USAGE,
    )
    assert reply.blocks == [
        ThinkingBlock(
            "Hm",
            {"reasoningContent": {"reasoningText": {"text": "Hm", "signature": "sig"}}},
            "bedrock",
            CLAUDE,
        ),
        TextBlock("Hi"),
        ToolCallBlock("tooluse_1", "f", {"a": 1}, provider_id="tooluse_1"),
    ]
    assert (ear.thought, ear.said) == ({0: "Hm"}, {1: "Hi"})
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.cache_read, reply.usage.cache_write, reply.usage.output) == (
        5,
        3,
        2,
        7,
    )


def test_tools_of_the_host_are_not_for_us_to_run():
    use = {"toolUse": {"toolUseId": "s", "name": "nova_code", "type": "server_tool_use"}}
    reply, _ = read(
        frame("event", "contentBlockStart", {"contentBlockIndex": 0, "start": use}),
        delta(0, toolUse={"input": "{}"}),
        stop(0),
        delta(1, text="Done"),
        END,
    )
    assert reply.blocks == [TextBlock("Done")]


def test_sealed_reasoning_goes_back():
    reply, _ = read(delta(0, reasoningContent={"redactedContent": "b64="}), stop(0), delta(1, text="x"), END)
    body = build(ModelRequest(CLAUDE, [user("hi"), Message("assistant", reply.blocks), user("more")]))
    assert body["messages"][1]["content"][0] == {"reasoningContent": {"redactedContent": "b64="}}


@pytest.mark.parametrize(
    ("raw", "stop_reason"),
    [
        ("end_turn", "end"),
        ("max_tokens", "length"),
        ("guardrail_intervened", "refused"),
        ("malformed_tool_use", "other"),
    ],
)
def test_stop_reasons_are_named(raw, stop_reason):
    assert read(delta(0, text="x"), frame("event", "messageStop", {"stopReason": raw}))[0].stop == stop_reason


@pytest.mark.parametrize(
    ("name", "kind", "retryable"),
    [
        ("throttlingException", ProviderRateLimited, True),
        ("modelStreamErrorException", ProviderFailed, True),
        ("validationException", ProviderFailed, False),
        ("internalServerException", ProviderFailed, True),
        ("serviceUnavailableException", ProviderFailed, True),
    ],
)
def test_exceptions_inside_the_stream_are_errors(name, kind, retryable):
    with pytest.raises(kind, match="words") as caught:
        read(delta(0, text="x"), frame("exception", name, {"message": "words"}))
    assert caught.value.context["retryable"] is retryable


def test_a_stream_without_its_end_is_interrupted():
    with pytest.raises(ProviderFailed, match="broke off"):
        read(delta(0, text="x"))


def test_http_errors_are_named_by_a_header():
    found = ADAPTER.error(
        429, {"x-amzn-errortype": "ThrottlingException:http://internal"}, b'{"message":"slow"}'
    )
    assert isinstance(found, ProviderRateLimited)
    found = ADAPTER.error(403, {"x-amzn-errortype": "AccessDeniedException"}, b'{"Message":"no access"}')
    assert "did not accept the credential: no access" in found.message


def test_a_whole_answer_is_read_like_a_streamed_one():
    answer = {
        "output": {
            "message": {
                "role": "assistant",
                "content": [
                    {"reasoningContent": {"reasoningText": {"text": "Hm", "signature": "s"}}},
                    {"text": "Hi"},
                    {"toolUse": {"toolUseId": "t", "name": "f", "input": {"a": 1}}},
                ],
            }
        },
        "stopReason": "tool_use",
        "usage": {"inputTokens": 1, "outputTokens": 2},
    }
    reply = whole_reader(ADAPTER, ModelRequest(CLAUDE, []), json.dumps(answer).encode()).finish()
    assert [type(block) for block in reply.blocks] == [ThinkingBlock, TextBlock, ToolCallBlock]
    assert reply.blocks[0].opaque == {"reasoningContent": {"reasoningText": {"text": "Hm", "signature": "s"}}}  # type: ignore[union-attr]
    assert (reply.tool_calls[0].input, reply.stop) == ({"a": 1}, "tool_calls")


@with_recordings
def test_a_recorded_answer_goes_back_as_the_recording_sent_it_back():
    folder = RECORDINGS / "12-bedrock-tool-use"
    first, _ = rounds(folder)
    reader = ADAPTER.reader(ModelRequest(NOVA, []))
    reader.feed(open_frames("eventstream").feed(first.body), Ear())
    reply = reader.finish()
    result = ToolResultBlock(reply.tool_calls[0].tool_call_id, "get_temperature", True, "30°C")
    said = [
        user("What is the temperature of the capital of France?"),
        Message("assistant", reply.blocks),
        Message("tool", [result]),
    ]
    body = build(ModelRequest(NOVA, said))
    recorded = json.loads((folder / "r2.request.json").read_text())["json"]["messages"]
    assert body["messages"] == recorded


async def test_what_is_sent_is_what_was_signed(serve: Serve):
    async def answer(request: web.Request, _: dict[str, Any]) -> web.StreamResponse:
        sent = request.headers
        canonical = "\n".join(
            [
                request.method,
                request.raw_path.replace("%", "%25"),
                "",
                f"content-type:{sent['content-type']}",
                f"host:{sent['host']}",
                f"x-amz-date:{sent['x-amz-date']}",
                "",
                "content-type;host;x-amz-date",
                sha256(await request.read()).hexdigest(),
            ]
        )
        scope = "20260102/us-east-1/bedrock/aws4_request"
        text = f"AWS4-HMAC-SHA256\n20260102T030405Z\n{scope}\n{sha256(canonical.encode()).hexdigest()}"
        key = f"AWS4{AWS.secrets['secret_access_key']}".encode()
        for part in (*scope.split("/"), text):
            key = hmac.digest(key, part.encode(), "sha256")
        if not sent["authorization"].endswith(f"Signature={key.hex()}"):
            return web.json_response({"message": "The signature does not match"}, status=403)
        stream = web.StreamResponse(headers={"content-type": "application/vnd.amazon.eventstream"})
        await stream.prepare(request)
        for piece in (delta(0, text="Hal"), delta(0, text="lo"), stop(0), END, USAGE):
            await stream.write(piece[:9])
            await stream.write(piece[9:])
        return stream

    loopback = await serve(answer)
    credential = Credential("bedrock", base_url=loopback.url, options=AWS.options, secrets=AWS.secrets)
    clock = FixedClock(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    ear = Ear()
    reply = await HttpDriver(loopback.transport, credential, clock=clock).stream(
        ModelRequest(NOVA, [user("hi")]), ear
    )
    assert (reply.blocks, ear.said) == ([TextBlock("Hallo")], {0: "Hallo"})
    assert loopback.paths == ["/model/us.amazon.nova-micro-v1%3A0/converse-stream"]
