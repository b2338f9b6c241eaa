import asyncio
import gzip
import logging
import tracemalloc
import zlib
from typing import Any

import orjson
import pytest
from aiohttp import web

from proofroom.kernel.errors import InvalidInput, OutsideFailed, TooLarge
from proofroom.net import Transport
from proofroom.net.transport import PAGE_BYTES, USER_AGENT
from tests.net.conftest import Handler, Internet


class Site:
    """One server on loopback and a transport that may reach it."""

    def __init__(self, transport: Transport, root: str) -> None:
        self.transport = transport
        self.root = root


async def open_site(internet: Internet, handler: Handler) -> Site:
    port = await internet.serve(handler)
    return Site(await internet.transport(f"127.0.0.1:{port}"), f"http://127.0.0.1:{port}")


async def echo(request: web.Request) -> web.Response:
    body = await request.read()
    return web.json_response(
        {
            "method": request.method,
            "query": dict(request.query),
            "headers": {name.lower(): value for name, value in request.headers.items()},
            "body": body.decode(),
        }
    )


async def test_json_form_bytes_and_parameters_arrive_as_sent(internet: Internet) -> None:
    site = await open_site(internet, echo)

    async def send(**parts: Any) -> dict[str, Any]:
        answer = await site.transport.request("POST", f"{site.root}/x?a=1", tier="connection", **parts)
        assert answer.media_type == "application/json"
        return answer.json()

    sent = await send(json={"ü": 1}, params={"b": "2 3"}, headers={"x-test": "yes"})
    assert orjson.loads(str(sent["body"])) == {"ü": 1}
    assert sent["query"] == {"a": "1", "b": "2 3"}
    assert sent["headers"]["content-type"] == "application/json"
    assert sent["headers"]["x-test"] == "yes"
    assert sent["headers"]["user-agent"] == USER_AGENT
    sent = await send(data={"a": "b c", "d": "ü"})
    assert sent["body"] == "a=b+c&d=%C3%BC"
    assert sent["headers"]["content-type"] == "application/x-www-form-urlencoded"
    sent = await send(body=b"raw", headers={"content-type": "text/plain"})
    assert (sent["body"], sent["headers"]["content-type"]) == ("raw", "text/plain")
    sent = await send(json={}, headers={"content-type": "application/vnd.api+json"})
    assert sent["headers"]["content-type"] == "application/vnd.api+json"


async def test_the_machines_proxy_settings_and_cookies_are_ignored(
    internet: Internet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")

    async def handler(request: web.Request) -> web.Response:
        return web.Response(
            text=request.headers.get("cookie", "none"), headers={"set-cookie": "id=1; Path=/"}
        )

    site = await open_site(internet, handler)
    for _ in range(2):
        assert (await site.transport.request("GET", site.root, tier="connection")).text() == "none"


async def test_a_body_over_the_limit_is_not_read_further(internet: Internet) -> None:
    written = 0

    async def endless(request: web.Request) -> web.StreamResponse:
        nonlocal written
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b"x" * 65536)
            written += 65536

    site = await open_site(internet, endless)
    with pytest.raises(TooLarge):
        await site.transport.request("GET", site.root, tier="connection", max_bytes=1_000_000)
    assert written < 20_000_000


async def test_a_declared_length_over_the_limit_is_refused_before_the_body(internet: Internet) -> None:
    async def claims_much(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-length": str(PAGE_BYTES + 1)})
        await response.prepare(request)
        await asyncio.sleep(3_600)
        return response

    internet.name("example.com", ["93.184.216.34"])
    await internet.serve(claims_much, at=("93.184.216.34", 80))
    transport = await internet.transport()
    with pytest.raises(TooLarge):
        await transport.request("GET", "http://example.com/", tier="content")


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
async def test_a_decompression_bomb_stops_at_the_limit(internet: Internet, encoding: str) -> None:
    zeros = b"\0" * 200_000_000
    bomb = gzip.compress(zeros, 9) if encoding == "gzip" else zlib.compress(zeros, 9)
    del zeros

    async def handler(request: web.Request) -> web.Response:
        return web.Response(body=bomb, headers={"content-encoding": encoding})

    site = await open_site(internet, handler)
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge):
            await site.transport.request("GET", site.root, tier="connection", max_bytes=5_000_000)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000


