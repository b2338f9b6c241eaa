"""The driver against real servers on loopback: streaming, retries, breaker, errors, cancelling."""

import asyncio
import json
from typing import Any

import pytest
from aiohttp import web

from proofroom.kernel.blocks import TextBlock, user
from proofroom.kernel.errors import AddressRefused, ContentRefused, ProviderFailed, ProviderRateLimited
from proofroom.net import Breaker
from proofroom.providers.driver import HttpDriver
from proofroom.providers.protocol import Credential
from proofroom.providers.replay import Ear
from proofroom.providers.types import ModelRequest, ToolDef
from tests.patience import LIMIT_S
from tests.providers.conftest import Loopback, Serve

REQUEST = ModelRequest("m", [user("hi")], tools=[ToolDef("f", "d", {})])
CANARY = "sk-canary-0123456789abcdef"


def chunk(finish: str | None = None, **delta: Any) -> bytes:
    body = {"model": "m-1", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
    return b"data: " + json.dumps(body).encode() + b"\n\n"


GOOD = [chunk(content="Hal"), chunk(content="lo"), chunk("stop"), b"data: [DONE]\n\n"]


async def send(request: web.Request, *pieces: bytes, kind: str = "text/event-stream") -> web.StreamResponse:
    answer = web.StreamResponse(headers={"content-type": kind})
    await answer.prepare(request)
    for piece in pieces:
        await answer.write(piece)
    return answer


def refusal(status: int, message: str, headers: dict[str, str] | None = None, **error: Any) -> web.Response:
    return web.json_response({"error": {"message": message, **error}}, status=status, headers=headers)


class Naps:
    """Remembers how long it was asked to sleep, and does not."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)


def driver(
    loopback: Loopback, *, naps: Naps | None = None, options: dict[str, str] | None = None, **rest: Any
) -> HttpDriver:
    key = Credential("openai-compatible", id="c1", key=CANARY, base_url=loopback.url, options=options or {})
    return HttpDriver(loopback.transport, key, sleep=naps or Naps(), draw=lambda: 0.0, **rest)


async def test_an_answer_streams_to_the_sink(serve: Serve):
    loopback = await serve(lambda request, _: send(request, *GOOD))
    ear = Ear()
    reply = await driver(loopback).stream(REQUEST, ear)
    assert (reply.blocks, reply.stop, reply.model) == ([TextBlock("Hallo")], "end", "m-1")
    assert ear.said == {0: "Hallo"}
    assert loopback.headers[0]["authorization"] == f"Bearer {CANARY}"
    assert loopback.headers[0]["accept-encoding"] == "identity"


async def test_the_connection_is_used_again(serve: Serve):
    ports: set[int] = set()

    async def answer(request: web.Request, _: Any) -> web.StreamResponse:
        ports.add(request.transport.get_extra_info("peername")[1])  # type: ignore[union-attr]
        return await send(request, *GOOD)

    talk = driver(await serve(answer))
    for _ in range(3):
        await talk.stream(REQUEST, Ear())
    assert len(ports) == 1


async def test_a_failure_before_the_first_word_is_tried_again(serve: Serve):
    answers = iter([refusal(503, "down"), refusal(429, "slow", {"retry-after": "3.5"})])

    async def answer(request: web.Request, _: Any) -> web.StreamResponse:
        return next(answers, None) or await send(request, *GOOD)

    naps = Naps()
    reply = await driver(await serve(answer), naps=naps).stream(REQUEST, Ear())
    assert reply.stop == "end"
    assert naps.taken == [0.5, 3.5]


async def test_a_stream_that_breaks_before_the_first_word_is_tried_again(serve: Serve):
    asked = 0

    async def answer(request: web.Request, _: Any) -> web.StreamResponse:
        nonlocal asked
        asked += 1
        return await send(request, *(GOOD if asked > 1 else [b": waiting\n\n"]))

    assert (await driver(await serve(answer)).stream(REQUEST, Ear())).stop == "end"
    assert asked == 2


async def test_a_stream_that_breaks_after_the_first_word_is_not(serve: Serve):
    loopback = await serve(lambda request, _: send(request, GOOD[0]))
    ear = Ear()
    with pytest.raises(ProviderFailed, match="broke off") as caught:
        await driver(loopback).stream(REQUEST, ear)
    assert (ear.said, len(loopback.asked)) == ({0: "Hal"}, 1)
    assert caught.value.context["partial"] is True


async def test_an_error_inside_the_stream_after_words_is_not_tried_again(serve: Serve):
    error = b'data: {"error":{"code":502,"message":"upstream"}}\n\n'
    loopback = await serve(lambda request, _: send(request, GOOD[0], error))
    with pytest.raises(ProviderFailed, match="upstream"):
        await driver(loopback).stream(REQUEST, Ear())
    assert len(loopback.asked) == 1


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ((402, "no credit", {}), ProviderRateLimited),
        ((429, "no credit", {"code": "insufficient_quota"}), ProviderRateLimited),
        ((400, "bad request", {}), ProviderFailed),
        ((401, "bad key", {}), ProviderFailed),
        ((400, "filtered", {"code": "content_filter"}), ContentRefused),
    ],
)
async def test_what_cannot_help_is_not_tried_again(serve: Serve, answer: Any, error: Any):
    status, message, more = answer

    async def refuse(request: web.Request, _: Any) -> web.Response:
        return refusal(status, message, **more)

    loopback = await serve(refuse)
    with pytest.raises(error, match=message):
        await driver(loopback).stream(REQUEST, Ear())
    assert len(loopback.asked) == 1


async def test_tries_end(serve: Serve):
    async def refuse(request: web.Request, _: Any) -> web.Response:
        return refusal(500, "down")

    loopback, naps = await serve(refuse), Naps()
    with pytest.raises(ProviderFailed, match="down"):
        await driver(loopback, naps=naps).stream(REQUEST, Ear())
    assert (len(loopback.asked), naps.taken) == (3, [0.5, 1.0])


async def test_the_word_of_the_provider_goes_before_the_status(serve: Serve):
    async def refuse(request: web.Request, _: Any) -> web.Response:
        return refusal(500, "down", {"x-should-retry": "false"})

    loopback = await serve(refuse)
    with pytest.raises(ProviderFailed):
        await driver(loopback).stream(REQUEST, Ear())
    assert len(loopback.asked) == 1


async def test_a_provider_that_keeps_failing_is_left_alone(serve: Serve):
    now = 0.0
    breaker = Breaker(threshold=3, rest_s=60, now=lambda: now)
    is_up = False

    async def answer(request: web.Request, _: Any) -> web.StreamResponse:
        return await send(request, *GOOD) if is_up else refusal(500, "down")

    loopback = await serve(answer)
    talk = driver(loopback, breaker=breaker)
    with pytest.raises(ProviderFailed):
        await talk.stream(REQUEST, Ear())
    with pytest.raises(ProviderFailed, match="left alone") as caught:
        await talk.stream(REQUEST, Ear())
    assert (len(loopback.asked), caught.value.context["provider_code"]) == (3, "resting")
    now, is_up = 61.0, True
    assert (await talk.stream(REQUEST, Ear())).stop == "end"


async def test_mistakes_of_ours_do_not_count_against_the_provider(serve: Serve):
    async def refuse(request: web.Request, _: Any) -> web.Response:
        return refusal(400, "bad request")

    talk = driver(await serve(refuse), breaker=Breaker(threshold=1))
    for _ in range(3):
        with pytest.raises(ProviderFailed, match="bad request"):
            await talk.stream(REQUEST, Ear())


async def test_a_field_the_host_does_not_know_is_left_out_from_then_on(serve: Serve):
    async def answer(request: web.Request, body: Any) -> web.StreamResponse:
        for field in ("stream_options", "tool_choice"):
            if field in body:
                return refusal(400, f"Unrecognized request argument supplied: {field}")
        return await send(request, *GOOD)

    loopback, naps = await serve(answer), Naps()
    talk = driver(loopback, naps=naps)
    await talk.stream(REQUEST, Ear())
    await talk.stream(REQUEST, Ear())
    assert [("stream_options" in body, "tool_choice" in body) for body in loopback.asked] == [
        (True, True),
        (False, True),
        (False, False),
        (False, False),
    ]
    assert naps.taken == []


async def test_a_host_that_cannot_stream_is_asked_and_read_in_one_piece(serve: Serve):
    whole = {"choices": [{"message": {"role": "assistant", "content": "Hallo"}, "finish_reason": "stop"}]}

    async def answer(request: web.Request, _: Any) -> web.Response:
        return web.json_response(whole)

    for options in ({"stream": "off"}, {}):  # asked for, or simply what the host does
        loopback, ear = await serve(answer), Ear()
        reply = await driver(loopback, options=options).stream(REQUEST, ear)
        assert (reply.blocks, ear.said) == ([TextBlock("Hallo")], {0: "Hallo"})
        assert loopback.asked[0]["stream"] is ("stream" not in options)


async def test_cancelling_closes_the_socket(serve: Serve):
    closed = asyncio.Event()

    async def answer(request: web.Request, _: Any) -> web.StreamResponse:
        response = await send(request, GOOD[0])
        try:
            await asyncio.sleep(3_600)
        finally:
            closed.set()
        return response

    heard = asyncio.Event()

    class Listening(Ear):
        def text(self, block: int, text: str) -> None:
            heard.set()

    task = asyncio.create_task(driver(await serve(answer)).stream(REQUEST, Listening()))
    await asyncio.wait_for(heard.wait(), LIMIT_S)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(closed.wait(), LIMIT_S)


async def test_a_host_that_does_not_hang_up_after_its_end_is_not_waited_for(serve: Serve):
    async def answer(request: web.Request, _: Any) -> web.StreamResponse:
        response = await send(request, *GOOD)
        await asyncio.sleep(3_600)
        return response

    loopback = await serve(answer)
    async with asyncio.timeout(LIMIT_S):
        assert (await driver(loopback).stream(REQUEST, Ear())).stop == "end"


async def test_nobody_there_is_a_failure_of_the_provider(serve: Serve):
    loopback = await serve(lambda request, _: send(request))
    key = Credential("openai-compatible", base_url="http://127.0.0.1:9")
    with pytest.raises(AddressRefused):
        await HttpDriver(loopback.transport, key).stream(REQUEST, Ear())


async def test_a_call_the_host_refused_becomes_a_call(serve: Serve):
    error = {
        "message": "Tool call validation failed",
        "code": "tool_use_failed",
        "failed_generation": '{"name": "f", "arguments": {"wrong": 1}}',
    }
    frame = b"event: error\ndata: " + json.dumps({"error": error}).encode() + b"\n\n"
    loopback = await serve(lambda request, _: send(request, chunk(reasoning="Hm"), frame))
    reply = await driver(loopback).stream(REQUEST, Ear())
    assert [(call.tool_name, call.input) for call in reply.tool_calls] == [("f", {"wrong": 1})]


async def test_a_call_refused_before_the_stream_becomes_a_call_too(serve: Serve):
    async def refuse(request: web.Request, _: Any) -> web.Response:
        failed = '{"name": "f", "arguments": {"wrong": 1}}'
        return refusal(400, "Failed to call a function", code="tool_use_failed", failed_generation=failed)

    reply = await driver(await serve(refuse)).stream(REQUEST, Ear())
    assert [(call.tool_name, call.input) for call in reply.tool_calls] == [("f", {"wrong": 1})]


async def test_a_field_that_is_only_mentioned_stays(serve: Serve):
    async def refuse(request: web.Request, _: Any) -> web.Response:
        return refusal(400, "tool_choice must name a tool", {"x-request-id": "req_7"})

    loopback = await serve(refuse)
    with pytest.raises(ProviderFailed) as caught:
        await driver(loopback).stream(REQUEST, Ear())
    assert len(loopback.asked) == 1
    assert caught.value.context["provider_request_id"] == "req_7"


async def test_keys_never_come_back_in_errors(serve: Serve):
    echo = f"Incorrect API key provided: {CANARY}. Header was Bearer {CANARY}."

    async def refuse(request: web.Request, _: Any) -> web.Response:
        return refusal(401, echo, code=f"bad_{CANARY}")

    for action in ("stream", "models", "check"):
        loopback = await serve(refuse)
        talk = driver(loopback)
        with pytest.raises(ProviderFailed) as caught:
            await (talk.stream(REQUEST, Ear()) if action == "stream" else getattr(talk, action)())
        shown = f"{caught.value} {caught.value!r} {caught.value.as_dict()} {talk!r}"
        assert CANARY not in shown
        assert "[redacted]" in shown


async def test_models_are_listed_with_what_is_known_of_them(serve: Serve):
    async def answer(request: web.Request, _: Any) -> web.Response:
        return web.json_response(
            {"data": [{"id": "claude-sonnet-5", "display_name": "Sonnet"}, {"id": "unheard-of"}]}
        )

    loopback = await serve(answer)
    talk = HttpDriver(loopback.transport, Credential("anthropic", key="k", base_url=loopback.url))
    known, unknown = await talk.models()
    assert (known.context_window, known.vision, known.thinking) == (1_000_000, True, True)
    assert (known.input_micros_per_mtok, known.output_micros_per_mtok) == (2_000_000, 10_000_000)
    assert (unknown.input_micros_per_mtok, unknown.context_window) == (None, None)


async def test_prices_of_others_say_nothing_about_models_on_own_machines(serve: Serve):
    async def answer(request: web.Request, _: Any) -> web.Response:
        return web.json_response({"data": [{"id": "gpt-oss-120b", "max_model_len": 9000}]})

    (info,) = await driver(await serve(answer)).models()
    assert (info.context_window, info.input_micros_per_mtok) == (9000, None)
