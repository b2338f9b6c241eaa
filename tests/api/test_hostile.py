"""Bad requests at the doors of the loop: each is refused by name, and nothing is begun."""

from typing import Any

import pytest

from proofroom.api import bodies
from tests.api.conftest import Browser

CHAT = "/api/ai/chat/workspace"
HALF = '{"message": "hi", "context": {"seen": "\\ud800"}}'
BEYOND = '{"message": "hi", "context": {"seen": ' + "9" * 400 + "}}"
NUL = '{"message": "a\\u0000b"}'
REFUSED: list[tuple[str, str, Any, int, str]] = [
    ("POST", CHAT, "{not json", 400, "The request is not valid JSON."),
    ("POST", CHAT, HALF, 400, "half a character"),
    ("POST", CHAT, BEYOND, 400, "beyond 64 bits"),
    ("POST", CHAT, NUL, 400, "NUL"),
    ("POST", CHAT, {"message": " "}, 400, "empty"),
    ("POST", CHAT, {"message": "x" * 200_001}, 413, "200001 characters"),
    ("POST", CHAT, {"message": "hi", "model": "none/such"}, 404, "no model called none/such"),
    ("POST", CHAT, {"message": "hi", "agent": "nobody"}, 404, "no agent called nobody"),
    ("POST", CHAT, {"message": "hi", "conversationId": "nowhere"}, 404, "conversation does not exist"),
    ("POST", CHAT, {"message": "hi", "projectId": "nowhere"}, 404, "no such project"),
    ("POST", CHAT, {"message": "hi", "messageId": "one"}, 400, "messageId"),
    ("POST", "/api/ai/chat/plugin", {"message": "hi"}, 400, "Plugins"),
    ("POST", "/api/conversations", {"model": "none/such"}, 404, "no model called none/such"),
    ("POST", "/api/agents/editor/rollback", {"version": 2**60}, 400, "version"),
    ("POST", "/api/keys", {"name": "k", "requestsPerMinute": 2**60}, 400, "requestsPerMinute"),
]
ENDED: list[tuple[str, str, Any, int, str]] = [
    ("GET", "events?after=-1", None, 400, "after"),
    ("GET", f"events?after={10**30}", None, 400, "after"),
    ("GET", "events?after=now", None, 400, "after"),
    ("POST", "resume", None, 400, "completed cannot be resumed"),
    ("POST", "retry", {"step": "999.none"}, 400, "no step 999.none"),
    ("POST", "fork", {"message": " "}, 400, "empty"),
    ("POST", "fork", {"message": "hi", "agent": "nobody"}, 404, "no agent called nobody"),
    ("POST", "fork", {"message": "hi", "model": "none/such"}, 404, "no model called none/such"),
]


async def test_a_bad_request_is_refused_by_name_and_begins_nothing(owner: Browser) -> None:
    for method, path, body, status, says in REFUSED:
        found, answer = await send(owner, method, path, body)
        assert (found, says in answer["error"]["message"]) == (status, True), (path, body, answer)
        assert answer["error"]["suggestion"]
    _, page = await owner.call("GET", "/api/runs")
    assert page["runs"] == []
    assert (await owner.call("GET", "/api/conversations"))[1] == []


async def test_a_run_that_has_ended_is_left_as_it_is(owner: Browser) -> None:
    events = await owner.lines("POST", CHAT, {"message": "hello"})
    run_id, conversation_id = events[0]["runId"], events[0]["conversationId"]
    for method, path, body, status, says in ENDED:
        found, answer = await owner.call(method, f"/api/runs/{run_id}/{path}", body)
        assert (found, says in answer["error"]["message"]) == (status, True), (path, answer)
    assert await owner.call("POST", f"/api/runs/{run_id}/stop") == (200, {"stopped": False})
    assert (await owner.call("GET", f"/api/runs/{run_id}/events?after=99999"))[1] == b""
    status, kept = await owner.call(
        "PUT", f"/api/conversations/{conversation_id}", {"title": None, "agent": None}
    )
    assert (status, kept["title"], kept["agent"]) == (200, "hello", "assistant")
    _, page = await owner.call("GET", "/api/runs")
    assert [run["status"] for run in page["runs"]] == ["completed"]
    screen = {"artifactId": "1", "artifactStatus": ["skeleton"]}
    asked = {"message": "write it", "screenContext": screen, "useModel": False}
    assert (await owner.call("POST", "/api/ai/intent/articles", asked))[0] == 200


@pytest.mark.parametrize("is_announced", [True, False])
async def test_a_request_that_is_too_long_is_not_read_to_its_end(
    owner: Browser, monkeypatch: pytest.MonkeyPatch, is_announced: bool
) -> None:
    monkeypatch.setattr(bodies, "MAX_BODY", 1_000)

    async def pieces() -> Any:
        yield b'{"message": "'
        for _ in range(20):
            yield b"x" * 100
        yield b'"}'

    body = b'{"message": "' + b"x" * 2_000 + b'"}' if is_announced else pieces()
    headers = {"X-CSRF-Token": owner.csrf, "Content-Type": "application/json"}
    async with owner.http.post(owner.url + CHAT, data=body, headers=headers) as answer:
        assert answer.status == 413
        assert (await answer.json())["error"]["code"] == "too_large"


async def send(owner: Browser, method: str, path: str, body: Any) -> tuple[int, Any]:
    """Send a body as it is written where it is a text, since no encoder would write it."""
    if not isinstance(body, str):
        return await owner.call(method, path, body)
    headers = {"X-CSRF-Token": owner.csrf, "Content-Type": "application/json"}
    async with owner.http.request(method, owner.url + path, data=body.encode(), headers=headers) as answer:
        return answer.status, await answer.json()
