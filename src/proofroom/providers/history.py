"""History as every provider can take it: turns that alternate, each call answered once, nothing foreign.

The messages of a conversation may have been written by several providers, cut short by a crash, or trimmed
to fit a window. `prepare` turns them into strictly alternating turns; an adapter only has to spell them.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import field
from typing import Any

import msgspec

from proofroom.kernel.blocks import (
    AnyBlock,
    ImageBlock,
    Message,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
    ToolResultBlock,
)
from proofroom.kernel.data import dataclass
from proofroom.providers.names import pricing_key, wire_tool_name

UNANSWERED = "This call was interrupted before it could answer. Nothing is known about its effect."
BEGINNING_REMOVED = "[The beginning of this conversation was removed.]"
GO_ON = "Continue."
IMAGE_TYPES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})

_REASONING = frozenset({"thinking", "redacted_thinking", "reasoning", None})

Part = TextBlock | ImageBlock
Spoken = TextBlock | ThinkingBlock | ToolCallBlock


@dataclass(frozen=True, slots=True)
class HistoryRules:
    """What a provider accepts in history."""

    provider: str
    model: str
    vision: bool
    id_pattern: str = r"[a-zA-Z0-9_-]{1,64}"
    id_length: int = 24
    """How long a rewritten id is."""


@dataclass(frozen=True, slots=True)
class Result:
    """The one answer to a call, under the call's id on this wire."""

    call: ToolCallBlock
    ok: bool
    text: str
    images: list[ImageBlock]

    @property
    def said(self) -> str:
        """Return the text for wires that have no mark for errors."""
        return self.text if self.ok or self.text.lower().startswith("error") else f"Error: {self.text}"


@dataclass(slots=True)
class UserTurn:
    """Answers to the calls before it, then what a person said."""

    results: list[Result] = field(default_factory=list[Result])
    parts: list[Part] = field(default_factory=list[Part])


@dataclass(slots=True)
class ModelTurn:
    """What the model said, thought and called; ids and names are those of this wire."""

    blocks: list[Spoken] = field(default_factory=list[Spoken])

    @property
    def calls(self) -> list[ToolCallBlock]:
        """Return the calls in the order they were made."""
        return [block for block in self.blocks if isinstance(block, ToolCallBlock)]


Turn = UserTurn | ModelTurn


def prepare(messages: list[Message], rules: HistoryRules) -> list[Turn]:
    """Return alternating turns, first and last from the user's side, every call answered exactly once."""
    answers = _Answers(messages)
    ids = _Ids(rules)
    turns: list[Turn] = []
    for position, message in enumerate(messages):
        if message.role == "assistant":
            blocks = _spoken(message.blocks, rules)
            if any(not is_reasoning(block) for block in blocks):
                _add_model_turn(turns, blocks, position, answers, ids)
        elif parts := _parts(message.blocks, rules):
            _user_turn(turns).parts.extend(parts)
    if not turns or isinstance(turns[0], ModelTurn):
        turns.insert(0, UserTurn(parts=[TextBlock(BEGINNING_REMOVED if turns else GO_ON)]))
    if isinstance(turns[-1], ModelTurn) and not is_paused(turns[-1]):
        turns.append(UserTurn(parts=[TextBlock(GO_ON)]))
    return turns


def is_paused(turn: ModelTurn) -> bool:
    """Tell whether a turn ends in a provider's own unfinished work, to be sent back as it is."""
    last = turn.blocks[-1]
    return isinstance(last, ThinkingBlock) and not is_reasoning(last)


def is_reasoning(block: Spoken) -> bool:
    """Tell reasoning from the other things a provider keeps sealed, such as the work of its own tools."""
    return isinstance(block, ThinkingBlock) and (block.opaque or {}).get("type") in _REASONING


def without_trailing_reasoning(blocks: list[Spoken]) -> list[Spoken]:
    """Return the blocks up to the last that is not reasoning: most providers want something after it."""
    end = len(blocks)
    while end and is_reasoning(blocks[end - 1]):
        end -= 1
    return blocks[:end]


def own_state(block: TextBlock | ToolCallBlock, rules: HistoryRules) -> dict[str, Any]:
    """Return what this provider and model want back with a block; nothing for blocks of others."""
    opaque = block.opaque
    if not opaque or not _is_own(str(opaque.get("provider", "")), str(opaque.get("model", "")), rules):
        return {}
    return {name: value for name, value in opaque.items() if name not in ("provider", "model")}


def called_names(turns: Iterable[Turn]) -> list[str]:
    """Return the names of all tools that were ever called, in order of first use."""
    calls = (call.tool_name for turn in turns if isinstance(turn, ModelTurn) for call in turn.calls)
    return list(dict.fromkeys(calls))


