"""Listing 10,000 entries through the MCP door, as a client of the official tool would: page by page.

Where the official tool can be had (`bench/official.py`) it lists the same entries in the same minutes.

The studio and its client share a process; the client reads bytes and parses nothing, so that the figure is
nearly all the studio's.
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import aiohttp
import orjson

from bench.content_validation import collection
from bench.growth import fill
from bench.measure import Row
from bench.official import SERVER, official, pages_ms
from proofroom.api import Server
from proofroom.content.projects import Projects
from proofroom.kernel.settings import Settings
from proofroom.wiring import Studio, open_studio

ENTRIES = 10_000
PAGE = 1_000
TIMES = 5
HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


def measure() -> list[Row]:
    """Serve a project of 10,000 entries and list it."""
    with tempfile.TemporaryDirectory() as data:
        rows = asyncio.run(_measured(Settings(data=Path(data), demo=False, port=0)))
    return [*rows, *_beside(rows[-1].value)]


def _beside(ours_ms: float) -> list[Row]:
    """Let the official tool do the same."""
    if not SERVER:
        return [
            Row("  ten pages: official", 0, "not measured", note="PROOFROOM_OFFICIAL_MCP names no server")
        ]
    with tempfile.TemporaryDirectory() as folder, official(collection(ENTRIES), Path(folder)) as one:
        theirs_ms = pages_ms(one, ENTRIES, PAGE, TIMES)
    return [
        Row("  ten pages: official", theirs_ms, "ms", note=f"{theirs_ms / ours_ms:.1f} times ours"),
        Row("  ten pages: ours as a part of the official tool's", ours_ms / theirs_ms, "of 1", 0.5),
    ]


async def _measured(settings: Settings) -> list[Row]:
    server = Server(lambda: open_studio(settings), "127.0.0.1", 0)
    server.bind()
    ready = asyncio.Event()

    async def up() -> None:
        ready.set()

    serving = asyncio.create_task(server.run(up))
    await ready.wait()
    try:
        return await _lists(server.studio, server.url)
    finally:
        server.stop()
        await serving


async def _lists(studio: Studio, url: str) -> list[Row]:
    made = await studio.get(Projects).create(await studio.operator(), "Large", None, None)
    await asyncio.to_thread(fill, studio.contents, collection(ENTRIES), made.id)
    headers = HEADERS | {"Authorization": f"Bearer {studio.operator_token}"}
    async with aiohttp.ClientSession(headers=headers) as client:
        where = f"{url}/mcp/{made.id}"
        began = time.process_time()
        size = await _list(client, where, 0)
        first = time.process_time() - began
        page: list[float] = []
        whole: list[float] = []
        for _ in range(TIMES):
            began = time.process_time()
            for offset in range(0, ENTRIES, PAGE):
                each = time.process_time()
                await _list(client, where, offset)
                page.append(time.process_time() - each)
            whole.append(time.process_time() - began)
    note = f"{size / 1024:.0f} kB a page"
    return [
        Row(
            "MCP list of 1,000 of 10,000 entries, read for the first time (CPU)",
            first * 1000,
            "ms",
            note=note,
        ),
        Row("MCP list of 1,000 of 10,000 entries (CPU)", statistics.median(page) * 1000, "ms"),
        Row("MCP list of 10,000 entries in ten pages (CPU)", statistics.median(whole) * 1000, "ms"),
    ]


async def _list(client: aiohttp.ClientSession, url: str, offset: int) -> int:
    """Ask for one page and return how many bytes came."""
    wanted: dict[str, Any] = {"model": "posts", "locale": "en", "limit": PAGE, "offset": offset}
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "contentrain_content_list", "arguments": wanted},
    }
    async with client.post(url, data=orjson.dumps(body)) as answer:
        found = await answer.read()
    if answer.status != 200 or b"Entry" not in found:
        raise RuntimeError(f"the list was not given: {answer.status} {found[:300]!r}")
    return len(found)
