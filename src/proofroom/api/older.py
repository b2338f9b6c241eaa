"""The events of a run under the names of an older stream: `conversation, text, tool_use, tool_result, …`.

Older clients add text pieces up and know nothing of numbers, offsets or restarts. So each piece is sent once,
from where the last one ended, and what has no older name is left out.
"""

from collections.abc import AsyncIterator, Iterator
from typing import Any, cast

import orjson

Json = dict[str, Any]
_COUNTS = {
    "inputTokens": "inputTokens",
    "outputTokens": "outputTokens",
    "cacheReadTokens": "cacheReadInputTokens",
    "cacheWriteTokens": "cacheCreationInputTokens",
}


class Pieces:
    """What of a run's text was sent already, for clients that only add pieces up."""

    def __init__(self) -> None:
        self._sent: dict[tuple[str, int], int] = {}

    def restart(self, event: Json) -> None:
        """Forget a step that begins anew."""
        self._sent = {key: at for key, at in self._sent.items() if key[0] != event.get("step", "")}

    def news(self, event: Json) -> str:
        """Return what of a text piece was not sent yet; offsets count UTF-16 units."""
        key = (event.get("step", ""), event.get("block", 0))
        units = event["text"].encode("utf-16-le", "surrogatepass")
        begin, known = event.get("offset", 0), self._sent.get(key, 0)
        fresh = units[max(0, known - begin) * 2 :]
        self._sent[key] = max(known, begin + len(units) // 2)
        return fresh.decode("utf-16-le", "surrogatepass")


class OlderEvents:
    """Turns events into older ones and keeps what the last one tells: all that was used."""

    def __init__(self, conversation_id: str) -> None:
        self._conversation_id = conversation_id
        self._pieces = Pieces()
        self.usage: dict[str, int] = dict.fromkeys(_COUNTS.values(), 0)

    def turn(self, event: Json) -> Iterator[Json]:
        """Return the older events for one event, in the same trace."""
        for told in self._turn(event):
            yield {**told, "traceId": event["traceId"]}

    def _turn(self, event: Json) -> Iterator[Json]:
        kind = event["type"]
        if kind == "runStarted":
            yield {
                "type": "conversation",
                "id": self._conversation_id,
                "conversationId": self._conversation_id,
            }
        elif kind == "text":
            if content := self._pieces.news(event):
                yield {"type": "text", "content": content}
        elif kind == "stepRestarted":
            self._pieces.restart(event)
        elif kind == "toolCall":
            yield {"type": "tool_use", "id": event["toolCallId"], "name": event["toolName"]}
            yield {"type": "tool_input", "id": event["toolCallId"], "input": event["input"]}
        elif kind == "toolResult":
            yield {"type": "tool_result", **tool_result(event)}
        elif kind == "usage":
            for name, older in _COUNTS.items():
                self.usage[older] += event.get(name, 0)
        elif kind == "error" or (kind == "notice" and event["code"] == "output_truncated"):
            yield {"type": "error", "message": event["message"], "code": event["code"]}
        elif kind == "done":
            affected = cast("Json", event.get("affected") or {})
            yield {"type": "done", "usage": dict(self.usage), "affected": affected}


def tool_result(event: Json) -> Json:
    """Return a tool's result as older clients read it: its data, or what went wrong in its place."""
    result = event.get("data") if event.get("ok") else {"error": event.get("error") or "failed"}
    return {"id": event["toolCallId"], "name": event["toolName"], "result": result}


async def as_older(batches: AsyncIterator[bytes], conversation_id: str) -> AsyncIterator[bytes]:
    """Yield batches of NDJSON lines as lines of the older events."""
    older = OlderEvents(conversation_id)
    async for batch in batches:
        lines = [
            orjson.dumps(told)
            for line in batch.splitlines()
            if line
            for told in older.turn(orjson.loads(line))
        ]
        if lines:
            yield b"\n".join(lines) + b"\n"
