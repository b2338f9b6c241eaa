"""The most that stays of what was said before, once a request must be cut. Pure.

Of a history that is too long the newest seven turns stay, of these as few as five while they are still too
long; then old results inside them are shortened, and only then are fewer turns kept.
"""

from collections.abc import Callable
from itertools import pairwise

import msgspec

from proofroom.kernel.blocks import AnyBlock, Message, ToolResultBlock
from proofroom.kernel.data import dataclass
from proofroom.runtime.context.recap import RECAP_TOKENS

MOST_TURNS, LEAST_TURNS = 7, 5
SHORT_RESULT = 400
"""Characters that stay of an older result when it has to be shortened."""


@dataclass(frozen=True, slots=True)
class Caps:
    """The most tokens of history and of research in a request that must be cut; None where that is free."""

    history: int | None = None
    research: int | None = None

    @property
    def recap(self) -> int:
        """Return how much of a capped history is held for the recap of what was left out."""
        return min(RECAP_TOKENS, (self.history or 0) // 6)


def cap_history(
    messages: list[Message],
    request_at: int,
    caps: Caps,
    weigh: Callable[[int, Message], int],
    research: frozenset[str],
) -> tuple[list[Message], int]:
    """Return the messages, some results shortened, and where those begin that stay; 0 where all do.

    `weigh` tells what the message at a place adds to the history; the sources in it are counted elsewhere.
    """
    if caps.history is None:
        return messages, 0
    starts = [at for at in range(request_at + 1) if messages[at].role == "user"]
    if len(starts) < 2:
        return messages, 0
    kept = list(messages)
    sizes = {start: sum(weigh(at, kept[at]) for at in range(start, end)) for start, end in pairwise(starts)}
    if sum(sizes.values()) <= caps.history:
        return messages, 0
    allowed = caps.history - caps.recap
    stay = starts[:-1][-MOST_TURNS:]
    while len(stay) > LEAST_TURNS and _total(sizes, stay) > allowed:
        del stay[0]
    for at in range(stay[0], request_at):
        if _total(sizes, stay) <= allowed:
            break
        start = max(each for each in stay if each <= at)
        before = weigh(at, kept[at])
        kept[at] = shorten_message(kept[at], research)
        sizes[start] += weigh(at, kept[at]) - before
    while stay and _total(sizes, stay) > allowed:
        del stay[0]
    return kept, stay[0] if stay else request_at


def _total(sizes: dict[int, int], stay: list[int]) -> int:
    return sum(sizes[start] for start in stay)


def shorten_message(message: Message, untouched: frozenset[str] = frozenset()) -> Message:
    """Return a message with its long results cut to their beginnings, except those of some tools."""
    blocks = [_shortened(each, untouched) for each in message.blocks]
    return message if blocks == message.blocks else msgspec.structs.replace(message, blocks=blocks)


def _shortened(block: AnyBlock, untouched: frozenset[str]) -> AnyBlock:
    if not isinstance(block, ToolResultBlock) or block.tool_name in untouched:
        return block
    if len(block.content) <= SHORT_RESULT and not block.images:
        return block
    text = f"{block.content[:SHORT_RESULT]}\n[Shortened to fit token budget; call it again if needed.]"
    return ToolResultBlock(block.tool_call_id, block.tool_name, block.ok, text)
