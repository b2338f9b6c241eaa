"""Listing 10,000 entries through the MCP door, as a client of the official tool would: at once, and in pages.

Where the official tool can be had (`bench/official.py`) it lists the same entries in turn with ours. What
counts is the processor time of the process that answers, ours as theirs; the client parses nothing.
"""

import asyncio
import statistics
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import orjson

from bench.content_validation import collection
from bench.growth import fill
from bench.measure import Row
from bench.memory import Watched, watched_studio
from bench.official import SERVER, Official, official
from bench.studio import cpu_seconds
from proofroom.content.projects import Projects
from proofroom.kernel.settings import Settings
from proofroom.wiring import open_studio

ENTRIES = 10_000
PAGE = 1_000
TIMES = 5
AGAIN = 10
"""How often a list is asked for within one time: a process counts its own in hundredths of a second."""
HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
SIZES = {"ten pages": PAGE, "one call": ENTRIES}


@dataclass
class Taken:
    """What each way of listing took one of the two, in seconds."""

    of: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in SIZES})

    def ms(self, name: str) -> float:
        """Return the median of a way."""
        return 1000 * statistics.median(self.of[name])


def measure() -> list[Row]:
    """Let both list a project of 10,000 entries, in turn."""
    files = collection(ENTRIES)
    with ExitStack() as stack:
        data, folder = (Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(2))
        project = asyncio.run(_filled(Settings(data=data, demo=False, port=0), files))
        one = stack.enter_context(official(files, folder)) if SERVER else None
        return asyncio.run(_measured(data, project, one))


async def _filled(settings: Settings, files: dict[str, bytes]) -> str:
    studio = await open_studio(settings, part="command")
    try:
        made = await studio.get(Projects).create(await studio.operator(), "Large", None, None)
        await asyncio.to_thread(fill, studio.contents, files, made.id)
        return made.id
    finally:
        await studio.close()


async def _measured(data: Path, project: str, one: Official | None) -> list[Row]:
    ours, theirs = Taken(), Taken()
    async with watched_studio(data) as studio:
        ask = partial(_list, studio, f"{studio.url}/mcp/{project}")
        used = partial(cpu_seconds, studio.pid)
        before = used()
        size = await ask(PAGE, 0)
        first = used() - before
        for round_no in range(TIMES + 1):
            for name, page in SIZES.items():
                taken = await _times(ask, used, page)
                other = await _times(partial(_official, one), one.cpu_seconds, page) if one else 0.0
                if round_no:  # the first warms them up
                    ours.of[name].append(taken)
                    theirs.of[name].append(other)
    return [
        Row(
            "MCP list of 1,000 of 10,000 entries, read for the first time (CPU)",
            first * 1000,
            "ms",
            note=f"{size / 1024:.0f} kB a page",
        ),
        *(row for name in SIZES for row in _rows(name, ours, theirs if one else None)),
    ]


def _rows(name: str, ours: Taken, theirs: Taken | None) -> list[Row]:
    row = Row(f"MCP list of 10,000 entries in {name} (CPU)", ours.ms(name), "ms")
    if theirs is None:
        why = "PROOFROOM_OFFICIAL_MCP names no server"
        return [row, Row(f"  {name}: official", 0, "not measured", note=why)]
    mine, other = ours.ms(name), theirs.ms(name)
    return [
        row,
        Row(f"  {name}: official", other, "ms", note=f"{other / mine:.1f} times ours"),
        Row(f"  {name}: ours as a part of the official tool's", mine / other, "of 1", 0.5),
    ]


async def _times(ask: Callable[[int, int], Awaitable[int]], used: Callable[[], float], page: int) -> float:
    """Return what listing everything takes whoever answers."""
    before = used()
    for _ in range(AGAIN):
        for offset in range(0, ENTRIES, page):
            await ask(page, offset)
    return (used() - before) / AGAIN


async def _official(one: Official, page: int, offset: int) -> int:
    return one.list(model="posts", locale="en", limit=page, offset=offset)


async def _list(studio: Watched, url: str, page: int, offset: int) -> int:
    """Ask for one page and return how many bytes came."""
    wanted: dict[str, Any] = {"model": "posts", "locale": "en", "limit": page, "offset": offset}
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "contentrain_content_list", "arguments": wanted},
    }
    async with studio.client.post(url, data=orjson.dumps(body), headers=HEADERS) as answer:
        found = await answer.read()
    if answer.status != 200 or found.count(b"Entry") < min(page, ENTRIES - offset):
        raise RuntimeError(f"the list was not given: {answer.status} {found[:300]!r}")
    return len(found)
