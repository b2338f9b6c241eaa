"""The whole studio for the shared harness: a durable turn with run, ledger and events, and who watches it."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson

from bench.ours import BASE

AGENT = "bench"
ROUNDS = 40
WINDOW = 128_000


class OursStudio:
    """What `one.py` of the harness drives: a text that is streamed, and a loop of tool calls."""

    def import_(self, _proto: str) -> None:
        """Import what a studio needs; the harness measures this."""
        import proofroom.api
        import proofroom.wiring

        self._imported = proofroom.api, proofroom.wiring
        self._stack = AsyncExitStack()
        self._opening: asyncio.Future[Any] | None = None

    async def text(self, model: str) -> AsyncIterator[str]:
        """Yield the pieces of an answer as whoever watches the run sees them."""
        async for event in self._turn(model):
            if event["type"] == "text":
                yield event["text"]

    async def loop(self, model: str) -> int:
        """Run the agent loop to its end and count the tools' answers."""
        return len(
            [event async for event in self._turn(model) if event["type"] == "toolResult" and event["ok"]]
        )

    async def close(self) -> None:
        """Close the studio and the connections."""
        await self._stack.aclose()

    async def _turn(self, model: str) -> AsyncIterator[dict[str, Any]]:
        if self._opening is None:
            self._opening = asyncio.ensure_future(self._open())
        studio, asker = await self._opening
        opened = await studio.chat.open(asker, scope="workspace", agent=AGENT, model=f"{AGENT}/{model}")
        posted = await studio.chat.post(asker, opened.id, "hi", watched=True)  # as the HTTP door does
        async for batch in studio.watch(posted.run_id, studio.workspace_id, after=0):
            for line in batch.splitlines():
                if not line:
                    continue
                event = orjson.loads(line)
                if event["type"] == "error":
                    raise RuntimeError(line)
                yield event

    async def _open(self) -> tuple[Any, Any]:
        from pydantic import BaseModel

        from proofroom.agents.roster import Roster
        from proofroom.agents.types import AgentConfig, AgentLimits, AgentRecord
        from proofroom.kernel.settings import Settings
        from proofroom.kernel.tool import ToolOutput, ToolSpec
        from proofroom.net import Transport
        from proofroom.providers.driver import HttpDriver
        from proofroom.providers.protocol import Credential
        from proofroom.runtime import Asker
        from proofroom.wiring import open_studio

        class Numbers(BaseModel):
            a: int
            b: int

        async def add(_context: Any, given: Numbers) -> ToolOutput:
            return ToolOutput(ok=True, data=given.a + given.b)

        place = urlsplit(BASE)
        transport = await self._stack.enter_async_context(Transport.open([f"{place.hostname}:{place.port}"]))
        driver = _Any(HttpDriver(transport, Credential("vllm", key="x" * 8, base_url=f"{BASE}/v1")))
        data = self._stack.enter_context(tempfile.TemporaryDirectory())
        studio = await open_studio(Settings(data=Path(data), demo=False), drivers={AGENT: driver})
        self._stack.push_async_callback(studio.close)
        await studio.engine.schedules.list(studio.workspace_id)  # opens the queues: that is not a turn's work
        studio.registry.add([ToolSpec("add", "Add two integers.", Numbers, add, "bench")])
        others = tuple(spec.name for spec in studio.registry if spec.group == "baseline")
        config = AgentConfig(
            custom_tools=("add",), denied_tools=others, limits=AgentLimits(max_rounds=ROUNDS)
        )
        record = AgentRecord(slug=AGENT, name="Bench", config=config)
        await studio.get(Roster).create(await studio.operator(), record)
        return studio, Asker(studio.workspace_id)


class _Any:
    """A driver that has every model it is asked for: the fake provider reads from the name what to answer."""

    name = AGENT

    def __init__(self, driver: Any) -> None:
        self.stream = driver.stream

    async def models(self) -> list[Any]:
        """Return those the harness asks for."""
        from proofroom.providers.types import ModelInfo

        names = ("n3", "n5000", "n400-w1-p2000", "n3-t2", "n3-t20", "n200-w5")
        return [ModelInfo(f"bench-{each}", AGENT, context_window=WINDOW, tools=True) for each in names]
