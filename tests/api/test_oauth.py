"""Apps are let in by a person: the real client's sign-in on loopback, and everything that must not work."""

import re
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import aiohttp
import httpx2
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import AnyUrl

from proofroom.access.apps import challenge_of, is_good_address
from tests.api.conftest import PASSWORD, Browser
from tests.api.test_mcp import empty_project

BACK = "http://127.0.0.1:9/callback"
VERIFIER = "a-verifier-of-at-least-forty-three-characters-0123"


class Kept:
    """What a client keeps of its sign-in."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


async def form(http: aiohttp.ClientSession, url: str, **fields: str) -> tuple[int, Any, str]:
    async with http.post(url, data=fields, allow_redirects=False) as answer:
        is_json = answer.content_type == "application/json"
        body = await (answer.json() if is_json else answer.text())
        return answer.status, body, answer.headers.get("Location", "")


async def press(owner: Browser, address: str, answer: str = "yes", **other: str) -> tuple[int, str]:
    """Open the page as the person and press a button; return where it leads."""
    async with owner.http.get(address, allow_redirects=False) as opened:
        page = await opened.text()
        assert opened.status == 200, page
        assert "form-action 'self' http://127.0.0.1:9" in opened.headers["Content-Security-Policy"]
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page))
    fields["project"] = re.findall(r'<option value="([^"]+)"', page)[0]
    status, _, place = await form(
        owner.http, f"{owner.url}/oauth/authorize", **(fields | {"may": "write", "answer": answer} | other)
    )
    return status, place


async def register(owner: Browser, *addresses: str) -> tuple[int, Any]:
    body = {"client_name": "Desk <b>robot</b>", "redirect_uris": list(addresses)}
    return await owner.call("POST", "/oauth/register", body)


def page_of(owner: Browser, client: str, **other: str) -> str:
    asked = {
        "client_id": client,
        "redirect_uri": BACK,
        "response_type": "code",
        "code_challenge": challenge_of(VERIFIER),
        "code_challenge_method": "S256",
        "state": "s1",
    } | other
    return f"{owner.url}/oauth/authorize?{urlencode(asked)}"


async def test_the_official_client_signs_in_through_the_person_and_is_ended_in_settings(
    owner: Browser,
) -> None:
    await empty_project(owner)
    kept, sent = Kept(), list[str]()

    async def open_page(address: str) -> None:
        sent.append(address)

    async def come_back() -> AuthorizationCodeResult:
        status, place = await press(owner, sent[-1])
        assert status == 303
        told = {name: values[0] for name, values in parse_qs(urlsplit(place).query).items()}
        return AuthorizationCodeResult(code=told["code"], state=told.get("state"), iss=told.get("iss"))

    url = f"{owner.url}/mcp/fieldnotes"
    asked = OAuthClientMetadata(client_name="Robot", redirect_uris=[AnyUrl(BACK)])
    provider = OAuthClientProvider(url, asked, kept, open_page, come_back)
    http = httpx2.AsyncClient(auth=provider)
    async with http, Client(streamable_http_client(url, http_client=http)) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert "contentrain_content_save" in names
    assert kept.tokens is not None
    assert kept.client is not None
    token, refresh = kept.tokens.access_token, kept.tokens.refresh_token or ""
    # The token opens /mcp and nothing else.
    status, _ = await owner.call("GET", "/api/keys", Authorization=f"Bearer {token}")
    assert status == 401
    # A refresh token is good once: a second use ends the grant.
    renew = {"grant_type": "refresh_token", "client_id": str(kept.client.client_id), "refresh_token": refresh}
    where = f"{owner.url}/oauth/token"
    status, fresh, _ = await form(owner.http, where, **renew)
    assert (status, fresh["token_type"]) == (200, "Bearer")
    assert await _status(url, token) == 401
    assert await _status(url, fresh["access_token"]) != 401
    status, refused, _ = await form(owner.http, where, **renew)
    assert (status, refused["error"]) == (400, "invalid_grant")
    assert await _status(url, fresh["access_token"]) == 401
    _, keys = await owner.call("GET", "/api/keys")
    assert [(key["name"], key["madeBy"], key["revokedAt"] is not None) for key in keys] == [
        ("Robot", "Owner", True)
    ]


async def _status(url: str, token: str) -> int:
    async with httpx2.AsyncClient() as http:
        headers = {"Authorization": f"Bearer {token}", "Accept": "application/json, text/event-stream"}
        body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        return (await http.post(url, json=body, headers=headers)).status_code


async def test_nothing_is_granted_without_the_persons_word_and_the_apps_proof(owner: Browser) -> None:
    await empty_project(owner)
    status, app = await register(owner, BACK)
    assert status == 201
    client = app["client_id"]
    for address in (
        "http://evil.example/cb",
        "https://a.example/#x",
        "javascript:alert(1)",
        "https://u:p@a.example/",
    ):
        status, refused = await register(owner, address)
        assert (status, refused["error"]) == (400, "invalid_redirect_uri"), address

    # An address that was not named letter for letter gets a page, never a redirect.
    for other in (f"{BACK}/", f"{BACK}?a=1", "http://127.0.0.1:10/callback", "https://evil.example/"):
        async with owner.http.get(
            page_of(owner, client, redirect_uri=other), allow_redirects=False
        ) as answer:
            assert (answer.status, "Location" in answer.headers) == (400, False)
    # Without PKCE there is nothing to show.
    for lacking in ({"code_challenge": ""}, {"code_challenge_method": "plain"}, {"response_type": "token"}):
        async with owner.http.get(page_of(owner, client, **lacking), allow_redirects=False) as answer:
            assert "error=invalid_request" in answer.headers["Location"]
    # The name an app gives itself is text; the page cannot be framed; another page's form is refused.
    async with owner.http.get(page_of(owner, client)) as answer:
        page = await answer.text()
        assert "<b>" not in page
        assert "Desk &lt;b&gt;robot" in page
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    status, _ = await press(owner, page_of(owner, client), csrf="guessed")
    assert status == 403
    status, place = await press(owner, page_of(owner, client), answer="no")
    assert (status, "error=access_denied" in place, "state=s1" in place) == (303, True, True)

    async def exchange(code: str, **other: str) -> tuple[int, Any]:
        given = {"grant_type": "authorization_code", "client_id": client, "code": code}
        given |= {"code_verifier": VERIFIER, "redirect_uri": BACK} | other
        status, body, _ = await form(owner.http, f"{owner.url}/oauth/token", **given)
        return status, body

    _, place = await press(owner, page_of(owner, client, scope="content:read"))
    code = parse_qs(urlsplit(place).query)["code"][0]
    for wrong in ({"code_verifier": "x" * 43}, {"redirect_uri": f"{BACK}2"}, {"client_id": "other"}):
        assert (await exchange(code, **wrong))[0] == 400
    status, given = await exchange(code)
    assert (status, given["scope"]) == (200, "content:read")
    assert (await exchange(code))[0] == 400
    assert (
        await _status(f"{owner.url}/mcp", given["access_token"]) == 401
    )  # a code that came twice was stolen

    # What an app gives back is over at once.
    _, place = await press(owner, page_of(owner, client))
    _, given = await exchange(parse_qs(urlsplit(place).query)["code"][0])
    assert await _status(f"{owner.url}/mcp", given["access_token"]) != 401
    token = given["access_token"]
    status, _, _ = await form(owner.http, f"{owner.url}/oauth/revoke", client_id=client, token=token)
    assert (status, await _status(f"{owner.url}/mcp", token)) == (200, 401)

    # Somebody who is not signed in is asked who they are, and led on.
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as stranger:
        async with stranger.get(page_of(owner, client)) as answer:
            assert 'type="password"' in await answer.text()
        asked = {name: values[0] for name, values in parse_qs(urlsplit(page_of(owner, client)).query).items()}
        who = {"email": "owner@example.com", "password": PASSWORD}
        status, _, place = await form(stranger, f"{owner.url}/oauth/sign-in", **(asked | who))
        assert (status, place.startswith("/oauth/authorize?")) == (303, True)


def test_only_this_machine_and_https_are_sent_back_to() -> None:
    good = ("https://a.example/cb", "http://localhost:1/", "http://[::1]:80/x")
    bad = ("http://a.example", "https:///x", "ftp://localhost", "https://a.example/#f", "https://a b.example")
    assert [is_good_address(one) for one in (*good, *bad)] == [True] * 3 + [False] * 5
