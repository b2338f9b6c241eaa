"""Limits of keys and people hold on every route: a walk over all of them with those who may not."""

import re
from typing import Any, get_args

import aiohttp
import pytest

from proofroom.access import Principal
from proofroom.access.grants import WorkspaceRole
from proofroom.kernel.ids import new_id
from proofroom.kernel.settings import Settings
from tests.api.conftest import PASSWORD, Browser, serve
from tests.api.described import api_document
from tests.api.test_content import ARTICLES, A, make_project, ok
from tests.api.test_mcp import connect
from tests.architecture.test_routes import routes
from tests.attack.document import Document
from tests.attack.things import NOT_MADE, House, fill, fill_workspace
from tests.attack.walks import HARMLESS, INSIDE, limited_key

pytestmark = pytest.mark.timeout(600)
"""A walk asks some hundred routes; on a busy machine the usual limit ended one in the middle of a request,
which then looked like an accident of that route."""


async def _walk(house: House, headers: dict[str, str], told: set[str], *, lists: bool = True) -> list[str]:
    """Return the routes that answer about the project although they should not."""
    wrong: list[str] = []
    async with aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(total=60)) as http:
        for name in routes():
            method, path = name.split(" ", 1)
            asked = set(re.findall(r"\{([^}:]*)", path))
            if name in HARMLESS or "token" in asked or path.startswith("/admin"):
                continue
            url = house.owner.url + re.sub(r"\{([^}:]*)[^}]*\}", lambda m: house.names.get(m[1], "x"), path)
            names_it = asked & told
            if not names_it and (method != "GET" or not lists):
                continue
            if path in ("/mcp", "/api/audit/export", "/metrics", "/api/metrics", "/openapi.json", "/docs"):
                continue
            try:
                async with http.request(method, url, json=None if method == "GET" else {}) as answer:
                    text = await answer.text(errors="replace")
            except TimeoutError:
                wrong.append(f"{name}: goes on for ever")
                continue
            if answer.status >= 500 or (names_it and answer.status < 400):
                wrong.append(f"{name}: {answer.status} {text[:200]}")
            elif not names_it and any(house.names[one] in text for one in told if one.endswith("_id")):
                wrong.append(f"{name} tells of it: {text[:200]}")
    return wrong


@pytest.fixture
def many(sqlite_settings: Settings) -> Settings:
    return sqlite_settings.model_copy(update={"key_requests_per_minute": 100_000})


async def test_a_key_of_another_project_reaches_nothing_here(many: Settings) -> None:
    async with serve(many) as owner:
        await owner.set_up()
        house = await fill(owner)
        other = await make_project(owner, "review", "Other")
        key = await limited_key(owner, projectId=other["id"])
        lists = (f"proposals/{house.names['proposal_id']}/links", "article-topics", "proposals", "articles")
        before = [await ok(owner, "GET", f"/api/{path}") for path in lists]
        assert await _walk(house, key, INSIDE) == []
        assert [await ok(owner, "GET", f"/api/{path}") for path in lists] == before


async def test_a_key_of_another_workspace_reaches_nothing_here(many: Settings) -> None:
    async with serve(many) as owner:
        await owner.set_up()
        house = await fill(owner)
        access = owner.studio.access
        first = await owner.studio.operator()
        foreign = await access.workspaces.create(first, "Foreign")
        there: Principal = await access.principals.for_person(foreign.id, first.require_person())
        fresh = await access.keys.create(there, "foreign", role="admin")
        headers = {"Authorization": f"Bearer {fresh.secret}"}
        assert await _walk(house, headers, INSIDE) == []


@pytest.mark.parametrize(
    "limits", [{"models": [ARTICLES["id"]]}, {"locales": ["tr"]}, {"tools": ["list_models"]}], ids=str
)
async def test_a_limited_key_reaches_no_work_of_others(many: Settings, limits: dict[str, Any]) -> None:
    async with serve(many) as owner:
        await owner.set_up()
        house = await fill(owner)
        key = await limited_key(owner, projectId=house.names["project_id"], limits=limits)
        assert await _walk(house, key, {"run_id", "conversation_id"}, lists=False) == []
        async with aiohttp.ClientSession(headers=key) as http:
            for path in ("", "/comments", "/decisions", "/finish", "/reject"):
                method = "POST" if path else "GET"
                url = f"{owner.url}/api/proposals/{house.names['proposal_id']}{path}"
                bodies = {"/comments": {"text": "x"}, "/decisions": {"hunks": ["x"], "decision": "rejected"}}
                async with http.request(method, url, json=bodies.get(path, {}) if path else None) as answer:
                    if "tools" not in limits or path:
                        assert answer.status in (403, 404), (path, answer.status, await answer.text())


LIMITED: dict[str, dict[str, Any]] = {
    "project": {},
    "models": {"limits": {"models": [ARTICLES["id"]]}},
    "locales": {"limits": {"locales": ["tr"]}},
}


