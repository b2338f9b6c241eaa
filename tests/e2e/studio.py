"""A real studio for the browser tests: `proofroom up`, and beside the offline model one that speaks slowly.

The slow model does what its last message says, so that a test can watch a stream, stop it, leave it or break
it: `slow 40` says forty sentences, `look` uses two reading tools and answers, `call [[name, input], …]` makes
those calls, `fail` breaks off as a provider would. Anything else gets an answer that a person could have got,
for pictures of the app. The rest is the studio's own code. Usage: `python studio.py DATA_FOLDER PORT [demo]
[many] [records] [offline]`; with `demo` it holds the demo project, with `many` one of ten thousand entries,
with `records` thousands of records, with `offline` no model but the built-in one.
"""

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import Any

from many import make_many
from records import make_records

from proofroom.api import Server
from proofroom.demo import make_demo, should_make_demo
from proofroom.kernel.blocks import TextBlock, ToolCallBlock
from proofroom.kernel.errors import ProviderFailed
from proofroom.kernel.settings import Settings
from proofroom.providers.types import Driver, ModelInfo, ModelRequest, Reply, Sink, TokenUsage
from proofroom.wiring import open_studio

PAUSE_S = 0.05
ANSWER = """I looked at the projects and at the help page on undoing.

A turn is undone as **one step**, also after it was merged:

- everything the agent changed in that turn goes back to what it was;
- what people changed since then stays, and is shown if both touched the same place.

You find it under the turn in this panel, and on the page of its run. """
USAGE = TokenUsage(input=900, output=100, cost_micros=1_200)


class SlowDriver:
    """A model that takes its time."""

    name = "slow"

    async def models(self) -> list[ModelInfo]:
        """Return one model with a known window and price."""
        return [
            ModelInfo(
                "slow",
                "slow",
                name="Slow test model",
                context_window=8_000,
                tools=True,
                input_micros_per_mtok=1_000_000,
                output_micros_per_mtok=3_000_000,
            )
        ]

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        """Do what the last message of the person says."""
        wish = _last_wish(request)
        if wish.startswith("call ") and request.messages[-1].role != "tool":
            return _calls(json.loads(wish.removeprefix("call ")))
        if wish == "fail":
            sink.text(0, "I begin, ")
            await asyncio.sleep(PAUSE_S)
            raise ProviderFailed("The slow test model broke off.")
        if not wish.startswith("slow") and request.messages[-1].role != "tool":
            return _calls([("listProjects", {}), ("searchHelp", {"query": "undo"})])
        text = await _say(wish, sink)
        return Reply([TextBlock(text)], "end", USAGE, "end", "slow")


def _calls(calls: list[tuple[str, dict[str, Any]]]) -> Reply:
    blocks = [ToolCallBlock(f"call_{i}", name, given) for i, (name, given) in enumerate(calls)]
    return Reply([*blocks], "tool_calls", USAGE, "tool_calls", "slow")


def _last_wish(request: ModelRequest) -> str:
    return next((message.text for message in reversed(request.messages) if message.role == "user"), "")


async def _say(wish: str, sink: Sink) -> str:
    count = re.search(r"slow (\d+)", wish)
    if count is None and wish != "look":
        pieces = [[word + " "] for word in ANSWER.split(" ")]
    else:
        numbers = range(1, (int(count[1]) if count else 3) + 1)
        pieces = [[f"Sentence {number} ", "of the answer", " 😀. "] for number in numbers]
    for group in pieces:
        for piece in group:
            sink.text(0, piece)
        await asyncio.sleep(PAUSE_S)
    return "".join(piece for group in pieces for piece in group)


async def main(data: Path, port: int, held: set[str]) -> None:
    """Serve until told to stop."""
    settings = Settings(
        data=data,
        port=port,
        agent_requests_per_minute=10_000,
        agent_requests_per_hour=100_000,
        allow_private_hosts=[f"127.0.0.1:{port + 1}"],
    )
    slow: dict[str, Driver] = {} if "offline" in held else {"slow": SlowDriver()}
    server = Server(lambda: open_studio(settings, beside_offline=slow), settings.host, settings.port)
    server.bind()

    async def say_ready() -> None:
        server.studio.lock.announce(server.url)
        if "demo" in held and await should_make_demo(server.studio):
            await make_demo(server.studio)
        if "many" in held:
            await make_many(server.studio)
        if "records" in held:
            await make_records(server.studio)
        link = ""
        if await server.studio.access.setup.is_needed():
            made = await server.studio.access.setup.make_link()
            link = f"/setup?token={made.token}"
        print(f"READY {server.url}{link}", flush=True)

    await server.run(say_ready)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), set(sys.argv[3:])))
