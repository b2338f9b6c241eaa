"""What seeing costs: a streamed turn with numbers, log lines, audit entries and ledger, and one without.

The turn goes through the HTTP door, to a client in a process of its own. The two kinds take turns, so that a
machine that slows down slows both, and the lower quartile of each counts, which other work disturbs least. It
is the CPU time of the studio's process: waiting for a model would hide what we spend.
"""

import asyncio
import logging
import os
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO, cast

from bench.measure import Row
from proofroom.api import Server
from proofroom.cli.logs import set_up_logs
from proofroom.durable import StepContext
from proofroom.kernel.settings import Settings
from proofroom.providers import call
from proofroom.providers.types import Driver
from proofroom.telemetry import UsageRecord
from proofroom.wiring import Studio, open_studio
from tests.scripted import ScriptedDriver, ScriptedReply

PIECES, TURNS = 1_000, 80
REPLY = ScriptedReply("word " * PIECES, pieces=PIECES)
CLIENT = """
import http.client, sys
port, token = sys.argv[1:]
for _ in sys.stdin:
    connection = http.client.HTTPConnection("127.0.0.1", int(port))
    headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
    connection.request("POST", "/api/ai/chat/workspace", b'{"message": "Write a thousand words."}', headers)
    answer = connection.getresponse()
    assert answer.status == 200 and b'"type":"done"' in answer.read()
    connection.close()
    print(flush=True)
"""


def measure() -> list[Row]:
    """Measure a streamed turn with everything on and with everything off, and reading its trace."""
    with tempfile.TemporaryDirectory() as data, open(os.devnull, "w") as nowhere:
        settings = Settings(data=Path(data), demo=False, agent_requests_per_minute=10**6)
        settings = settings.model_copy(update={"agent_requests_per_hour": 10**6})
        set_up_logs(settings)
        for handler in cast(list["logging.StreamHandler[TextIO]"], logging.getLogger().handlers):
            handler.setStream(nowhere)
        return asyncio.run(_measure(settings))


async def _measure(settings: Settings) -> list[Row]:
    drivers: dict[str, Driver] = {"scripted": ScriptedDriver(REPLY)}
    server = Server(lambda: open_studio(settings, drivers=drivers), "127.0.0.1", 0)
    server.bind()
    ready = asyncio.Event()

    async def say_ready() -> None:
        ready.set()

    serving = asyncio.create_task(server.run(say_ready))
    await ready.wait()
    port = server.url.rpartition(":")[2]
    client = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", CLIENT, port, server.studio.operator_token), stdin=PIPE, stdout=PIPE
    )
    try:
        seen, blind = await _take_turns(server.studio, client)
        trace_ms = await _read_trace(server.studio)
    finally:
        client.terminate()
        await client.wait()
        server.stop()
        await serving
    on, off = statistics.quantiles(seen, n=4)[0], statistics.quantiles(blind, n=4)[0]
    note = f"{PIECES} pieces in one burst over HTTP, {TURNS} turns each, {off:.1f} ms CPU without"
    return [
        Row("seeing: over a streamed turn without", (on / off - 1) * 100, "%", 5.0, note),
        Row("seeing: added to a turn", on - off, "ms CPU"),
        Row("reading the trace of a turn", trace_ms, "ms CPU"),
    ]


async def _take_turns(studio: Studio, client: Process) -> tuple[list[float], list[float]]:
    for _ in range(10):
        await _turn(client)  # warm
    seen: list[float] = []
    blind: list[float] = []
    for _ in range(TURNS):
        seen.append(await _turn(client))
        with _blindfold(studio):
            blind.append(await _turn(client))
    return seen, blind


async def _turn(client: Process) -> float:
    """Return the milliseconds of CPU that the studio spent on one turn."""
    assert client.stdin is not None
    assert client.stdout is not None
    begun = time.process_time()
    client.stdin.write(b"go\n")
    if not await client.stdout.readline():
        raise RuntimeError("the client's turn failed")
    return (time.process_time() - begun) * 1000


def _keep_no_books(step: StepContext, row: UsageRecord) -> None:
    pass


async def _read_trace(studio: Studio) -> float:
    run = (await studio.engine.runs.list(studio.workspace_id, limit=1))[0]
    begun = time.process_time()
    for _ in range(50):
        await studio.traces.of_run(run, with_content=True)
    return (time.process_time() - begun) * 1000 / 50


@contextmanager
def _blindfold(studio: Studio) -> Generator[None]:
    """Let the engine tell nobody, and keep no books."""
    hooks = studio.engine.hooks
    lists = cast(list[list[object]], [hooks.beginnings, hooks.endings, hooks.ended, hooks.steps])
    kept = [list(each) for each in lists]
    books = call.keep_books
    for each in lists:
        each.clear()
    call.keep_books = _keep_no_books
    try:
        yield
    finally:
        call.keep_books = books
        for each, before in zip(lists, kept, strict=True):
            each.extend(before)
