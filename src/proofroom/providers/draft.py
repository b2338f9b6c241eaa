"""An answer under construction: readers of all formats pour their pieces into one of these.

The hot path is `Slot.add` through `Draft.say`: one append per delta. Pieces reach the sink once per socket
read and block, when the reader calls `flush`.
"""

from typing import Any, Literal

import orjson

from proofroom.kernel.blocks import AnyBlock, ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock
from proofroom.providers.failures import interrupted, name_failure, unreadable
from proofroom.providers.names import tool_names
from proofroom.providers.shapes import Json, is_object
from proofroom.providers.types import ModelRequest, Reply, Sink, StopReason, TokenUsage

SlotKind = Literal["text", "thinking", "call", "image"]


class Slot:
    """One block under construction."""

    __slots__ = (
        "call_id",
        "is_waiting",
        "kind",
        "name",
        "number",
        "opaque",
        "order",
        "own_id",
        "pieces",
        "sent",
        "whole",
    )

    def __init__(self, kind: SlotKind, number: int, order: tuple[int, ...]) -> None:
        self.kind: SlotKind = kind
        self.number = number
        self.order = order
        self.pieces: list[str] = []
        self.sent = 0
        self.is_waiting = False
        self.opaque: Json | None = None
        self.call_id = ""
        self.own_id = ""
        self.name = ""
        self.whole: Json | None = None
        """Arguments that arrived as an object, not as text."""

    @property
    def text(self) -> str:
        """Return what has arrived so far."""
        return "".join(self.pieces)


class PartialReply:
    """What has been read of one answer."""

    def __init__(self, provider: str, request: ModelRequest) -> None:
        self.provider = provider
        self.requested = request.model
        self.model = ""
        self.raw_stop: str | None = None
        self.raw_usage: Json | None = None
        self.usage: TokenUsage | None = None
        self.error: Json | None = None
        self.has_ended = False
        self.has_spoken = False
        self._slots: list[Slot] = []
        self._waiting: list[Slot] = []
        self._names = tool_names(tool.name for tool in request.tools)
        self._taken = _call_ids(request)
        self._turn = sum(message.role == "assistant" for message in request.messages)

    def open(self, kind: SlotKind, *order: int) -> Slot:
        """Begin a block; `order` sorts blocks whose provider numbers them, else they stay as they came."""
        number = len(self._slots)
        slot = Slot(kind, number, order or (number,))
        self._slots.append(slot)
        return slot

    def say(self, slot: Slot, piece: str) -> None:
        """Add a piece to a text or thinking block."""
        if piece:
            slot.pieces.append(piece)
            if not slot.is_waiting:
                slot.is_waiting = True
                self._waiting.append(slot)

    def flush(self, sink: Sink) -> None:
        """Pass on what has come since the last time, one call per block."""
        if not self._waiting:
            return
        self.has_spoken = True
        for slot in self._waiting:
            pieces, sent = slot.pieces, slot.sent
            fresh = pieces[-1] if len(pieces) == sent + 1 else "".join(pieces[sent:])
            slot.sent = len(pieces)
            slot.is_waiting = False
            if slot.kind == "text":
                sink.text(slot.number, fresh)
            else:
                sink.thinking(slot.number, fresh)
        self._waiting.clear()

    def fail_if_broken(self, *, code: str = "", message: str = "", status: int | None = None) -> None:
        """Raise for an error inside the stream, or for a stream without an end."""
        if self.error is not None:
            raise name_failure(self.provider, status=status, code=code, message=message)
        if not self.has_ended:
            raise interrupted(self.provider)

    def reply(self, stop: StopReason) -> Reply:
        """Return the whole answer. Calls are to be run whatever the stop reason says."""
        blocks = self.blocks()
        has_calls = any(isinstance(block, ToolCallBlock) for block in blocks)
        return Reply(
            blocks=blocks,
            stop="tool_calls" if has_calls else "end" if stop == "tool_calls" else stop,
            usage=self.usage,
            raw_stop=self.raw_stop,
            model=self.model or self.requested,
        )

    def blocks(self) -> list[AnyBlock]:
        """Return the blocks in the provider's order, without the empty ones."""
        made = (self._block(slot) for slot in sorted(self._slots, key=lambda slot: slot.order))
        return [block for block in made if block is not None]

    def outcome(self) -> Json:
        """Return what was read in the form of the recordings."""
        slots = sorted(self._slots, key=lambda slot: slot.order)
        return {
            "text": "".join(slot.text for slot in slots if slot.kind == "text"),
            "thinking": "".join(slot.text for slot in slots if slot.kind == "thinking"),
            "tool_calls": [_call_outcome(slot) for slot in slots if slot.kind == "call"],
            "stop": self.raw_stop,
            "usage": self.raw_usage,
            "error": self.error,
        }

    def _block(self, slot: Slot) -> AnyBlock | None:
        match slot.kind:
            case "text":
                return TextBlock(slot.text, self._sealed(slot.opaque)) if slot.pieces else None
            case "thinking":
                if not slot.pieces and slot.opaque is None:
                    return None
                return ThinkingBlock(slot.text, slot.opaque, self.provider, self.requested)
            case "image":
                image = slot.whole or {}
                return ImageBlock(image.get("mime_type", ""), image.get("data", ""))
            case "call":
                return self._call(slot)

    def _call(self, slot: Slot) -> ToolCallBlock:
        arguments, invalid = read_arguments(slot)
        return ToolCallBlock(
            tool_call_id=self._own_id(slot),
            tool_name=self._names.get(slot.name, slot.name),
            input=arguments,
            provider_id=slot.call_id,
            invalid_json=invalid,
            opaque=self._sealed(slot.opaque),
        )

    def _own_id(self, slot: Slot) -> str:
        """Return an id no other call of the conversation has; the provider's own where that is one."""
        n = slot.number
        chosen = slot.own_id or slot.call_id
        while not slot.own_id and (not chosen or chosen in self._taken):
            chosen, n = f"{self._turn}:{n}", n + 1
        self._taken.add(chosen)
        slot.own_id = chosen
        return chosen

    def _sealed(self, opaque: Json | None) -> Json | None:
        return {"provider": self.provider, "model": self.requested, **opaque} if opaque else None


