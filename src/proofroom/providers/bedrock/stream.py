"""Converse answers, streamed and whole."""

from collections.abc import Sequence

from proofroom.net import Frame
from proofroom.providers.draft import DraftReader, Slot, load
from proofroom.providers.shapes import Json, as_int, as_object, as_objects, as_text, is_list
from proofroom.providers.types import ModelRequest, Reply, Sink, StopReason, TokenUsage

STOPS: dict[str | None, StopReason] = {
    "end_turn": "end",
    "stop_sequence": "end",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "guardrail_intervened": "refused",
    "content_filtered": "refused",
}


class ConverseReader(DraftReader):
    """Reads the frames of one Converse stream. Text and reasoning blocks begin without being announced."""

    def __init__(self, provider: str, request: ModelRequest) -> None:
        super().__init__(provider, request)
        self._open: dict[int, Slot] = {}
        self._ignored: set[int] = set()

    def feed(self, frames: Sequence[Frame], sink: Sink) -> None:
        """Take the frames of one socket read."""
        for headers, payload in frames:
            kind = headers.get(":message-type")
            event = load(self.draft.provider, payload) if payload else {}
            if kind == "event":
                self._take(str(headers.get(":event-type")), event)
            else:
                name = headers.get(":exception-type") or headers.get(":error-code") or "error"
                said = as_text(event.get("message")) or str(headers.get(":error-message") or "")
                self.draft.error = {"type": str(name), "message": said}
                self.is_done = True
        self.draft.flush(sink)

    def finish(self) -> Reply:
        """Return the whole answer; raise if there was an exception or no `messageStop`."""
        error = self.draft.error or {}
        self.draft.fail_if_broken(code=as_text(error.get("type")), message=as_text(error.get("message")))
        for index in list(self._open):
            self._seal(index)
        return self.draft.reply(STOPS.get(self.draft.raw_stop, "other"))

    def take_whole(self, answer: Json) -> None:
        """Take an answer that was not streamed."""
        message = as_object(as_object(answer.get("output")).get("message"))
        for index, block in enumerate(as_objects(message.get("content"))):
            self._whole_block(index, block)
        self._take("messageStop", answer)
        self._take("metadata", answer)

    def _take(self, name: str, event: Json) -> None:
        index = as_int(event.get("contentBlockIndex"))
        match name:
            case "contentBlockDelta":
                self._delta(index, as_object(event.get("delta")))
            case "contentBlockStart":
                self._begin(index, as_object(event.get("start")))
            case "contentBlockStop":
                self._seal(index)
            case "messageStop":
                self.draft.raw_stop = as_text(event.get("stopReason")) or None
                self.draft.has_ended = True
            case "metadata":
                if usage := as_object(event.get("usage")):
                    self.draft.raw_usage, self.draft.usage = usage, count(usage)
                self.is_done = self.draft.has_ended
            case _:
                pass

    def _begin(self, index: int, start: Json) -> None:
        use = as_object(start.get("toolUse"))
        if not use or use.get("type") == "server_tool_use":
            self._ignored.add(index)  # the host's own tools: not for us to run
            return
        slot = self._open[index] = self.draft.open("call")
        slot.call_id, slot.name = as_text(use.get("toolUseId")), as_text(use.get("name"))

    def _delta(self, index: int, delta: Json) -> None:
        if index in self._ignored:
            return
        if text := as_text(delta.get("text")):
            slot = self._open.get(index) or self._add(index, self.draft.open("text"))
            self.draft.say(slot, text)
        elif reasoning := as_object(delta.get("reasoningContent")):
            self._reason(index, reasoning)
        elif (use := as_object(delta.get("toolUse"))) and index in self._open:
            self._open[index].pieces.append(as_text(use.get("input")))

    def _reason(self, index: int, reasoning: Json) -> None:
        slot = self._open.get(index) or self._add(index, self.draft.open("thinking"))
        state = slot.opaque = slot.opaque or {}
        state["signature"] = as_text(state.get("signature")) + as_text(reasoning.get("signature"))
        state["redacted"] = as_text(state.get("redacted")) + as_text(reasoning.get("redactedContent"))
        self.draft.say(slot, as_text(reasoning.get("text")))

    def _seal(self, index: int) -> None:
        """Put reasoning into the form it goes back in; without a signature nobody wants it back."""
        slot = self._open.pop(index, None)
        if slot is None or slot.kind != "thinking" or slot.opaque is None:
            return
        state, slot.opaque = slot.opaque, None
        if state.get("redacted"):
            slot.opaque = {"reasoningContent": {"redactedContent": state["redacted"]}}
        elif state.get("signature"):
            sealed = {"text": slot.text, "signature": state["signature"]}
            slot.opaque = {"reasoningContent": {"reasoningText": sealed}}

    def _add(self, index: int, slot: Slot) -> Slot:
        self._open[index] = slot
        return slot

    def _whole_block(self, index: int, block: Json) -> None:
        if use := as_object(block.get("toolUse")):
            self._begin(index, {"toolUse": use})
            if index in self._open:
                self._open[index].whole = as_object(use.get("input"))
        elif reasoning := as_object(block.get("reasoningContent")):
            self._reason(index, {**as_object(reasoning.get("reasoningText")), **reasoning})
            self._seal(index)
        elif not is_list(block.get("toolResult")):
            self._delta(index, {"text": block.get("text")})


def count(raw: Json) -> TokenUsage:
    """Return the four counts, which are apart already."""
    return TokenUsage(
        input=as_int(raw.get("inputTokens")),
        cache_read=as_int(raw.get("cacheReadInputTokens")),
        cache_write=as_int(raw.get("cacheWriteInputTokens")),
        output=as_int(raw.get("outputTokens")),
        raw=raw,
    )