def images_note(count: int, why: str = "this model cannot see images") -> str:
    """Return the line that stands where images were."""
    return f"[{count} image{'s' if count > 1 else ''} omitted: {why}]"


def _user_turn(turns: list[Turn]) -> UserTurn:
    if turns and isinstance(turns[-1], UserTurn):
        return turns[-1]
    turn = UserTurn()
    turns.append(turn)
    return turn


def _add_model_turn(
    turns: list[Turn], blocks: list[Spoken], position: int, answers: "_Answers", ids: "_Ids"
) -> None:
    if turns and isinstance(turns[-1], ModelTurn):
        turn = turns[-1]
    else:
        turn = ModelTurn()
        turns.append(turn)
    results: list[Result] = []
    for block in blocks:
        if isinstance(block, ToolCallBlock):
            answer = answers.take(block.tool_call_id, position)
            renamed = msgspec.structs.replace(
                block, tool_call_id=ids.wire_id(block.tool_call_id), tool_name=wire_tool_name(block.tool_name)
            )
            results.append(_result(renamed, answer, ids.rules))
            turn.blocks.append(renamed)
        else:
            turn.blocks.append(block)
    if results:
        turns.append(UserTurn(results=results))


def _result(call: ToolCallBlock, answer: ToolResultBlock | None, rules: HistoryRules) -> Result:
    if answer is None:
        return Result(call, ok=False, text=UNANSWERED, images=[])
    text, images = answer.content, [image for image in answer.images if _can_see(image, rules)]
    if hidden := len(answer.images) - len(images):
        text = f"{text}\n{images_note(hidden)}" if text else images_note(hidden)
    return Result(call, ok=answer.ok, text=text or ("(no output)" if not images else ""), images=images)


def _spoken(blocks: list[AnyBlock], rules: HistoryRules) -> list[Spoken]:
    kept: list[Spoken] = []
    for block in blocks:
        match block:
            case TextBlock(text=text) if text.strip():
                kept.append(block)
            case ThinkingBlock(opaque=opaque) if opaque and _is_own(block.provider, block.model, rules):
                kept.append(block)
            case ToolCallBlock():
                kept.append(block)
            case ImageBlock():
                kept.append(TextBlock("[An image was generated here.]"))
            case _:
                pass
    return kept


def _parts(blocks: list[AnyBlock], rules: HistoryRules) -> list[Part]:
    parts: list[Part] = []
    hidden = 0
    for block in blocks:
        if isinstance(block, TextBlock) and block.text.strip():
            parts.append(block)
        elif isinstance(block, ImageBlock):
            if _can_see(block, rules):
                parts.append(block)
            else:
                hidden += 1
    if hidden:
        parts.append(TextBlock(images_note(hidden)))
    return parts


def _can_see(image: ImageBlock, rules: HistoryRules) -> bool:
    return rules.vision and image.mime_type in IMAGE_TYPES


def _is_own(provider: str, model: str, rules: HistoryRules) -> bool:
    return provider == rules.provider and pricing_key(model) == pricing_key(rules.model)


class _Answers:
    """Finds the answer to a call: the first one after it and before the id is used again."""

    def __init__(self, messages: list[Message]) -> None:
        self._found: dict[str, list[tuple[int, ToolResultBlock | None]]] = {}
        for position, message in enumerate(messages):
            for block in message.blocks:
                if isinstance(block, ToolResultBlock):
                    self._found.setdefault(block.tool_call_id, []).append((position, block))
                elif isinstance(block, ToolCallBlock):
                    self._found.setdefault(block.tool_call_id, []).append((position, None))

    def take(self, call_id: str, position: int) -> ToolResultBlock | None:
        queue = self._found.get(call_id, [])
        while queue and (queue[0][0] < position or queue[0][1] is not None):
            queue.pop(0)  # answers that came before their call
        if queue:
            queue.pop(0)  # the call itself
        return queue[0][1] if queue else None


class _Ids:
    """Gives every call an id that is legal on this wire and used once.

    An id depends only on the calls before it, so that the beginning of a conversation keeps its bytes.
    """

    def __init__(self, rules: HistoryRules) -> None:
        self.rules = rules
        self._legal = re.compile(rules.id_pattern)
        self._length = rules.id_length
        self._used: set[str] = set()

    def wire_id(self, own_id: str) -> str:
        chosen, n = own_id, 0
        while chosen in self._used or not self._legal.fullmatch(chosen):
            digest = hashlib.sha256(f"{own_id}\x1f{n}".encode()).hexdigest()
            chosen, n = digest[: self._length], n + 1
        self._used.add(chosen)
        return chosen
