"""Responses answers, streamed and whole."""

from collections.abc import Sequence

import orjson

from proofroom.net import SseEvent
from proofroom.providers.draft import DraftReader, Slot, load
from proofroom.providers.prices import reported_cost
from proofroom.providers.shapes import Json, as_int, as_object, as_objects, as_text
from proofroom.providers.types import ModelRequest, Reply, Sink, StopReason, TokenUsage

TEXT_DELTA = "response.output_text.delta"
_TEXT, _SUMMARY, _RAW = 0, 1, 2  # what of an item a slot holds, in the order they are shown


class ResponsesReader(DraftReader):
    """Reads the events of one Responses stream.

    Items are kept by `output_index`: hosts close them out of order and change their ids on the way.
    """

    def __init__(self, provider: str, request: ModelRequest) -> None:
        super().__init__(provider, request)
        self._slots: dict[tuple[int, int, int], Slot] = {}
        self._texts: dict[int, Slot] = {}
        self._has_items = False
        self._stop: StopReason = "end"

    def feed(self, frames: Sequence[SseEvent], sink: Sink) -> None:
        """Take the events of one socket read."""
        draft, texts, loads = self.draft, self._texts, orjson.loads
        for _, data in frames:
            try:
                event = loads(data)
                if event["type"] == TEXT_DELTA:
                    draft.say(texts[event["output_index"]], event["delta"])
                    continue
            except (orjson.JSONDecodeError, KeyError, TypeError):
                if data == b"[DONE]":
                    continue
                event = load(draft.provider, data)
            self._take(event)
        draft.flush(sink)

    def finish(self) -> Reply:
        """Return the whole answer; raise if it failed or had no end."""
        draft = self.draft
        error = draft.error or {}
        code = error.get("code")
        draft.fail_if_broken(
            code=str(code or error.get("type") or ""),
            message=as_text(error.get("message")),
            status=code if isinstance(code, int) else None,
        )
        return draft.reply(self._stop)

    def take_whole(self, answer: Json) -> None:
        """Take an answer that was not streamed."""
        self._end(answer)

    def _take(self, event: Json) -> None:
        kind = as_text(event.get("type"))
        index = as_int(event.get("output_index"))
        match kind:
            case "response.output_text.delta" | "response.refusal.delta":
                self._say(index, _TEXT, 0, event)
                if kind == "response.refusal.delta":
                    self._stop = "refused"
            case "response.reasoning_summary_text.delta":
                self._say(index, _SUMMARY, as_int(event.get("summary_index")), event)
            case "response.reasoning_text.delta":
                self._say(index, _RAW, as_int(event.get("content_index")), event)
            case "response.function_call_arguments.delta":
                self._slot(index, _TEXT, 0, "call").pieces.append(as_text(event.get("delta")))
            case "response.output_item.added":
                self._begin_item(index, as_object(event.get("item")))
            case "response.output_item.done":
                self._end_item(index, as_object(event.get("item")))
            case "response.completed" | "response.incomplete" | "response.failed" | "response.cancelled":
                self._end(as_object(event.get("response")))
            case "error":
                self.draft.error = as_object(event.get("error")) or event
                self.is_done = True
            case "" if "error" in event:
                self.draft.error = as_object(event["error"]) or {"message": str(event["error"])}
                self.is_done = True
            case _:
                pass

    def _slot(self, index: int, part: int, number: int, kind: str) -> Slot:
        key = (index, part, number)
        if key not in self._slots:
            slot_kind = "call" if kind == "call" else "text" if part == _TEXT else "thinking"
            self._slots[key] = self.draft.open(slot_kind, *key)
            if slot_kind == "text":
                self._texts[index] = self._slots[key]
        return self._slots[key]

    def _say(self, index: int, part: int, number: int, event: Json) -> None:
        piece = as_text(event.get("delta"))
        if piece:
            self.draft.say(self._slot(index, part, number, "words"), piece)

    def _begin_item(self, index: int, item: Json) -> None:
        if item.get("type") == "function_call":
            self._name_call(index, item)
        elif item.get("type") == "message":
            self._keep_phase(index, item)

    def _name_call(self, index: int, item: Json) -> Slot:
        slot = self._slot(index, _TEXT, 0, "call")
        slot.call_id = as_text(item.get("call_id")) or slot.call_id
        slot.name = as_text(item.get("name")) or slot.name
        return slot

    def _keep_phase(self, index: int, item: Json) -> None:
        if item.get("phase"):
            self._slot(index, _TEXT, 0, "words").opaque = {"phase": item["phase"]}

    def _end_item(self, index: int, item: Json) -> None:
        self._has_items = True
        match item.get("type"):
            case "function_call":
                slot = self._name_call(index, item)
                if as_text(item.get("arguments")):
                    slot.pieces = [item["arguments"]]
            case "message":
                self._end_message(index, item)
            case "reasoning":
                self._end_reasoning(index, item)
            case _:
                pass  # work of the host's own tools

    def _end_message(self, index: int, item: Json) -> None:
        parts = as_objects(item.get("content"))
        if any(part.get("type") == "refusal" for part in parts):
            self._stop = "refused"
        slot = self._slots.get((index, _TEXT, 0))
        if slot is None or not slot.pieces:  # nothing was streamed of it
            whole = "".join(as_text(part.get("text") or part.get("refusal")) for part in parts)
            self._say(index, _TEXT, 0, {"delta": whole})
        self._keep_phase(index, item)

    def _end_reasoning(self, index: int, item: Json) -> None:
        if not any(key[0] == index for key in self._slots):
            for number, part in enumerate(as_objects(item.get("summary"))):
                self._say(index, _SUMMARY, number, {"delta": part.get("text")})
            for number, part in enumerate(as_objects(item.get("content"))):
                self._say(index, _RAW, number, {"delta": part.get("text")})
        keys = sorted(key for key in self._slots if key[0] == index)
        sealed = self._slots[keys[0]] if keys else self._slot(index, _SUMMARY, 0, "words")
        sealed.opaque = item

    def _end(self, response: Json) -> None:
        draft = self.draft
        if not self._has_items:  # some hosts send nothing but the end
            for index, item in enumerate(as_objects(response.get("output"))):
                self._end_item(index, item)
        draft.model = as_text(response.get("model"))
        draft.raw_stop = as_text(response.get("status")) or None
        if usage := as_object(response.get("usage")):
            draft.raw_usage, draft.usage = usage, count(usage)
        if response.get("error"):
            draft.error = as_object(response["error"]) or {"message": str(response["error"])}
        elif draft.raw_stop in ("failed", "cancelled"):
            draft.error = {"message": f"The response was {draft.raw_stop}."}
        reason = as_object(response.get("incomplete_details")).get("reason")
        if draft.raw_stop == "incomplete":
            self._stop = "refused" if reason == "content_filter" else "length"
        elif draft.raw_stop not in ("completed", "failed", "cancelled"):
            self._stop = "other"
        draft.has_ended = self.is_done = True


def count(raw: Json) -> TokenUsage:
    """Return the four counts; what was read from or written to the cache is a part of the input."""
    details = as_object(raw.get("input_tokens_details"))
    read, written = as_int(details.get("cached_tokens")), as_int(details.get("cache_write_tokens"))
    return TokenUsage(
        input=max(0, as_int(raw.get("input_tokens")) - read - written),
        cache_read=read,
        cache_write=written,
        output=as_int(raw.get("output_tokens")),
        reasoning=as_int(as_object(raw.get("output_tokens_details")).get("reasoning_tokens")),
        cost_micros=reported_cost(raw),
        raw=raw,
    )
