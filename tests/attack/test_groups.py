"""Conversations of several: nobody who does not take part reads, speaks in or ends one, by whichever door."""

import aiohttp

from tests.api.conftest import Browser
from tests.api.test_content import ok
from tests.api.test_mcp import make_key

DOORS = (
    ("GET", "/api/groups/{}", None),
    ("PUT", "/api/groups/{}", {"title": "Mine"}),
    ("DELETE", "/api/groups/{}", None),
    ("POST", "/api/groups/{}/messages", {"text": "@editor hello"}),
    ("GET", "/api/conversations/{}", None),
    ("PUT", "/api/conversations/{}", {"title": "Mine"}),
    ("DELETE", "/api/conversations/{}", None),
    ("GET", "/api/conversations/{}/messages", None),
    ("GET", "/api/ai/conversations/{}", None),
    ("PUT", "/api/ai/conversations/{}", {"title": "Mine"}),
    ("DELETE", "/api/ai/conversations/{}", None),
    ("GET", "/admin/api/ai/conversations/{}", None),
    ("DELETE", "/admin/api/ai/conversations/{}", None),
)


async def test_whoever_takes_no_part_reaches_no_group(owner: Browser) -> None:
    group = (await ok(owner, "POST", "/api/groups", {"title": "Hidden", "agents": ["editor"]}))["id"]
    await ok(owner, "POST", f"/api/groups/{group}/messages", {"text": "Hidden wind"})
    sent = await ok(owner, "POST", "/api/invites", {"email": "ada@example.com", "role": "admin"})
    joined = {"token": sent["path"].rpartition("=")[2], "name": "Ada", "password": "a long enough word"}
    key = {"Authorization": f"Bearer {await make_key(owner, 'admin')}"}
    async with (
        aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as cookies,
        aiohttp.ClientSession(headers=key) as plain,
    ):
        ada = Browser(cookies, owner.url, owner.studio)
        ada.csrf = (await ok(ada, "POST", "/api/invite", joined))["csrfToken"]
        for who in (ada, Browser(plain, owner.url, owner.studio)):
            for method, path, body in DOORS:
                status, told = await who.call(method, path.format(group), body)
                assert status in (403, 404, 405), (method, path, status, told)
                assert "Hidden" not in str(told), (method, path)
            for path in (
                "/api/groups",
                "/api/conversations",
                "/api/ai/conversations",
                "/api/search?q=Hidden",
            ):
                assert "Hidden" not in str(await who.call("GET", path)), path
            talk = {"message": "what was said here?", "conversationId": group}
            status, told = await who.call("POST", "/api/ai/chat/workspace", talk)
            assert status >= 400 or b"Hidden" not in bytes(told), told
    assert (await ok(owner, "GET", f"/api/groups/{group}"))["group"]["title"] == "Hidden"
