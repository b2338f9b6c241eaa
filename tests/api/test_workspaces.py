"""Workspaces and roles through their doors."""

import aiohttp

from tests.api.conftest import PASSWORD, Browser


async def join(owner: Browser, http: aiohttp.ClientSession, email: str, **invite: object) -> Browser:
    """Return the browser of somebody who was invited and has come."""
    status, sent = await owner.call("POST", "/api/invites", {"email": email, **invite})
    assert status == 201, sent
    other = Browser(http, owner.url, owner.studio)
    body = {"token": sent["path"].partition("token=")[2], "name": email.partition("@")[0]}
    status, session = await other.call("POST", "/api/invite", body | {"password": PASSWORD})
    assert status == 200, session
    other.csrf = session["csrfToken"]
    return other


def jar() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))


async def test_a_workspace_is_made_renamed_switched_to_and_left(owner: Browser) -> None:
    await owner.call("POST", "/api/projects", {"name": "First"})
    status, made = await owner.call("POST", "/api/workspaces", {"name": "Second desk"})
    assert (status, made["slug"]) == (201, "second-desk")
    status, session = await owner.call("POST", "/api/workspaces/second-desk/switch")
    assert (status, session["workspace"]["name"], session["projects"]) == (200, "Second desk", [])
    assert [each["name"] for each in session["workspaces"]] == ["Desk", "Second desk"]
    status, renamed = await owner.call("PUT", "/api/workspaces/current", {"name": "Other desk"})
    assert (status, renamed["name"], renamed["slug"]) == (200, "Other desk", "second-desk")
    # Everything of one stays its own: projects, keys, agents' runs, people.
    assert (await owner.call("GET", "/api/projects"))[1] == []
    agents = (await owner.call("GET", "/api/agents"))[1]
    assert "editor" in {each["slug"] for each in agents}
    assert (await owner.call("POST", "/api/workspaces", {"name": "Third"}))[0] == 403
    status, refused = await owner.call("POST", "/api/workspaces/second-desk/leave")
    assert (status, refused["error"]["message"]) == (409, "This is the only owner of the workspace.")
    async with jar() as http:
        ada = await join(owner, http, "ada@example.com", role="owner")
        status, left = await owner.call("POST", f"/api/workspaces/{made['id']}/leave")
        assert (status, left["workspace"]["name"]) == (200, "Desk")
        assert (await owner.call("POST", "/api/workspaces/second-desk/switch"))[0] == 404
        projects = (await owner.call("GET", "/api/session"))[1]["projects"]
        assert [each["name"] for each in projects] == ["First"]
        assert (await ada.call("POST", "/api/workspaces/desk/switch"))[0] == 404
        await owner.call("POST", "/api/workspaces", {"name": "Third"})
        found = (await owner.call("GET", "/api/workspaces"))[1]
        assert [(each["name"], each["isOpen"]) for each in found] == [("Desk", True), ("Third", False)]


async def test_whoever_leaves_the_last_workspace_is_signed_out(owner: Browser) -> None:
    async with jar() as http:
        ada = await join(owner, http, "ada@example.com")
        status, left = await ada.call("POST", "/api/workspaces/desk/leave")
        assert (status, left["workspace"]) == (200, None)
        assert (await ada.call("GET", "/api/session"))[0] == 401


async def test_a_role_is_written_given_and_never_more_than_its_writer_has(owner: Browser) -> None:
    async with jar() as http:
        ada = await join(owner, http, "ada@example.com")
        roles = {each["key"]: each for each in (await owner.call("GET", "/api/roles"))[1]}
        assert {"owner", "reviewer", "editor", "agent_default", "feedback_reviewer"} <= set(roles)
        status, refused = await owner.call("PUT", f"/api/roles/{roles['editor']['id']}", {"name": "x"})
        assert status == 409, refused
        body = {"name": "Librarian", "permissions": ["content.write", "roles.manage", "users.team.update"]}
        status, made = await owner.call("POST", "/api/roles", body)
        assert (status, made["key"]) == (201, "librarian")
        people = (await owner.call("GET", "/api/people"))[1]
        mine = next(each["person"]["id"] for each in people if each["person"]["name"] == "ada")
        change = {"role": "member", "roleId": made["id"]}
        status, changed = await owner.call("PUT", f"/api/people/{mine}", change)
        assert (status, changed["roleId"]) == (200, made["id"])
        session = (await ada.call("GET", "/api/session"))[1]
        assert {"content.write", "roles.manage"} <= set(session["permissions"])
        # She writes roles now, of what she has, and gives nobody more than that.
        assert (await ada.call("POST", "/api/roles", {"name": "A", "permissions": ["content.write"]}))[
            0
        ] == 201
        wide = {"name": "B", "permissions": ["audit.team.read"]}
        assert (await ada.call("POST", "/api/roles", wide))[0] == 403
        assert (await ada.call("PUT", f"/api/people/{mine}", {"role": "admin"}))[0] == 403
        known = {each["name"]: each for each in (await ada.call("GET", "/api/permissions"))[1]}
        assert known["content.write"]["mayGive"]
        assert not known["audit.team.read"]["mayGive"]
        # A change of the role changes what she may at once; a workspace role alone keeps the record.
        await owner.call("PUT", f"/api/roles/{made['id']}", {"permissions": ["content.read"]})
        assert "roles.manage" not in (await ada.call("GET", "/api/session"))[1]["permissions"]
        assert (await owner.call("PUT", f"/api/people/{mine}", {"role": "member"}))[1]["roleId"] == made["id"]
        assert (await owner.call("DELETE", f"/api/roles/{made['id']}"))[0] == 200
        assert (await owner.call("GET", "/api/people"))[1][0]["roleId"] is None
