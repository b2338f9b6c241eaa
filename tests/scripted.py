"""A driver that plays a written script: tests use it in place of a paid provider."""

import asyncio
from dataclasses import field
from typing import Any

from proofroom.kernel.blocks import AnyBlock, TextBlock, ToolCallBlock
from proofroom.kernel.data import dataclass
from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink, StopReason, TokenUsage


@dataclass(frozen=True, slots=True)
class ScriptedReply:
    """One round: what is said, which tools are called, how long each piece takes, or what goes wrong."""

    text: str = ""
    calls: tuple[tuple[str, dict[str, Any]], ...] = ()
    pieces: int = 1
    delay_s: float = 0.0
    error: Exception | None = None
    stop: StopReason | None = None
    """Why it ends, where that is not the usual reason."""
    usage: TokenUsage = field(default_factory=lambda: TokenUsage(input=10, output=5, cost_micros=15))


class ScriptedDriver:
    """Answers round after round from its script; the last reply repeats. Keeps what it was asked."""

    name = "scripted"

    def __init__(self, *replies: ScriptedReply, window: int = 8_000) -> None:
        self._replies = replies
        self._window = window
        self.requests: list[ModelRequest] = []

    def plan(self, *replies: ScriptedReply) -> None:
        """Go on with another script."""
        self._replies = replies

    async def models(self) -> list[ModelInfo]:
        """Return one model, with a small window unless told."""
        return [ModelInfo("scripted", "scripted", context_window=self._window, vision=True, tools=True)]

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        """Play the next reply. The place in the script follows from the history, so a repeat fits."""
        self.requests.append(request)
        spoken = sum(message.role == "assistant" for message in _since_last_person(request))
        reply = self._replies[min(spoken, len(self._replies) - 1)]
        size = max(1, -(-len(reply.text) // reply.pieces))
        for start in range(0, len(reply.text), size):
            sink.text(0, reply.text[start : start + size])
            await asyncio.sleep(reply.delay_s)
        if reply.error is not None:
            raise reply.error
        blocks: list[AnyBlock] = [TextBlock(reply.text)] if reply.text else []
        if request.tool_choice.mode != "none":
            blocks += [
                ToolCallBlock(f"call_{spoken}_{index}", name, arguments)
                for index, (name, arguments) in enumerate(reply.calls)
            ]
        stop = reply.stop or ("tool_calls" if reply.calls else "end")
        return Reply(blocks, stop, reply.usage, stop, "scripted")


def _since_last_person(request: ModelRequest) -> list[Any]:
    messages = request.messages
    last = max((i for i, message in enumerate(messages) if message.role == "user"), default=-1)
    return messages[last + 1 :]
