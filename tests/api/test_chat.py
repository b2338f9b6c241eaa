"""Talking over HTTP: streams, reconnecting, queueing, stopping, reading again after a restart."""

import asyncio

import orjson

from proofroom.kernel.settings import Settings
from proofroom.providers.types import ModelRequest, Reply, Sink
from tests.api.conftest import Browser, serve
from tests.patience import LIMIT_S, until
from tests.scripted import ScriptedDriver, ScriptedReply


async def test_a_message_streams_numbered_events_that_end_in_done(owner: Browser) -> None:
    events = await owner.lines("POST", "/api/ai/chat/workspace", {"message": "Which projects do we have?"})
    assert events[0]["type"] == "runStarted"
    assert events[-1]["type"] == "done"
    numbers = [event["n"] for event in events]
    assert numbers == sorted(set(numbers))
    assert any(event["type"] == "toolResult" and event["ok"] for event in events)


async def test_the_rest_of_a_run_can_be_read_by_number(owner: Browser) -> None:
    events = await owner.lines("POST", "/api/ai/chat/workspace", {"message": "hello"})
    run_id = events[0]["runId"]
    again = await owner.lines("GET", f"/api/runs/{run_id}/events")
    assert again[0] == events[0]
    assert again[-1] == events[-1]
    rest = await owner.lines("GET", f"/api/runs/{run_id}/events?after={again[2]['n']}")
    assert rest == again[3:]


async def test_server_sent_events_carry_the_same_lines(owner: Browser) -> None:
    events = await owner.lines("POST", "/api/ai/chat/workspace", {"message": "hello"})
    path = f"/api/runs/{events[0]['runId']}/events"
    plain = await owner.lines("GET", path)
    _, raw = await owner.call("GET", path, Accept="text/event-stream")
    framed = [part.split(b"\ndata: ") for part in raw.split(b"\n\n") if part]
    assert [orjson.loads(line) for _, line in framed] == plain
    assert [number for number, _ in framed] == [f"id: {event['n']}".encode() for event in plain]
    last = {"Last-Event-ID": str(plain[1]["n"])}
    assert await owner.lines("GET", path, **last) == plain[2:], "a browser goes on where it was cut off"


async def test_the_tools_of_a_round_are_narrowed_by_the_message(sqlite_settings: Settings) -> None:
    tried = ScriptedReply("", calls=(("getTime", {}), ("listProjects", {})))
    driver = ScriptedDriver(tried, ScriptedReply("Done."))
    async with serve(sqlite_settings, {"offline": driver}) as browser:
        await browser.set_up()
        choices = [{"mode": "required", "names": ["listProjects"]}, {"mode": "none"}]
        body = {"message": "Which projects?", "toolChoices": choices}
        events = await browser.lines("POST", "/api/ai/chat/workspace", body)
        status, _ = await browser.call(
            "POST", "/api/ai/chat/workspace", {"message": "x", "toolChoices": [{"mode": "any"}]}
        )
    assert status == 400
    assert [event["ok"] for event in events if event["type"] == "toolResult"] == [False, True]
    assert [request.tool_choice.mode for request in driver.requests] == ["required", "none"]


class Held(ScriptedDriver):
    """Is asked, and answers when it is let."""

    def __init__(self, *replies: ScriptedReply) -> None:
        super().__init__(*replies)
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        self.asked.set()
        await self.go.wait()
        return await super().stream(request, sink)


async def test_a_busy_conversation_queues_and_then_goes_on(sqlite_settings: Settings) -> None:
    driver = Held(ScriptedReply("one two", pieces=2))
    async with serve(sqlite_settings, {"scripted": driver}) as browser:
        await browser.set_up()
        _, conversation = await browser.call("POST", "/api/conversations", {})
        say = {"conversationId": conversation["id"]}
        first = asyncio.create_task(
            browser.lines("POST", "/api/ai/chat/workspace", say | {"message": "first"})
        )
        await driver.asked.wait()
        status, queued = await browser.call("POST", "/api/ai/chat/workspace", say | {"message": "second"})
        assert (status, queued["queued"]) == (202, True)
        _, detail = await browser.call("GET", f"/api/conversations/{conversation['id']}")
        assert [message["blocks"][0]["text"] for message in detail["queued"]] == ["second"]
        driver.go.set()
        await first

        async def has_begun() -> bool:
            return (await browser.call("GET", f"/api/runs/{queued['runId']}"))[0] == 200

        await until(has_begun)
        events = await browser.lines("GET", f"/api/runs/{queued['runId']}/events")
        assert events[-1]["type"] == "done"


