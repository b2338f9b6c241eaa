"""What is handed out and brought along: previews, repositories of others, patterns, addresses of programs."""

from datetime import timedelta
from typing import Any
from urllib.parse import quote

import aiohttp

from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.api.test_content import ARTICLES, A, B, make_project, ok
from tests.api.test_mcp import make_key
from tests.attack.effort import effort
from tests.attack.test_small import HELD_S, MOST_S
from tests.scripted import ScriptedDriver, ScriptedReply

PROGRAMS = ("/git/a/b.git/info/refs", "/mcp/a/b/c", "/oauth/nothing", "/.well-known/openid-configuration")
SLOW = "/(a+)+(a|aa)*(.*.*)*$!/"
FOLDERS = (
    "{0}",
    "file://{0}",
    "file://localhost{0}",
    "ssh://127.0.0.1{0}",
    "127.0.0.1:{0}",
    "https://127.0.0.1{0}",
)


async def _status(http: aiohttp.ClientSession, method: str, url: str, body: Any = None) -> tuple[int, str]:
    async with http.request(method, url, json=body, allow_redirects=False) as answer:
        return answer.status, await answer.text()


async def test_a_preview_shows_no_more_than_it_says_and_is_given_by_nobody_who_sees_a_part(
    owner: Browser,
) -> None:
    project, other = await make_project(owner, "review"), await make_project(owner, name="Other")
    start, delivery = f"{owner.url}/api/projects/{project['id']}", f"{owner.url}/api/delivery"
    saved = {"data": {A: {"name": "Hidden wind"}}, "locale": "en"}
    await ok(owner, "PUT", f"/api/projects/{project['id']}/content/entries/topics", saved)
    wind = {"data": {B: {"name": "Hidden wind"}}, "locale": "en"}
    key = {"Authorization": f"Bearer {await make_key(owner, 'editor')}"}
    branch = (await ok(owner, "PUT", f"/api/projects/{project['id']}/content/entries/topics", wind, **key))[
        "branch"
    ]
    base = {"branch": branch, "hours": 1}
    for limits in ({"models": [ARTICLES["id"]]}, {"locales": ["tr"]}, {"tools": ["list_models"]}):
        wish = {"name": "limited", "role": "admin", "limits": limits}
        key = (await ok(owner, "POST", "/api/keys", wish))["secret"]
        async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {key}"}) as http:
            for place in ("content/preview", "site/previews"):
                assert (await _status(http, "POST", f"{start}/{place}", base))[0] == 403, (limits, place)
            for place in ("site/previews", "site/canvas", "site/export?address=https://example.org"):
                assert (await _status(http, "GET", f"{start}/{place}"))[0] == 403, (limits, place)
    given = await ok(owner, "POST", f"/api/projects/{project['id']}/site/previews", base)
    pages = given["path"].rstrip("/").rpartition("/")[2]
    models = (await ok(owner, "POST", f"/api/projects/{project['id']}/content/preview", base))["token"]
    async with aiohttp.ClientSession() as stranger:
        assert (await _status(stranger, "GET", f"{delivery}/notes/topics?preview={models}"))[0] == 200
        assert (await _status(stranger, "GET", f"{owner.url}{given['path']}"))[0] == 200
        for token in (pages, models[:-4] + "AAAA", models + "A", "A" * 5_000, "é", "../" * 9):
            status, said = await _status(stranger, "GET", f"{delivery}/notes/topics?preview={quote(token)}")
            assert (status, "Hidden" in said) == (403, False), token
        for name, token in (
            ("notes", models),
            ("other", pages),
            ("nobody", pages),
            ("notes", pages[:-4] + "AAAA"),
        ):
            status, said = await _status(stranger, "GET", f"{owner.url}/site-preview/{name}/{quote(token)}/")
            assert (status in (403, 404), "Hidden" in said) == (True, False), name
        assert (await _status(stranger, "GET", f"{delivery}/{other['slug']}/topics?preview={models}"))[
            0
        ] == 403
        listed = await ok(owner, "GET", f"/api/projects/{project['id']}/site/previews")
        assert {one["shows"]: one["branch"] for one in listed} == {"site": branch, "content": branch}
        assert not any(token in str(listed) for token in (pages, models)), "what opens it is told only once"
        urls = {
            "content": f"{delivery}/notes/topics?preview={models}",
            "site": f"{owner.url}{given['path']}",
        }
        for one in listed:
            link = f"/site/previews/{one['id']}"
            assert (await owner.call("DELETE", f"/api/projects/{other['id']}{link}"))[0] == 404
            assert (await _status(stranger, "GET", urls[one["shows"]]))[0] == 200
            await ok(owner, "DELETE", f"/api/projects/{project['id']}{link}")
            assert (await _status(stranger, "GET", urls[one["shows"]]))[0] == 403, "it was taken back"
        assert await ok(owner, "GET", f"/api/projects/{project['id']}/site/previews") == []
        given = await ok(owner, "POST", f"/api/projects/{project['id']}/site/previews", base)
        models = (await ok(owner, "POST", f"/api/projects/{project['id']}/content/preview", base))["token"]
        owner.studio.clock.now = lambda now=owner.studio.clock.now: now() + timedelta(hours=2)  # type: ignore[method-assign]
        for url in (f"{delivery}/notes/topics?preview={models}", f"{owner.url}{given['path']}"):
            assert (await _status(stranger, "GET", url))[0] == 403, "it is over"


