"""Every tool that reads, also a new one, tells whoever is limited to some models or locales nothing else.

`test_named.py` walks over the routes in the same way.
"""

import json
from collections.abc import AsyncGenerator
from typing import Any

import aiohttp
import pytest

from proofroom.access import Principal
from proofroom.kernel.errors import NotAllowed, ProofroomError
from proofroom.kernel.ids import ProjectId, RunId
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolSpec
from proofroom.runtime import Asker
from tests.api.conftest import Browser, serve
from tests.api.test_content import ARTICLES, ok
from tests.attack.document import Document
from tests.attack.things import OF_CONTENT, OF_ROOMS, House, fill, hide
from tests.attack.walks import limited, limited_key, limited_person

pytestmark = pytest.mark.timeout(300)

LIMITS: dict[str, dict[str, list[str]]] = {"models": {"models": ["topics"]}, "locales": {"locales": ["tr"]}}
SHOWS = {
    *("brain_analyze", "brain_query", "brain_search", "get_content", "list_branches"),
    *("contentrain_content_list", "fetchArtifact", "fetchArtifactTopics", "getArtifactContent"),
    *("listDraftArtifacts", "listRecentArtifacts", "read_document", "list_documents"),
}
"""Tools that tell the owner: a walk in which none does shows nothing."""


def _arguments(spec: ToolSpec, names: dict[str, Any]) -> dict[str, Any]:
    schema = spec.input_schema
    made = Document(schema, {}, 1)._value(schema, is_plain=True)
    given = {name: value for name, value in made.items() if name in schema.get("required", [])}
    given |= {name: names[name] for name in schema.get("properties", {}) if name in names}
    return given | ({"type": "full"} if spec.name == "brain_analyze" else {})


async def _told(owner: Browser, who: Principal, project: str, names: dict[str, Any]) -> set[str]:
    """Return the tools that tell somebody one of the words."""
    telling: set[str] = set()
    asker = Asker(who.workspace_id, who.person_id, who.api_key_id)
    for spec in owner.studio.registry:
        if spec.effect != "read" or spec.execution != "server":
            continue
        given = _arguments(spec, names)
        asked = str(given)
        try:
            called = await owner.studio.direct.use(asker, ProjectId(project), spec.name, given)
        except ProofroomError as error:
            said = str(error.as_dict())
        else:
            said = f"{called.output.data} {called.output.summary}"
        if (OF_CONTENT in said and OF_CONTENT not in asked) or OF_ROOMS in said:
            telling.add(spec.name)
    return telling


@pytest.mark.parametrize("to", LIMITS)
async def test_no_tool_tells_whoever_is_limited_the_rest(sqlite_settings: Settings, to: str) -> None:
    async with serve(sqlite_settings) as owner:
        await owner.set_up()
        house = await fill(owner)
        names, project = await hide(owner, house), house.names["project_id"]
        principals = owner.studio.access.principals
        assert (await _told(owner, await owner.studio.operator(), project, names)) >= SHOWS
        cookie = (await limited_person(owner, project, LIMITS[to]))["Cookie"]
        jay = await principals.for_session(cookie.partition("=")[2])
        assert await _told(owner, jay, project, names) == set()
        secret = (await limited_key(owner, projectId=project, limits=LIMITS[to]))["Authorization"]
        key = await principals.for_key(secret.partition(" ")[2])
        assert await _told(owner, key, project, names) == set()


@pytest.fixture
async def walled(sqlite_settings: Settings) -> AsyncGenerator[tuple[House, dict[str, Any]]]:
    """Return a house with words of other models and locales in it, and the names of what holds them."""
    many = sqlite_settings.model_copy(update={"key_requests_per_minute": 100_000})
    async with serve(many) as owner:
        await owner.set_up()
        house = await fill(owner)
        yield house, await hide(owner, house)


async def _asked(
    house: House, headers: dict[str, str], method: str, path: str, body: Any = None
) -> tuple[int, str]:
    url = house.owner.url + path.replace("$", f"/api/projects/{house.names['project_id']}")
    async with (
        aiohttp.ClientSession(headers=headers) as http,
        http.request(method, url, json=body) as answer,
    ):
        return answer.status, await answer.text()