async def test_stop_ends_the_stream_and_keeps_what_was_said(sqlite_settings: Settings) -> None:
    driver = ScriptedDriver(ScriptedReply("a b c d e f", pieces=6, delay_s=3_600))
    async with serve(sqlite_settings, {"scripted": driver}) as browser:
        await browser.set_up()
        stream = asyncio.create_task(browser.lines("POST", "/api/ai/chat/workspace", {"message": "count"}))
        await until(lambda: driver.requests)
        _, page = await browser.call("GET", "/api/runs?status=running")
        _, stopped = await browser.call("POST", f"/api/runs/{page['runs'][0]['id']}/stop")
        assert stopped == {"stopped": True}
        events = await asyncio.wait_for(stream, LIMIT_S)
        assert events[-1]["type"] == "done"
        assert events[-1]["status"] == "cancelled"
        _, detail = await browser.call("GET", f"/api/conversations/{events[0]['conversationId']}")
        assert detail["messages"][-1]["blocks"][0]["text"].startswith("a ")


async def test_a_run_can_be_read_after_a_restart(sqlite_settings: Settings) -> None:
    async with serve(sqlite_settings) as browser:
        await browser.set_up()
        events = await browser.lines("POST", "/api/ai/chat/workspace", {"message": "hello"})
    async with serve(sqlite_settings) as browser:
        status, session = await browser.call(
            "POST", "/api/session", {"email": "owner@example.com", "password": "correct horse battery"}
        )
        assert status == 200
        browser.csrf = session["csrfToken"]
        again = await browser.lines("GET", f"/api/runs/{events[0]['runId']}/events")
        assert again[-1] == events[-1]
        _, detail = await browser.call("GET", f"/api/conversations/{events[0]['conversationId']}")
        assert detail["messages"][0]["role"] == "user"


async def test_agent_requests_are_limited_per_minute(sqlite_settings: Settings) -> None:
    limited = sqlite_settings.model_copy(update={"agent_requests_per_minute": 2})
    async with serve(limited, {"scripted": ScriptedDriver(ScriptedReply("Hello."))}) as browser:
        await browser.set_up()
        for _ in range(2):
            await browser.lines("POST", "/api/ai/chat/workspace", {"message": "hello"})
        sent = {"X-CSRF-Token": browser.csrf}
        url = f"{browser.url}/api/ai/chat/workspace"
        async with browser.http.post(url, json={"message": "hello"}, headers=sent) as answer:
            body = orjson.loads(await answer.read())
            assert (answer.status, body["error"]["code"]) == (429, "rate_limited")
            assert 0 < int(answer.headers["Retry-After"]) <= 120


async def test_the_free_offline_model_is_not_limited_like_one_that_costs(sqlite_settings: Settings) -> None:
    limited = sqlite_settings.model_copy(update={"agent_requests_per_minute": 2})
    async with serve(limited) as browser:
        await browser.set_up()
        for _ in range(4):
            events = await browser.lines("POST", "/api/ai/chat/workspace", {"message": "hello"})
            assert events[-1]["type"] == "done"


async def test_conversations_can_be_renamed_listed_and_deleted(owner: Browser) -> None:
    _, made = await owner.call("POST", "/api/conversations", {"title": "First"})
    path = f"/api/conversations/{made['id']}"
    _, renamed = await owner.call("PUT", path, {"title": "Second"})
    assert renamed["title"] == "Second"
    _, listed = await owner.call("GET", "/api/conversations")
    assert [each["title"] for each in listed] == ["Second"]
    assert (await owner.call("DELETE", path))[0] == 200
    assert (await owner.call("GET", path))[0] == 404


async def test_a_message_as_long_as_an_article_is_taken(owner: Browser) -> None:
    text = "Summarise this article: " + "The canal bench was painted green in 1931. " * 4_000
    events = await owner.lines("POST", "/api/ai/chat/content", {"message": text})
    assert events[-1]["type"] == "done"
    said = "".join(event["text"] for event in events if event["type"] == "text")
    assert "up to 4000 characters" in said