async def test_no_owner_of_another_workspace_imports_a_repository_of_this_one(owner: Browser) -> None:
    project = await make_project(owner)
    folder = owner.studio.repositories.path(project["id"])
    access, first = owner.studio.access, await owner.studio.operator()
    foreign = await access.workspaces.create(first, "Foreign")
    boss = await access.principals.for_person(foreign.id, first.require_person())
    made = await access.invites.create(boss, "boss@example.org", role="owner")
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        ada = Browser(http, owner.url, owner.studio)
        joined = {"token": made.token, "name": "Boss", "password": "a long enough word"}
        ada.csrf = (await ok(ada, "POST", "/api/invite", joined))["csrfToken"]
        mine = await make_project(ada, name="Mine")
        status, said = await ada.call("POST", "/api/projects/import", {"name": "Stolen", "path": str(folder)})
        assert status == 403, said
        for form in FOLDERS:
            url = form.format(folder)
            status, said = await ada.call("POST", "/api/projects/import", {"name": "Stolen", "url": url})
            assert status in (400, 403), (url, said)
            remote = f"/api/projects/{mine['id']}/content/remote"
            status, said = await ada.call("PUT", remote, {"url": url})
            assert status in (400, 403), (url, said)
        assert [one["name"] for one in await ok(ada, "GET", "/api/projects")] == ["Mine"]


async def test_a_pattern_in_a_case_holds_nobody_up(sqlite_settings: Settings) -> None:
    answer = ScriptedReply("a" * 15_000 + "b")
    async with serve(sqlite_settings, {"offline": ScriptedDriver(*[answer] * 4)}) as owner:
        await owner.set_up()
        events = await owner.lines("POST", "/api/ai/chat/workspace", {"message": "Say it."})
        run = next(one["runId"] for one in events if one["type"] == "runStarted")
        checks = [{"kind": kind, "pattern": SLOW} for kind in ("output_matches", "output_lacks")]
        case = await ok(owner, "POST", "/api/evals", {"runId": run, "checks": checks})
        with effort() as cost:
            (played,) = await ok(owner, "POST", f"/api/evals/{case['id']}/play", {"trials": 1})
        assert [one["passed"] for one in played["results"] if one["kind"].startswith("output")][:1] == [False]
        assert cost.is_within(MOST_S, HELD_S), cost


async def test_addresses_of_programs_are_never_answered_with_the_app(owner: Browser) -> None:
    for path in PROGRAMS:
        status, said = await owner.call("GET", path)
        assert (status, said["error"]["code"]) == (404, "not_found"), path
