import base64
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
from proofroom.providers.gemini import Gemini
from proofroom.providers.profiles import profile_for
from proofroom.providers.protocol import Credential
from proofroom.providers.replay import Ear, rounds
from proofroom.providers.types import ModelRequest, ToolChoice, ToolDef
from tests.providers.reading import RECORDINGS, begin, read, with_recordings
from tests.providers.strict import check_gemini

ADAPTER = Gemini()
KEY = Credential("gemini", key="AIzaSecret")
NEW, OLD = "gemini-3-flash-preview", "gemini-2.5-flash"
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}
TOOLS = [
    ToolDef(
        "get_entry", "Reads.", {"type": "object", "properties": {"kind": {"const": "post", "title": "Kind"}}}
    )
]


def build(request: ModelRequest) -> dict[str, Any]:
    body = json.loads(ADAPTER.build(request, KEY, profile_for("gemini", request.model)).body)
    check_gemini(body, signs=request.model == NEW)
    return body


def chunk(*parts: dict[str, Any], finish: str | None = None, **usage: int) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": list(parts)}, "index": 0}
    if finish:
        candidate["finishReason"] = finish
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "gemini-3"}


def test_streams_are_asked_for_as_events():
    call = ADAPTER.build(ModelRequest(NEW, [user("hi")]), KEY, profile_for("gemini", NEW))
    base = "https://generativelanguage.googleapis.com/v1beta/models"
    assert call.url == f"{base}/{NEW}:streamGenerateContent?alt=sse"
    assert call.headers["x-goog-api-key"] == "AIzaSecret"
    whole = ADAPTER.build(ModelRequest(NEW, [user("hi")]), KEY, profile_for("gemini", NEW), stream=False)
    assert whole.url == f"{base}/{NEW}:generateContent"


def test_vertex_has_its_own_address_and_a_bearer():
    key = Credential("vertex", key="ya29.token", options={"project": "p", "location": "europe-west1"})
    call = Gemini("vertex").build(ModelRequest(NEW, [user("hi")]), key, profile_for("vertex", NEW))
    assert call.url == (
        "https://europe-west1-aiplatform.googleapis.com/v1/projects/p/locations/europe-west1"
        f"/publishers/google/models/{NEW}:streamGenerateContent?alt=sse"
    )
    assert call.headers["authorization"] == "Bearer ya29.token"


@pytest.mark.parametrize(
    ("model", "thinking", "expected"),
    [
        (NEW, "high", {"includeThoughts": True, "thinkingLevel": "HIGH"}),
        (NEW, "off", {"thinkingLevel": "LOW"}),
        (OLD, "medium", {"includeThoughts": True, "thinkingBudget": 8192}),
        (OLD, "off", {"thinkingBudget": 0}),
        ("gemini-2.5-pro", "off", {"thinkingBudget": 128}),
    ],
)
def test_each_generation_is_asked_to_think_in_its_own_way(model, thinking, expected):
    body = build(ModelRequest(model, [user("hi")], thinking=thinking))
    assert body["generationConfig"]["thinkingConfig"] == expected


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (ToolChoice(), {"mode": "AUTO"}),
        (ToolChoice("none"), {"mode": "NONE"}),
        (ToolChoice("required"), {"mode": "ANY"}),
        (ToolChoice("required", ("get_entry",)), {"mode": "ANY", "allowedFunctionNames": ["get_entry"]}),
        (ToolChoice("auto", ("get_entry",)), {"mode": "VALIDATED", "allowedFunctionNames": ["get_entry"]}),
    ],
)
def test_tool_choices_are_spelt(choice, expected):
    body = build(ModelRequest(NEW, [user("hi")], tools=TOOLS, tool_choice=choice))
    assert body["toolConfig"]["functionCallingConfig"] == expected
    (declared,) = body["tools"][0]["functionDeclarations"]
    assert declared["parametersJsonSchema"]["properties"]["kind"] == {"enum": ["post"]}


def said_with(result: ToolResultBlock, provider_id: str = "") -> list[Message]:
    call = ToolCallBlock("ab12", "shot", {}, provider_id=provider_id)
    return [user("hi"), Message("assistant", [call]), Message("tool", [result]), user("and now?")]


