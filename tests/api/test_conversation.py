"""The conversation API from outside: keys, whole answers and older streams, history, and limits."""

from collections.abc import AsyncGenerator
from typing import Any

import aiohttp
import orjson
import pytest

from proofroom.content.contents import NewProject
from proofroom.content.projects import Projects
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.settings import Settings
from tests.api.conftest import PASSWORD, Browser, serve
from tests.scripted import ScriptedDriver, ScriptedReply


def model(name: str) -> dict[str, Any]:
    fields = {"title": {"type": "string", "required": True}}
    return {
        **{"id": name, "name": name, "kind": "collection", "domain": "blog"},
        **{"i18n": True, "title_field": "title", "fields": fields},
    }


def save(name: str, locale: str = "en") -> tuple[str, dict[str, Any]]:
    return "save_content", {"model": name, "locale": locale, "data": {"new": {"title": "Swifts"}}}


WRITE = ScriptedReply("One moment.", calls=(save("notes"), save("diaries"), save("notes", "tr")))
DONE = ScriptedReply("It is saved — 🪶.", pieces=4)


class Scene:
    """A project with two models and locales, its owner, and callers from outside."""

    def __init__(self, owner: Browser, project_id: ProjectId, driver: ScriptedDriver) -> None:
        self.owner, self.project_id, self.driver = owner, project_id, driver
        self.path = "/api/conversation/v1/fieldnotes"

    async def key(self, role: str = "editor", **limits: list[str]) -> dict[str, str]:
        body = {"name": "Outside", "role": role, "limits": limits}
        status, made = await self.owner.call("POST", "/api/keys", body)
        assert status == 201, made
        return {"Authorization": f"Bearer {made['secret']}"}

    async def call(
        self, method: str, path: str, headers: dict[str, str], body: Any = None
    ) -> tuple[int, Any]:
        async with aiohttp.ClientSession() as http:
            return await Browser(http, self.owner.url, self.owner.studio).call(method, path, body, **headers)


@pytest.fixture
async def scene(sqlite_settings: Settings) -> AsyncGenerator[Scene]:
    driver = ScriptedDriver(WRITE, DONE)
    async with serve(sqlite_settings, {"scripted": driver}) as owner:
        await owner.set_up()
        studio = owner.studio
        new = NewProject(("en", "tr"), ("blog",), [model("notes"), model("diaries")], workflow="review")
        project = await studio.get(Projects).create(await studio.operator(), "Fieldnotes", None, new)
        yield Scene(owner, project.id, driver)


async def test_a_key_sends_a_message_and_reads_the_history(scene: Scene) -> None:
    key = await scene.key()
    status, answer = await scene.call("POST", f"{scene.path}/message", key, {"message": "Save a note."})
    assert (status, answer["message"], answer["status"]) == (200, "It is saved — 🪶.", "completed")
    assert [result["name"] for result in answer["toolResults"]] == ["save_content"] * 3
    assert answer["affected"]["models"] == ["diaries", "notes"]
    assert answer["usage"]["outputTokens"] > 0
    conversation = answer["conversationId"]
    body = {"message": "And again.", "conversationId": conversation}
    assert (await scene.call("POST", f"{scene.path}/message", key, body))[1]["conversationId"] == conversation
    path = f"{scene.path}/history?conversationId={conversation}"
    status, history = await scene.call("GET", path, key)
    said = [(message["role"], message["content"]) for message in history["messages"][:3]]
    assert (status, said[0], said[2]) == (200, ("user", "Save a note."), ("assistant", "It is saved — 🪶."))
    assert len(history["messages"][1]["toolCalls"]) == 3
    assert (await scene.call("GET", path, await scene.key()))[0] == 404  # another key's conversation
    # A key never merges in a project with review, whatever its role: the changes wait.
    _, proposals = await scene.owner.call("GET", "/api/proposals")
    assert [proposal["state"] for proposal in proposals] == ["open"]


async def test_the_older_stream_has_its_names_and_each_piece_once(scene: Scene) -> None:
    key = await scene.key()
    headers = key | {"Accept": "text/event-stream"}
    status, raw = await scene.call("POST", f"{scene.path}/message", headers, {"message": "Save."})
    assert status == 200
    sent = [orjson.loads(part[6:]) for part in raw.split(b"\n\n") if part.startswith(b"data: ")]
    kinds = [event["type"] for event in sent]
    assert kinds[0] == "conversation"
    assert sent[0]["id"] == sent[0]["conversationId"]
    assert kinds.count("tool_use") == kinds.count("tool_input") == kinds.count("tool_result") == 3
    assert "".join(event["content"] for event in sent if event["type"] == "text") == (
        "One moment.It is saved — 🪶."
    )
    assert (kinds[-1], set(sent[-1])) == ("done", {"type", "usage", "affected", "traceId"})
    _, found = await scene.owner.call("GET", "/api/runs")
    assert {event["traceId"] for event in sent} == {found["runs"][0]["traceId"]}
    path = f"/api/workspaces/{scene.owner.studio.workspace_id}/projects/fieldnotes/chat"
    body = {"message": "Hello", "conversationId": "0190f000-0000-7000-8000-000000000000", "context": {}}
    status, raw = await scene.call("POST", path, key, body)
    assert (status, raw.startswith(b'data: {"type":"conversation"')) == (200, True)


