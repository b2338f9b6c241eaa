"""Keys, invites, roles and the audit log over HTTP."""

import aiohttp

from tests.api.conftest import PASSWORD, Browser


async def test_a_key_is_shown_once_works_and_can_be_revoked(owner: Browser) -> None:
    status, made = await owner.call("POST", "/api/keys", {"name": "ci", "role": "viewer"})
    assert status == 201
    bearer = {"Authorization": f"Bearer {made['secret']}"}
    _, listed = await owner.call("GET", "/api/keys")
    assert made["secret"] not in str(listed)
    async with aiohttp.ClientSession() as program:
        async with program.get(f"{owner.url}/api/agents", headers=bearer) as answer:
            assert answer.status == 200
        async with program.post(f"{owner.url}/api/keys", json={"name": "x"}, headers=bearer) as answer:
            assert answer.status == 403
        await owner.call("DELETE", f"/api/keys/{made['key']['id']}")
        async with program.get(f"{owner.url}/api/agents", headers=bearer) as answer:
            assert answer.status == 401


async def test_keys_see_only_their_own_conversations(owner: Browser) -> None:
    secrets = [
        (await owner.call("POST", "/api/keys", {"name": name, "role": "editor"}))[1]["secret"]
        for name in ("one", "two")
    ]
    async with aiohttp.ClientSession() as program:
        first, second = ({"Authorization": f"Bearer {secret}"} for secret in secrets)
        async with program.post(f"{owner.url}/api/conversations", json={}, headers=first) as answer:
            assert answer.status == 201
            made = await answer.json()
        async with program.get(f"{owner.url}/api/conversations/{made['id']}", headers=second) as answer:
            assert answer.status == 404
    assert (await owner.call("GET", f"/api/conversations/{made['id']}"))[0] == 404


async def test_an_invited_person_joins_once_and_gets_the_role(owner: Browser) -> None:
    _, sent = await owner.call("POST", "/api/invites", {"email": "ada@example.com", "role": "member"})
    token = sent["path"].partition("token=")[2]
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as other:
        async with other.get(f"{owner.url}/api/invite?token={token}") as answer:
            assert (await answer.json())["isKnown"] is False
        body = {"token": token, "name": "Ada", "password": PASSWORD}
        async with other.post(f"{owner.url}/api/invite", json=body) as answer:
            session = await answer.json()
            assert answer.status == 200
            assert "users.team.create" not in session["permissions"]
        async with other.post(f"{owner.url}/api/invite", json=body) as answer:
            assert answer.status == 404
        headers = {"X-CSRF-Token": session["csrfToken"]}
        async with other.post(
            f"{owner.url}/api/invites", json={"email": "b@x.example"}, headers=headers
        ) as answer:
            assert answer.status == 403
    _, people = await owner.call("GET", "/api/people")
    ada = next(each for each in people if each["person"]["name"] == "Ada")
    _, changed = await owner.call("PUT", f"/api/people/{ada['person']['id']}", {"role": "admin"})
    assert changed["role"] == "admin"
    assert (await owner.call("DELETE", f"/api/people/{ada['person']['id']}"))[0] == 200


async def test_the_audit_log_says_who_did_what(owner: Browser) -> None:
    await owner.call("POST", "/api/keys", {"name": "ci"})
    _, page = await owner.call("GET", "/api/audit?action=key.")
    assert [(entry["actorName"], entry["action"], entry["targetName"]) for entry in page["entries"]] == [
        ("Owner", "key.create", "ci")
    ]


async def test_a_member_gets_and_loses_a_role_in_one_project(owner: Browser) -> None:
    _, sent = await owner.call("POST", "/api/invites", {"email": "ada@example.com", "role": "member"})
    token = sent["path"].partition("token=")[2]
    _, projects = await owner.call("GET", "/api/projects")
    if not projects:
        _, made = await owner.call("POST", "/api/projects", {"name": "Desk"})
        projects = [made]
    project = projects[0]["id"]

    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as other:
        body = {"token": token, "name": "Ada", "password": PASSWORD}
        async with other.post(f"{owner.url}/api/invite", json=body) as answer:
            ada = (await answer.json())["person"]["id"]

        async def may_there() -> list[str]:
            async with other.get(f"{owner.url}/api/session") as answer:
                session = await answer.json()
            return next(each["permissions"] for each in session["projects"] if each["id"] == project)

        place = f"/api/people/{ada}/projects/{project}"
        _, given = await owner.call("PUT", place, {"role": "reviewer"})
        assert given["projectRoles"] == {project: "reviewer"}
        assert "content.review" in await may_there()
        assert "content.read" not in await may_there()  # that holds everywhere
        _, taken = await owner.call("PUT", place, {"role": None})
        assert taken["projectRoles"] == {}
        assert await may_there() == []
    assert (await owner.call("PUT", place, {"role": "owner"}))[0] in (400, 422)


async def test_a_password_is_changed_by_its_owner_and_reset_by_an_administrator(owner: Browser) -> None:
    _, sent = await owner.call("POST", "/api/invites", {"email": "grace@example.com", "role": "member"})
    token = sent["path"].partition("token=")[2]
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as grace:
        body = {"token": token, "name": "Grace", "password": PASSWORD}
        async with grace.post(f"{owner.url}/api/invite", json=body) as answer:
            session = await answer.json()
        csrf = {"X-CSRF-Token": session["csrfToken"]}
        change = {"current": "not the one", "new": "another long password"}
        async with grace.put(f"{owner.url}/api/session/password", json=change, headers=csrf) as answer:
            assert answer.status == 400
        change["current"] = PASSWORD
        async with grace.put(f"{owner.url}/api/session/password", json=change, headers=csrf) as answer:
            assert answer.status == 200
        async with grace.get(f"{owner.url}/api/session") as answer:
            assert answer.status == 200  # this device stays
        person = session["person"]["id"]
        path = f"/api/people/{person}/password"
        assert (await owner.call("PUT", path, {"new": "a third long password"}))[0] == 200
        async with grace.get(f"{owner.url}/api/session") as answer:
            assert answer.status == 401
        sign_in = {"email": "grace@example.com", "password": "a third long password"}
        async with grace.post(f"{owner.url}/api/session", json=sign_in) as answer:
            assert answer.status == 200
        assert (await owner.call("PUT", f"/api/people/{person}/disabled", {"isDisabled": True}))[0] == 200
        async with grace.post(f"{owner.url}/api/session", json=sign_in) as answer:
            assert answer.status == 401