def test_results_and_words_are_apart_and_results_are_objects():
    contents = build(ModelRequest(NEW, said_with(ToolResultBlock("ab12", "shot", True, "fine"))))["contents"]
    assert contents[2]["parts"] == [{"functionResponse": {"name": "shot", "response": {"result": "fine"}}}]
    assert contents[3]["parts"] == [{"text": "and now?"}]
    contents = build(ModelRequest(NEW, said_with(ToolResultBlock("ab12", "shot", False, "no"), "ab12")))[
        "contents"
    ]
    assert contents[2]["parts"][0]["functionResponse"] == {
        "id": "ab12",
        "name": "shot",
        "response": {"error": "no"},
    }
    contents = build(ModelRequest(NEW, said_with(ToolResultBlock("ab12", "shot", True, '{"ok":true}'))))[
        "contents"
    ]
    assert contents[2]["parts"][0]["functionResponse"]["response"] == {"ok": True}


def test_images_of_results_go_inside_or_after_by_generation():
    result = ToolResultBlock("ab12", "shot", True, "fine", [ImageBlock("image/png", "aaaa")])
    image = {"inlineData": {"mimeType": "image/png", "data": "aaaa"}}
    new = build(ModelRequest(NEW, said_with(result)))["contents"]
    assert new[2]["parts"][0]["functionResponse"]["parts"] == [image]
    old = build(ModelRequest(OLD, said_with(result)))["contents"]
    assert "parts" not in old[2]["parts"][0]["functionResponse"]
    assert old[3]["parts"] == [image, {"text": "and now?"}]


def test_foreign_calls_carry_the_documented_stand_in_for_a_signature():
    body = build(ModelRequest(NEW, said_with(ToolResultBlock("ab12", "shot", True, "fine"))))
    signature = body["contents"][1]["parts"][0]["thoughtSignature"]
    assert base64.b64decode(signature) == b"skip_thought_signature_validator"
    body = build(ModelRequest(OLD, said_with(ToolResultBlock("ab12", "shot", True, "fine"))))
    assert "thoughtSignature" not in body["contents"][1]["parts"][0]


def test_signed_parts_stay_apart_and_go_back_as_they_came():
    reply, ear = read(
        ADAPTER,
        chunk({"text": "Let me", "thought": True}),
        chunk({"text": "A"}, {"text": "B"}),
        chunk({"text": "C", "thoughtSignature": "s1"}),
        chunk({"functionCall": {"name": "f", "args": {"x": 1}}, "thoughtSignature": "s2"}),
        chunk({"functionCall": {"name": "g", "args": {}}}),
        chunk({"text": "", "thoughtSignature": "s3"}, finish="STOP"),
        request=ModelRequest(NEW, []),
    )
    assert (ear.thought, ear.said) == ({0: "Let me"}, {1: "AB", 2: "C"})
    assert reply.stop == "tool_calls"
    assert [call.provider_id for call in reply.tool_calls] == ["", ""]
    said = [user("hi"), Message("assistant", reply.blocks)]
    assert build(ModelRequest(NEW, said))["contents"][1]["parts"] == [
        {"text": "AB"},
        {"text": "C", "thoughtSignature": "s1"},
        {"functionCall": {"name": "f", "args": {"x": 1}}, "thoughtSignature": "s2"},
        {"functionCall": {"name": "g", "args": {}}},
        {"text": "", "thoughtSignature": "s3"},
    ]


def test_thoughts_are_counted_into_the_output():
    counts = {
        "promptTokenCount": 29,
        "candidatesTokenCount": 10,
        "thoughtsTokenCount": 202,
        "cachedContentTokenCount": 9,
    }
    usage = read(ADAPTER, chunk({"text": "x"}, finish="STOP", **counts, toolUsePromptTokenCount=5))[0].usage
    assert usage is not None
    assert (usage.input, usage.cache_read, usage.output, usage.reasoning) == (25, 9, 212, 202)


@pytest.mark.parametrize(
    ("raw", "stop"),
    [
        ("STOP", "end"),
        ("MAX_TOKENS", "length"),
        ("SAFETY", "refused"),
        ("IMAGE_SAFETY", "refused"),
        ("OTHER", "other"),
    ],
)
def test_stop_reasons_are_named(raw, stop):
    assert read(ADAPTER, chunk({"text": "x"}, finish=raw))[0].stop == stop


def test_a_blocked_prompt_is_a_refusal():
    reply, _ = read(ADAPTER, {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}})
    assert (reply.stop, reply.raw_stop, reply.blocks) == ("refused", "PROHIBITED_CONTENT", [])


