"""What a studio holds of its own for each open stream: one that waits, and one that nobody reads.

Each stream is a turn in progress, asked for through HTTP and followed by a client that never reads. The model
says nothing until it is let, then 400 kB, which is more than a reader who is behind may hold up
(`durable/broker.py`). At last the clients leave, the turns end, and what is held then is told too.
"""

import asyncio
import gc
import os
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlparse

import orjson

from bench.databases import loop_factory
from bench.measure import Row, resident_mb
from bench.turn import serving
from proofroom.kernel.settings import Settings
from proofroom.providers.types import ModelRequest, Reply, Sink
from proofroom.wiring import Studio
from tests.scripted import ScriptedDriver, ScriptedReply

STREAMS = 200
WARM = 20
PIECES, PIECE = 100, "a word or two " * 300
BOUND_MB = 1.5
"""What a stream may hold: its turn with its prompt, its text until it is stored, and a reader's queue."""


class _Held(ScriptedDriver):
    """Says nothing until it is let, and then much."""

    def __init__(self) -> None:
        super().__init__(ScriptedReply("Done."), window=1_000_000)
        self.waiting, self.said = 0, 0
        self.may_speak, self.may_end = asyncio.Event(), asyncio.Event()

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        """Wait, speak and wait again."""
        self.waiting += 1
        await self.may_speak.wait()
        if not self.may_end.is_set():
            for _ in range(PIECES):
                sink.text(0, PIECE)
                await asyncio.sleep(0.01)
        self.said += 1
        await self.may_end.wait()
        self.requests.clear()
        return await super().stream(request, sink)


def measure() -> list[Row]:
    """Open streams on a new studio."""
    with tempfile.TemporaryDirectory() as data, asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_measured(Path(data)))


async def _measured(data: Path) -> list[Row]:
    driver = _Held()
    async with serving(Settings(data=data), driver) as (url, studio):
        warm = await _open(url, studio, driver, WARM)  # what the first turns read is kept for all
        before = _own()
        clients = warm + await _open(url, studio, driver, STREAMS)
        waits = (_own() - before) / STREAMS
        driver.may_speak.set()
        await _until(lambda: driver.said == WARM + STREAMS)
        unread = (_own() - before) / STREAMS
        driver.may_end.set()
        for client in clients:
            client.close()
        await _until(lambda: not studio.engine._driver.handles)  # pyright: ignore[reportPrivateUsage]
        left = (_own() - before) / STREAMS
    return [
        Row(f"own memory for a stream that waits, {STREAMS} at once", waits, "MB"),
        Row("the same where 400 kB were said that nobody reads", unread, "MB", BOUND_MB),
        Row("the same when they have ended", left, "MB"),
    ]


async def _open(url: str, studio: Studio, driver: _Held, count: int) -> list[socket.socket]:
    """Ask for turns, each over a connection of its own; return the clients when all are at work."""
    place, before = urlparse(url), driver.waiting
    body = orjson.dumps({"message": "Tell me much."})
    head = (
        f"POST /api/ai/chat/workspace HTTP/1.1\r\nHost: {place.netloc}\r\n"
        f"Authorization: Bearer {studio.operator_token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    clients = list[socket.socket]()
    for _ in range(count):
        client = socket.create_connection((place.hostname or "", place.port or 0))
        client.sendall(head.encode() + body)
        clients.append(client)
        await asyncio.sleep(0)
    await _until(lambda: driver.waiting == before + count)
    return clients


async def _until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.05)


def _own() -> float:
    gc.collect()
    return resident_mb(os.getpid(), "RssAnon")


if __name__ == "__main__":
    for row in measure():
        print(f"{row.what}: {row.value:.2f} {row.unit}")
