"""What the model is shown of a conversation: earlier turns, made whole, and heavy results left out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

import msgspec

from proofroom.kernel.beside import Beside
from proofroom.kernel.blocks import LEFT_OUT, AnyBlock, Message, TextBlock, ToolCallBlock, ToolResultBlock
from proofroom.kernel.nouns import count
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.tokens import estimate
from proofroom.runtime.context.recap import RECAP_TOKENS, Standing, of_message, recap
from proofroom.runtime.types import StoredMessage
from proofroom.safety import is_wrapped

_NAMES = late_pattern(r"^(?:\s*@[\w-]+[,:]?(?:\s+(?:and|ve)\b)?)+\s*")
NOT_COMPLETED = "This call did not complete: the turn was interrupted. Call it again if it is still needed."


def as_messages(stored: Iterable[StoredMessage]) -> list[Message]:
    """Return the conversation as a model sees it: adjacent messages of one role joined, calls answered."""
    joined: list[Message] = []
    for item in stored:
        if not item.blocks:
            continue
        message = _shown(item)
        if joined and joined[-1].role == item.role:
            before = joined.pop()
            recap = "\n".join(part for part in (before.recap, message.recap) if part)
            joined.append(Message(item.role, [*before.blocks, *item.blocks], recap))
        else:
            joined.append(message)
    return heal(joined)


def _show(item: StoredMessage) -> Message:
    recap = of_message(item.role, item.blocks, str(item.meta.get("recap") or ""))
    return Message(item.role, list(item.blocks), recap)


_shown = Beside(_show, 4_096)
"""Every turn shows what was said before: the same message looks the same."""


def name_speakers(stored: list[StoredMessage], agent: str) -> list[StoredMessage]:
    """Return a conversation of several with who said what: all but what the agent is asked now, and its own.

    What nobody asked an agent stands as something earlier, so that it is not taken for a request.
    """
    asked = {one.turn: str(one.meta.get("agent") or "") for one in stored if one.role == "user"}
    last = max((at for at, one in enumerate(stored) if one.role == "user"), default=-1)
    named: list[StoredMessage] = []
    for at, one in enumerate(stored):
        if one.role == "user" and at != last:
            name = one.meta.get("name")
            mark = f"{LEFT_OUT}words of {name}] " if not asked.get(one.turn) else f"{name}: "
            named.append(_prefixed(one, mark))
        elif one.role == "assistant" and asked.get(one.turn) not in ("", None, agent):
            named.append(_prefixed(one, f"{asked[one.turn]}: "))
        elif at == last:
            named.append(_without_names(one))
        else:
            named.append(one)
    return named


def _without_names(message: StoredMessage) -> StoredMessage:
    """Return a request without the names it begins with: whoever reads it knows that it is meant."""
    blocks = [
        TextBlock(_NAMES.sub("", block.text) or block.text) if isinstance(block, TextBlock) else block
        for block in message.blocks
    ]
    return replace(message, blocks=blocks)


def _prefixed(message: StoredMessage, mark: str) -> StoredMessage:
    blocks, is_marked = list[AnyBlock](), False
    for block in message.blocks:
        if isinstance(block, TextBlock) and not is_marked:
            blocks.append(TextBlock(f"{mark}{block.text}"))
            is_marked = True
        else:
            blocks.append(block)
    return replace(message, blocks=blocks)


def heal(messages: list[Message]) -> list[Message]:
    """Give every tool call exactly one result, directly after it."""
    healed: list[Message] = []
    for index, message in enumerate(messages):
        if message.role == "tool":
            continue
        healed.append(message)
        calls = [block for block in message.blocks if isinstance(block, ToolCallBlock)]
        if calls:
            following = messages[index + 1] if index + 1 < len(messages) else None
            healed.append(_answers(calls, following if following and following.role == "tool" else None))
    return healed


def _answers(calls: list[ToolCallBlock], message: Message | None) -> Message:
    if message is not None and [call.tool_call_id for call in calls] == _answered(message):
        return message
    given = {
        block.tool_call_id: block
        for block in (message.blocks if message else [])
        if isinstance(block, ToolResultBlock)
    }
    blocks: list[AnyBlock] = []
    for call in calls:
        found = given.get(call.tool_call_id)
        blocks.append(found or ToolResultBlock(call.tool_call_id, call.tool_name, False, NOT_COMPLETED))
    return Message("tool", blocks, message.recap if message else "")


def _answered(message: Message) -> list[str]:
    return [block.tool_call_id if isinstance(block, ToolResultBlock) else "" for block in message.blocks]


def outside_text_in(messages: Iterable[Message | StoredMessage], tools: frozenset[str]) -> str:
    """Return the first tool whose text from outside a conversation holds, by its marks or its name."""
    blocks = (block for message in messages for block in message.blocks)
    results = (block for block in blocks if isinstance(block, ToolResultBlock) and block.ok)
    return next(
        (found.tool_name for found in results if found.tool_name in tools or is_wrapped(found.content)), ""
    )


def elide_heavy(messages: list[Message], heavy: frozenset[str]) -> list[Message]:
    """Keep only the newest message's results of each heavy tool; older ones become a breadcrumb.

    A result with images is heavy, whichever tool it came from.
    """
    seen: set[str] = set()
    kept: list[Message] = []
    for message in reversed(messages):
        here = _heavy_in(message, heavy) if message.role == "tool" else None
        if not here:
            kept.append(message)
            continue
        blocks = [_elided(block, seen, heavy) for block in message.blocks]
        kept.append(msgspec.structs.replace(message, blocks=blocks))
        seen |= here
    return kept[::-1]


def _heavy_in(message: Message, heavy: frozenset[str]) -> set[str]:
    """Return the heavy tools with results in a message."""
    return {
        block.tool_name
        for block in message.blocks
        if isinstance(block, ToolResultBlock) and (block.tool_name in heavy or block.images)
    }


def _elided(block: AnyBlock, superseded: set[str], heavy: frozenset[str]) -> AnyBlock:
    if not isinstance(block, ToolResultBlock) or not block.ok or block.tool_name not in superseded:
        return block
    if block.tool_name not in heavy and not block.images:
        return block
    name = block.tool_name
    note = f"Earlier {name} output removed; a newer one follows. Call {name} again if needed."
    return ToolResultBlock(block.tool_call_id, block.tool_name, True, note)


def without_images(messages: list[Message]) -> list[Message]:
    """Replace images by a note, for models that cannot see."""
    return [
        msgspec.structs.replace(message, blocks=[_seen_as_text(block) for block in message.blocks])
        for message in messages
    ]


def _seen_as_text(block: AnyBlock) -> AnyBlock:
    if isinstance(block, ToolResultBlock) and block.images:
        text = f"{block.content}\n{not_shown(len(block.images))}"
        return ToolResultBlock(block.tool_call_id, block.tool_name, block.ok, text)
    return block


def not_shown(images: int) -> str:
    """Return what a model that cannot see is told in place of images, so that it does not miss them."""
    return f"[{images} image(s) left out: this model cannot see.]"


def this_session(stored: list[StoredMessage], minutes: int | None) -> list[StoredMessage]:
    """Keep what came after the last long silence, where an agent's profile begins anew after one."""
    if minutes is None:
        return stored
    start = 0
    for at in range(1, len(stored)):
        silence = stored[at].created_at - stored[at - 1].created_at
        if stored[at].role == "user" and silence > timedelta(minutes=minutes):
            start = at
    return stored[start:]


def last_turns(stored: list[StoredMessage], turns: int | None) -> list[StoredMessage]:
    """Keep the newest turns only, where an agent's profile limits them."""
    if turns is None:
        return stored
    numbers = sorted({message.turn for message in stored})[-turns:]
    return [message for message in stored if message.turn in numbers]


def shown_turns(
    stored: list[StoredMessage], turns: int | None, standing: Sequence[Standing]
) -> list[Message]:
    """Return the newest turns as a model sees them; the first one begins with what came before."""
    recent = last_turns(stored, turns)
    shown, gone = as_messages(recent), as_messages(stored[: len(stored) - len(recent)])
    if not gone or not shown:
        return shown
    told = recap(gone, standing, RECAP_TOKENS, estimate)
    note = f"{LEFT_OUT}{count(len(gone), 'message')} left out: the newest {turns} turns are shown]\n{told}"
    kept = "\n".join([*(message.recap for message in gone if message.recap), shown[0].recap])
    return [Message(shown[0].role, [TextBlock(note), *shown[0].blocks], kept), *shown[1:]]
