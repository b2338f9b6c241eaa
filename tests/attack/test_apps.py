"""Apps that people let in, and programs at the workspace's tools: none gets further than who let it in."""

import asyncio
import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest

from tests.api.conftest import Browser
from tests.api.test_content import TOPICS, make_project, ok
from tests.api.test_mcp import connect, make_key
from tests.api.test_oauth import BACK, VERIFIER, form, page_of, press, register

pytestmark = pytest.mark.timeout(600)
"""Dozens of tools are called through two doors, which takes long where others keep the machine busy."""

ODD = ("http://[", "https://[::1", "https://a\u2100b", "https://x:99999999/", "//", "\u0000")


async def join(owner: Browser, http: aiohttp.ClientSession, role: str = "member") -> tuple[Browser, str]:
    sent = await ok(owner, "POST", "/api/invites", {"email": "ada@example.com", "role": role})
    joined = {"token": sent["path"].rpartition("=")[2], "name": "Ada", "password": "a long enough word"}
    ada = Browser(http, owner.url, owner.studio)
    session = await ok(ada, "POST", "/api/invite", joined)
    ada.csrf = session["csrfToken"]
    return ada, session["person"]["id"]


async def _let_in(person: Browser, resource: str) -> str:
    """Let an app in as a person would, and return its token."""
    client = (await register(person, BACK))[1]["client_id"]
    status, place = await press(person, page_of(person, client, resource=resource))
    assert status == 303
    code = parse_qs(urlsplit(place).query)["code"][0]
    given = {"grant_type": "authorization_code", "client_id": client, "code": code}
    proof = {"code_verifier": VERIFIER, "redirect_uri": BACK}
    _, tokens, _ = await form(person.http, f"{person.url}/oauth/token", **given, **proof)
    return tokens["access_token"]


async def test_an_app_stays_within_the_limits_of_who_let_it_in(owner: Browser) -> None:
    project = await make_project(owner)
    await ok(owner, "PUT", f"/api/projects/{project['id']}/content/entries/{TOPICS['id']}", {
        "locale": "en", "data": {"name": "Hidden wind"}
    })  # fmt: skip
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        ada, person = await join(owner, http)
        word: dict[str, Any] = {"role": "editor", "limits": {"models": ["articles"]}}
        await ok(owner, "PUT", f"/api/people/{person}/projects/{project['id']}", word)
        listed = f"/api/projects/{project['id']}/content/entries/topics"
        assert (await ada.call("GET", listed))[0] in (403, 404)
        # One for each door: all tools of both are more calls than one key has in a minute.
        tokens = [await _let_in(ada, f"{owner.url}/mcp/{project['slug']}") for _ in range(2)]
    for door, token in zip(("", "/workspace"), tokens, strict=True):
        async with connect(f"{owner.url}/mcp/{project['slug']}{door}", token) as caller:
            for tool in (await caller.client.list_tools()).tools:
                if not (tool.annotations and tool.annotations.read_only_hint):
                    continue
                needed = tool.input_schema.get("required", [])
                given = {"model": "topics"} | dict.fromkeys(needed, "topics")
                result = await caller.client.call_tool(tool.name, given)
                assert "Hidden wind" not in json.dumps([str(one) for one in result.content]), tool.name


async def test_the_words_to_hand_a_task_on_tell_no_run_that_the_key_may_not_see(owner: Browser) -> None:
    secret, other = await make_project(owner, name="Secret"), await make_project(owner, name="Other")
    say = {"message": "add a topic called Hidden wind", "projectId": secret["id"], "agent": "editor"}
    run = (await owner.lines("POST", "/api/ai/chat/content", say))[0]["runId"]
    key = await make_key(owner, "admin", projectId=other["id"])
    for place in (other["slug"], "-"):
        async with connect(f"{owner.url}/mcp/{place}/workspace", key) as caller:
            told = await caller.client.call_tool("agent_handoff_prompt", {"goal": "x", "sessionId": run})
            assert "wind" not in str(told.content), place
    limited = await make_key(owner, "admin", limits={"tools": ["list_models"]})
    async with connect(f"{owner.url}/mcp/-/workspace", limited) as caller:
        assert "agent_handoff_prompt" not in {one.name for one in (await caller.client.list_tools()).tools}
        told = await caller.client.call_tool("agent_handoff_prompt", {"goal": "x", "sessionId": run})
        assert told.is_error
        assert "wind" not in str(told.content)


