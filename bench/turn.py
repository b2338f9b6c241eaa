"""A turn with one tool through HTTP: what it asks of the database, and the studio's processor time.

`python -m bench.turn` also lists every statement of one turn with the place that made it. The studio works as
`up` lets it: on the faster event loop, with nothing collected of what was imported. Whoever talks to it is a
process of its own.
"""

import asyncio
import gc
import json
import statistics
import sys
import tempfile
import time
import traceback
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from bench.databases import loop_factory, on_both
from bench.measure import Row
from proofroom.api import Server
from proofroom.kernel.settings import Settings
from proofroom.providers.types import Driver
from proofroom.store import database
from proofroom.store.sqlite import FileConnection
from proofroom.wiring import Studio, open_studio
from tests.scripted import ScriptedDriver, ScriptedReply

TURNS = 200
WARM = 5
LENGTHS = (40, 200)
"""After how many turns one more is held against one in a short conversation."""
PAIRS = 20
"""How many of both, in turn: what else the machine does is the same for both."""
LOOK = ScriptedReply("Looking. ", calls=(("getTime", {"timezone": "Europe/Istanbul"}),), pieces=5)
SCRIPT = (LOOK, ScriptedReply("It is time to go home.", pieces=5))
SOURCE = "/src/proofroom/"
DOORS = ("/store/", "/api/requests.py", "/durable/cut.py")


@dataclass
class Asked:
    """What reached the database in one turn."""

    statements: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    transactions: int = 0
    crossings: int = 0


def measure() -> list[Row]:
    """Measure on both databases, and on SQLite as it is where it waits for the disk as PostgreSQL does."""
    rows = on_both(_measured)
    waiting = _waiting_ms()
    rows.append(Row("the same, wall, SQLite that waits for the disk", waiting, "ms"))
    if len(_walls) > 1:
        rows.append(Row("the same, wall, PostgreSQL against that", _walls[1] / waiting, "×", 1.5))
    return rows


def _waiting_ms() -> float:
    """Return how long a turn takes where every commit of SQLite is on the disk before it is answered.

    By itself it is not: a machine that loses power may lose the last moments, which PostgreSQL keeps.
    """
    kept = database._PRAGMAS  # pyright: ignore[reportPrivateUsage]
    database._PRAGMAS = tuple(one.replace("=NORMAL", "=FULL") for one in kept)  # pyright: ignore[reportPrivateUsage]
    try:
        with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=loop_factory()) as runner:
            held = runner.run(_hold(Settings(data=Path(folder)), turns=LENGTHS[0]))
    finally:
        database._PRAGMAS = kept  # pyright: ignore[reportPrivateUsage]
    return statistics.median(wall for _, wall in held.short[WARM:]) * 1000


async def _measured(settings: Settings, name: str) -> list[Row]:
    held = await _hold(settings)
    asked = held.asked
    cpu, wall = (statistics.median(each) * 1000 for each in zip(*held.short[WARM:], strict=True))
    rows = [
        Row(f"turn with one tool through HTTP, {name}, CPU", cpu, "ms", 15),
        Row(f"the same, wall, {name}", wall, "ms"),
    ]
    for length, pairs in held.pairs.items():
        long, short = (statistics.median(each) for each in zip(*pairs, strict=True))
        rows.append(Row(f"the same, the {length}th against the {WARM}th, {name}", long / short, "×", 1.3))
    _walls.append(wall)
    if asked.statements:
        rows += [
            Row("the same, statements", len(asked.statements), "", 25),
            Row("the same, transactions", asked.transactions, "", 8),
            Row("the same, crossings to a thread", asked.crossings, ""),
        ]
    else:
        rows.append(Row("the same, wall, PostgreSQL against SQLite", wall / _walls[0], "×", 1.5))
    return rows


_walls: list[float] = []
"""How long a turn took on SQLite, which is measured first, and on PostgreSQL."""


@dataclass
class Held:
    """What a conversation took."""

    short: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    """Processor and wall time of the first turns."""
    pairs: dict[int, list[tuple[float, float]]] = field(default_factory=dict[int, list[tuple[float, float]]])
    """Processor time of a turn at this length, and of one in a short conversation right after it."""
    asked: Asked = field(default_factory=Asked)


async def _hold(settings: Settings, turns: int = TURNS) -> Held:
    """Hold a conversation through HTTP; return what its turns took, and what one of them asked."""
    held = Held()
    async with (
        serving(settings, ScriptedDriver(*SCRIPT * (2 * TURNS + 200))) as (url, studio),
        _entered(url, studio) as talk,
    ):
        await studio.engine.schedules.list(studio.workspace_id)  # opens the queues
        conversation = await talk.open()
        for length in range(1, turns + 1):
            taken = await _timed(talk, conversation)
            if length <= LENGTHS[0] - PAIRS:
                held.short.append(taken)
            if length == LENGTHS[0]:
                with _counting(held.asked):
                    await talk.turn(conversation)
            if length in LENGTHS:
                held.pairs[length] = await _pairs(talk, conversation)
    return held


