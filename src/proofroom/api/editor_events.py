"""The events of a run as page editors read them: nine types, their fields and nothing else.

`bridgeReady` comes first; text comes in pieces to be added up; what all rounds used comes once, before
`done`. Whatever has no name among the nine (approvals, proposals, progress) is left out.
"""

from collections.abc import AsyncIterator, Iterator

import orjson

from proofroom.api.older import Json, Pieces

_COUNTS = {
    "promptTokens": "inputTokens",
    "completionTokens": "outputTokens",
    "cacheReadTokens": "cacheReadTokens",
    "cacheCreationTokens": "cacheWriteTokens",
}
_FIELDS = {
    "toolCall": ("toolCallId", "toolName", "input"),
    "toolRequest": ("requestId", "toolName", "input"),
    "toolResult": ("toolCallId", "toolName", "ok", "error"),
    "context": ("contextTokens",),
    "error": ("message",),
}


class EditorEvents:
    """Turns events into an editor's and sums up what was used."""

    def __init__(self) -> None:
        self._pieces = Pieces()
        self._used = dict.fromkeys(_COUNTS, 0)
        self._cost_micros: int | None = None

    def turn(self, event: Json) -> Iterator[Json]:
        """Return an editor's events for one event."""
        kind = event["type"]
        if kind == "runStarted":
            yield {"type": "bridgeReady", "bridgeId": event["runId"]}
        elif kind == "text":
            if text := self._pieces.news(event):
                yield {"type": "text", "text": text}
        elif kind == "stepRestarted":
            self._pieces.restart(event)
        elif kind == "usage":
            self._count(event)
        elif kind in _FIELDS:
            told = {name: event[name] for name in _FIELDS[kind] if event.get(name) is not None}
            yield {"type": kind} | told | ({"status": "pending"} if kind == "toolCall" else {})
        elif kind == "done":
            yield {"type": "usage"} | self._sum()
            yield {"type": "done"}

    def _count(self, event: Json) -> None:
        for name, ours in _COUNTS.items():
            self._used[name] += event.get(ours, 0)
        if (cost := event.get("costMicros")) is not None:
            self._cost_micros = (self._cost_micros or 0) + cost

    def _sum(self) -> Json:
        known = self._cost_micros is not None
        return self._used | ({"costUsd": self._cost_micros / 1_000_000} if known else {})  # type: ignore[operator]


async def as_editor(batches: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield batches of NDJSON lines as lines of an editor's events."""
    editor = EditorEvents()
    async for batch in batches:
        lines = [
            orjson.dumps(told)
            for line in batch.splitlines()
            if line
            for told in editor.turn(orjson.loads(line))
        ]
        if lines:
            yield b"\n".join(lines) + b"\n"