NAMING: dict[str, dict[str, Any]] = {
    "getWorkflowStatus": {"runId": "run"},
    "retrySession": {"sessionId": "run"},
    "retryNode": {"runId": "run", "nodeId": "010.begin"},
    "fetchArtifact": {"artifactId": "article"},
    "getArtifactContent": {"artifactId": "article"},
    "fetchResearch": {"artifactId": "article"},
    "updateArtifactContent": {"artifactId": "article", "content": "# Taken over\n"},
    "conductDeepResearch": {"artifactId": "article"},
}
LISTING = ("getWorkflowStatus", "listProjects", "listDraftArtifacts", "listRecentArtifacts")


async def test_no_tool_names_or_repeats_work_of_another_project(owner: Browser) -> None:
    secret, other = await make_project(owner, name="Secret"), await make_project(owner, name="Other")
    say = {"message": "add a topic called Hidden wind", "projectId": secret["id"], "agent": "editor"}
    run = (await owner.lines("POST", "/api/ai/chat/content", say))[0]["runId"]
    new = {"title": "Hidden wind", "brief": "Quiet.", "projectId": secret["id"]}
    names = {"run": run, "article": (await ok(owner, "POST", "/api/articles", new))["id"]}
    for wish in ({"projectId": other["id"]}, {"limits": {"models": ["articles"]}}):
        key = await make_key(owner, "admin", **wish)
        async with connect(f"{owner.url}/mcp/{other['slug']}/workspace", key) as caller:
            offered = {one.name for one in (await caller.client.list_tools()).tools}
            of_articles = {name for name, given in NAMING.items() if "artifactId" in given}
            of_articles |= {name for name in LISTING if "Artifact" in name}
            assert offered >= {*NAMING, *LISTING} - of_articles
            assert bool(of_articles & offered) == ("projectId" in wish), "an article is of no model"
            for tool, given in NAMING.items():
                asked = {name: names.get(value, value) for name, value in given.items()}
                told = await caller.client.call_tool(tool, asked)
                assert told.is_error, (wish, tool, told.content)
                assert "wind" not in str(told.content), (wish, tool)
            for tool in LISTING:
                told = await caller.client.call_tool(tool, {})
                assert told.is_error == (tool not in offered), (wish, tool)
                assert "wind" not in str(told.content), (wish, tool)
                assert "projectId" not in wish or "Secret" not in str(told.content), (wish, tool)
    runs = (await ok(owner, "GET", "/api/runs"))["runs"]
    assert [one["id"] for one in runs if one["title"] == say["message"]] == [run], "it was not made again"


@pytest.mark.parametrize("odd", ODD)
async def test_an_address_that_is_none_is_refused_in_words(owner: Browser, odd: str) -> None:
    await make_project(owner)
    assert (await register(owner, odd))[0] == 400
    client = (await register(owner, BACK))[1]["client_id"]
    async with owner.http.get(page_of(owner, client, resource=odd), allow_redirects=False) as answer:
        assert answer.status < 500


async def test_no_destination_inside_is_asked(owner: Browser) -> None:
    kind = {"slug": "bird", "name": "Bird", "fields": [{"key": "about", "label": "About", "type": "text"}]}
    await ok(owner, "POST", "/api/entity-types", kind)
    bird = await ok(owner, "POST", "/api/entities", {"typeSlug": "bird", "title": "Heron"})
    asked = list[bytes]()

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readline())
        writer.close()

    async with await asyncio.start_server(hear, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        hosts = (
            "127.0.0.1",
            "localhost",
            "[::ffff:127.0.0.1]",
            "127.1",
            "2130706433",
            "0.0.0.0",
            "a.localhost",
        )
        for url in (*(f"http://{host}:{port}/" for host in hosts), "http://169.254.169.254/latest", *ODD):
            place = {"provider": "webhook", "name": url[:60], "url": url, "secret": "hush"}
            status, made = await owner.call("POST", "/api/publish-destinations", place)
            if status == 201:
                wish = {"connection": made["id"], "status": "publish"}
                status, told = await owner.call("POST", f"/api/entities/{bird['id']}/publish", wish)
                assert told["error"]["code"] in ("address_refused", "invalid_input"), (url, told)
            assert status < 500 or status == 502, url
    assert asked == []
