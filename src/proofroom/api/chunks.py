"""Answers in the Chat Completions format: whole, or as chunks made from a run's events."""

from collections.abc import Iterator
from dataclasses import field
from typing import Any

import orjson

from proofroom.api.compatible import compatible_error
from proofroom.durable import Run
from proofroom.kernel import events
from proofroom.kernel.blocks import TextBlock, ThinkingBlock, ToolCallBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import ProofroomError
from proofroom.runtime.completion import Completed

Json = dict[str, Any]

DONE = b"data: [DONE]\n\n"
_FINISH = {"tool_calls": "tool_calls", "length": "length", "refused": "content_filter"}


def frame(value: Json) -> bytes:
    """Return one message of the stream."""
    return b"data: " + orjson.dumps(value) + b"\n\n"


def whole_answer(run: Run, model: str, completed: Completed) -> Json:
    """Return the answer to a request that was not streamed."""
    message: Json = {"role": "assistant", "content": _said(completed) or None, "refusal": None}
    if thought := "".join(b.text for b in completed.blocks if isinstance(b, ThinkingBlock)):
        message["reasoning_content"] = thought
    if calls := [_call(block) for block in completed.blocks if isinstance(block, ToolCallBlock)]:
        message["tool_calls"] = calls
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish_reason(completed)}
    head = _head(run, model, "chat.completion")
    return {**head, "choices": [choice], "usage": usage_of(completed)}


def finish_reason(completed: Completed) -> str:
    """Return why the model stopped, in this format's words."""
    return _FINISH.get(completed.stop, "stop")


def usage_of(completed: Completed) -> Json:
    """Return what was used, in this format's counts, where the prompt includes what came from a cache."""
    used = {name: count or 0 for name, count in completed.usage.items()}
    cached, written = used.get("cacheRead", 0), used.get("cacheWrite", 0)
    prompt, output = used.get("input", 0) + cached + written, used.get("output", 0)
    return {
        "prompt_tokens": prompt,
        "completion_tokens": output,
        "total_tokens": prompt + output,
        "prompt_tokens_details": {"cached_tokens": cached},
        "completion_tokens_details": {"reasoning_tokens": used.get("reasoning", 0)},
    }


@dataclass(slots=True)
class Chunks:
    """Turns the events of one run into chunks, each piece of text once."""

    run: Run
    model: str
    wants_usage: bool
    _shown: dict[tuple[str, int], int] = field(default_factory=dict[tuple[str, int], int])
    _has_begun: bool = False

    def feed(self, event: events.AnyEvent | None) -> Iterator[bytes]:
        """Give the chunks for an event; most events have none."""
        match event:
            case events.Text():
                yield from self._piece("content", event.block, event.offset, event.text)
            case events.Thinking():
                yield from self._piece("reasoning_content", event.block, event.offset, event.text)
            case _:
                return

    def end(self, completed: Completed) -> Iterator[bytes]:
        """Give the last chunks: tool calls, why it stopped, and what was used if that is wanted."""
        calls = [block for block in completed.blocks if isinstance(block, ToolCallBlock)]
        for index, block in enumerate(calls):
            yield self._chunk({"tool_calls": [{"index": index, **_call(block)}]})
        yield self._chunk({}, finish_reason(completed))
        if self.wants_usage:
            head = _head(self.run, self.model, "chat.completion.chunk")
            yield frame({**head, "choices": [], "usage": usage_of(completed)})
        yield DONE

    def fail(self, error: ProofroomError) -> Iterator[bytes]:
        """Give the last frames of an answer that failed on the way."""
        yield frame(compatible_error(error)) + DONE

    def _piece(self, name: str, block: int, offset: int, text: str) -> Iterator[bytes]:
        """Give what is new: stored events may repeat the beginning of a text that was shown live."""
        known = self._shown.get((name, block), 0)
        fresh = text[max(0, known - offset) :]
        self._shown[name, block] = max(known, offset + len(text))
        if fresh:
            yield self._chunk({name: fresh})

    def _chunk(self, delta: Json, finish: str | None = None) -> bytes:
        if not self._has_begun:
            self._has_begun = True
            delta = {"role": "assistant", "content": "", **delta}
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        chunk = {**_head(self.run, self.model, "chat.completion.chunk"), "choices": [choice]}
        return frame({**chunk, "usage": None} if self.wants_usage else chunk)


def _head(run: Run, model: str, kind: str) -> Json:
    created = int(run.created_at.timestamp())
    return {"id": f"chatcmpl-{run.id}", "object": kind, "created": created, "model": model}


def _said(completed: Completed) -> str:
    return "".join(block.text for block in completed.blocks if isinstance(block, TextBlock))


def _call(block: ToolCallBlock) -> Json:
    # The program sees what the model wrote, also where that is not JSON, as it would without us.
    written = block.invalid_json
    arguments = written if written is not None else orjson.dumps(block.input).decode()
    function = {"name": block.tool_name, "arguments": arguments}
    return {"id": block.tool_call_id, "type": "function", "function": function}
