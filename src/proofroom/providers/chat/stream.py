"""Chat Completions answers, streamed and whole."""

from collections.abc import Sequence
from typing import Any

import orjson

from proofroom.kernel.blocks import ToolCallBlock
from proofroom.net import SseEvent
from proofroom.providers.draft import DraftReader, Slot, load
from proofroom.providers.failures import read_json
from proofroom.providers.prices import reported_cost
from proofroom.providers.shapes import Json, as_int, as_object, as_objects, as_text, is_list, is_object
from proofroom.providers.types import ModelRequest, Reply, Sink, StopReason, TokenUsage

STOPS: dict[str | None, StopReason] = {
    "stop": "end",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "model_length": "length",
    "content_filter": "refused",
}


class ChatReader(DraftReader):
    """Reads the chunks of one Chat Completions stream."""

    def __init__(self, provider: str, request: ModelRequest) -> None:
        super().__init__(provider, request)
        self._text: Slot | None = None
        self._thinking: Slot | None = None
        self._calls: dict[int, Slot] = {}
        self._details: dict[int, Json] = {}
        self._reasoning_field = ""

    def feed(self, frames: Sequence[SseEvent], sink: Sink) -> None:
        """Take the chunks of one socket read."""
        draft, loads = self.draft, orjson.loads
        for _, data in frames:
            try:
                chunk = loads(data)
            except orjson.JSONDecodeError:
                if data.strip() != b"[DONE]":
                    load(draft.provider, data)
                draft.has_ended = self.is_done = True
                continue
            try:  # most chunks are one piece of text
                (choice,) = chunk["choices"]
                delta = choice["delta"]
                if len(delta) == 1 and choice["finish_reason"] is None and not chunk.get("usage"):
                    piece, slot = delta["content"], self._text
                    if type(piece) is str and slot is not None:
                        draft.say(slot, piece)
                        continue
            except (KeyError, TypeError, ValueError):
                pass
            if is_object(chunk):
                self._take(chunk)
        draft.flush(sink)

    def finish(self) -> Reply:
        """Return the whole answer; raise if there was an error, or neither `[DONE]` nor a finish reason."""
        draft = self.draft
        error = draft.error or {}
        code: Any = error.get("code")
        status = error.get("status_code") or (code if isinstance(code, int) else None)
        draft.fail_if_broken(
            code=str(code or error.get("type") or ""),
            message=as_text(error.get("message")),
            status=status if isinstance(status, int) else None,
        )
        self._seal()
        return draft.reply(STOPS.get(draft.raw_stop, "end" if draft.raw_stop is None else "other"))

    def recover(self) -> Reply | None:
        """Return the call a host refused to pass on because it broke its tool's schema (Groq).

        The tool refuses it again, with the reason, and the model can correct itself; without this the whole
        turn would be lost to one wrong argument.
        """
        error = self.draft.error or {}
        failed = read_json(as_text(error.get("failed_generation")).encode())
        if error.get("code") != "tool_use_failed" or not is_object(failed) or not as_text(failed.get("name")):
            return None
        slot = self.draft.open("call")
        slot.name, slot.whole = failed["name"], as_object(failed.get("arguments"))
        reply = self.draft.reply("tool_calls")
        assert any(isinstance(block, ToolCallBlock) for block in reply.blocks)
        return reply

    def take_whole(self, answer: Json) -> None:
        """Take an answer that was not streamed."""
        self._take(answer)
        self.draft.has_ended = True

    def _take(self, chunk: Json) -> None:
        draft = self.draft
        if chunk.get("error"):
            draft.error = as_object(chunk["error"]) or {"message": str(chunk["error"])}
            self.is_done = True
        if model := as_text(chunk.get("model")):
            draft.model = model
        usage = as_object(chunk.get("usage")) or as_object(as_object(chunk.get("x_groq")).get("usage"))
        if usage:
            draft.raw_usage, draft.usage = usage, count(usage)
        for choice in as_objects(chunk.get("choices"))[:1]:
            self._delta(as_object(choice.get("delta")) or as_object(choice.get("message")))
            if reason := as_text(choice.get("finish_reason")):
                draft.raw_stop = reason
                draft.has_ended = True

    def _delta(self, delta: Json) -> None:
        for field in ("reasoning_content", "reasoning"):
            if piece := as_text(delta.get(field)):
                self._reasoning_field = field
                self._think(piece)
                break
        else:
            self._show_details(delta)
        for detail in as_objects(delta.get("reasoning_details")):
            self._keep_detail(detail)
        self._content(delta.get("content"))
        if refusal := as_text(delta.get("refusal")):
            self._say(refusal)
        for call in as_objects(delta.get("tool_calls")):
            self._call(call)
        if is_object(delta.get("function_call")):  # the form before tools
            self._call({"index": 0, "function": delta["function_call"]})

    def _content(self, content: Any) -> None:
        if isinstance(content, str):
            self._say(content)
        elif is_list(content):  # typed parts, thinking among them (Mistral)
            for part in content:
                if isinstance(part, str):
                    self._say(part)
                elif is_object(part) and part.get("type") == "thinking":
                    self._think(
                        "".join(as_text(inner.get("text")) for inner in as_objects(part.get("thinking")))
                    )
                elif is_object(part):
                    self._say(as_text(part.get("text")))

    def _say(self, piece: str) -> None:
        if piece:
            if self._text is None:
                self._text = self.draft.open("text")
            self.draft.say(self._text, piece)

    def _think(self, piece: str) -> None:
        if piece:
            if self._thinking is None:
                self._thinking = self.draft.open("thinking")
            self.draft.say(self._thinking, piece)

    def _show_details(self, delta: Json) -> None:
        for detail in as_objects(delta.get("reasoning_details")):
            self._think(as_text(detail.get("text")) or as_text(detail.get("summary")))

    def _keep_detail(self, detail: Json) -> None:
        kept = self._details.setdefault(as_int(detail.get("index")), {})
        for name, value in detail.items():
            if name in ("text", "summary", "data") and isinstance(value, str):
                kept[name] = as_text(kept.get(name)) + value
            elif value is not None or name not in kept:
                kept[name] = value

    def _call(self, delta: Json) -> None:
        function = as_object(delta.get("function"))
        call_id, name = as_text(delta.get("id")), as_text(function.get("name"))
        slot = self._find_call(delta.get("index"), call_id, name)
        slot.call_id = call_id or slot.call_id
        slot.name = name or slot.name
        arguments = function.get("arguments")
        if isinstance(arguments, str):
            slot.pieces.append(arguments)
        elif is_object(arguments):
            slot.whole = arguments

    def _find_call(self, index: Any, call_id: str, name: str) -> Slot:
        """Return the call a piece belongs to: by index, or by id where a host leaves the index out."""
        if not isinstance(index, int):
            same = [at for at, slot in self._calls.items() if call_id and slot.call_id == call_id]
            index = same[0] if same else len(self._calls) - (0 if call_id or not self._calls else 1)
        found = self._calls.get(index)
        if found is not None and call_id and found.call_id and name and found.call_id != call_id:
            index, found = max(self._calls) + 1, None  # a host that gives every call the same index
        if found is None:
            found = self._calls[index] = self.draft.open("call")
        return found

    def _seal(self) -> None:
        """Keep reasoning in the form its provider wants it back."""
        if self._details:
            if self._thinking is None:
                self._thinking = self.draft.open("thinking", -1)
            self._thinking.opaque = {"reasoning_details": [self._details[at] for at in sorted(self._details)]}
        elif self._thinking is not None and self._reasoning_field == "reasoning_content":
            self._thinking.opaque = {"reasoning_content": self._thinking.text}


def count(raw: Json) -> TokenUsage:
    """Return the four counts; what was read from or written to the cache is a part of the prompt."""
    details = as_object(raw.get("prompt_tokens_details"))
    read = as_int(details.get("cached_tokens")) or as_int(raw.get("prompt_cache_hit_tokens"))
    written = as_int(details.get("cache_write_tokens"))
    return TokenUsage(
        input=max(0, as_int(raw.get("prompt_tokens")) - read - written),
        cache_read=read,
        cache_write=written,
        output=as_int(raw.get("completion_tokens")),
        reasoning=as_int(as_object(raw.get("completion_tokens_details")).get("reasoning_tokens")),
        cost_micros=reported_cost(raw),
        raw=raw,
    )
