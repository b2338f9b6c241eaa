"""What a studio holds of its own as it answers 4,000 turns, and what the second 2,000 add.

After the first half what is kept at hand of conversations is full: 8,000 messages
(`runtime/context/past.py`). `python -m bench.memory_turns 10000` goes further. The turns are small and made
in this process, by a model that follows a script: each has a message, one use of a tool and an answer, all
of it kept as ever.
"""

import asyncio
import gc
import os
import sys
import tempfile
from pathlib import Path

from bench.databases import loop_factory
from bench.measure import Row, resident_mb
from proofroom.kernel.ids import ConversationId
from proofroom.kernel.settings import Settings
from proofroom.runtime import Asker
from proofroom.wiring import Studio, open_studio
from tests.scripted import ScriptedDriver, ScriptedReply

TURNS = 4_000
LOOKS = 8
AT_ONCE = 20
LENGTH = 25
"""Turns of one conversation; then the next one begins."""
GROWTH_MB = 8.0
"""What the second half may add: what is kept at hand of conversations and rows comes and goes."""
LOOK = ScriptedReply("Looking. ", calls=(("getTime", {"timezone": "Europe/Istanbul"}),), pieces=5)


def measure(turns: int = TURNS) -> list[Row]:
    """Open a studio on a new folder and talk to it in twenty conversations at once."""
    with tempfile.TemporaryDirectory() as data, asyncio.Runner(loop_factory=loop_factory()) as runner:
        held = runner.run(_held(Path(data), turns))
    steps = [Row(f"own memory after {reached:,} turns", each, "MB") for reached, each in held.items()]
    half = held[turns // 2]
    return [
        *steps,
        Row("what the second half of the turns adds", max(0.0, held[turns] - half), "MB", GROWTH_MB),
    ]


async def _held(data: Path, turns: int) -> dict[int, float]:
    driver = ScriptedDriver(LOOK, ScriptedReply("It is time to go home.", pieces=5))
    studio = await open_studio(Settings(data=data, demo=False), drivers={"offline": driver})
    held = dict[int, float]()
    try:
        conversations = [await _open(studio) for _ in range(AT_ONCE)]
        for look in range(LOOKS + 1):
            reached = look * turns // LOOKS
            gc.collect()
            held[reached] = resident_mb(os.getpid(), "RssAnon")
            print(f"  {reached:,} turns: {held[reached]:.1f} MB", file=sys.stderr, flush=True)
            if look < LOOKS:
                each = turns // LOOKS // AT_ONCE
                conversations = await asyncio.gather(*(_talk(studio, one, each) for one in conversations))
                driver.requests.clear()
    finally:
        await studio.close()
    return held


async def _talk(studio: Studio, begun: tuple[ConversationId, int], turns: int) -> tuple[ConversationId, int]:
    """Hold some turns; return where the conversation stands, for the next ones."""
    conversation, length = begun
    for _ in range(turns):
        if length == LENGTH:
            conversation, length = await _open(studio)
        posted = await studio.chat.post(Asker(studio.workspace_id), conversation, "What time is it?")
        run = await studio.engine.wait(posted.run_id, studio.workspace_id)
        assert run.status == "completed", run
        length += 1
    return conversation, length


async def _open(studio: Studio) -> tuple[ConversationId, int]:
    opened = await studio.chat.open(Asker(studio.workspace_id), scope="workspace", agent="assistant")
    return opened.id, 0


if __name__ == "__main__":
    for row in measure(*map(int, sys.argv[1:])):
        print(f"{row.what}: {row.value:.1f} {row.unit}")
