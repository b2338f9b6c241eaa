"""Who gets in: first boot is closed, sessions, tokens, origins, keys, one error shape."""

import pytest

from tests.api.conftest import PASSWORD, Browser

CLOSED = ["/api/session", "/api/conversations", "/api/runs", "/api/agents", "/api/models", "/api/doctor"]


@pytest.mark.parametrize("path", CLOSED)
async def test_before_anybody_signs_in_every_door_is_closed(browser: Browser, path: str) -> None:
    status, body = await browser.call("GET", path)
    assert status == 401
    assert body["error"]["code"] == "not_signed_in"


async def test_the_set_up_link_works_once(browser: Browser) -> None:
    link = await browser.studio.access.setup.make_link()
    body = {
        "token": link.token,
        "workspaceName": "D",
        "name": "O",
        "email": "o@example.com",
        "password": PASSWORD,
    }
    assert (await browser.call("GET", "/api/setup"))[1] == {"needed": True}
    assert (await browser.call("POST", "/api/setup", body | {"token": "wrong"}))[0] >= 400
    assert (await browser.call("POST", "/api/setup", body))[0] == 200
    assert (await browser.call("GET", "/api/setup"))[1] == {"needed": False}
    status, refused = await browser.call("POST", "/api/setup", body | {"email": "two@example.com"})
    assert status >= 400
    assert refused["error"]["suggestion"]


async def test_sign_out_and_in_again(owner: Browser) -> None:
    assert (await owner.call("DELETE", "/api/session"))[0] == 200
    assert (await owner.call("GET", "/api/session"))[0] == 401
    status, body = await owner.call(
        "POST", "/api/session", {"email": "owner@example.com", "password": "wrong"}
    )
    assert (status, body["error"]["code"]) == (401, "not_signed_in")
    status, body = await owner.call(
        "POST", "/api/session", {"email": "owner@example.com", "password": PASSWORD}
    )
    assert status == 200
    assert body["person"]["name"] == "Owner"


async def test_a_change_needs_the_pages_token(owner: Browser) -> None:
    owner.csrf = "stale"
    status, body = await owner.call("POST", "/api/conversations", {})
    assert (status, body["error"]["code"]) == (403, "bad_csrf_token")


async def test_another_sites_page_cannot_send_changes(owner: Browser) -> None:
    status, body = await owner.call("POST", "/api/conversations", {}, Origin="https://evil.example")
    assert (status, body["error"]["code"]) == (403, "bad_csrf_token")


async def test_the_cookie_is_hidden_from_scripts(browser: Browser) -> None:
    link = await browser.studio.access.setup.make_link()
    body = {
        "token": link.token,
        "workspaceName": "D",
        "name": "O",
        "email": "o@example.com",
        "password": PASSWORD,
    }
    async with browser.http.post(f"{browser.url}/api/setup", json=body) as answer:
        cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


async def test_a_wrong_operator_token_is_no_key(browser: Browser) -> None:
    status, body = await browser.call("GET", "/api/runs", Authorization="Bearer nonsense")
    assert (status, body["error"]["code"]) == (401, "not_signed_in")


async def test_the_operator_token_opens_the_same_doors(browser: Browser) -> None:
    token = browser.studio.operator_token
    status, _ = await browser.call("GET", "/api/runs", Authorization=f"Bearer {token}")
    assert status == 200


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/nowhere", None, 404, "not_found"),
        ("POST", "/api/health", {}, 405, "method_not_allowed"),
        ("POST", "/api/nothing", {}, 404, "not_found"),
        ("POST", "/api/conversations", {"surprise": 1}, 400, "invalid_input"),
        ("GET", "/api/conversations/unknown", None, 404, "not_found"),
        ("POST", "/api/ai/chat/nonsense", {"message": "x"}, 400, "invalid_input"),
        ("POST", "/api/ai/chat/plugin", {"message": "x"}, 400, "invalid_input"),
        ("POST", "/api/ai/chat/workspace", {"message": " "}, 400, "invalid_input"),
        ("GET", "/api/runs?status=sleeping", None, 400, "invalid_input"),
    ],
)
async def test_every_error_has_the_one_shape(
    owner: Browser, method: str, path: str, body: object, status: int, code: str
) -> None:
    got, answer = await owner.call(method, path, body)
    assert (got, answer["error"]["code"]) == (status, code)
    assert {"code", "category", "message", "suggestion", "recoverable"} <= set(answer["error"])


async def test_answers_carry_the_security_headers(browser: Browser) -> None:
    async with browser.http.get(f"{browser.url}/api/health") as answer:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


async def test_errors_come_in_the_language_the_browser_asks_for(browser: Browser) -> None:
    wish = {"Accept-Language": "tr-TR,tr;q=0.9,en;q=0.8"}
    status, answer = await browser.call("GET", "/api/projects", **wish)
    assert (status, answer["error"]["code"]) == (401, "not_signed_in")
    assert answer["error"]["message"] == "Oturum açmadınız."
    assert answer["error"]["suggestion"] == "Oturum açın ya da bir API anahtarı gönderin."
    assert (await browser.call("GET", "/api/projects"))[1]["error"]["message"] == "You are not signed in."
