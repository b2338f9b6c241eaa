"""The OpenAI-compatible door over plain HTTP: answers, streams, tools, usage, errors, and going away."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import aiohttp
import orjson
import pytest
import sqlalchemy as sa

from proofroom.connections import draft_from, preset_for
from proofroom.kernel.settings import Settings
from proofroom.providers.types import TokenUsage
from tests.api.conftest import Browser, serve
from tests.patience import LIMIT_S, until
from tests.providers.host import Answer, Host, open_host
from tests.scripted import ScriptedDriver, ScriptedReply

SAY = {"model": "scripted", "messages": [{"role": "user", "content": "hi"}]}
TOOL = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "Tell the weather.",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
    },
}


class Program:
    """A program with an API key."""

    def __init__(self, browser: Browser, key: str) -> None:
        self.browser, self.headers = browser, {"Authorization": f"Bearer {key}"}

    async def post(self, body: Any, path: str = "/v1/chat/completions") -> tuple[int, Any, Any]:
        url = self.browser.url + path
        async with self.browser.http.post(url, json=body, headers=self.headers) as answer:
            raw = await answer.read()
            is_json = answer.content_type == "application/json"
            return answer.status, orjson.loads(raw) if is_json else raw, answer.headers

    async def get(self, path: str) -> tuple[int, Any]:
        async with self.browser.http.get(self.browser.url + path, headers=self.headers) as answer:
            return answer.status, orjson.loads(await answer.read())

    async def chunks(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        status, raw, headers = await self.post(body | {"stream": True})
        assert status == 200, raw
        assert headers["content-type"].startswith("text/event-stream")
        lines = [line for line in raw.split(b"\n\n") if line and not line.startswith(b":")]
        assert lines[-1] == b"data: [DONE]"
        return [orjson.loads(line.removeprefix(b"data: ")) for line in lines[:-1]]

    async def rows(self, columns: str) -> list[tuple[Any, ...]]:
        async with self.browser.studio.database.reading() as connection:
            found = await connection.execute(sa.text(f"SELECT {columns} FROM usage_records ORDER BY id"))
            return [tuple(row) for row in found]


async def open_program(browser: Browser, **settings: Any) -> Program:
    await browser.set_up()
    owner = await browser.studio.operator()
    made = await browser.studio.access.keys.create(owner, "Crew", role="viewer", **settings)
    browser.http.cookie_jar.clear()
    return Program(browser, made.secret)


USAGE = TokenUsage(input=20, cache_read=10, cache_write=5, output=8, reasoning=3, cost_micros=77)


@pytest.fixture
def driver() -> ScriptedDriver:
    return ScriptedDriver(
        ScriptedReply("Checking. ", calls=(("weather", {"city": "Izmir"}),), usage=USAGE),
        ScriptedReply("It is sunny.", pieces=3),
    )


@pytest.fixture
async def program(sqlite_settings: Settings, driver: ScriptedDriver) -> AsyncGenerator[Program]:
    async with serve(sqlite_settings, {"scripted": driver}) as browser:
        yield await open_program(browser)


async def test_models_are_listed_by_the_names_to_ask_for(program: Program):
    status, found = await program.get("/v1/models")
    assert (status, found["object"]) == (200, "list")
    assert [(model["id"], model["owned_by"]) for model in found["data"]] == [("scripted", "scripted")]
    assert (await program.get("/v1/models/scripted"))[1]["object"] == "model"
    status, told = await program.get("/v1/models/no/such")
    assert (status, told["error"]["code"], told["error"]["type"]) == (
        404,
        "not_found",
        "invalid_request_error",
    )


async def test_a_call_is_answered_and_is_a_run_with_its_line_in_the_ledger(program: Program):
    status, found, _ = await program.post(SAY | {"tools": [TOOL]})
    assert status == 200
    assert (found["object"], found["model"]) == ("chat.completion", "scripted")
    choice = found["choices"][0]
    assert choice["finish_reason"] == "tool_calls"
    assert choice["message"]["content"] == "Checking. "
    (call,) = choice["message"]["tool_calls"]
    assert call["function"] == {"name": "weather", "arguments": '{"city":"Izmir"}'}
    assert found["usage"] == {
        "prompt_tokens": 35,
        "completion_tokens": 8,
        "total_tokens": 43,
        "prompt_tokens_details": {"cached_tokens": 10},
        "completion_tokens_details": {"reasoning_tokens": 3},
    }
    run_id = found["id"].removeprefix("chatcmpl-")
    studio = program.browser.studio
    run = await studio.engine.runs.get(run_id, studio.workspace_id)
    assert (run.status, run.source, run.agent, run.title) == (
        "completed",
        "gateway",
        "gateway",
        "hi",
    )
    (row,) = await program.rows("run_id, agent, source, model, status, input_tokens, cost_micros, api_key_id")
    keys = await studio.access.keys.list(await studio.operator())
    assert row == (run_id, "gateway", "gateway", "scripted", "ok", 20, 77, keys[0].id)


async def test_tools_and_their_results_reach_the_model(program: Program, driver: ScriptedDriver):
    _, first, _ = await program.post(SAY | {"tools": [TOOL]})
    message = first["choices"][0]["message"]
    result = {"role": "tool", "tool_call_id": message["tool_calls"][0]["id"], "content": "22 degrees"}
    choice = {"type": "function", "function": {"name": "weather"}}
    body = {
        "model": "scripted",
        "messages": [{"role": "system", "content": "Be short."}, *SAY["messages"], message, result],
        "tools": [TOOL],
        "tool_choice": choice,
        "temperature": 0.5,
        "max_tokens": 50,
        "stop": "END",
    }
    status, second, _ = await program.post(body)
    assert status == 200, second
    assert second["choices"][0]["message"] == {
        "role": "assistant",
        "content": "It is sunny.",
        "refusal": None,
    }
    assert second["choices"][0]["finish_reason"] == "stop"
    sent = driver.requests[-1]
    assert sent.system_prefix == "Be short."
    assert [m.role for m in sent.messages] == ["user", "assistant", "tool"]
    assert (sent.temperature, sent.max_output_tokens, sent.stop_sequences) == (0.5, 50, ("END",))
    assert (sent.tool_choice.mode, sent.tool_choice.names) == ("required", ("weather",))
    assert sent.tools[0].input_schema["properties"] == {"city": {"type": "string"}}


async def test_a_stream_gives_every_piece_once_then_calls_then_usage(program: Program):
    chunks = await program.chunks(SAY | {"tools": [TOOL], "stream_options": {"include_usage": True}})
    assert chunks[0]["choices"][0]["delta"]["role"] == "assistant"
    deltas = [chunk["choices"][0] for chunk in chunks if chunk["choices"]]
    assert "".join(each["delta"].get("content") or "" for each in deltas) == "Checking. "
    calls = [each["delta"]["tool_calls"][0] for each in deltas if "tool_calls" in each["delta"]]
    assert [(call["index"], call["function"]["name"]) for call in calls] == [(0, "weather")]
    assert [each["finish_reason"] for each in deltas][-1] == "tool_calls"
    assert chunks[-1]["choices"] == []
    assert chunks[-1]["usage"]["total_tokens"] == 43
    assert all(chunk["usage"] is None for chunk in chunks[:-1])
    plain = await program.chunks(SAY)
    assert all("usage" not in chunk for chunk in plain)
    assert len({chunk["id"] for chunk in plain}) == 1


@pytest.mark.parametrize(
    ("change", "param"),
    [
        ({"model": ""}, "model"),
        ({"messages": []}, "messages"),
        ({"messages": "hi"}, "messages"),
        ({"messages": [{"role": "system", "content": "only"}]}, "messages"),
        ({"messages": [{"role": "robot", "content": "x"}]}, "messages[0].role"),
        ({"messages": [{"role": "user", "content": [{"type": "video"}]}]}, "messages[0].content[0].type"),
        ({"messages": [{"role": "tool", "tool_call_id": "x", "content": "y"}]}, "messages[0].tool_call_id"),
        ({"n": 2}, "n"),
        ({"functions": [{}]}, "functions"),
        ({"tools": [{"type": "web_search"}]}, "tools[0].type"),
        ({"tool_choice": "sometimes"}, "tool_choice"),
        ({"tool_choice": "required"}, "tool_choice"),
        ({"tool_choice": {"type": "function", "function": {"name": "f"}}}, "tool_choice"),
        ({"tools": [{"type": "function", "function": {"name": "a b"}}]}, "tools[0].function.name"),
        ({"logprobs": True}, "logprobs"),
        ({"modalities": ["text", "audio"], "audio": {"voice": "alloy", "format": "wav"}}, "modalities"),
        ({"web_search_options": {"search_context_size": "low"}}, "web_search_options"),
        ({"temperature": 3}, "temperature"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"stop": ["a", "b", "c", "d", "e"]}, "stop"),
        ({"response_format": {"type": "xml"}}, "response_format.type"),
        ({"reasoning_effort": "huge"}, "reasoning_effort"),
    ],
)
async def test_what_cannot_be_honoured_is_refused_by_name(program: Program, change, param):
    status, told, _ = await program.post(SAY | change)
    assert status == 400
    assert (told["error"]["type"], told["error"]["param"]) == ("invalid_request_error", param)


async def test_images_come_as_data_addresses(program: Program, driver: ScriptedDriver):
    def say(url: str) -> dict[str, Any]:
        parts = [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": url}}]
        return SAY | {"messages": [{"role": "user", "content": parts}]}

    assert (await program.post(say("data:image/png;base64,aGk=")))[0] == 200
    assert driver.requests[-1].messages[0].blocks[1].data == "aGk="  # type: ignore[union-attr]
    status, told, _ = await program.post(say("https://example.com/a.png"))
    assert (status, told["error"]["param"]) == (400, "messages[0].content[1]")


async def test_a_schema_for_the_answer_is_passed_on(program: Program, driver: ScriptedDriver):
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    wanted = {"type": "json_schema", "json_schema": {"name": "x", "schema": schema}}
    await program.post(SAY | {"response_format": wanted, "reasoning_effort": "high"})
    assert (driver.requests[-1].output_schema, driver.requests[-1].thinking) == (schema, "high")


async def test_errors_have_the_shape_programs_expect(program: Program):
    status, told, _ = await program.post(SAY | {"model": "nobody/gpt"})
    assert (status, told["error"]["code"]) == (404, "not_found")
    program.headers = {"Authorization": "Bearer pr_wrong"}
    status, told, _ = await program.post(SAY)
    assert (status, told["error"]["type"], told["error"]["code"]) == (
        401,
        "authentication_error",
        "not_signed_in",
    )
    program.headers = {}
    assert (await program.get("/v1/models"))[0] == 401
    assert (await program.get("/v1/elsewhere"))[1]["error"]["type"] == "invalid_request_error"
    async with program.browser.http.post(f"{program.browser.url}/v1/chat/completions", data=b"{") as answer:
        assert answer.status == 401
        assert set(orjson.loads(await answer.read())["error"]) == {"message", "type", "param", "code"}


async def test_a_body_that_is_not_json_is_said_to_be_so(program: Program):
    url = f"{program.browser.url}/v1/chat/completions"
    async with program.browser.http.post(url, data=b"{", headers=program.headers) as answer:
        assert answer.status == 400
        assert "not JSON" in orjson.loads(await answer.read())["error"]["message"]


async def test_keys_have_their_own_limit(sqlite_settings: Settings):
    async with serve(sqlite_settings, {"scripted": ScriptedDriver(ScriptedReply("hi"))}) as browser:
        program = await open_program(browser, requests_per_minute=2)
        assert [(await program.post(SAY))[0] for _ in range(2)] == [200, 200]
        status, told, headers = await program.post(SAY)
        assert (status, told["error"]["type"]) == (429, "rate_limit_error")
        assert int(headers["Retry-After"]) > 0


async def connect(program: Program, host: Host, key: str = "") -> None:
    studio = program.browser.studio
    preset = preset_for("model", "openai-compatible")
    draft = draft_from(preset, {"baseUrl": host.url, "apiKey": key or None}, "Host")
    await studio.connections.create(await studio.operator(), draft)


@pytest.fixture
async def hosted(sqlite_settings: Settings) -> AsyncGenerator[tuple[Program, Host]]:
    """A program, and a real host behind the studio."""
    async with open_host() as host:
        settings = sqlite_settings.model_copy(update={"allow_private_hosts": [host.place]})
        async with serve(settings) as browser:
            program = await open_program(browser)
            await connect(program, host)
            yield program, host


HOSTED = SAY | {"model": "Host/large"}


async def test_a_connected_model_answers_through_the_gateway(hosted: tuple[Program, Host]):
    program, host = hosted
    _, listed = await program.get("/v1/models")
    assert [model["id"] for model in listed["data"]] == ["offline", "Host/small", "Host/large"]
    status, found, _ = await program.post(HOSTED)
    assert status == 200
    assert found["choices"][0]["message"]["content"] == "Hello from the host."
    assert found["usage"]["prompt_tokens"] == 30
    assert found["usage"]["prompt_tokens_details"] == {"cached_tokens": 10}
    assert host.asked[0]["model"] == "large"
    (row,) = await program.rows("provider, model, connection_id, input_tokens, cache_read_tokens")
    assert row[:2] == ("openai-compatible", "large")
    assert row[2]
    assert row[3:] == (20, 10)


@pytest.mark.parametrize("stream", [False, True])
async def test_a_providers_failure_has_its_own_status_also_before_a_stream(
    hosted: tuple[Program, Host], stream: bool
):
    program, host = hosted
    host.answers = [Answer(status=400, error={"message": "bad maths", "code": "invalid_request"})]
    status, told, _ = await program.post(HOSTED | {"stream": stream})
    assert (status, told["error"]["code"], told["error"]["type"]) == (502, "provider_failed", "server_error")
    assert "bad maths" in told["error"]["message"]
    wait = {"Retry-After": "7", "x-should-retry": "false"}
    host.answers = [Answer(status=429, error={"message": "slow down"}, headers=wait)]
    status, told, headers = await program.post(HOSTED | {"stream": stream})
    assert (status, told["error"]["type"], headers["Retry-After"]) == (429, "rate_limit_error", "7")


async def test_a_failure_inside_a_stream_is_told_at_its_end(sqlite_settings: Settings):
    from proofroom.kernel.errors import ProviderFailed

    broken = ScriptedReply("Half", pieces=1, delay_s=0.2, error=ProviderFailed("It broke off.", partial=True))
    async with serve(sqlite_settings, {"scripted": ScriptedDriver(broken, broken)}) as browser:
        program = await open_program(browser)
        chunks = await program.chunks(SAY)
        asked = {"model": "scripted", "input": "hi", "stream": True}
        _, raw, _ = await program.post(asked, "/v1/responses")
    told = [orjson.loads(line.partition(b"data: ")[2]) for line in raw.split(b"\n\n") if line]
    assert (told[-1]["type"], told[-1]["response"]["error"]["code"]) == ("response.failed", "provider_failed")
    assert chunks[0]["choices"][0]["delta"]["content"] == "Half"
    assert chunks[-1]["error"]["code"] == "provider_failed"
    assert "It broke off." in chunks[-1]["error"]["message"]


@pytest.mark.parametrize("stream", [False, True])
async def test_going_away_stops_the_run_and_the_providers_work(hosted: tuple[Program, Host], stream: bool):
    program, host = hosted
    host.answers = [Answer(text="a b c d e f g h", pieces=8, delay_s=3_600)]
    url = f"{program.browser.url}/v1/chat/completions"
    body = HOSTED | {"stream": stream}

    async def ask() -> None:
        async with (
            aiohttp.ClientSession(headers=program.headers) as other,
            other.post(url, json=body) as answer,
        ):
            await answer.read()

    asking = asyncio.create_task(ask())
    await host.began.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    async with asyncio.timeout(LIMIT_S):  # before the next piece would come
        await host.abandoned.wait()
    studio = program.browser.studio

    async def ended() -> Any:
        (run,) = await studio.engine.runs.list(studio.workspace_id)
        return run if run.has_ended else None

    assert (await until(ended)).status == "cancelled"
    (row,) = await program.rows("status, is_estimate")
    assert (row[0], bool(row[1])) == ("aborted", True)


async def test_a_slow_model_does_not_hold_back_the_head_of_a_stream(
    hosted: tuple[Program, Host], monkeypatch: pytest.MonkeyPatch
):
    from proofroom.api import gateway

    monkeypatch.setattr(gateway, "HOLD_S", 0.1)
    monkeypatch.setattr(gateway, "GLANCE_S", 0.1)
    monkeypatch.setattr(gateway, "KEEP_ALIVE_S", 0.2)
    program, host = hosted
    host.answers = [Answer(text="", pieces=1, delay_s=0.0, status=503, error={"message": "later"})]
    status, raw, _ = await program.post(HOSTED | {"stream": True})
    assert status == 200
    assert raw.startswith(b": waiting")
    assert raw.count(b": waiting") > 1
    assert b'"code":"provider_failed"' in raw
    assert raw.endswith(b"data: [DONE]\n\n")


async def test_the_offline_model_answers_a_plain_question_without_tools(owner: Browser) -> None:
    asked = (
        "Summarise this: The river runs under the market. It was covered in 1932. Nobody has seen it since."
    )
    for text, answer in (
        ("What is the capital of France?", "none came with this request"),
        (asked, "in 1932."),
    ):
        body = {"model": "offline", "messages": [{"role": "user", "content": text}]}
        status, told = await owner.call("POST", "/v1/chat/completions", body)
        assert status == 200
        assert answer in told["choices"][0]["message"]["content"]


async def test_more_than_the_offline_model_reads_is_the_callers_fault(owner: Browser) -> None:
    long = [{"role": "user", "content": "The river runs under the market. " * 150}]
    talk = [{"role": role, "content": "a b " * 50_000} for role in ("user", "assistant")]
    talk.append({"role": "user", "content": "And now?"})
    for messages in (long, talk):
        for path, said in (("chat/completions", {"messages": messages}), ("responses", {"input": messages})):
            for stream in (False, True):
                body = {"model": "offline", "stream": stream, **said}
                status, told = await owner.call("POST", f"/v1/{path}", body)
                assert (status, told["error"]["code"]) == (400, "context_length_exceeded"), (path, stream)
                assert told["error"]["type"] == "invalid_request_error"
    _, usage = await owner.call("GET", "/api/runs")
    assert {run["status"] for run in usage["runs"]} == {"failed"}


async def test_the_offline_model_calls_no_tool_that_the_program_did_not_offer(owner: Browser) -> None:
    other = [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}]
    for text in ("How many articles are there?", "help", "What time is it?", "Which projects are there?"):
        for tools in ([], other):
            body = {"model": "offline", "messages": [{"role": "user", "content": text}], "tools": tools}
            status, told = await owner.call("POST", "/v1/chat/completions", body)
            said = told["choices"][0]["message"]
            assert (status, said.get("tool_calls")) == (200, None)
            assert said["content"]


async def test_the_offline_model_ends_where_a_program_wants_it_to(owner: Browser) -> None:
    body = {"model": "offline", "messages": [{"role": "user", "content": "What can you do?"}]}
    usual = {"n": 1, "logprobs": False, "modalities": ["text"], "stop": None, "functions": []}
    plain = (await owner.call("POST", "/v1/chat/completions", body | usual))[1]["choices"][0]
    whole = plain["message"]["content"]
    assert (plain["finish_reason"], len(whole) > 40) == ("stop", True)
    for wish, said, why in (
        ({"stop": ["offline", "model"]}, whole.partition("offline")[0], "stop"),
        ({"stop": "nowhere in it"}, whole, "stop"),
        ({"max_tokens": 4}, None, "length"),
        ({"max_completion_tokens": 1}, None, "length"),
        ({"max_tokens": 4_000}, whole, "stop"),
    ):
        status, told = await owner.call("POST", "/v1/chat/completions", body | wish)
        choice, used = told["choices"][0], told["usage"]["completion_tokens"]
        text = choice["message"]["content"] or ""
        assert (status, choice["finish_reason"]) == (200, why), wish
        assert text == said if said is not None else whole.startswith(text), wish
        assert used <= (wish.get("max_tokens") or wish.get("max_completion_tokens") or 1_000), wish
    tool = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}
    made = body | {"tools": [tool], "tool_choice": "required"}
    status, told = await owner.call("POST", "/v1/chat/completions", made)
    assert (status, told["error"]["type"]) == (400, "invalid_request_error")
    assert "where its rules find one to call" in told["error"]["message"]


async def test_the_offline_model_answers_a_program_that_reads_json_with_json(owner: Browser) -> None:
    body = {"model": "offline", "messages": [{"role": "user", "content": "How many articles are there?"}]}
    any_json = body | {"response_format": {"type": "json_object"}}
    status, told = await owner.call("POST", "/v1/chat/completions", any_json)
    assert status == 200
    assert orjson.loads(told["choices"][0]["message"]["content"])["answer"]
    form = {"name": "count", "schema": {"type": "object", "properties": {"count": {"type": "integer"}}}}
    filled = body | {"response_format": {"type": "json_schema", "json_schema": form}}
    status, told = await owner.call("POST", "/v1/chat/completions", filled)
    assert status == 400
    assert "fills no schema" in told["error"]["message"]


async def test_any_json_seed_and_top_p_go_upstream_as_they_are(hosted: tuple[Program, Host]):
    program, host = hosted
    wanted = {"response_format": {"type": "json_object"}, "seed": 7, "top_p": 0.5}
    assert (await program.post(HOSTED | wanted))[0] == 200
    assert host.asked[0]["response_format"] == {"type": "json_object"}
    assert (host.asked[0]["seed"], host.asked[0]["top_p"]) == (7, 0.5)


async def test_a_full_window_is_the_callers_fault_and_not_tried_again(hosted: tuple[Program, Host]):
    program, host = hosted
    host.answers = [Answer(status=400, error={"message": "too long", "code": "context_length_exceeded"})]
    status, told, _ = await program.post(HOSTED)
    assert (status, told["error"]["code"]) == (400, "context_length_exceeded")
    assert told["error"]["type"] == "invalid_request_error"


@pytest.mark.parametrize(
    ("change", "param"),
    [
        ({"input": 5}, "input"),
        ({"input": []}, "input"),
        ({"input": ["hi"]}, "input[0]"),
        ({"input": [{"role": "user", "content": ["hi"]}]}, "input.content[0]"),
        ({"text": "json"}, "text"),
        ({"tools": "all"}, "tools"),
        ({"reasoning": "high"}, "reasoning"),
    ],
)
async def test_the_newer_way_refuses_by_name_too(
    program: Program, change: dict[str, Any], param: str
) -> None:
    status, told, _ = await program.post({"model": "scripted", "input": "hi"} | change, "/v1/responses")
    assert (status, told["error"]["param"]) == (400, param)


async def test_the_newer_way_to_ask_is_answered_in_its_own_shape(program: Program, driver: ScriptedDriver):
    tool = {"type": "function", **TOOL["function"]}
    asked = {"model": "scripted", "instructions": "Be brief.", "input": "hi", "tools": [tool]}
    status, found, _ = await program.post(asked, "/v1/responses")
    assert (status, found["object"], found["status"]) == (200, "response", "completed")
    assert [item["type"] for item in found["output"]] == ["message", "function_call"]
    call = found["output"][1]
    assert (call["name"], call["arguments"]) == ("weather", '{"city":"Izmir"}')
    assert driver.requests[-1].system_prefix == "Be brief."
    back = [
        {"role": "user", "content": [{"type": "input_text", "text": "hi"}]},
        call,
        {"type": "function_call_output", "call_id": call["call_id"], "output": "sunny"},
    ]
    status, raw, headers = await program.post(asked | {"input": back, "stream": True}, "/v1/responses")
    assert headers["content-type"].startswith("text/event-stream")
    told = [orjson.loads(line.partition(b"data: ")[2]) for line in raw.split(b"\n\n") if line]
    assert [event["type"] for event in told][:2] == ["response.created", "response.in_progress"]
    assert [event["sequence_number"] for event in told] == list(range(len(told)))
    pieces = [event["delta"] for event in told if event["type"] == "response.output_text.delta"]
    assert len(pieces) > 1, "it comes as it is made"
    assert "".join(pieces) == "It is sunny."
    assert told[-1]["response"]["output"][0]["content"][0]["text"] == "It is sunny."
    status, refused, _ = await program.post(asked | {"previous_response_id": "x"}, "/v1/responses")
    assert (status, refused["error"]["param"]) == (400, "previous_response_id")
    status, refused, _ = await program.post({"model": "scripted", "input": "hi"}, "/v1/embeddings")
    assert (status, "embeddings" in refused["error"]["message"]) == (404, True)


async def test_the_api_describes_itself(program: Program):
    status, document = await program.get("/openapi.json")
    assert (status, document["servers"][0]["url"]) == (200, "/")
    assert set(document["components"]["securitySchemes"]) == {"apiKey", "session"}
    titles = [schema["title"] for schema in document["components"]["schemas"].values()]
    assert len(titles) == len(set(titles))
    async with program.browser.http.get(f"{program.browser.url}/docs") as page:
        assert "POST /api/keys" in await page.text()
