"""What walks over the routes share: whom they send, and what they pass over."""

from typing import Any

import aiohttp

from proofroom.access.permissions import CATALOGUE
from proofroom.kernel.ids import new_id
from tests.api.conftest import Browser
from tests.api.test_content import ok

INSIDE = {"project_id", "project", "run_id", "proposal_id", "asset_id", "conversation_id"}
INSIDE |= {"article_id", "case_id", "word_id", "topic_id", "link_id"}
"""What routes name that lies inside a project."""

HARMLESS = {
    "OPTIONS /api/forms/v1/{project}/{model}/submit": "tells a browser that pages may send forms",
    "DELETE /mcp/{project_id}": "there is nothing to delete, and it says so",
    "GET /mcp/{project_id}": "it opens no stream, and says so",
    "GET /api/ai/defaults/{scope}": "no thing of a project",
}
"""Routes that name something and answer anybody who is signed in."""


async def limited_key(owner: Browser, **wish: Any) -> dict[str, str]:
    """Make a key with limits, and return the headers it is sent in."""
    made = await ok(owner, "POST", "/api/keys", {"name": "limited", "role": "admin", **wish})
    return {"Authorization": f"Bearer {made['secret']}"}


async def limited_person(owner: Browser, project_id: str, limits: dict[str, Any]) -> dict[str, str]:
    """Let somebody in who may do everything but for limits in a project, and return how they sign in."""
    every = sorted(one for one in CATALOGUE if one not in ("studio.manage", "workspace.manage"))
    short = new_id()[-12:]
    role = await ok(owner, "POST", "/api/roles", {"name": f"Everything {short}", "permissions": every})
    sent = await ok(owner, "POST", "/api/invites", {"email": f"jay-{short}@example.com", "role": "member"})
    joined = {"token": sent["path"].rpartition("=")[2], "name": "Jay", "password": "a long enough word"}
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        jay = Browser(http, owner.url, owner.studio)
        session = await ok(jay, "POST", "/api/invite", joined)
        cookie = "; ".join(f"{each.key}={each.value}" for each in http.cookie_jar)
    person = session["person"]["id"]
    await ok(owner, "PUT", f"/api/people/{person}", {"role": "member", "roleId": role["id"]})
    there = f"/api/people/{person}/projects/{project_id}"
    await ok(owner, "PUT", there, {"role": "editor", "limits": limits})
    return {"Cookie": cookie, "X-CSRF-Token": session["csrfToken"]}


async def limited(owner: Browser, who: str, project_id: str, limits: dict[str, Any]) -> dict[str, str]:
    """Return how a key or a person with limits in a project comes in."""
    if who == "person":
        return await limited_person(owner, project_id, limits)
    return await limited_key(owner, projectId=project_id, limits=limits)