async def _waiting(house: House, locale: str, title: str) -> str:
    """Return a branch with a change in a locale."""
    editor = await limited_key(house.owner, role="editor")
    entry = {"slug": title.lower(), "locale": locale, "data": {"title": title}, "body": f"{title}.\n"}
    path = f"/api/projects/{house.names['project_id']}/content/entries/{ARTICLES['id']}"
    return (await ok(house.owner, "PUT", path, entry, **editor))["branch"]


async def test_a_locale_merges_and_rejects_nothing_of_another(
    walled: tuple[House, dict[str, Any]],
) -> None:
    house, _ = walled
    owner, project = house.owner, ProjectId(house.names["project_id"])
    jay = await limited_person(owner, project, LIMITS["locales"])
    branch = await _waiting(house, "en", "Swifts")
    (shown,) = [one for one in await ok(owner, "GET", "/api/proposals") if one["branch"] == branch]
    hunks = (await ok(owner, "GET", f"/api/proposals/{shown['id']}"))["hunks"]
    some = {"branch": branch, "accept": [hunks[0]["id"]]}
    doors = [("merge", {"branch": branch}), ("reject", {"branch": branch}), ("merge", some)]
    for door, body in [*doors, ("merge", {"branch": branch, "reject": [hunks[0]["id"]]})]:
        assert (await _asked(house, jay, "POST", f"$/content/{door}", body))[0] in (403, 404), (door, body)
    secret = (await limited_key(owner, projectId=project, limits=LIMITS["locales"]))["Authorization"]
    principals = owner.studio.access.principals
    for who in (
        await principals.for_key(secret.partition(" ")[2]),
        await principals.for_session(jay["Cookie"].partition("=")[2]),
    ):
        asker = Asker(who.workspace_id, who.person_id, who.api_key_id)
        for tool in ("merge_branch", "reject_branch", "contentrain_merge", "contentrain_branch_delete"):
            given = {"branch": branch} | ({"confirm": True} if tool.startswith("contentrain") else {})
            with pytest.raises(NotAllowed):
                await owner.studio.direct.use(asker, project, tool, given)
    assert (await ok(owner, "GET", f"/api/proposals/{shown['id']}"))["proposal"]["state"] == "open"
    for door, title in (("merge", "Leylek"), ("reject", "Turna")):
        own = {"branch": await _waiting(house, "tr", title)}
        status, said = await _asked(house, jay, "POST", f"$/content/{door}", own)
        assert status == 200, (door, said)


@pytest.mark.parametrize("who", ["key", "person"])
async def test_search_tells_what_the_tools_would(walled: tuple[House, dict[str, Any]], who: str) -> None:
    house, names = walled
    project = house.names["project_id"]
    asked = f"query={names['query']}&project={project}"
    for tool, tells in (("brain_search", True), ("list_models", False)):
        headers = await limited(house.owner, who, project, {"tools": [tool]})
        for path in (f"/api/search?{asked}", f"/api/search/global?{asked}"):
            status, said = await _asked(house, headers, "GET", path)
            assert (status, OF_CONTENT in said) == (200, tells), (tool, path, said)
        status, said = await _asked(house, headers, "GET", f"$/content/search?query={names['query']}")
        assert (status == 200, OF_CONTENT in said) == (tells, tells), (tool, said)


@pytest.mark.parametrize("who", ["key", "person"])
async def test_articles_are_seen_in_the_locales_somebody_has(
    walled: tuple[House, dict[str, Any]], who: str
) -> None:
    house, _ = walled
    project = house.names["project_id"]
    piece = {"title": "Kuğular", "projectId": project, "locale": "tr"}
    turkish = await ok(house.owner, "POST", "/api/articles", piece)
    headers = await limited(house.owner, who, project, LIMITS["locales"])
    status, said = await _asked(house, headers, "GET", f"/api/articles?projectId={project}")
    assert (status, [one["title"] for one in json.loads(said)]) == (200, ["Kuğular"])
    assert (await _asked(house, headers, "GET", f"/api/articles/{turkish['id']}"))[0] == 200
    piece = {"title": "Turnalar", "projectId": project, "locale": "tr"}
    assert (await _asked(house, headers, "POST", "/api/articles", piece))[0] == 200
    assert (await _asked(house, headers, "POST", "/api/articles", piece | {"locale": "en"}))[0] == 403
    headers = await limited(house.owner, who, project, LIMITS["models"])
    assert (await _asked(house, headers, "GET", f"/api/articles/{turkish['id']}"))[0] in (403, 404)
    assert (await _asked(house, headers, "POST", "/api/articles", piece))[0] == 403


