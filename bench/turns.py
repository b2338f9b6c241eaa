"""200 turns at once on one process: three tool rounds each, a scripted model, all of it durable."""

import asyncio
import tempfile
import time
from pathlib import Path

from bench.measure import Row, peak_mb
from proofroom.kernel.settings import Settings
from proofroom.runtime import Asker
from proofroom.wiring import Studio, open_studio
from tests.scripted import ScriptedDriver, ScriptedReply

TURNS = 200
LOOK = ScriptedReply("Looking. ", calls=(("getTime", {"timezone": "Europe/Istanbul"}),), pieces=5)
SCRIPT = (LOOK, LOOK, LOOK, ScriptedReply("It is time to go home.", pieces=5))


def measure() -> list[Row]:
    """Open a studio, let one turn warm it up, then let 200 conversations speak at the same moment."""
    with tempfile.TemporaryDirectory() as data:
        seconds, cpu, slowest, ended = asyncio.run(_measure(Path(data)))
    note = f"{ended} of {TURNS} completed, the slowest after {slowest:.1f} s"
    return [
        Row(f"{TURNS} turns with three tool rounds each, at once", seconds, "s", note=note),
        Row("one such turn, processor time", 1000 * cpu / TURNS, "ms"),
        Row(f"peak memory with {TURNS} turns at once", peak_mb(), "MB"),
    ]


async def _measure(data: Path) -> tuple[float, float, float, int]:
    settings = Settings(data=data, demo=False)
    studio = await open_studio(settings, drivers={"offline": ScriptedDriver(*SCRIPT)})
    try:
        await _turn(studio)
        begun, worked = time.perf_counter(), time.process_time()
        turns = await asyncio.gather(*(_turn(studio) for _ in range(TURNS)))
        seconds, cpu = time.perf_counter() - begun, time.process_time() - worked
    finally:
        await studio.close()
    ended = sum(status == "completed" for _, status in turns)
    return seconds, cpu, max(took for took, _ in turns), ended


async def _turn(studio: Studio) -> tuple[float, str]:
    """Hold one conversation of one turn; return how long it took and how it ended."""
    asker, begun = Asker(studio.workspace_id), time.perf_counter()
    opened = await studio.chat.open(asker, scope="workspace", agent="assistant")
    posted = await studio.chat.post(asker, opened.id, "What time is it?")
    run = await studio.engine.wait(posted.run_id, studio.workspace_id)
    return time.perf_counter() - begun, run.status
