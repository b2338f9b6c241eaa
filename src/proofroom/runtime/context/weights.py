"""What texts and messages weigh in a model's window, by estimate or counted exactly."""

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Protocol

import orjson

from proofroom.kernel.beside import Beside
from proofroom.kernel.blocks import (
    AnyBlock,
    ImageBlock,
    Message,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
    ToolResultBlock,
)
from proofroom.kernel.tokens import estimate
from proofroom.runtime.context.thread import Thread

Count = Callable[[str], int]
Span = Callable[[int, int], int]

IMAGE_TOKENS = 1_500
MESSAGE_TOKENS = 4


class Measure(Protocol):
    """Tells what messages weigh."""

    def __call__(self, message: Message) -> int:
        """Return what a message weighs."""
        ...

    def spans_of(self, messages: Thread) -> Span:
        """Return what tells the weight of the messages from one place to another."""
        ...


class Estimate:
    """Counts texts by the estimate as reported usage has corrected it."""

    def __init__(self, ratio: float = 1.0) -> None:
        self.ratio = ratio

    def __call__(self, text: str) -> int:
        """Return what a text is likely to cost."""
        return round(_estimate(text) * self.ratio) if text else 0


class _EstimatedSize:
    """What messages are likely to weigh."""

    def __init__(self, ratio: float) -> None:
        self._ratio = ratio

    def __call__(self, message: Message) -> int:
        return self._size(1, message.tokens, message.images)

    def spans_of(self, messages: Thread) -> Span:
        tokens, images = messages.tokens, messages.images

        def span(begin: int, end: int) -> int:
            return self._size(end - begin, tokens[end] - tokens[begin], images[end] - images[begin])

        return span

    def _size(self, messages: int, tokens: int, images: int) -> int:
        return MESSAGE_TOKENS * messages + round(tokens * self._ratio) + IMAGE_TOKENS * images


class _CountedSize:
    """What messages weigh by an exact count; each is looked at once, however often it is asked for."""

    def __init__(self, count: Count) -> None:
        self._count = count
        self._known = Beside(self._size, 8_192)

    def __call__(self, message: Message) -> int:
        return self._known(message)

    def spans_of(self, messages: Thread) -> Span:
        upto = [0, *accumulate(map(self._known, messages))]
        return lambda begin, end: upto[end] - upto[begin]

    def _size(self, message: Message) -> int:
        return MESSAGE_TOKENS + sum(_block_size(block, self._count) for block in message.blocks)


def counter(ratio: float = 1.0, exact: Count | None = None) -> Count:
    """Return how texts are counted: exactly, or by the estimate as reported usage has corrected it."""
    return exact if exact is not None else Estimate(ratio)


def correction(estimated: int, reported: int) -> float:
    """Return by how much the estimate was wrong, within reason: a cache can hide tokens from a report."""
    if estimated <= 0 or reported <= 0:
        return 1.0
    return min(2.0, max(0.75, reported / estimated))


@lru_cache(maxsize=1_024)
def _estimate(text: str) -> int:
    return estimate(text)


def message_tokens(blocks: list[AnyBlock]) -> int:
    """Return what a message is likely to cost a model to read it."""
    message = Message("user", blocks)
    return message.tokens + IMAGE_TOKENS * message.images


def measuring(count: Count) -> Measure:
    """Return what tells the sizes of messages."""
    return _EstimatedSize(count.ratio) if isinstance(count, Estimate) else _CountedSize(count)


def _block_size(block: AnyBlock, count: Count) -> int:
    match block:
        case TextBlock() | ThinkingBlock():
            return count(block.text)
        case ImageBlock():
            return IMAGE_TOKENS
        case ToolCallBlock():
            return count(block.tool_name) + count(orjson.dumps(block.input).decode())
        case ToolResultBlock():
            return count(block.content) + IMAGE_TOKENS * len(block.images)
