"""Every request has a trace id, one log line without secrets, and an audit entry if it changed something."""

import logging
from typing import Any

import aiohttp
import orjson
import pytest

from proofroom.cli.logs import set_up_logs
from proofroom.kernel.settings import Settings
from tests.api.conftest import PASSWORD, Browser, serve

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
CANARY = "sk-proj-canary0123456789abcdefghijklmnop"


async def test_an_error_names_the_trace_that_the_caller_brought(owner: Browser) -> None:
    status, answer = await owner.call("GET", "/api/runs/none", traceparent=f"00-{TRACE}-00f067aa0ba902b7-01")
    assert (status, answer["error"]["traceId"]) == (404, TRACE)
    _, answer = await owner.call("GET", "/api/runs/none", traceparent="nonsense")
    assert len(answer["error"]["traceId"]) == 32
    async with owner.http.get(f"{owner.url}/api/health") as response:
        assert len(response.headers["X-Trace-Id"]) == 32


async def test_a_change_is_written_by_its_room_with_digests(owner: Browser) -> None:
    _, conversation = await owner.call("POST", "/api/conversations", {})
    await owner.call("PUT", f"/api/conversations/{conversation['id']}", {"title": "Swifts"})
    await owner.call("DELETE", f"/api/conversations/{conversation['id']}")
    _, page = await owner.call("GET", f"/api/audit?target_id={conversation['id']}")
    deleted, updated, created = page["entries"]
    assert [each["action"] for each in (created, updated, deleted)] == [
        *("conversation.create", "conversation.update", "conversation.delete")
    ]
    assert (created["actorKind"], created["actorName"]) == ("person", "Owner")
    assert (created["beforeDigest"], deleted["afterDigest"]) == (None, None)
    assert created["afterDigest"] == updated["beforeDigest"]
    assert updated["afterDigest"] == deleted["beforeDigest"] != created["afterDigest"]


async def test_the_door_notes_what_changes_nothing_and_what_is_refused(owner: Browser) -> None:
    _, made = await owner.call("POST", "/api/keys", {"name": "CI", "role": "viewer"})
    key = {"Authorization": f"Bearer {made['secret']}"}
    async with aiohttp.ClientSession(headers=key) as http:
        async with http.post(f"{owner.url}/api/projects", json={"name": "Theirs"}) as answer:
            assert answer.status == 403
        async with http.get(f"{owner.url}/api/people") as answer:
            assert answer.status == 403  # looking is not written down, refused or not
    _, page = await owner.call("GET", "/api/audit?action=request.")
    (entry,) = page["entries"]
    assert (entry["action"], entry["targetId"]) == ("request.refused", "/api/projects")
    assert (entry["actorKind"], entry["afterDigest"]) == ("key", None)
    _, taken = await owner.call("POST", "/api/backups", {})
    await owner.call("POST", f"/api/backups/{taken['name']}/check", {})
    _, page = await owner.call("GET", "/api/audit?action=request.post")
    assert [each["data"] for each in page["entries"]] == [{"name": taken["name"]}]


async def test_a_chat_is_in_the_audit_log_with_its_person(owner: Browser) -> None:
    events = await owner.lines("POST", "/api/ai/chat/workspace", {"message": "hello"})
    _, page = await owner.call("GET", "/api/audit?action=ai.chat.")
    assert [entry["action"] for entry in page["entries"]] == ["ai.chat.completed", "ai.chat.started"]
    assert {entry["runId"] for entry in page["entries"]} == {events[0]["runId"]}
    assert {entry["actorName"] for entry in page["entries"]} == {"Owner"}


@pytest.fixture
def restored_logs() -> Any:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    for handler in root.handlers:
        handler.close()
    root.handlers, root.level = handlers, level


@pytest.mark.parametrize("form", ["json", "text"])
async def test_log_lines_have_a_trace_and_no_secrets(
    sqlite_settings: Settings, restored_logs: None, form: str
) -> None:
    file = sqlite_settings.data / "logs" / "studio.log"
    settings = sqlite_settings.model_copy(update={"log_file": file, "log_format": form})
    set_up_logs(settings)
    async with serve(settings) as browser:
        await browser.set_up()
        said = {"message": f"Is {CANARY} a good key? token={CANARY}"}
        events = await browser.lines("POST", "/api/ai/chat/workspace", said)
        await browser.call("GET", f"/api/runs/none?token={CANARY}")
        await browser.call("GET", "/api/runs/none", Authorization=f"Bearer {CANARY}")
        logging.getLogger("proofroom.test").warning("password=%s key %s", PASSWORD, CANARY)
    text = file.read_text()
    assert CANARY not in text
    assert PASSWORD not in text
    if form == "text":
        assert f"trace={events[0]['traceId']}" in text
        return
    lines = [orjson.loads(line) for line in text.splitlines()]
    requests = [line for line in lines if line["message"] == "request"]
    chat = next(line for line in requests if line["route"] == "/api/ai/chat/{scope}")
    assert (chat["method"], chat["status"]) == ("POST", 200)
    assert chat["ms"] > 0
    assert chat["workspace"]
    assert chat["person"]
    steps = [line for line in lines if line["message"] == "step" and line["run"] == events[0]["runId"]]
    assert [step["kind"] for step in steps][:2] == ["other", "model"]
    assert {step["traceId"] for step in steps} == {events[0]["traceId"]}
    assert all(line["traceId"] for line in requests)