async def test_small_compressed_pages_are_opened(internet: Internet) -> None:
    async def handler(request: web.Request) -> web.Response:
        assert "gzip" in request.headers["accept-encoding"]
        return web.Response(
            body=gzip.compress("schön".encode("latin-1")),
            headers={"content-encoding": "gzip", "content-type": "text/html; charset=ISO-8859-1"},
        )

    site = await open_site(internet, handler)
    answer = await site.transport.request("GET", site.root, tier="connection", media_types=("text/html",))
    assert answer.text() == "schön"


async def test_an_answer_of_the_wrong_kind_is_refused_but_an_error_page_is_not(internet: Internet) -> None:
    async def handler(request: web.Request) -> web.Response:
        return web.Response(text="<p>", status=int(request.path.strip("/")), content_type="text/html")

    site = await open_site(internet, handler)
    with pytest.raises(OutsideFailed, match="text/html"):
        await site.transport.request("GET", f"{site.root}/200", tier="connection", media_types=("image/",))
    answer = await site.transport.request(
        "GET", f"{site.root}/404", tier="connection", media_types=("image/",)
    )
    assert answer.status == 404


async def test_a_slow_body_ends_at_the_total_time(internet: Internet) -> None:
    async def drip(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b".")
            await asyncio.sleep(0.02)

    site = await open_site(internet, drip)
    with pytest.raises(OutsideFailed, match=r"within 0\.3 s") as caught:
        await site.transport.request("GET", site.root, tier="connection", timeout_s=0.3)
    assert caught.value.context == {"stage": "time"}


async def test_the_total_time_covers_all_redirects_together(internet: Internet) -> None:
    async def slow_redirect(request: web.Request) -> web.Response:
        await asyncio.sleep(0.2)
        return web.Response(status=302, headers={"location": "/again"})

    site = await open_site(internet, slow_redirect)
    with pytest.raises(OutsideFailed, match="within"):
        await site.transport.request("GET", site.root, tier="connection", timeout_s=0.3)


async def test_a_body_that_breaks_off_is_an_error(internet: Internet) -> None:
    async def break_off(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-length": "100"})
        await response.prepare(request)
        await response.write(b"half")
        assert request.transport is not None
        request.transport.close()
        return response

    site = await open_site(internet, break_off)
    with pytest.raises(OutsideFailed, match="broke off") as caught:
        await site.transport.request("GET", site.root, tier="connection")
    assert caught.value.context == {"stage": "body"}


async def test_a_port_nobody_listens_on_is_a_connect_failure(internet: Internet) -> None:
    internet.name("example.com", ["93.184.216.34"])
    transport = await internet.transport()
    with pytest.raises(OutsideFailed, match=r"example\.com could not be reached") as caught:
        await transport.request("GET", "http://example.com/", tier="content")
    assert caught.value.context == {"stage": "connect"}


async def test_something_that_is_not_http_is_said_so(internet: Internet) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(10)
        writer.write(b"SSH-2.0-OpenSSH_9.9\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        transport = await internet.transport(f"127.0.0.1:{port}")
        with pytest.raises(OutsideFailed, match="not HTTP"):
            await transport.request("GET", f"http://127.0.0.1:{port}/", tier="connection")


async def test_line_breaks_in_headers_are_refused_and_not_repeated(
    internet: Internet, caplog: pytest.LogCaptureFixture
) -> None:
    site = await open_site(internet, echo)
    with caplog.at_level(logging.DEBUG), pytest.raises(InvalidInput) as caught:
        await site.transport.request(
            "GET", site.root, tier="connection", headers={"x-key": "secret\r\nx-other: 1"}
        )
    assert "secret" not in str(caught.value.as_dict()) + caplog.text


async def test_failures_are_logged_without_the_query(
    internet: Internet, caplog: pytest.LogCaptureFixture
) -> None:
    async def hang_up(request: web.Request) -> web.Response:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    site = await open_site(internet, hang_up)
    with caplog.at_level(logging.INFO), pytest.raises(OutsideFailed) as caught:
        await site.transport.request("POST", f"{site.root}/hook/abc?key=hunter2", tier="connection")
    assert site.root in caplog.text
    assert "hunter2" not in caplog.text + str(caught.value)
    assert "abc" not in caplog.text


async def test_an_answer_that_is_not_json_is_explained(internet: Internet) -> None:
    async def handler(request: web.Request) -> web.Response:
        return web.Response(text="<html>")

    site = await open_site(internet, handler)
    answer = await site.transport.request("GET", site.root, tier="connection")
    with pytest.raises(OutsideFailed, match="not JSON"):
        answer.json()
