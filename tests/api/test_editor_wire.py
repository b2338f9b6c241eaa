"""The wire of page editors under `/admin/api/ai`, as they speak it."""

from tests.api.conftest import Browser

NINE = {"bridgeReady", "text", "toolCall", "toolRequest", "toolResult", "usage", "context", "done", "error"}
CONVERSATIONS = "/admin/api/ai/conversations"


async def test_an_editor_talks_in_its_own_words(owner: Browser) -> None:
    status, made = await owner.call("POST", CONVERSATIONS, {"scope": "data"})
    assert (status, made["scope"], made["promptTokensTotal"]) == (201, "workspace", 0)
    body = {"conversationId": made["id"], "prompt": "Which projects do we have?", "snapshot": {"page": {}}}
    events = await owner.lines("POST", "/admin/api/ai/chat/data", body)
    kinds = [event["type"] for event in events]
    assert kinds[0] == "bridgeReady"
    assert set(kinds) <= NINE
    assert kinds[-2:] == ["usage", "done"]
    assert kinds.count("usage") == 1
    used = events[-2]
    assert used["promptTokens"] > 0
    assert {"promptTokens", "completionTokens"} <= set(used)
    assert events[-1] == {"type": "done"}
    call = next(event for event in events if event["type"] == "toolCall")
    assert set(call) == {"type", "toolCallId", "toolName", "input", "status"}
    result = next(event for event in events if event["type"] == "toolResult")
    assert set(result) <= {"type", "toolCallId", "toolName", "ok", "error"}
    contexts = [event["contextTokens"] for event in events if event["type"] == "context"]
    assert len(contexts) == 2
    assert contexts[0] < contexts[1], "the second round is sent the call and its result too"
    assert sum(contexts) == used["promptTokens"]
    status, thread = await owner.call("GET", f"{CONVERSATIONS}/{made['id']}")
    assert thread["conversation"]["contextTokens"] == contexts[-1]
    assert thread["conversation"]["promptTokensTotal"] == used["promptTokens"]
    said = "".join(event["text"] for event in events if event["type"] == "text")
    written = [
        b["text"]
        for m in thread["messages"]
        if m["role"] == "assistant"
        for b in m["content"]
        if b["kind"] == "text"
    ]
    assert said == "".join(written)


async def test_an_editor_of_one_site_names_no_project(owner: Browser) -> None:
    _, made = await owner.call("POST", CONVERSATIONS, {"scope": "site"})
    ask = {"prompt": "Which pages are there?", "snapshot": {}}
    here = ask | {"conversationId": made["id"]}
    alone = await owner.lines("POST", "/admin/api/ai/chat/site", here)
    assert [event["ok"] for event in alone if event["type"] == "toolResult"] == [False], "there is none yet"
    for name, is_the_only_one in (("Notes", True), ("More", False)):
        await owner.call("POST", "/api/projects", {"name": name, "start": {"locales": ["en"]}})
        _, made = await owner.call("POST", CONVERSATIONS, {"scope": "site"})
        for body in (ask | {"conversationId": made["id"]}, ask):
            events = await owner.lines("POST", "/admin/api/ai/chat/site", body)
            assert [event["ok"] for event in events if event["type"] == "toolResult"] == [is_the_only_one]


async def test_an_editor_lists_renames_and_deletes_its_threads(owner: Browser) -> None:
    _, made = await owner.call("POST", CONVERSATIONS, {"scope": "content", "title": "Front page"})
    _, renamed = await owner.call("PUT", f"{CONVERSATIONS}/{made['id']}", {"title": "Home"})
    assert renamed["title"] == "Home"
    assert [each["title"] for each in (await owner.call("GET", f"{CONVERSATIONS}?scope=content"))[1]] == [
        "Home"
    ]
    assert (await owner.call("GET", f"{CONVERSATIONS}?scope=plugin"))[0] == 400
    assert (await owner.call("DELETE", f"{CONVERSATIONS}/{made['id']}"))[0] == 200
    assert (await owner.call("GET", f"{CONVERSATIONS}/{made['id']}"))[0] == 404


async def test_a_snapshot_that_cannot_be_read_is_none(owner: Browser) -> None:
    events = await owner.lines("POST", "/admin/api/ai/chat/data", {"prompt": "hello", "snapshot": "broken"})
    assert events[-1] == {"type": "done"}