def test_a_call_nobody_can_read_is_worth_another_try():
    reader, _ = begin(ADAPTER, {"candidates": [{"finishReason": "MALFORMED_FUNCTION_CALL"}]})
    with pytest.raises(ProviderFailed) as caught:
        reader.finish()
    assert caught.value.context["retryable"] is True


def test_a_body_that_ends_without_a_finish_reason_is_interrupted():
    reader, _ = begin(ADAPTER, chunk({"text": "x"}))
    with pytest.raises(ProviderFailed, match="broke off"):
        reader.finish()


def test_pictures_in_an_answer_are_blocks():
    reply, _ = read(ADAPTER, chunk({"inlineData": {"mimeType": "image/png", "data": "aaaa"}}, finish="STOP"))
    assert reply.blocks == [ImageBlock("image/png", "aaaa")]


def test_errors_say_how_long_to_wait_and_whether_the_key_is_bad():
    limited = {
        "error": {
            "code": 429,
            "message": "quota",
            "status": "RESOURCE_EXHAUSTED",
            "details": [{"@type": "RetryInfo", "retryDelay": "17s"}],
        }
    }
    found = ADAPTER.error(429, {}, json.dumps(limited).encode())
    assert isinstance(found, ProviderRateLimited)
    assert found.context["retry_after_s"] == 17.0
    in_a_list = ADAPTER.error(
        404, {}, json.dumps([{"error": {"code": 404, "message": "none", "status": "NOT_FOUND"}}]).encode()
    )
    assert "none" in in_a_list.message
    bad_key = {
        "error": {
            "code": 400,
            "message": "API key not valid",
            "status": "INVALID_ARGUMENT",
            "details": [{"reason": "API_KEY_INVALID"}],
        }
    }
    assert "did not accept the credential" in ADAPTER.error(400, {}, json.dumps(bad_key).encode()).message


def test_an_output_schema_goes_along_with_tools_only_where_that_works():
    for model, expected in ((NEW, True), (OLD, False)):
        body = build(ModelRequest(model, [user("hi")], tools=TOOLS, output_schema=SCHEMA))
        assert ("responseJsonSchema" in body["generationConfig"]) is expected


def test_the_list_of_models_leaves_out_those_that_do_not_generate():
    page = {
        "models": [
            {
                "name": "models/gemini-3-pro",
                "displayName": "Gemini 3 Pro",
                "inputTokenLimit": 9,
                "supportedGenerationMethods": ["generateContent"],
            },
            {"name": "models/embedding", "supportedGenerationMethods": ["embedContent"]},
        ],
        "nextPageToken": "t",
    }
    models, following = ADAPTER.parse_models(json.dumps(page).encode())
    assert [(model.id, model.context_window) for model in models] == [("gemini-3-pro", 9)]
    call = ADAPTER.models_call(KEY, following)
    assert call is not None
    assert call.url.endswith("/models?pageSize=1000&pageToken=t")


@with_recordings
def test_a_recorded_answer_goes_back_as_the_recording_sent_it_back():
    folder = RECORDINGS / "11-gemini3-function-call-id"
    first, _ = rounds(folder)
    reader = ADAPTER.reader(ModelRequest(NEW, []))
    reader.feed(open_frames("sse").feed(first.body), Ear())
    reply = reader.finish()
    result = ToolResultBlock(
        reply.tool_calls[0].tool_call_id, "get_user_country", True, '{"return_value":"Mexico"}'
    )
    said = [
        user("What is the largest city in the user country?"),
        Message("assistant", reply.blocks),
        Message("tool", [result]),
    ]
    contents = build(ModelRequest(NEW, said))["contents"]
    recorded = json.loads((folder / "r2.request.json").read_text())["json"]["contents"]
    for call in (
        contents[1]["parts"][0],
        recorded[1]["parts"][0],
    ):  # standard and URL-safe base64 are both accepted
        call["thoughtSignature"] = base64.urlsafe_b64decode(
            call["thoughtSignature"].replace("+", "-").replace("/", "_")
        )
    assert contents == recorded


def test_thinking_blocks_of_an_answer_name_their_model():
    reply, _ = read(ADAPTER, chunk({"text": "t", "thought": True, "thoughtSignature": "s"}, finish="STOP"))
    assert reply.blocks == [
        ThinkingBlock("t", {"text": "t", "thought": True, "thoughtSignature": "s"}, "gemini", "m")
    ]
    assert not any(isinstance(block, TextBlock) for block in reply.blocks)
