"""Our side of the shared harness: one class with its three methods, over the product's own driver.

A piece goes the whole way: provider socket, frame reader, adapter, sink, one NDJSON line.
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

BASE = os.environ.get("BENCH_BASE", "http://127.0.0.1:8911")
_PROVIDERS = {"chat": ("vllm", "/v1"), "responses": ("openai", "/v1"), "anthropic": ("anthropic", "")}


_NEEDED = {
    "kernel.blocks": ("Message", "ToolResultBlock", "user"),
    "kernel.events": ("Text", "encode_event", "trace_tail", "with_trace"),
    "kernel.tool": ("ToolOutput", "ToolSpec"),
    "net": ("Transport",),
    "providers.driver": ("HttpDriver",),
    "providers.protocol": ("Credential",),
    "providers.types": ("ModelRequest", "ToolDef"),
    "tools": ("as_model_text", "invoke"),
}


class Ours:
    """What `bench.py` of the harness drives."""

    def import_(self, proto: str) -> None:
        """Import what a turn needs; the harness measures this."""
        self._k = SimpleNamespace()
        for module, names in _NEEDED.items():
            for name in names:
                setattr(self._k, name, getattr(import_module(f"proofroom.{module}"), name))
        self._proto, self._stack, self._driver = proto, AsyncExitStack(), None

    async def text(self, model: str) -> AsyncIterator[str]:
        """Stream one answer."""
        driver = await self._open()
        sink = _Lines(self._k)
        request = self._k.ModelRequest(model, [self._k.user("hi")])
        call = asyncio.ensure_future(driver.stream(request, sink))

        def wake(_done: object) -> None:
            sink.wake()

        call.add_done_callback(wake)
        while not call.done() or sink.pieces:
            await sink.wait()
            if sink.pieces:
                taken, sink.pieces = sink.pieces, []
                yield "".join(taken)
        await call

    async def loop(self, model: str) -> int:
        """Run the tool loop to its end and count the calls."""
        from pydantic import BaseModel

        class Numbers(BaseModel):
            a: int
            b: int

        async def add(_context: Any, given: Numbers) -> Any:
            return self._k.ToolOutput(ok=True, data=given.a + given.b)

        spec = self._k.ToolSpec("add", "Add two integers.", Numbers, add, "bench")
        tools = [self._k.ToolDef(spec.name, spec.description, spec.input_schema)]
        driver, calls, messages = await self._open(), 0, [self._k.user("hi")]
        context: Any = SimpleNamespace(run_id="bench", step="1")
        while True:
            reply = await driver.stream(
                self._k.ModelRequest(model, list(messages), tools=tools), _Lines(self._k)
            )
            if not reply.tool_calls:
                return calls
            messages.append(self._k.Message("assistant", reply.blocks))
            results: list[Any] = []
            for call in reply.tool_calls:
                output = await self._k.invoke(spec, context, call.input)
                calls += 1
                text = self._k.as_model_text(output, 2_000)
                results.append(self._k.ToolResultBlock(call.tool_call_id, call.tool_name, output.ok, text))
            messages.append(self._k.Message("tool", results))

    async def close(self) -> None:
        """Close the connections."""
        await self._stack.aclose()

    async def _open(self) -> Any:
        if self._driver is None:
            place = urlsplit(BASE)
            opening = self._k.Transport.open([f"{place.hostname}:{place.port}"])
            transport = await self._stack.enter_async_context(opening)
            provider, path = _PROVIDERS[self._proto]
            credential = self._k.Credential(provider, key="x" * 8, base_url=BASE + path)
            self._driver = self._k.HttpDriver(transport, credential)
        return self._driver


class _Lines:
    """A sink that writes every piece as a line of NDJSON, as a watched run does."""

    def __init__(self, known: SimpleNamespace) -> None:
        self._encode, self._text, self._with_trace = known.encode_event, known.Text, known.with_trace
        self._tail = known.trace_tail("0" * 32)
        self._ready = asyncio.Event()
        self._offset = 0
        self.pieces: list[str] = []
        self.bytes = 0

    def text(self, block: int, piece: str, /) -> None:
        line = self._encode(self._text(n=1, step="001.model", block=block, offset=self._offset, text=piece))
        self._offset += len(piece)
        self.bytes += len(self._with_trace(line + b"\n", self._tail))
        self.pieces.append(piece)
        self._ready.set()

    def thinking(self, block: int, piece: str, /) -> None:
        self.text(block, piece)

    def wake(self) -> None:
        self._ready.set()

    async def wait(self) -> None:
        await self._ready.wait()
        self._ready.clear()