async def test_a_person_of_some_tools_does_nothing_else_in_a_project(
    walled: tuple[House, dict[str, Any]],
) -> None:
    """A route that is no tool asks for a permission; as a key, they have what their tools ask for."""
    house, _ = walled
    owner, project = house.owner, house.names["project_id"]
    article = f"/api/articles/{house.names['article_id']}"
    entry = {"locale": "en", "data": {"aaaaaaaaaaaa": {"name": "Wind"}}}
    edits = {"edits": [{"tool": "addPage", "input": {"title": "Mine"}}]}
    everything = await limited_person(owner, project, {})
    for tools, writes in ((["list_models"], 403), (["save_content"], 200)):
        jay = await limited_person(owner, project, {"tools": tools})
        made = await _asked(house, jay, "POST", "/api/keys", {"name": "mine", "role": "editor"})
        key = {"Authorization": f"Bearer {json.loads(made[1])['secret']}"}
        for headers in (jay, key):
            assert (await _asked(house, headers, "PUT", "$/content/entries/topics", entry))[0] == writes
            assert (await _asked(house, headers, "GET", "$/content/models"))[0] == (
                200 if writes == 403 else 403
            )
            for method, path, body in (
                ("POST", "$/site/edits", edits),
                ("GET", "$/site", None),
                ("GET", "$/media", None),
                ("GET", article, None),
                ("PUT", article, {"title": "Mine"}),
                ("DELETE", article, None),
                ("POST", "/api/articles", {"title": "Mine", "projectId": project}),
            ):
                status, said = await _asked(house, headers, method, path, body)
                assert status in (403, 404), (tools, method, path, said)
        status, _ = await _asked(house, jay, "PUT", "$", {"name": "Mine"})
        assert status == 403, "the project itself is no tool's"
        assert (await _asked(house, jay, "GET", "/api/tasks"))[0] == 200, (
            "what is of no project is not limited"
        )
    assert (await _asked(house, everything, "GET", article))[0] == 200
    assert (await _asked(house, everything, "GET", "$/site"))[0] == 200


async def test_links_end_with_what_their_maker_may_see(walled: tuple[House, dict[str, Any]]) -> None:
    house, _ = walled
    owner, project = house.owner, house.names["project_id"]
    jay = await limited_person(owner, project, {})
    person = (await _named_jay(owner))["id"]
    branch = await _waiting(house, "en", "Swifts")
    (shown,) = [one for one in await ok(owner, "GET", "/api/proposals") if one["branch"] == branch]
    paths = list[str]()
    for path, body, told in (
        ("$/content/preview", {"branch": branch}, "/api/delivery/secret/articles?preview={token}"),
        ("$/site/previews", {"branch": branch}, "{path}"),
        (f"/api/proposals/{shown['id']}/links", {"note": "x", "days": 3}, "/api/links/{token}"),
    ):
        status, said = await _asked(house, jay, "POST", path, body)
        assert status in (200, 201), (path, said)
        made = json.loads(said)
        token = made.get("token") or made["path"].rpartition("/")[2]
        paths.append(told.format(token=token, path=made.get("path")))

    async def are_open() -> list[bool]:
        found = [(await _asked(house, {}, "GET", path))[0] for path in paths]
        assert all(status in (200, 403, 404) for status in found), found
        return [status == 200 for status in found]

    there = f"/api/people/{person}/projects/{project}"
    assert await are_open() == [True] * 3
    for limits in ({"locales": ["tr"]}, {"models": ["topics"]}):
        await ok(owner, "PUT", there, {"role": "editor", "limits": limits})
        assert await are_open() == [False] * 3, limits
    await ok(owner, "PUT", there, {"role": "editor", "limits": {}})
    assert await are_open() == [True] * 3
    await ok(owner, "DELETE", f"/api/people/{person}")
    assert await are_open() == [False] * 3