async def test_a_viewers_key_has_no_tool_that_writes(scene: Scene) -> None:
    key = await scene.key("viewer")
    _, answer = await scene.call("POST", f"{scene.path}/message", key, {"message": "Save a note."})
    assert all("There is no tool called" in result["result"]["error"] for result in answer["toolResults"])
    assert "save_content" not in {tool.name for tool in scene.driver.requests[0].tools}


async def refused_everywhere(scene: Scene, headers: dict[str, str], results: list[dict[str, Any]]) -> None:
    """Check that what is limited to notes in English is refused in the prompt, the tools and over HTTP."""
    prompt = scene.driver.requests[-2].system_prefix
    assert "Only these models: notes" in prompt
    assert "Only these locales: en" in prompt
    assert "diaries" not in prompt
    assert {tool.name for tool in scene.driver.requests[-2].tools} == {"save_content", "brain_query"}
    assert [("error" in result["result"]) for result in results] == [False, True, True]
    assert "outside of what this access is limited to" in results[1]["result"]["error"]
    assert 'Locale "tr"' in results[2]["result"]["error"]
    content = f"/api/projects/{scene.project_id}/content"
    _, status = await scene.call("GET", f"{content}/status", headers)
    assert [found["id"] for found in status["models"]] == ["notes"]
    assert (await scene.call("GET", f"{content}/entries/notes?locale=en", headers))[0] == 200
    assert (await scene.call("GET", f"{content}/entries/diaries", headers))[0] == 403
    assert (await scene.call("GET", f"{content}/entries/notes?locale=tr", headers))[0] == 403
    assert (await scene.call("GET", f"{content}/models", headers))[0] == 403  # the tool is not among its own


LIMITS = {"models": ["notes"], "locales": ["en"], "tools": ["brain_query", "save_content"]}


async def test_a_limited_key_is_refused_in_the_prompt_the_tools_and_over_http(scene: Scene) -> None:
    key = await scene.key(**LIMITS)
    _, answer = await scene.call("POST", f"{scene.path}/message", key, {"message": "Save.", "locale": "en"})
    await refused_everywhere(scene, key, answer["toolResults"])
    body = {"message": "Save.", "locale": "tr"}
    assert (await scene.call("POST", f"{scene.path}/message", key, body))[0] == 403


async def test_a_limited_member_is_refused_in_the_prompt_the_tools_and_over_http(scene: Scene) -> None:
    owner, studio = scene.owner, scene.owner.studio
    _, sent = await owner.call("POST", "/api/invites", {"email": "ed@example.com"})
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        member = Browser(http, owner.url, studio)
        token = sent["path"].partition("token=")[2]
        body = {"token": token, "name": "Ed", "password": PASSWORD}
        _, session = await member.call("POST", "/api/invite", body)
        member.csrf = session["csrfToken"]
        place = f"/api/people/{session['person']['id']}/projects/{scene.project_id}"
        status, shown = await owner.call("PUT", place, {"role": "editor", "limits": LIMITS})
        assert (status, shown["projectLimits"]) == (200, {scene.project_id: LIMITS})
        _, answer = await member.call("POST", f"{scene.path}/message", {"message": "Save."})
        jar = {cookie.key: cookie.value for cookie in http.cookie_jar}
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in jar.items())}
        await refused_everywhere(scene, headers, answer["toolResults"])
        # A proposal that touches more than they may is not theirs to see or to decide.
        key = await scene.key()
        await scene.call("POST", f"{scene.path}/message", key, {"message": "Save."})
        _, proposals = await owner.call("GET", "/api/proposals")
        seen = [(await member.call("GET", f"/api/proposals/{each['id']}"))[0] for each in proposals]
        assert sorted(seen) == [200, 404]
        _, own = await member.call("GET", "/api/proposals")
        assert [seen[proposals.index(each)] for each in own] == [200], "not even its title is told"
        assert (await owner.call("PUT", place, {"role": "editor", "limits": {}}))[1]["projectLimits"] == {}
        seen = [(await member.call("GET", f"/api/proposals/{each['id']}"))[0] for each in proposals]
        assert seen == [200, 200]