class DraftReader:
    """What the readers of all formats share."""

    def __init__(self, provider: str, request: ModelRequest) -> None:
        self.is_done = False
        self.draft = PartialReply(provider, request)

    @property
    def has_spoken(self) -> bool:
        """Tell whether a piece has reached the sink."""
        return self.draft.has_spoken

    def outcome(self) -> Json:
        """Return what was read in the form of the recordings."""
        return self.draft.outcome()

    def recover(self) -> Reply | None:
        """Return an answer that a failed stream still amounts to; None where the failure stands."""
        return None


def read_arguments(slot: Slot) -> tuple[Json, str | None]:
    """Return a call's arguments, and its text if that is no JSON object. Nothing at all means none."""
    if slot.whole is not None:
        return slot.whole, None
    text = slot.text
    if not text.strip() or text.strip() == "null":
        return {}, None
    try:
        value: Any = orjson.loads(text)
    except orjson.JSONDecodeError:
        return {}, text
    return (value, None) if is_object(value) else ({}, text)


def load(provider: str, data: bytes) -> Json:
    """Return a frame's JSON object."""
    try:
        event: Any = orjson.loads(data)
    except orjson.JSONDecodeError:
        raise unreadable(provider) from None
    if not is_object(event):
        raise unreadable(provider)
    return event


def _call_outcome(slot: Slot) -> Json:
    arguments, invalid = read_arguments(slot)
    return {"id": slot.call_id or None, "name": slot.name, "arguments": invalid or arguments}


def _call_ids(request: ModelRequest) -> set[str]:
    return {
        block.tool_call_id
        for message in request.messages
        for block in message.blocks
        if isinstance(block, ToolCallBlock)
    }
