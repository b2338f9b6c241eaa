"""Messages answers, streamed and whole."""

from collections.abc import Sequence
from dataclasses import replace

import orjson

from proofroom.net import SseEvent
from proofroom.providers.draft import DraftReader, Slot, load
from proofroom.providers.shapes import Json, as_int, as_object, as_objects, as_text
from proofroom.providers.types import ModelRequest, Reply, Sink, StopReason, TokenUsage

STOPS: dict[str | None, StopReason] = {
    "end_turn": "end",
    "stop_sequence": "end",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "pause_turn": "paused",
    "compaction": "paused",
    "refusal": "refused",
}


class MessagesReader(DraftReader):
    """Reads the events of one Messages stream."""

    def __init__(self, provider: str, request: ModelRequest) -> None:
        super().__init__(provider, request)
        self._open: dict[int, Slot] = {}
        self._counted: Json = {}
        self._cleared: Json = {}

    def feed(self, frames: Sequence[SseEvent], sink: Sink) -> None:
        """Take the events of one socket read."""
        draft, blocks, loads = self.draft, self._open, orjson.loads
        for _, data in frames:
            try:
                event = loads(data)
                if event["type"] == "content_block_delta":
                    delta = event["delta"]
                    if delta["type"] == "text_delta":
                        draft.say(blocks[event["index"]], delta["text"])
                        continue
            except (orjson.JSONDecodeError, KeyError, TypeError):
                event = load(draft.provider, data)
            self._take(event)
        draft.flush(sink)

    def finish(self) -> Reply:
        """Return the whole answer; raise if there was an error or no `message_stop`."""
        draft = self.draft
        error = draft.error or {}
        code = str(as_object(error.get("details")).get("error_code") or error.get("type") or "")
        draft.fail_if_broken(code=code, message=str(error.get("message") or ""))
        for index in list(self._open):
            self._end_block(index)
        return draft.reply(STOPS.get(draft.raw_stop, "other"))

    def take_whole(self, answer: Json) -> None:
        """Take an answer that was not streamed."""
        self._begin(answer)
        for index, block in enumerate(as_objects(answer.get("content"))):
            self._begin_block(index, block)
            self._end_block(index)
        self._end(answer, answer)
        self.draft.has_ended = True

    def _take(self, event: Json) -> None:
        match event.get("type"):
            case "content_block_delta":
                self._delta(event)
            case "content_block_start":
                self._begin_block(int(event.get("index", 0)), as_object(event.get("content_block")))
            case "content_block_stop":
                self._end_block(int(event.get("index", 0)))
            case "message_start":
                self._begin(as_object(event.get("message")))
            case "message_delta":
                self._end(as_object(event.get("delta")), event)
            case "message_stop":
                self.draft.has_ended = self.is_done = True
            case "error":
                self.draft.error = as_object(event.get("error"))
                self.is_done = True
            case _:
                pass  # ping, and what is yet to be invented

    def _begin(self, message: Json) -> None:
        self.draft.model = str(message.get("model") or "")
        self.draft.raw_usage = as_object(message.get("usage"))
        self._counted = dict(self.draft.raw_usage)

    def _begin_block(self, index: int, block: Json) -> None:
        draft = self.draft
        match block.get("type"):
            case "text":
                slot = draft.open("text")
                draft.say(slot, as_text(block.get("text")))
                if block.get("citations"):
                    slot.opaque = {"citations": list(block["citations"])}
            case "thinking":
                slot = draft.open("thinking")
                slot.opaque = {
                    "type": "thinking",
                    "thinking": "",
                    "signature": as_text(block.get("signature")),
                }
                draft.say(slot, as_text(block.get("thinking")))
            case "tool_use":
                slot = draft.open("call")
                slot.call_id, slot.name = str(block.get("id") or ""), str(block.get("name") or "")
                slot.whole = block.get("input") or None
            case _:  # another kind: kept as it is, for its provider alone
                slot = draft.open("thinking")
                slot.opaque = dict(block)
        self._open[index] = slot

    def _delta(self, event: Json) -> None:
        delta = as_object(event.get("delta"))
        slot = self._open.get(event.get("index", 0))
        if slot is None:
            return
        match delta.get("type"):
            case "text_delta":
                self.draft.say(slot, as_text(delta.get("text")))
            case "thinking_delta":
                self.draft.say(slot, as_text(delta.get("thinking")))
            case "input_json_delta":
                slot.pieces.append(as_text(delta.get("partial_json")))
            case "signature_delta" if slot.opaque is not None:
                slot.opaque["signature"] = slot.opaque.get("signature", "") + as_text(delta.get("signature"))
            case "citations_delta":
                slot.opaque = slot.opaque or {"citations": []}
                slot.opaque.setdefault("citations", []).append(delta.get("citation"))
            case "compaction_delta" if slot.opaque is not None:
                slot.opaque["content"] = delta.get("content")
            case _:
                pass

    def _end_block(self, index: int) -> None:
        slot = self._open.pop(index, None)
        if slot is None or slot.kind != "thinking" or slot.opaque is None:
            return
        if slot.opaque.get("type") == "thinking":
            self._seal(slot)
        elif slot.pieces:  # a server tool's input, which came as text
            slot.opaque["input"] = orjson.loads(slot.text or "{}")
            slot.pieces.clear()

    def _seal(self, slot: Slot) -> None:
        """Keep readable thinking in its sealed form too; without a signature nobody wants it back."""
        assert slot.opaque is not None
        if slot.opaque["signature"]:
            slot.opaque["thinking"] = slot.text
        else:
            slot.opaque = None

    def _end(self, delta: Json, event: Json) -> None:
        draft = self.draft
        if delta.get("stop_reason"):
            draft.raw_stop = str(delta["stop_reason"])
        fresh = as_object(event.get("usage"))
        draft.raw_usage = {**(draft.raw_usage or {}), **fresh}
        self._counted.update({name: value for name, value in fresh.items() if value is not None})
        if event.get("context_management"):
            self._cleared = event["context_management"]
        draft.usage = replace(count(self._counted, self._cleared), raw=draft.raw_usage)


def count(raw: Json, cleared: Json) -> TokenUsage:
    """Return the four counts. With inner calls the bill is their sum, the window that of the last one."""
    inner = as_objects(raw.get("iterations"))
    parts = [_counts(part) for part in inner] or [_counts(raw)]
    totals = [sum(column) for column in zip(*parts, strict=True)]
    edits = as_objects(cleared.get("applied_edits"))
    return TokenUsage(
        input=totals[0],
        cache_read=totals[1],
        cache_write=totals[2],
        output=totals[3],
        reasoning=as_int(as_object(raw.get("output_tokens_details")).get("thinking_tokens")),
        cleared_tool_uses=sum(as_int(edit.get("cleared_tool_uses")) for edit in edits),
        cleared_input_tokens=sum(as_int(edit.get("cleared_input_tokens")) for edit in edits),
        filled=sum(parts[-1][:3]) if inner else None,
    )


def _counts(usage: Json) -> list[int]:
    names = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")
    return [as_int(usage.get(name)) for name in names]