@pytest.mark.parametrize("to", LIMITED)
async def test_a_limited_key_is_told_in_no_list_what_others_do(many: Settings, to: str) -> None:
    async with serve(many) as owner:
        await owner.set_up()
        secret = await make_project(owner, "review", "Secret")
        other = await make_project(owner, "review", "Other")
        say = {"message": "add a topic called Hidden wind", "projectId": secret["id"], "agent": "editor"}
        await owner.lines("POST", "/api/ai/chat/content", say)
        clock = {"agent": "editor", "task": "Hidden wind", "cron": "0 5 * * 1", "projectId": secret["id"]}
        due = (await ok(owner, "POST", "/api/schedules", clock))["id"]
        assert "Hidden" in str(await ok(owner, "GET", "/api/proposals"))
        wish = {"projectId": other["id"]} if to == "project" else LIMITED[to]
        key = await limited_key(owner, **wish)
        async with aiohttp.ClientSession(headers=key) as http:
            for path in ("jobs", "schedules", "proposals", "inbox", "runs", "approvals", "conversations"):
                async with http.get(f"{owner.url}/api/{path}") as answer:
                    assert answer.status in (200, 403), path
                    assert "Hidden" not in await answer.text(), path
            for method, path in (("POST", "/run"), ("PUT", ""), ("DELETE", "")):
                where = f"{owner.url}/api/schedules/{due}{path}"
                async with http.request(method, where, json={"isPaused": True}) as answer:
                    assert answer.status == 404, (method, path, await answer.text())


async def test_a_key_may_never_do_more_than_its_maker(many: Settings) -> None:
    async with serve(many) as owner:
        await owner.set_up()
        access = owner.studio.access
        sent = await ok(owner, "POST", "/api/invites", {"email": "ada@example.com", "role": "admin"})
        token = sent["path"].rpartition("=")[2]
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
            ada = Browser(http, owner.url, owner.studio)
            joined = {"token": token, "name": "Ada", "password": "a long enough word"}
            session = await ok(ada, "POST", "/api/invite", joined)
            ada.csrf = session["csrfToken"]
            first, second = await limited_key(ada), await limited_key(ada)
            assert (await ok(ada, "GET", "/api/keys"))[0]["madeBy"] == "Ada"
        async with aiohttp.ClientSession() as http:

            async def status(headers: dict[str, str], path: str) -> int:
                async with http.get(owner.url + path, headers=headers) as answer:
                    return answer.status

            assert await status(first, "/api/schedules") == 200
            person = session["person"]["id"]
            await ok(owner, "PUT", f"/api/people/{person}", {"role": "member"})
            assert await status(first, "/api/schedules") == 403
            assert await status(first, "/api/projects") == 200
            await ok(owner, "PUT", f"/api/people/{person}/password", {"new": "another long word"})
            assert await status(first, "/api/projects") == 401
            revoked = [key for key in await ok(owner, "GET", "/api/keys") if key["revokedAt"]]
            assert len(revoked) == 2
            fresh = await access.keys.create(await owner.studio.operator(), "mine", role="admin")
            assert await status({"Authorization": f"Bearer {fresh.secret}"}, "/api/projects") == 200
            assert await status(second, "/api/projects") == 401


async def test_sign_ins_are_listed_and_ended_and_a_new_password_is_a_new_session(owner: Browser) -> None:
    body = {"email": "owner@example.com", "password": PASSWORD}
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        other = Browser(http, owner.url, owner.studio)
        other.csrf = (await ok(other, "POST", "/api/session", body))["csrfToken"]
        found = await ok(owner, "GET", "/api/sessions")
        assert [each["isThis"] for each in sorted(found, key=lambda each: each["createdAt"])] == [True, False]
        there = next(each["id"] for each in found if not each["isThis"])
        assert (await other.call("DELETE", f"/api/sessions/{new_id()}"))[0] == 404
        await ok(owner, "DELETE", f"/api/sessions/{there}")
        assert (await other.call("GET", "/api/session"))[0] == 401
        other.csrf = (await ok(other, "POST", "/api/session", body))["csrfToken"]
        assert (await ok(owner, "DELETE", "/api/sessions"))["ended"] == 1
        assert (await other.call("GET", "/api/session"))[0] == 401
    stolen = {cookie.key: cookie.value for cookie in owner.http.cookie_jar}
    changed = {"current": PASSWORD, "new": "quite another word"}
    owner.csrf = (await ok(owner, "PUT", "/api/session/password", changed))["csrfToken"]
    async with (
        aiohttp.ClientSession(cookies=stolen, cookie_jar=aiohttp.CookieJar(unsafe=True)) as thief,
        thief.get(f"{owner.url}/api/session") as answer,
    ):
        assert answer.status == 401
    assert (await ok(owner, "GET", "/api/sessions"))[0]["isThis"]


