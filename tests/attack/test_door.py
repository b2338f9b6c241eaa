"""The front door: long and slow requests, forged addresses and names, the operator's token."""

import asyncio
import zipfile
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import aiohttp
import pytest

from proofroom.api import bodies, wire
from proofroom.kernel.settings import Settings
from tests.api.conftest import PASSWORD, Browser, serve

SIGN_IN = "/api/session"


async def _pour(total: int, sent: list[int]) -> AsyncIterator[bytes]:
    piece = b"x" * 65_536
    while sent[0] < total:
        sent[0] += len(piece)
        yield piece


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "application/json", "text/plain", ""])
async def test_a_strangers_long_body_is_not_read(browser: Browser, kind: str) -> None:
    sent = [0]
    async with aiohttp.ClientSession() as stranger:
        headers = {"Content-Type": kind} if kind else {}
        try:
            pouring = _pour(700_000_000, sent)
            async with stranger.post(browser.url + SIGN_IN, data=pouring, headers=headers) as answer:
                assert answer.status == 401
        except aiohttp.ClientError:  # the connection was closed while we were still sending
            pass
    assert sent[0] < 10_000_000


async def test_a_forged_key_does_not_make_a_long_body_welcome(owner: Browser) -> None:
    body = b"{" + b" " * 200_000 + b"}"
    for headers in ({"Authorization": "Bearer pr_nobody"}, {"Cookie": "proofroom_session=nobody"}, {}):
        async with (
            aiohttp.ClientSession() as stranger,
            stranger.post(f"{owner.url}/api/projects", data=body, headers=headers) as answer,
        ):
            assert answer.status == 401
    headers = {"X-CSRF-Token": owner.csrf, "Content-Type": "application/json"}
    async with owner.http.post(f"{owner.url}/api/projects", data=body, headers=headers) as answer:
        assert answer.status == 400  # read, and found to lack a name


async def _talk(url: str, *parts: bytes, pause_s: float = 0.0) -> bytes:
    """Send parts of a request with pauses, and return what comes back until the other side hangs up."""
    where = urlsplit(url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    heard = asyncio.create_task(reader.read())
    try:
        for part in parts:
            if not heard.done():
                writer.write(part)
                await asyncio.sleep(pause_s)
        return await asyncio.wait_for(heard, 120)
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def test_slow_senders_are_cut_off(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "IDLE_S", 0.5)
    monkeypatch.setattr(wire, "HEAD_S", 0.5)
    head = b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    answer = await _talk(browser.url, head + b"Content-Length: 100\r\n\r\n{")
    assert answer.startswith(b"HTTP/1.1 408")
    drops = [b"x"] * 40
    answer = await _talk(browser.url, head + b"Content-Length: 100\r\n\r\n", *drops, pause_s=0.05)
    assert answer[:12] in (b"HTTP/1.1 408", b"")  # whoever still sends may lose the answer
    assert await _talk(browser.url, head) == b""
    assert await _talk(browser.url) == b""
    answer = await _talk(browser.url, b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", head[:20])
    assert answer.startswith(b"HTTP/1.1 200")


async def test_a_head_without_end_is_cut_off(browser: Browser) -> None:
    line = b"X-Filler: " + b"x" * 8_000 + b"\r\n"
    assert await _talk(browser.url, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", *[line] * 20) == b""


async def test_a_forwarded_address_is_believed_from_configured_proxies_only(
    sqlite_settings: Settings,
) -> None:
    wrong = {"email": "owner@example.com", "password": "wrong"}

    async def guess(studio: Browser) -> list[int]:
        return [
            (await studio.call("POST", SIGN_IN, wrong, **{"X-Forwarded-For": f"10.0.0.{number}"}))[0]
            for number in range(25)
        ]

    async with serve(sqlite_settings) as studio:
        await studio.set_up()
        assert 429 in await guess(studio)
        addresses = {entry["address"] for entry in (await studio.call("GET", "/api/audit"))[1]["entries"]}
        assert not any(address.startswith("10.0.0.") for address in addresses)


async def test_a_trusted_proxy_tells_who_calls(sqlite_settings: Settings) -> None:
    trusting = sqlite_settings.model_copy(update={"trusted_proxies": ["127.0.0.0/8", "10.1.1.1"]})
    async with serve(trusting) as studio:
        await studio.set_up()
        body = {"email": "owner@example.com", "password": PASSWORD}
        said = {"X-Forwarded-For": "6.6.6.6, 203.0.113.9, 10.1.1.1", "X-Forwarded-Proto": "https"}
        async with studio.http.post(studio.url + SIGN_IN, json=body, headers=said) as answer:
            assert answer.status == 200
            assert "Secure" in answer.headers["Set-Cookie"]
        async with studio.studio.database.reading() as connection:
            rows = await connection.exec_driver_sql("SELECT address FROM sessions")
            assert "203.0.113.9" in {row[0] for row in rows}


async def test_a_name_of_somebody_elses_does_not_lead_here(sqlite_settings: Settings) -> None:
    named = sqlite_settings.model_copy(
        update={"allowed_hosts": ["studio.lan"], "public_url": "https://proof.example"}
    )
    async with serve(named) as studio:
        for host in ("evil.example", "127.0.0.1.evil.example:4477", "localhost.evil.example"):
            status, said = await studio.call("GET", "/api/health", Host=host)
            assert (status, said["error"]["code"]) == (403, "not_allowed")
        for host in (
            "localhost:1",
            "127.0.0.1",
            "[::1]:4477",
            "192.168.1.5",
            "Studio.lan:80",
            "proof.example",
        ):
            assert (await studio.call("GET", "/api/health", Host=host))[0] == 200, host


async def test_the_operators_token_works_on_this_machine_only_and_is_in_no_backup(owner: Browser) -> None:
    token = {"Authorization": f"Bearer {owner.studio.operator_token}"}
    async with aiohttp.ClientSession(headers=token) as operator:
        async with operator.get(f"{owner.url}/api/runs") as answer:
            assert answer.status == 200
        for header in ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"):
            async with operator.get(f"{owner.url}/api/runs", headers={header: "127.0.0.1"}) as answer:
                assert answer.status == 401, header
    status, taken = await owner.call("POST", "/api/backups")
    assert status in (200, 201), taken
    path = owner.studio.settings.data / "backups" / taken["name"]
    with zipfile.ZipFile(path) as archive:
        assert not [name for name in archive.namelist() if "token" in name]
        secret = owner.studio.operator_token.encode()
        assert not [name for name in archive.namelist() if secret in archive.read(name)]
