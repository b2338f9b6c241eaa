"""Who is editor of one project only: the whole room there, reading elsewhere, nothing of a viewer's kind."""

from collections.abc import AsyncGenerator
from typing import Any

import aiohttp
import pytest

from tests.api.conftest import PASSWORD, Browser
from tests.articles.test_categories import TEXT
from tests.articles.test_front_door import say
from tests.articles.test_pipeline import is_free, run
from tests.patience import until

Json = dict[str, Any]


async def join(owner: Browser, http: aiohttp.ClientSession, name: str, roles: dict[str, str]) -> Browser:
    """Let somebody in as a member with roles in projects."""
    body = {"email": f"{name}@example.org", "role": "member", "projectRoles": roles}
    _, sent = await owner.call("POST", "/api/invites", body)
    somebody = Browser(http, owner.url, owner.studio)
    joined = {"token": sent["path"].rpartition("=")[2], "name": name, "password": PASSWORD}
    status, session = await somebody.call("POST", "/api/invite", joined)
    assert status == 200, session
    somebody.csrf = session["csrfToken"]
    return somebody


@pytest.fixture
async def people(owner: Browser) -> AsyncGenerator[tuple[Browser, Browser, str, str]]:
    """Return an editor of one of two projects, a viewer, and both projects."""
    places = [(await owner.call("POST", "/api/projects", {"name": name}))[1]["id"] for name in ("Ours", "B")]
    jars = [aiohttp.CookieJar(unsafe=True) for _ in range(2)]
    async with (
        aiohttp.ClientSession(cookie_jar=jars[0]) as one,
        aiohttp.ClientSession(cookie_jar=jars[1]) as two,
    ):
        editor = await join(owner, one, "editor", {places[0]: "editor"})
        yield editor, await join(owner, two, "viewer", {}), *places


async def test_an_editor_of_one_project_has_the_whole_room_there(
    people: tuple[Browser, Browser, str, str],
) -> None:
    editor, _, ours, _ = people
    # Without a project it is begun in the only one where they may.
    status, made = await editor.call("POST", "/api/articles", {"title": "Bees on public roofs"})
    assert (status, made.get("projectId")) == (200, ours), made
    path = f"/api/articles/{made['id']}"
    assert (await editor.call("POST", f"{path}/texts", {"name": "Notes", "text": TEXT}))[0] == 200
    events, article = await run(editor, made["id"], mode="full", pause=True, skip=["identifyImageNeeds"])
    assert article["status"] == "foundations_approval", events[-1]
    _, inbox = await editor.call("GET", "/api/inbox")
    assert made["id"] in {each["id"] for each in inbox}
    assert (await editor.call("POST", f"{path}/links", {"days": 1}))[0] == 201
    assert (await editor.call("POST", f"{path}/approve", {}))[0] == 200
    await until(lambda: is_free(editor, made["id"]))
    heading = article["sections"][0]["heading"]
    calls: list[tuple[str, str, Json | None]] = [
        ("PUT", path, {"tags": ["bees"]}),
        ("PUT", f"{path}/sections", {"heading": heading, "isLocked": True}),
        ("POST", f"{path}/links-check", None),
        ("POST", f"{path}/publish", {}),
        ("POST", "/api/article-topics", {"about": "bees"}),
        ("PUT", "/api/article-settings/style", {"projectId": ours, "avoid": {"utilise": "use"}}),
        ("DELETE", path, None),
        ("POST", f"{path}/restore", None),
    ]
    for method, where, body in calls:
        status, told = await editor.call(method, where, body)
        assert status == 200, (method, where, told)
    status, told = await say(editor, "create content about bees on public roofs")
    assert (status, told["error"]["category"]) == (404, "RESEARCH_NOT_FOUND"), "begun in the only project"
    _, mine = await editor.call("GET", f"/api/articles?project_id={ours}")
    assert len(mine) == 2


async def test_elsewhere_they_read_and_a_viewer_changes_nothing_by_any_door(
    owner: Browser, people: tuple[Browser, Browser, str, str]
) -> None:
    editor, viewer, ours, other = people
    body = {"title": "Swans of the harbour", "projectId": other}
    _, theirs = await owner.call("POST", "/api/articles", body)
    _, shared = await owner.call("POST", "/api/articles", {"title": "Swans of the river", "projectId": ours})
    _, loose = await owner.call("POST", "/api/articles", {"title": "Swans of no project"})
    for article in (theirs, shared, loose):
        path = f"/api/articles/{article['id']}"
        await owner.call("POST", f"{path}/texts", {"name": "Notes", "text": TEXT})
        await run(owner, article["id"], mode="full", pause=True)
        for who in (editor, viewer):
            if (who, article) == (editor, shared):
                continue
            assert (await who.call("GET", path))[0] == 200
            for method, where, sent in (
                ("PUT", path, {"tags": ["taken"]}),
                ("DELETE", path, None),
                ("POST", f"{path}/texts", {"name": "Mine", "text": TEXT}),
                ("POST", f"{path}/run", {"mode": "continue"}),
                ("POST", f"{path}/approve", {}),
                ("POST", f"{path}/links", {"days": 1}),
                ("POST", f"{path}/publish", {}),
                ("POST", f"{path}/posts", {}),
                ("POST", f"{path}/localise", {"locale": "tr"}),
                ("POST", f"/api/artifacts/{article['id']}/re-analyze-foundations", {}),
            ):
                status, told = await who.call(method, where, sent)
                assert status in (403, 404), (method, where, told)
            await who.call("DELETE", "/api/content-agent/session")
            for message in ("write it", "run the full pipeline", "research this topic", "add images"):
                on = {"currentPage": "artifact", "artifactId": article["id"]}
                status, told = await say(who, message, on)
                assert (status, told["error"]["code"]) == (403, "not_allowed"), (message, told)
        assert (await owner.call("GET", path))[1]["status"] == "foundations_approval"
    status, told = await say(viewer, "create content about bees on public roofs")
    assert (status, told["error"]["code"]) == (403, "not_allowed"), told
    status, told = await editor.call("POST", "/api/articles", body)
    assert status == 403, told
    topics = {"about": "bees", "projectId": other}
    assert (await editor.call("POST", "/api/article-topics", topics))[0] == 403
    assert (await viewer.call("POST", "/api/articles", {"title": "Swans"}))[0] == 403
    assert {each["id"] for each in (await viewer.call("GET", "/api/inbox"))[1]} == set()
    style = {"projectId": other, "avoid": {"utilise": "use"}}
    assert (await editor.call("PUT", "/api/article-settings/style", style))[0] == 403