@asynccontextmanager
async def serving(settings: Settings, driver: Driver) -> AsyncGenerator[tuple[str, Studio]]:
    """Serve a studio as `up` does, with a model of its own; give its address."""
    plain = settings.model_copy(
        update={"demo": False, "agent_requests_per_minute": 9000, "agent_requests_per_hour": 9000}
    )
    server = Server(lambda: open_studio(plain, drivers={"offline": driver}), "127.0.0.1", 0)
    server.bind()
    ready = asyncio.Event()

    async def say_ready() -> None:
        ready.set()

    running = asyncio.create_task(server.run(say_ready))
    await asyncio.wait([running, waiting := asyncio.create_task(ready.wait())], return_when="FIRST_COMPLETED")
    if running.done():
        waiting.cancel()
        await running
    gc.freeze()
    try:
        yield server.url, server.studio
    finally:
        server.stop()
        await running


async def _timed(talk: "Talk", conversation: str) -> tuple[float, float]:
    worked, begun = time.process_time(), time.perf_counter()
    await talk.turn(conversation)
    return time.process_time() - worked, time.perf_counter() - begun


async def _pairs(talk: "Talk", conversation: str) -> list[tuple[float, float]]:
    """Hold a turn in a long and one in a short conversation, in turn."""
    found, short = list[tuple[float, float]](), ""
    for number in range(PAIRS):
        if number % WARM == 0:
            short = await talk.open()
            for _ in range(WARM - 1):
                await talk.turn(short)
        one, _ = await _timed(talk, conversation)
        other, _ = await _timed(talk, short)
        found.append((one, other))
    return found


@dataclass
class Talk:
    """Whoever talks to the studio."""

    open: Callable[[], Awaitable[str]]
    turn: Callable[[str], Awaitable[None]]


@asynccontextmanager
async def _entered(url: str, studio: Studio) -> AsyncGenerator[Talk]:
    """Set the studio up, and give who talks."""
    link = await studio.access.setup.make_link()
    owner = {"name": "Owner", "email": "owner@example.com", "password": "correct horse battery"}
    body = {"token": link.token, "workspaceName": "Desk", **owner}
    async with (
        aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http,
        http.post(f"{url}/api/setup", json=body) as answer,
    ):
        head = {"X-CSRF-Token": (await answer.json())["csrfToken"]}
        cookie = "; ".join(f"{name}={each.value}" for name, each in answer.cookies.items())
    client: Any = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bench.turn_client",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    headers = {**head, "Cookie": cookie, "Content-Type": "application/json"}
    client.stdin.write(json.dumps({"url": url, "headers": headers}).encode() + b"\n")

    async def begin() -> str:
        async with (
            aiohttp.ClientSession() as http,
            http.post(f"{url}/api/conversations", json={"scope": "workspace"}, headers=headers) as answer,
        ):
            return (await answer.json())["id"]

    async def turn(conversation: str) -> None:
        client.stdin.write(f"{conversation}\n".encode())
        heard = await client.stdout.readline()
        assert heard == b"done\n", heard
        driver: Any = studio.engine._driver  # pyright: ignore[reportPrivateUsage]
        while driver.handles or driver._tasks:
            await asyncio.sleep(0.002)

    try:
        yield Talk(begin, turn)
    finally:
        client.stdin.close()
        await client.wait()


class _counting:
    """Count what reaches SQLite while it is entered."""

    def __init__(self, asked: Asked) -> None:
        self._asked, self._kept = asked, dict[str, Any]()

    def __enter__(self) -> None:
        asked, kept = self._asked, self._kept
        for name in ("cross", "begin_later", "_on_thread"):
            kept[name] = getattr(FileConnection, name)

        def cross(connection: FileConnection, sql: str, *given: Any, **named: Any) -> Any:
            asked.statements.append((" ".join(sql.split()), _place()))
            return kept["cross"](connection, sql, *given, **named)

        def begin_later(connection: FileConnection, *given: Any, **named: Any) -> Any:
            asked.transactions += 1
            return kept["begin_later"](connection, *given, **named)

        def on_thread(connection: FileConnection, *given: Any) -> Any:
            asked.crossings += 1
            return kept["_on_thread"](connection, *given)

        for name, made in (("cross", cross), ("begin_later", begin_later), ("_on_thread", on_thread)):
            setattr(FileConnection, name, made)

    def __exit__(self, *_: object) -> None:
        for name, made in self._kept.items():
            setattr(FileConnection, name, made)


def _place() -> str:
    """Return the two innermost places of our own code that led to a statement."""
    ours = [
        frame
        for frame in traceback.extract_stack()
        if SOURCE in frame.filename and not any(door in frame.filename for door in DOORS)
    ]
    named = [f"{frame.filename.partition(SOURCE)[2]}:{frame.lineno}" for frame in ours[-3:]]
    return " > ".join(named)


def main() -> None:
    """Print the statements of one turn on SQLite."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=loop_factory()) as runner:
        held = runner.run(_hold(Settings(data=Path(folder))))
    asked = held.asked
    for number, (sql, place) in enumerate(asked.statements, 1):
        print(f"{number:3} {sql[:110]:110} {place}")
    cpu = statistics.median(cpu for cpu, _ in held.short[WARM:]) * 1000
    print(f"{len(asked.statements)} statements, {asked.transactions} transactions", end=", ")
    print(f"{asked.crossings} crossings, {cpu:.1f} ms CPU")


if __name__ == "__main__":
    sys.exit(main())
