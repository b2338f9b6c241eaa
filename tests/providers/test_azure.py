"""Azure OpenAI against a server that refuses whatever the wire reference does not know."""

import json
from typing import Any

import pytest
from aiohttp import web

from proofroom.kernel.blocks import Message, TextBlock, ToolResultBlock, user
from proofroom.kernel.errors import ContentRefused, ProviderFailed
from proofroom.providers.driver import HttpDriver
from proofroom.providers.protocol import Credential
from proofroom.providers.replay import Ear
from proofroom.providers.types import ModelRequest, ToolDef
from tests.providers.conftest import Loopback, Serve
from tests.providers.strict import Refused, check_chat

CLASSIC = "/openai/deployments/my-gpt/chat/completions?api-version=2024-12-01-preview"
NEW = "/openai/v1/chat/completions"
TOOLS = [ToolDef("get_entry", "Reads.", {"type": "object", "properties": {"id": {"type": "string"}}})]


def refuse(status: int, code: str, message: str, **more: Any) -> web.Response:
    return web.json_response({"error": {"code": code, "message": message, **more}}, status=status)


async def strict_azure(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
    """Answer as Azure would: first the filter's word on the prompt, then the chunks."""
    if request.headers.get("api-key") != "azure-key-1" or "authorization" in request.headers:
        return refuse(401, "401", "Access denied due to invalid subscription key")
    if request.raw_path not in (CLASSIC, NEW) or (request.raw_path == NEW and body.get("model") != "my-gpt"):
        return refuse(404, "DeploymentNotFound", f"no deployment at {request.raw_path}")
    try:
        check_chat(body)
    except (Refused, KeyError) as error:
        return refuse(400, "BadRequest", f"refused: {error}")
    if "max_tokens" in body:
        return refuse(400, "unsupported_parameter", "Use max_completion_tokens")
    if "forbidden" in json.dumps(body["messages"]):
        inner = {
            "code": "ResponsibleAIPolicyViolation",
            "content_filter_result": {"hate": {"filtered": True}},
        }
        return refuse(400, "content_filter", "The response was filtered", innererror=inner)
    answer = web.StreamResponse(headers={"content-type": "text/event-stream"})
    await answer.prepare(request)
    await answer.write(b'data: {"choices":[],"prompt_filter_results":[{"prompt_index":0}]}\n\n')
    for chunk in reply_chunks(body):
        await answer.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
    await answer.write(b"data: [DONE]\n\n")
    return answer


def reply_chunks(body: dict[str, Any]) -> list[dict[str, Any]]:
    def chunk(finish: str | None, **delta: Any) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "content_filter_results": {}}
        return {"model": "gpt-4o-2024-11-20", "choices": [choice]}

    usage = {"choices": [], "usage": {"prompt_tokens": 8, "completion_tokens": 3}}
    if body["messages"][-1]["role"] == "tool":
        return [chunk(None, content="Found."), chunk("stop"), usage]
    call = {
        "index": 0,
        "id": "call_1",
        "type": "function",
        "function": {"name": "get_entry", "arguments": '{"id":"a"}'},
    }
    return [chunk(None, role="assistant", content=None, tool_calls=[call]), chunk("tool_calls"), usage]


def driver(loopback: Loopback, **options: str) -> HttpDriver:
    credential = Credential(
        "azure", key="azure-key-1", base_url=loopback.url, options={"model": "gpt-4o", **options}
    )
    return HttpDriver(loopback.transport, credential)


@pytest.mark.parametrize("options", [{"api_version": "2024-12-01-preview"}, {}], ids=["classic", "v1"])
async def test_a_tool_round_runs_against_a_strict_server(serve: Serve, options: dict[str, str]):
    talk = driver(await serve(strict_azure), **options)
    said = [user("hi")]
    first = await talk.stream(
        ModelRequest("my-gpt", said, "system", tools=TOOLS, max_output_tokens=50), Ear()
    )
    assert [(call.tool_call_id, call.input) for call in first.tool_calls] == [("call_1", {"id": "a"})]
    said += [
        Message("assistant", first.blocks),
        Message("tool", [ToolResultBlock("call_1", "get_entry", True, "ok")]),
    ]
    second = await talk.stream(ModelRequest("my-gpt", said, "system", tools=TOOLS), Ear())
    assert (second.blocks, second.model) == ([TextBlock("Found.")], "gpt-4o-2024-11-20")
    assert second.usage is not None
    assert second.usage.input == 8


async def test_a_filtered_prompt_is_a_refusal(serve: Serve):
    with pytest.raises(ContentRefused, match="filtered"):
        await driver(await serve(strict_azure)).stream(ModelRequest("my-gpt", [user("forbidden")]), Ear())


async def test_an_unknown_deployment_is_named(serve: Serve):
    with pytest.raises(ProviderFailed, match="does not know this model"):
        await driver(await serve(strict_azure)).stream(ModelRequest("other", [user("hi")]), Ear())


async def test_the_deployment_is_the_list_of_models_and_is_tried_to_check_the_key(serve: Serve):
    async def whole(request: web.Request, body: dict[str, Any]) -> web.Response:
        assert body["max_completion_tokens"] == 16
        return web.json_response({"choices": [{"message": {"content": "x"}, "finish_reason": "stop"}]})

    talk = driver(await serve(whole), deployment="my-gpt", api_version="2024-12-01-preview")
    (info,) = await talk.models()
    assert (info.id, info.context_window, info.input_micros_per_mtok) == ("my-gpt", 128_000, 2_500_000)
    await talk.check()
