"""What a studio holds as it works: at rest, for each project and branch, under many writers, over many turns.

`python -m bench.memory SAVES TURNS` goes further than `make bench` does, which has little time: growth shows
in the steps, and a step that adds nothing is the plateau.
"""

import asyncio
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import aiohttp
import orjson

from bench.import_time import environment_with
from bench.measure import Row, resident_mb
from bench.studio import free_port, wait_until_ready

WRITERS = 20
ENTRIES = 200
STEP = 500
SAVES, TURNS = 2_000, 500
PROJECTS, BRANCHES = 8, 80
"""A project has no more open branches than that."""
TRIES = 60
BUSY = (429, 502, 503)
"""What a studio answers that is asked too often, or waited too long for its database."""
MODEL = {
    "id": "posts",
    "name": "Posts",
    "kind": "collection",
    "domain": "blog",
    "i18n": True,
    "fields": {"title": {"type": "string"}, "body": {"type": "text"}},
}


class Watched:
    """A studio in a process of its own, and a client that is its operator."""

    def __init__(self, client: aiohttp.ClientSession, url: str, pid: int) -> None:
        self.client, self.url, self.pid = client, url, pid

    async def call(self, method: str, path: str, body: Any = None, tries: int = TRIES) -> Any:
        """Ask for something and return the answer; a stream is read to its end."""
        sent = orjson.dumps(body) if body is not None else None
        async with self.client.request(method, self.url + path, data=sent) as answer:
            found = await answer.read()
        if answer.status in BUSY and tries > 1:
            await asyncio.sleep(float(answer.headers.get("Retry-After", 0)))
            return await self.call(method, path, body, tries - 1)
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {found[:300]!r}")
        return orjson.loads(found) if answer.content_type == "application/json" else found

    async def project(self, name: str, workflow: str = "auto-merge") -> str:
        """Make a project with a model and return where its content lies."""
        made = await self.call("POST", "/api/projects", {"name": name})
        place = f"/api/projects/{made['id']}/content"
        first = {"locales": ["en"], "domains": ["blog"], "models": [MODEL], "workflow": workflow}
        await self.call("POST", f"{place}/init", first)
        return place

    async def branch(self, place: str, number: int) -> None:
        """Let a change of an entry wait on a branch of its own, and look at it there."""
        data = {f"{number:012x}": {"title": f"Entry {number}, changed"}}
        made = await self.call("PUT", f"{place}/entries/posts", {"data": data, "locale": "en"})
        if made["state"] != "waiting":
            raise RuntimeError(f"A change did not wait for review: {made['state']}")
        await self.call("GET", f"{place}/entries/posts?ref={quote(made['branch'], safe='')}")

    def held(self) -> float:
        """Return what it holds now."""
        return resident_mb(self.pid)

    def own(self) -> float:
        """Return what it holds of its own, without the pages of its growing database and packs."""
        return resident_mb(self.pid, "RssAnon")


def measure(saves: int = SAVES, turns: int = TURNS) -> list[Row]:
    """Start a studio on a new folder and let it work."""
    return asyncio.run(_measured(saves, turns))


async def _measured(saves: int, turns: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as data:
        return await _at(Path(data), saves, turns)


async def _at(data: Path, saves: int, turns: int) -> list[Row]:
    async with watched_studio(data) as studio:
        rows = [Row("memory at rest, nobody has asked anything", studio.held(), "MB", 130)]
        before = studio.held()
        places = [await studio.project(f"Project {number}") for number in range(PROJECTS)]
        for place in places:
            await studio.call("GET", f"{place}/entries/posts")
        each = (studio.held() - before) / PROJECTS
        rows.append(Row("memory for a small project that was made and looked at", each, "MB"))
        await _fill(studio, places[0])
        rows.append(await _branches(studio))
        rows += await _steps(studio, "saves by 20 writers", saves, _saves(studio, places[0]))
        rows += await _steps(studio, "turns with a tool, 20 at once", turns, _turns(studio))
        return rows


@asynccontextmanager
async def watched_studio(data: Path) -> AsyncGenerator[Watched]:
    """Run a studio on a data folder."""
    port = free_port()
    own = {"PROOFROOM_DATA": str(data), "PROOFROOM_PORT": str(port), "PROOFROOM_DEMO": "false"}
    tool = str(Path(sys.executable).parent / "proofroom")
    process = subprocess.Popen(
        [tool, "up"], env=environment_with(own), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_until_ready(port, process)
        token = next(data.glob("operator-*.token")).read_text().strip()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        async with aiohttp.ClientSession(headers=headers) as client:
            yield Watched(client, f"http://127.0.0.1:{port}", process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)


async def _fill(studio: Watched, place: str) -> None:
    """Make the entries that are written again and again."""
    entry = {"title": "An entry", "body": "words " * 40}
    for first in range(0, ENTRIES, 20):
        data = {f"{number:012x}": entry for number in range(first, first + 20)}
        await studio.call("PUT", f"{place}/entries/posts", {"data": data, "locale": "en"})


async def _branches(studio: Watched) -> Row:
    """Tell what each open branch adds whose entries were looked at."""
    place = await studio.project("Reviewed", "review")
    await studio.call("GET", f"{place}/entries/posts")
    before = studio.own()
    for number in range(BRANCHES):
        await studio.branch(place, number)
    each = (studio.own() - before) / BRANCHES * 1024
    return Row("own memory for an open branch that was looked at", each, "kB")


def _saves(studio: Watched, place: str) -> Callable[[int], Any]:
    async def save(number: int) -> None:
        data = {f"{number % ENTRIES:012x}": {"title": f"Entry, the {number}th save"}}
        await studio.call("PUT", f"{place}/entries/posts", {"data": data, "locale": "en"})

    return save


def _turns(studio: Watched) -> Callable[[int], Any]:
    async def turn(number: int) -> None:
        await studio.call("POST", "/api/ai/chat/workspace", {"message": f"What time is it? ({number})"})

    return turn


async def _steps(studio: Watched, what: str, count: int, work: Callable[[int], Any]) -> list[Row]:
    """Do something many times by many at once, and look at the memory after each step."""
    rows = [Row(f"own memory before {what}", studio.own(), "MB")]
    numbers = iter(range(count))
    for reached in range(STEP, count + 1, STEP):

        async def writer(end: int) -> None:
            for number in numbers:
                await work(number)
                if number + WRITERS >= end:
                    return

        await asyncio.gather(*(writer(reached) for _ in range(WRITERS)))
        rows.append(Row(f"own memory after {reached:,} {what}", studio.own(), "MB"))
        print(f"  {rows[-1].what}: {rows[-1].value:.0f} MB", flush=True)
    return rows


if __name__ == "__main__":
    wanted = [int(each) for each in sys.argv[1:]]
    for row in measure(*wanted):
        print(f"{row.what}: {row.value:.1f} {row.unit}")
