import asyncio
import time

import pytest
from aiohttp import web

from proofroom.kernel.errors import OutsideFailed, TooLarge
from proofroom.net import Response, Stream
from tests.net.conftest import Internet
from tests.patience import LIMIT_S


async def test_chunks_come_as_they_leave_the_socket(internet: Internet) -> None:
    go = asyncio.Event()

    async def handler(request: web.Request) -> web.StreamResponse:
        assert request.headers["accept-encoding"] == "identity"
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        for part in (b"data: a\n\nda", b"ta: b", b"\n\n"):
            await response.write(part)
            await go.wait()
            go.clear()
        return response

    port = await internet.serve(handler)
    transport = await internet.transport(f"127.0.0.1:{port}")
    chunks: list[bytes] = []
    async with transport.stream("POST", f"http://127.0.0.1:{port}/", tier="connection", json={}) as stream:
        assert isinstance(stream, Stream)
        assert stream.status == 200
        assert stream.headers["Content-Type"] == "text/event-stream"
        async for chunk in stream:
            chunks.append(chunk)
            go.set()
    assert chunks == [b"data: a\n\nda", b"ta: b", b"\n\n"]


async def open_drip(internet: Internet):
    gone = asyncio.Event()

    async def handler(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        try:
            while True:
                await response.write(b"data: x\n\n")
                await asyncio.sleep(0.01)
        finally:
            gone.set()

    port = await internet.serve(handler)
    transport = await internet.transport(f"127.0.0.1:{port}")
    return transport, f"http://127.0.0.1:{port}/", gone


async def test_cancelling_the_task_closes_the_socket_at_once(internet: Internet) -> None:
    transport, url, gone = await open_drip(internet)
    started = asyncio.Event()

    async def read() -> None:
        async with transport.stream("GET", url, tier="connection") as stream:
            async for _ in stream:
                started.set()

    task = asyncio.create_task(read())
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(gone.wait(), LIMIT_S)


async def test_cancelling_while_waiting_for_the_head_closes_the_socket(internet: Internet) -> None:
    gone, asked = asyncio.Event(), asyncio.Event()

    async def handler(request: web.Request) -> web.Response:
        asked.set()
        try:
            await asyncio.sleep(3_600)
        finally:
            gone.set()
        return web.Response()

    port = await internet.serve(handler)
    transport = await internet.transport(f"127.0.0.1:{port}")
    task = asyncio.create_task(transport.request("GET", f"http://127.0.0.1:{port}/", tier="connection"))
    await asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(gone.wait(), LIMIT_S)


async def test_leaving_the_block_early_closes_the_socket(internet: Internet) -> None:
    transport, url, gone = await open_drip(internet)
    async with transport.stream("GET", url, tier="connection") as stream:
        await anext(stream)
    await asyncio.wait_for(gone.wait(), LIMIT_S)


async def test_a_stream_that_falls_silent_is_ended(internet: Internet) -> None:
    async def handler(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        await response.write(b"first")
        await asyncio.sleep(3_600)
        return response

    port = await internet.serve(handler)
    transport = await internet.transport(f"127.0.0.1:{port}")
    started = time.monotonic()
    url = f"http://127.0.0.1:{port}/"
    async with transport.stream("GET", url, tier="connection", idle_s=0.5) as stream:
        assert await anext(stream) == b"first"
        with pytest.raises(OutsideFailed, match=r"within 0\.5 s") as caught:
            await anext(stream)
    assert caught.value.context == {"stage": "time"}
    assert time.monotonic() - started > 0.45


async def test_a_head_that_never_comes_is_ended(internet: Internet) -> None:
    async def handler(request: web.Request) -> web.Response:
        await asyncio.sleep(3_600)
        return web.Response()

    port = await internet.serve(handler)
    transport = await internet.transport(f"127.0.0.1:{port}")
    with pytest.raises(OutsideFailed, match="within"):
        async with transport.stream("GET", f"http://127.0.0.1:{port}/", tier="connection", idle_s=0.1):
            pass


async def test_a_slow_reader_is_not_mistaken_for_a_silent_stream(internet: Internet) -> None:
    async def handler(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(4):
            await response.write(b"x")
            await asyncio.sleep(0.05)
        return response

    port = await internet.serve(handler)
    transport = await internet.transport(f"127.0.0.1:{port}")
    total = 0
    async with transport.stream("GET", f"http://127.0.0.1:{port}/", tier="connection", idle_s=1.0) as stream:
        async for chunk in stream:
            await asyncio.sleep(0 if total else 1.2)
            total += len(chunk)
    assert total == 4


async def test_a_stream_over_its_limit_is_ended(internet: Internet) -> None:
    transport, url, gone = await open_drip(internet)

    async def read_all() -> None:
        async with transport.stream("GET", url, tier="connection", max_bytes=100) as stream:
            async for _ in stream:
                pass

    with pytest.raises(TooLarge):
        await read_all()
    await asyncio.wait_for(gone.wait(), LIMIT_S)


async def test_a_stream_cut_off_by_the_other_side_is_an_error(internet: Internet) -> None:
    async def handler(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        response.enable_chunked_encoding()
        await response.prepare(request)
        await response.write(b"data: a")
        await asyncio.sleep(0.05)
        assert request.transport is not None
        request.transport.abort()
        return response

    port = await internet.serve(handler)
    transport = await internet.transport(f"127.0.0.1:{port}")
    async with transport.stream("GET", f"http://127.0.0.1:{port}/", tier="connection") as stream:
        assert await anext(stream) == b"data: a"
        with pytest.raises(OutsideFailed):
            await anext(stream)


async def test_the_text_of_an_error_can_be_read_whole_and_the_connection_is_kept(internet: Internet) -> None:
    peers: set[object] = set()

    async def handler(request: web.Request) -> web.Response:
        assert request.transport is not None
        peers.add(request.transport.get_extra_info("peername"))
        return web.Response(status=429, text="slow down", headers={"retry-after": "2"})

    port = await internet.serve(handler)
    transport = await internet.transport(f"127.0.0.1:{port}")
    for _ in range(3):
        async with transport.stream("GET", f"http://127.0.0.1:{port}/", tier="connection") as stream:
            assert (stream.status, stream.headers["retry-after"]) == (429, "2")
            assert await stream.read() == b"slow down"
    assert len(peers) == 1


def test_text_survives_an_unknown_charset_and_broken_bytes() -> None:
    odd = {"content-type": 'text/html; charset="no-such-thing"'}
    assert Response(200, odd, "ü".encode() + b"\xff", "u").text() == "ü\ufffd"
    assert Response(200, {}, b"plain", "u").text() == "plain"