async def test_nobody_whose_role_lets_no_agent_write_does_so_through_a_program(many: Settings) -> None:
    async with serve(many) as owner:
        await owner.set_up()
        project = (await make_project(owner, "review", "Open"))["slug"]
        wanted = ["content.read", "content.write"]
        role = await ok(owner, "POST", "/api/roles", {"name": "Scribe", "permissions": wanted})
        sent = await ok(owner, "POST", "/api/invites", {"email": "ada@example.com", "role": "admin"})
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
            ada = Browser(http, owner.url, owner.studio)
            joined = {
                "token": sent["path"].rpartition("=")[2],
                "name": "Ada",
                "password": "a long enough word",
            }
            ada.csrf = (await ok(ada, "POST", "/api/invite", joined))["csrfToken"]
            key = await limited_key(ada, role="editor")
            people = await ok(owner, "GET", "/api/people")
            person = next(each["person"]["id"] for each in people if each["person"]["name"] == "Ada")
            await ok(owner, "PUT", f"/api/people/{person}", {"role": "member", "roleId": role["id"]})
            body = {"data": {A: {"name": "Rivers"}}, "locale": "en"}
            path = f"/api/projects/{project}/content/entries/topics"
            assert (await ada.call("PUT", path, body))[0] == 200, "her own hands may"
        async with (
            aiohttp.ClientSession(headers=key) as http,
            http.put(owner.url + path, json=body) as answer,
        ):
            assert answer.status == 403, await answer.text()
        async with connect(f"{owner.url}/mcp/{project}", key["Authorization"].split()[1]) as caller:
            assert "contentrain_content_list" in await caller.names()
            assert "contentrain_content_save" not in await caller.names()
            is_fine, refused = await caller.try_to("content_save", model="topics", entries=[])
            assert (is_fine, refused["code"]) == (False, "NOT_FOUND")


async def test_the_walks_ask_for_things_that_are_there(many: Settings) -> None:
    """A route that names something new needs a thing of its kind, or a reason why it needs none."""
    async with serve(many) as owner:
        await owner.set_up()
        house = await fill(owner)
        made = {*house.names, *await fill_workspace(owner, house.names["run_id"])}
        named = {name for route in routes() for name in re.findall(r"\{([^}:]*)", route)}
        assert named - made == NOT_MADE.keys()


@pytest.mark.parametrize("who", ["key", "owner"])
async def test_what_fits_the_document_is_refused_to_another_workspace(many: Settings, who: str) -> None:
    async with serve(many) as owner:
        await owner.set_up()
        house = await fill(owner)
        names = {**house.names, **await fill_workspace(owner, house.names["run_id"])}
        access, first = owner.studio.access, await owner.studio.operator()
        foreign = await access.workspaces.create(first, "Foreign")
        boss = await access.principals.for_person(foreign.id, first.require_person())
        headers = {
            "Authorization": f"Bearer {(await access.keys.create(boss, 'foreign', role='admin')).secret}"
        }
        if who == "owner":
            made = await access.invites.create(boss, "boss@example.org", role="owner")
            async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
                ada = Browser(http, owner.url, owner.studio)
                joined = {"token": made.token, "name": "Boss", "password": "a long enough word"}
                ada.csrf = (await ok(ada, "POST", "/api/invite", joined))["csrfToken"]
                cookie = "; ".join(f"{each.key}={each.value}" for each in http.cookie_jar)
            headers = {"Cookie": cookie, "X-CSRF-Token": ada.csrf}
        told = {name for name in names if name.endswith("_id")} - {"client_id"} | {"project", "slug"}
        # The form is for everybody; what a field is sent as names no field that there could be.
        skipped = frozenset(HARMLESS) | {
            "POST /api/forms/v1/{project}/{model}/submit",
            "POST /api/articles/{article_id}/send",
        }
        wrong: list[str] = []
        async with aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(total=60)) as http:
            for sent in Document(api_document(), names, 1).requests(skipped, 1):
                if not told & set(re.findall(r"\{([^}:]*)", sent.route)) or "{token}" in sent.route:
                    continue
                async with http.request(
                    sent.method, owner.url + sent.path, data=sent.body, headers=sent.headers
                ) as answer:
                    if answer.status not in (403, 404):
                        wrong.append(
                            f"{sent.method} {sent.route}: {answer.status} {await answer.text()}"[:250]
                        )
        assert "\n".join(wrong) == ""


async def test_no_person_of_another_workspace_reaches_anything_here(many: Settings) -> None:
    async with serve(many) as owner:
        await owner.set_up()
        house = await fill(owner)
        access, first = owner.studio.access, await owner.studio.operator()
        foreign = await access.workspaces.create(first, "Foreign")
        boss = await access.principals.for_person(foreign.id, first.require_person())
        for role in get_args(WorkspaceRole):
            made = await access.invites.create(boss, f"{role}@example.org", role=role)
            async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
                ada = Browser(http, owner.url, owner.studio)
                joined = {"token": made.token, "name": role, "password": "a long enough word"}
                ada.csrf = (await ok(ada, "POST", "/api/invite", joined))["csrfToken"]
                cookie = "; ".join(f"{each.key}={each.value}" for each in http.cookie_jar)
            assert await _walk(house, {"Cookie": cookie, "X-CSRF-Token": ada.csrf}, INSIDE) == [], role