async def test_somebody_limited_has_no_more_in_a_conversation_of_several(
    walled: tuple[House, dict[str, Any]],
) -> None:
    """They read what is said in it; what is done for them there stays within their limits, as everywhere."""
    house, _ = walled
    owner, project = house.owner, house.names["project_id"]
    jay = await limited_person(owner, project, LIMITS["locales"])
    person = (await _named_jay(owner))["id"]
    group = {"title": "Birds", "agents": ["editor"], "people": [person], "projectId": project}
    talk = f"/api/groups/{(await ok(owner, 'POST', '/api/groups', group))['id']}"
    status, said = await _asked(house, jay, "POST", f"{talk}/messages", {"text": "@editor list the articles"})
    assert status == 201, said
    (theirs,) = json.loads(said)["runIds"]
    await owner.studio.engine.wait(RunId(theirs), (await owner.studio.operator()).workspace_id)
    status, read = await _asked(house, jay, "GET", talk)
    answers = [one["text"] for one in json.loads(read)["messages"] if one.get("runId") == theirs]
    assert answers
    assert OF_CONTENT not in str(answers)
    (mine,) = (await ok(owner, "POST", f"{talk}/messages", {"text": "@editor list the articles"}))["runIds"]
    await owner.studio.engine.wait(RunId(mine), (await owner.studio.operator()).workspace_id)
    said = await ok(owner, "GET", talk)
    assert OF_CONTENT in str([one["text"] for one in said["messages"] if one.get("runId") == mine])
    for path in ("", "/trace", "/events", "/export"):
        assert (await _asked(house, jay, "GET", f"/api/runs/{mine}{path}"))[0] in (403, 404), path
    assert (await _asked(house, jay, "POST", f"/api/runs/{mine}/undo", {}))[0] in (403, 404)
    assert (await _asked(house, jay, "GET", f"/api/runs/{theirs}"))[0] == 200


async def _named_jay(owner: Browser) -> dict[str, Any]:
    people = await ok(owner, "GET", "/api/people")
    return next(one["person"] for one in people if one["person"]["name"] == "Jay")


async def test_a_turn_is_taken_back_within_the_limits_of_now(walled: tuple[House, dict[str, Any]]) -> None:
    """Their own turn waits, undecided; since then they are limited to less than it changed."""
    house, _ = walled
    owner, project = house.owner, house.names["project_id"]
    jay = await limited_person(owner, project, {})
    say = {"message": f"set the title of {OF_CONTENT} to Swallow", "projectId": project, "agent": "editor"}
    status, said = await _asked(house, jay, "POST", "/api/ai/chat/content", say)
    run = json.loads(said.splitlines()[0])["runId"]
    (shown,) = [one for one in await ok(owner, "GET", "/api/proposals") if one["runId"] == run]
    assert (status, shown["state"]) == (200, "open")
    there = f"/api/people/{(await _named_jay(owner))['id']}/projects/{project}"
    for limits in (LIMITS["locales"], LIMITS["models"], {"tools": ["list_models"]}):
        await ok(owner, "PUT", there, {"role": "editor", "limits": limits})
        status, said = await _asked(house, jay, "POST", f"/api/runs/{run}/undo", {})
        assert status in (403, 404) or json.loads(said)["state"] == "nothing", (limits, said)
        for path in ("", "/reject", "/finish", "/undo"):
            asked = f"/api/proposals/{shown['id']}{path}"
            status, said = await _asked(house, jay, "POST" if path else "GET", asked, {} if path else None)
            assert status in (403, 404) or (not path and "tools" in limits), (limits, path, said)
    assert (await ok(owner, "GET", f"/api/proposals/{shown['id']}"))["proposal"]["state"] == "open"
    await ok(owner, "PUT", there, {"role": "editor", "limits": {}})
    assert (await _asked(house, jay, "POST", f"/api/proposals/{shown['id']}/reject", {}))[0] == 200
